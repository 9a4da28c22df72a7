// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/action.h"
#include "core/base/bytes.h"
#include "core/base/column.h"
#include "core/base/string_table.h"

#include <QTest>
#include <random>
#include <thread>

using namespace tidemark;

class BaseTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void bytesAreWritten_data();
    void bytesAreWritten();
    void bytesAreRead_data();
    void bytesAreWrittenInThousands_data();
    void bytesAreWrittenInThousands();
    void bytesAreRead();
    void actionNamesAgreeBothWays();
    void columnKeepsWhatWasAppended();
    void copyOfColumnIsSnapshot();
    void bothCopiesMayGrow();
    void readersSeeWholeSnapshots();
    void partitionPointIsLowerBound();
    void stringsAreKeptOnce();
    void longStringsFit();
};

void BaseTest::bytesAreWritten_data()
{
    QTest::addColumn<qint64>("bytes");
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("zero") << qint64(0) << QByteArray("0 B");
    QTest::newRow("largest in bytes") << qint64(1023) << QByteArray("1023 B");
    QTest::newRow("one KiB") << qint64(1024) << QByteArray("1.00 KiB");
    QTest::newRow("no fourth figure") << qint64(1023 * 1024 + 900) << QByteArray("1.00 MiB");
    QTest::newRow("two figures before") << qint64(20971520) << QByteArray("20.0 MiB");
    QTest::newRow("three figures before") << qint64(523811840) << QByteArray("500 MiB");
    QTest::newRow("tensor") << qint64(4000256) << QByteArray("3.81 MiB");
    QTest::newRow("card") << qint64(150109880320) << QByteArray("140 GiB");
    QTest::newRow("negative") << qint64(-2097152) << QByteArray("-2.00 MiB");
    QTest::newRow("largest") << std::numeric_limits<qint64>::max() << QByteArray("8.00 EiB");
}

void BaseTest::bytesAreWritten()
{
    QFETCH(qint64, bytes);
    QFETCH(QByteArray, text);
    QCOMPARE(QByteArray::fromStdString(formatBytes(bytes)), text);
}

void BaseTest::bytesAreWrittenInThousands_data()
{
    QTest::addColumn<qint64>("bytes");
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("zero") << qint64(0) << QByteArray("0 B");
    QTest::newRow("largest in bytes") << qint64(999) << QByteArray("999 B");
    QTest::newRow("one kB") << qint64(1000) << QByteArray("1.00 kB");
    QTest::newRow("what is one KiB") << qint64(1024) << QByteArray("1.02 kB");
    QTest::newRow("no fourth figure") << qint64(999'500) << QByteArray("1.00 MB");
    QTest::newRow("just below that") << qint64(999'499) << QByteArray("999 kB");
    QTest::newRow("one byte below a MB") << qint64(999'999) << QByteArray("1.00 MB");
    QTest::newRow("one MB") << qint64(1'000'000) << QByteArray("1.00 MB");
    QTest::newRow("a carry into two figures") << qint64(9'995'000) << QByteArray("10.0 MB");
    QTest::newRow("a carry into three figures") << qint64(99'950'000) << QByteArray("100 MB");
    QTest::newRow("a carry into the next unit") << qint64(999'999'999'999) << QByteArray("1.00 TB");
    QTest::newRow("a large segment") << qint64(20971520) << QByteArray("21.0 MB");
    QTest::newRow("card") << qint64(150109880320) << QByteArray("150 GB");
    QTest::newRow("negative") << qint64(-2'000'000) << QByteArray("-2.00 MB");
    QTest::newRow("negative carry") << qint64(-999'999) << QByteArray("-1.00 MB");
    QTest::newRow("negative, in bytes") << qint64(-999) << QByteArray("-999 B");
    QTest::newRow("largest") << std::numeric_limits<qint64>::max() << QByteArray("9.22 EB");
    QTest::newRow("least") << std::numeric_limits<qint64>::min() << QByteArray("-9.22 EB");
}

void BaseTest::bytesAreWrittenInThousands()
{
    QFETCH(qint64, bytes);
    QFETCH(QByteArray, text);
    QCOMPARE(QByteArray::fromStdString(formatBytes(bytes, ByteUnits::Decimal)), text);
}

void BaseTest::bytesAreRead_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("isSize");
    QTest::addColumn<quint64>("bytes");
    QTest::newRow("plain") << QByteArray("4000000") << true << quint64(4000000);
    QTest::newRow("exact beyond double")
        << QByteArray("9007199254740993") << true << quint64(9007199254740993);
    QTest::newRow("MiB") << QByteArray("64MiB") << true << quint64(67108864);
    QTest::newRow("MB is decimal") << QByteArray("64 MB") << true << quint64(64000000);
    QTest::newRow("kB, too") << QByteArray("1.5kb") << true << quint64(1500);
    QTest::newRow("a letter alone is binary") << QByteArray("64M") << true << quint64(67108864);
    QTest::newRow("letter and fraction") << QByteArray("1.5g") << true << quint64(1610612736);
    QTest::newRow("grouped") << QByteArray("4,000,256") << true << quint64(4000256);
    QTest::newRow("grouped, with a fraction") << QByteArray("1,024.5 KiB") << true << quint64(1049088);
    QTest::newRow("scientific") << QByteArray("1e9") << true << quint64(1000000000);
    QTest::newRow("scientific, with a sign") << QByteArray("2.5E+3") << true << quint64(2500);
    QTest::newRow("scientific, with a unit") << QByteArray("1.5e1MiB") << true << quint64(15728640);
    QTest::newRow("less than one") << QByteArray("1e-3k") << true << quint64(1);
    QTest::newRow("an e that is a unit") << QByteArray("1E") << true << (quint64(1) << 60);
    QTest::newRow("the same, written out") << QByteArray("2 EiB") << true << (quint64(2) << 60);
    QTest::newRow("too few in a group") << QByteArray("4,00") << false << quint64(0);
    QTest::newRow("too many in a group") << QByteArray("1,0000") << false << quint64(0);
    QTest::newRow("too many in front") << QByteArray("1000,000") << false << quint64(0);
    QTest::newRow("a comma at the end") << QByteArray("4,000,") << false << quint64(0);
    QTest::newRow("a comma in front") << QByteArray(",000") << false << quint64(0);
    QTest::newRow("a comma in the fraction") << QByteArray("1.000,000") << false << quint64(0);
    QTest::newRow("no exponent") << QByteArray("1e+") << false << quint64(0);
    QTest::newRow("an exponent too large") << QByteArray("1e999") << false << quint64(0);
    QTest::newRow("empty") << QByteArray("") << false << quint64(0);
    QTest::newRow("no number") << QByteArray("MiB") << false << quint64(0);
    QTest::newRow("negative") << QByteArray("-1") << false << quint64(0);
    QTest::newRow("two points") << QByteArray("1.2.3MiB") << false << quint64(0);
    QTest::newRow("wrong unit") << QByteArray("12 miles") << false << quint64(0);
    QTest::newRow("too large") << QByteArray("16EiB") << false << quint64(0);
}

void BaseTest::bytesAreRead()
{
    QFETCH(QByteArray, text);
    QFETCH(bool, isSize);
    QFETCH(quint64, bytes);
    const auto parsed = parseBytes(text.toStdString());
    QCOMPARE(parsed.has_value(), isSize);
    if (isSize)
        QCOMPARE(quint64(*parsed), bytes);
    else
        QVERIFY(parsed.error().message.find("64MiB") != std::string::npos);
}

void BaseTest::actionNamesAgreeBothWays()
{
    for (std::uint8_t i = 0; i <= static_cast<std::uint8_t>(Action::Unknown); ++i) {
        const auto action = static_cast<Action>(i);
        QCOMPARE(actionFromName(actionName(action)), std::optional(action));
    }
    QCOMPARE(actionName(Action::SegmentUnmap), std::string_view("segment_unmap"));
    QVERIFY(!actionFromName("Alloc"));
}

void BaseTest::columnKeepsWhatWasAppended()
{
    Column<std::uint32_t> column;
    std::vector<std::uint32_t> expected;
    std::mt19937 random(1);
    while (expected.size() < 5 * Column<std::uint32_t>::chunkSize / 2) {
        std::vector<std::uint32_t> piece(random() % 5000);
        for (auto& value : piece)
            value = static_cast<std::uint32_t>(random());
        column.append(piece);
        expected.insert(expected.end(), piece.begin(), piece.end());
    }
    QCOMPARE(column.size(), expected.size());
    std::vector<std::uint32_t> runs;
    while (runs.size() < column.size()) {
        const auto run = column.run(runs.size(), column.size());
        runs.insert(runs.end(), run.begin(), run.end());
    }
    QCOMPARE(runs, expected);
    QVERIFY(column.run(7, 7).empty());
}

void BaseTest::copyOfColumnIsSnapshot()
{
    Column<int> column;
    column.push_back(1);
    const Column<int> before = column;
    column.push_back(2);
    QCOMPARE(before.size(), std::size_t(1));
    QCOMPARE(column.size(), std::size_t(2));
    QCOMPARE(&before[0], &column[0]); // shared, not copied
}

void BaseTest::bothCopiesMayGrow()
{
    Column<int> first;
    first.push_back(1);
    Column<int> second = first;
    first.push_back(10);
    second.push_back(20);
    first.push_back(11);
    second.push_back(21);
    QCOMPARE(first[1], 10);
    QCOMPARE(first[2], 11);
    QCOMPARE(second[0], 1);
    QCOMPARE(second[1], 20);
    QCOMPARE(second[2], 21);
}

void BaseTest::readersSeeWholeSnapshots()
{
    Column<std::size_t> column;
    for (int round = 0; round < 50; ++round) {
        const Column<std::size_t> snapshot = column;
        bool whole = true;
        std::thread reader([&] {
            for (std::size_t i = 0; i < snapshot.size(); ++i)
                whole = whole && snapshot[i] == i;
        });
        for (int i = 0; i < 2000; ++i)
            column.push_back(column.size());
        reader.join();
        QVERIFY(whole);
    }
}

void BaseTest::partitionPointIsLowerBound()
{
    Column<int> column;
    for (int i = 0; i < 1000; ++i)
        column.push_back(i / 3);
    for (int value = -1; value < 340; ++value) {
        const auto found = column.partitionPoint(0, column.size(), [&](int other) { return other < value; });
        QCOMPARE(found, std::size_t(std::clamp(value * 3, 0, 1000)));
    }
}

void BaseTest::stringsAreKeptOnce()
{
    StringInterner strings;
    QVERIFY(strings.intern("").isNone());
    const StringIndex relu = strings.intern("aten::relu");
    QCOMPARE(strings.intern(std::string("aten::") + "relu"), relu);
    QVERIFY(strings.intern("aten::relu_") != relu);
    const StringTable snapshot = strings.table();
    for (int i = 0; i < 100000; ++i)
        strings.intern(std::to_string(i));
    QCOMPARE(snapshot[relu], std::string_view("aten::relu"));
    QCOMPARE(snapshot.size(), std::size_t(3));
    QCOMPARE(strings.table().size(), std::size_t(100003));
}

void BaseTest::longStringsFit()
{
    StringInterner strings;
    const std::string text(300000, 'x');
    const StringIndex index = strings.intern(text);
    QCOMPARE(strings.table()[index], std::string_view(text));
    QCOMPARE(strings.table()[strings.intern("y")], std::string_view("y"));
    QCOMPARE(strings.table()[index], std::string_view(text));
}

QTEST_GUILESS_MAIN(BaseTest)
#include "tst_base.moc"
