// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/allocator/allocator_bench.h"

#include <QTest>

using namespace tidemark;
using namespace tidemark::tests;

class TestPolicyVersion : public QObject {
    Q_OBJECT

private slots:
    void readsReleases_data()
    {
        QTest::addColumn<QByteArray>("release");
        QTest::addColumn<QByteArray>("same");
        QTest::newRow("patch") << QByteArray("2.5.1") << QByteArray("2.5");
        QTest::newRow("local part") << QByteArray("2.10.0+cu124") << QByteArray("2.10");
        QTest::newRow("alpha") << QByteArray("2.7.0a0+git123") << QByteArray("2.7");
        QTest::newRow("newer") << QByteArray("2.12") << QByteArray("2.11");
        QTest::newRow("much newer") << QByteArray("3.0") << QByteArray("2.11");
        QTest::newRow("no difference") << QByteArray("2.2") << QByteArray("2.1");
    }
    void readsReleases()
    {
        QFETCH(QByteArray, release);
        QFETCH(QByteArray, same);
        const auto version = PolicyVersion::parse(release.toStdString());
        QVERIFY(version);
        QVERIFY(*version == *PolicyVersion::parse(same.toStdString()));
    }

    void theNewestIsTheDefault() { QVERIFY(*PolicyVersion::parse("2.11") == PolicyVersion()); }

    void everySwitchHasItsRelease()
    {
        const auto at = [](int minor) { return *PolicyVersion::parse("2." + std::to_string(minor)); };
        for (int minor = 1; minor <= 11; ++minor) {
            const PolicyVersion version = at(minor);
            QCOMPARE(version.expandableInPrivatePools, minor >= 5);
            QCOMPARE(version.releasesSkipExpandable, minor >= 5);
            QCOMPARE(version.hasMaxNonSplitRounding, minor >= 6);
            QCOMPARE(version.limitsAtFullFraction, minor < 6);
            QCOMPARE(version.useOnOom == PolicyVersion::UseOnOom::Never, minor < 8);
            QCOMPARE(version.useOnOom == PolicyVersion::UseOnOom::BeforeReleases, minor >= 11);
            QCOMPARE(version.asksNewestPoolFirst, minor >= 11);
            QCOMPARE(version.hasLargeSegmentSize, minor >= 11);
            QCOMPARE(version.hasExpandablePerRequest, minor >= 11);
        }
    }

    void refusesWhatItDoesNotKnow_data()
    {
        QTest::addColumn<QByteArray>("release");
        for (const char* release : {"", "2", "2.", "two", "2.x", "-2.5", "1.13.1", "2.0.1", "2.5x"})
            QTest::newRow(release) << QByteArray(release);
    }
    void refusesWhatItDoesNotKnow()
    {
        QFETCH(QByteArray, release);
        const auto version = PolicyVersion::parse(release.toStdString());
        QVERIFY(!version);
        QVERIFY(version.error().message.find("2.1") != std::string::npos);
    }

    void olderReleasesDoNotHearNewerSettings()
    {
        const auto settings =
            *AllocatorSettings::parse("large_segment_size_mb:64,max_non_split_rounding_mb:80");
        QVERIFY(PolicyVersion().heard(settings) == settings);
        QCOMPARE(PolicyVersion::parse("2.10")->heard(settings).largeSegmentSize, 20 * mib);
        QCOMPARE(PolicyVersion::parse("2.10")->heard(settings).maxNonSplitRounding, 80 * mib);
        QCOMPARE(PolicyVersion::parse("2.5")->heard(settings).maxNonSplitRounding, 20 * mib);
        Bench bench("large_segment_size_mb:64", 64 * gibibyte, "2.9");
        bench.take(2 * mib);
        QCOMPARE(bench.reserved(), 20 * mib);
    }

    void aFullFractionWasALimitOnce()
    {
        for (const char* release : {"2.5", "2.11"}) {
            Bench bench("garbage_collection_threshold:0.5", gibibyte, release);
            bench.allocator.setMemoryFraction(1);
            bench.free(bench.take({300 * mib, 300 * mib}));
            bench.story();
            bench.take(310 * mib);
            // Only a limit turns garbage collection on.
            QCOMPARE(bench.story().contains(line("segment_free", 300 * mib)), QByteArray(release) == "2.5");
        }
    }

    void aFractionCanBeSetAndTakenAway()
    {
        Bench bench("", gibibyte);
        bench.allocator.setMemoryFraction(0.5);
        QVERIFY(!bench.allocator.allocate(514 * mib, 0));
        bench.free({bench.take(512 * mib)});
        bench.allocator.setMemoryFraction(0);
        QVERIFY(!bench.allocator.allocate(514 * mib, 0));
        bench.allocator.setMemoryFraction(1);
        QVERIFY(bench.allocator.allocate(gibibyte, 0));
    }

    void privatePoolsOnceHadNoExpandableSegments()
    {
        for (const char* release : {"2.4", "2.5"}) {
            Bench bench("expandable_segments:True", gibibyte, release);
            QVERIFY(bench.allocator.allocateFrom({0, 1}, 24 * mib - 512, 0));
            const bool isPlain = QByteArray(release) == "2.4";
            QCOMPARE(bench.allocator.snapshot()[0].isExpandable, !isPlain);
            QCOMPARE(bench.reserved(), (isPlain ? 24 : 40) * mib);
            // Cut by the setting all the same: expandable blocks are, whatever the request.
            QCOMPARE(bench.allocated(), 24 * mib - 512);
        }
    }

    void memoryOfItsOwnOnceWasCutAsIfExpandable()
    {
        for (const char* release : {"2.10", "2.11"}) {
            SimulatedMemory own(gibibyte); // outlives the allocator
            Bench bench("expandable_segments:True", gibibyte, release);
            bench.allocator.createOrIncrefPool({0, 1}, &own);
            QVERIFY(bench.allocator.allocateFrom({0, 1}, 24 * mib - 512, 0));
            QCOMPARE(bench.allocated(), QByteArray(release) == "2.10" ? 24 * mib - 512 : 24 * mib);
        }
    }

    // What later releases skip was an internal assertion: the request fails, and no oom is told.
    void releasesOnceRanIntoExpandableBlocks()
    {
        Bench bench("max_split_size_mb:40,expandable_segments:True", gibibyte, "2.4");
        bench.allocator.setMemoryLimit(120 * mib);
        const std::uint64_t block = bench.take(80 * mib);
        bench.free({block});
        bench.set("max_split_size_mb:40,expandable_segments:False");
        bench.story();
        const auto failed = bench.allocator.allocate(60 * mib, 0);
        QVERIFY(!failed && failed.error().reason == OutOfMemory::Reason::Assertion);
        QVERIFY(failed.error().message().find("assertion") != std::string::npos);
        QVERIFY(bench.story().isEmpty());
        QCOMPARE(bench.allocator.stats().numOoms, 0);
        QCOMPARE(bench.reserved(), 80 * mib);
    }
};

QTEST_GUILESS_MAIN(TestPolicyVersion)
#include "tst_policy_version.moc"
