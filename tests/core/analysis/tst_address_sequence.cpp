// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/replay/address_sequence.h"
#include "core/analysis/replay/heap_block.h"
#include "tests/core/analysis/analysis_fixtures.h"

#include <QtTest>
#include <map>

using namespace tidemark;
using namespace tidemark::tests;

// Against std::map, over long random runs.
class AddressSequenceTest : public QObject {
    Q_OBJECT

private slots:
    void empty();
    void random_data();
    void random();
};

void AddressSequenceTest::empty()
{
    const AddressSequence<HeapBlock> blocks;
    QVERIFY(blocks.begin() == blocks.end());
    QVERIFY(blocks.firstNotBefore(5) == blocks.end());
    QVERIFY(blocks.lastNotBehind(5) == blocks.end());
}

void AddressSequenceTest::random_data()
{
    QTest::addColumn<int>("inserts"); // of 100 steps
    QTest::newRow("grows") << 70;
    QTest::newRow("stays") << 50;
    QTest::newRow("shrinks") << 35;
}

void AddressSequenceTest::random()
{
    QFETCH(int, inserts);
    std::mt19937_64 random(testSeed());
    AddressSequence<HeapBlock> blocks;
    std::map<std::uint64_t, std::uint64_t> wanted;
    const auto at = [&](std::uint64_t key) {
        HeapBlock block;
        block.address = key;
        block.size = key * 3;
        return block;
    };
    for (int step = 0; step < 30000; ++step) {
        const std::uint64_t key = random() % 20000;
        if (static_cast<int>(random() % 100) < inserts && !wanted.contains(key)) {
            const auto place = blocks.insert(blocks.firstNotBefore(key), at(key));
            QCOMPARE(blocks[place].address, key);
            wanted[key] = key * 3;
        } else if (const auto victim = wanted.lower_bound(key); victim != wanted.end()) {
            const auto next = blocks.erase(blocks.lastNotBehind(victim->first));
            const auto behind = wanted.erase(victim);
            QCOMPARE(next == blocks.end(), behind == wanted.end());
            if (behind != wanted.end())
                QCOMPARE(blocks[next].address, behind->first);
        }
        const std::uint64_t probe = random() % 20001;
        const auto above = wanted.lower_bound(probe);
        const auto found = blocks.firstNotBefore(probe);
        QCOMPARE(found == blocks.end(), above == wanted.end());
        if (above != wanted.end())
            QCOMPARE(blocks[found].address, above->first);
        const auto behind = wanted.upper_bound(probe);
        const auto last = blocks.lastNotBehind(probe);
        QCOMPARE(last == blocks.end(), behind == wanted.begin());
        if (behind != wanted.begin())
            QCOMPARE(blocks[last].address, std::prev(behind)->first);
    }
    QCOMPARE(blocks.size(), wanted.size());
    auto expected = wanted.begin();
    auto place = blocks.begin();
    for (; expected != wanted.end(); ++expected, place = blocks.next(place)) {
        QCOMPARE(blocks[place].address, expected->first);
        QCOMPARE(blocks[place].size, expected->second);
        if (place != blocks.begin())
            QVERIFY(blocks.next(blocks.previous(place)) == place);
    }
    QVERIFY(place == blocks.end());
}

QTEST_GUILESS_MAIN(AddressSequenceTest)
#include "tst_address_sequence.moc"
