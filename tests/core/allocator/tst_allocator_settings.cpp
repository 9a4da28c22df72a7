// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/allocator/allocator_settings.h"
#include "core/allocator/size_rules.h"
#include "core/base/bytes.h"

#include <QTest>

using namespace tidemark;

namespace {

using Divisions = std::array<std::uint64_t, 16>;

AllocatorSettings parsed(const char* conf)
{
    const auto settings = AllocatorSettings::parse(conf);
    if (!settings)
        qFatal("%s", settings.error().message.c_str());
    return *settings;
}

} // namespace

class TestAllocatorSettings : public QObject {
    Q_OBJECT

private slots:
    void nothingGivesDefaults_data()
    {
        QTest::addColumn<QByteArray>("conf");
        for (const char* conf : {"", "  ", "backend:native", "pinned_use_cuda_host_register:True",
                 "pinned_num_register_threads:8,pinned_use_background_threads:True",
                 "pinned_reserve_segment_size_mb:64", "release_lock_on_cudamalloc:True",
                 "release_lock_on_hipmalloc:False", "graph_capture_record_stream_reuse:True",
                 "expandable_segments:False", "roundup_power2_divisions:[]"})
            QTest::newRow(conf) << QByteArray(conf);
    }
    void nothingGivesDefaults()
    {
        QFETCH(QByteArray, conf);
        QVERIFY(parsed(conf) == AllocatorSettings());
    }

    void readsEveryKey()
    {
        const auto settings = parsed(" max_split_size_mb : 64, garbage_collection_threshold:0.6 ,\t"
                                     "max_non_split_rounding_mb:32,expandable_segments:True,"
                                     "per_process_memory_fraction:0.25,throw_on_cudamalloc_oom:True,");
        QCOMPARE(settings.maxSplitSize, 64 * mebibyte);
        QCOMPARE(settings.garbageCollectionThreshold, 0.6);
        QCOMPARE(settings.maxNonSplitRounding, 32 * mebibyte);
        QVERIFY(settings.expandableSegments);
        QCOMPARE(settings.perProcessMemoryFraction, 0.25);
        QVERIFY(settings.throwOnCudamallocOom);
    }

    void largeSegmentBoundsTheOthersWhereverItStands()
    {
        const auto settings = parsed("max_split_size_mb:12,large_segment_size_mb:11");
        QCOMPARE(settings.largeSegmentSize, 11 * mebibyte);
        QCOMPARE(settings.maxSplitSize, 12 * mebibyte);
        QCOMPARE(settings.maxNonSplitRounding, 11 * mebibyte);
        QVERIFY(!AllocatorSettings::parse("max_split_size_mb:39,large_segment_size_mb:40"));
        QVERIFY(AllocatorSettings::parse("max_split_size_mb:40,large_segment_size_mb:40"));
    }

    void aHugeSizeIsNoOverflow()
    {
        QVERIFY(parsed("max_split_size_mb:18446744073709551615").maxSplitSize > (std::uint64_t(1) << 63));
    }

    void divisions_data()
    {
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QList<quint64>>("expected");
        const QList<quint64> zeros(16, 0);
        const auto list = [&](std::initializer_list<std::pair<int, quint64>> changes) {
            QList<quint64> result = zeros;
            for (const auto& [index, value] : changes)
                result[index] = value;
            return result;
        };
        QTest::newRow("one for all") << QByteArray("4") << QList<quint64>(16, 4);
        QTest::newRow("first key fills below, gaps stay off")
            << QByteArray("[4:2,32:8]") << list({{0, 2}, {1, 2}, {2, 2}, {5, 8}});
        QTest::newRow("rest") << QByteArray("[8192:4,>:2]")
                              << QList<quint64>{4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 2, 2};
        QTest::newRow("off and one") << QByteArray("[1:0,2:1]") << list({{1, 1}});
        QTest::newRow("above 32 GiB") << QByteArray("[131072:16]") << QList<quint64>(16, 16);
        QTest::newRow("issue example") << QByteArray("[64:8,256:4,>:1]")
                                       << QList<quint64>{8, 8, 8, 8, 8, 8, 8, 0, 4, 1, 1, 1, 1, 1, 1, 1};
    }
    void divisions()
    {
        QFETCH(QByteArray, value);
        QFETCH(QList<quint64>, expected);
        const auto settings = parsed("roundup_power2_divisions:" + value + ",max_split_size_mb:20");
        const auto& divisions = settings.roundupPower2Divisions;
        QCOMPARE(QList<quint64>(divisions.begin(), divisions.end()), expected);
        QCOMPARE(settings.maxSplitSize, 20 * mebibyte);
    }

    void divisionsBySize()
    {
        const auto settings = parsed("roundup_power2_divisions:[1:2,2:4,32768:8]");
        QCOMPARE(settings.roundupDivisions(1), 2u);
        QCOMPARE(settings.roundupDivisions(2 * mebibyte - 1), 2u);
        QCOMPARE(settings.roundupDivisions(2 * mebibyte), 4u);
        QCOMPARE(settings.roundupDivisions(4 * mebibyte), 0u);
        QCOMPARE(settings.roundupDivisions(32 * gibibyte), 8u);
        QCOMPARE(settings.roundupDivisions(1024 * gibibyte), 8u);
    }

    void refuses_data()
    {
        QTest::addColumn<QByteArray>("conf");
        QTest::addColumn<QByteArray>("named"); // what the message must name
        QTest::addColumn<QByteArray>("valid"); // and offer
        const auto row = [](const char* conf, const char* named, const char* valid) {
            QTest::newRow(conf) << QByteArray(conf) << QByteArray(named) << QByteArray(valid);
        };
        row("max_split_size:64", "\"max_split_size\"", "max_split_size_mb");
        row("max_split_size_mb:2", "max_split_size_mb:2", "at least large_segment_size_mb");
        row("max_split_size_mb:64MB", "max_split_size_mb:64MB", "whole number");
        row("max_split_size_mb:-1", "max_split_size_mb:-1", "whole number");
        row("max_non_split_rounding_mb:19", "max_non_split_rounding_mb:19", "at least");
        row("large_segment_size_mb:10", "large_segment_size_mb:10", "more than 10");
        row("garbage_collection_threshold:1.2", "garbage_collection_threshold:1.2", "below 1");
        row("garbage_collection_threshold:0", "garbage_collection_threshold:0", "above 0");
        row("garbage_collection_threshold:nan", "garbage_collection_threshold:nan", "above 0");
        row("per_process_memory_fraction:-0.1", "per_process_memory_fraction:-0.1", "from 0 to 1");
        row("per_process_memory_fraction:1.1", "per_process_memory_fraction:1.1", "from 0 to 1");
        row("expandable_segments:true", "expandable_segments:true", "True or False");
        row("roundup_power2_divisions:3", "roundup_power2_divisions:3", "power of two");
        row("roundup_power2_divisions:[3:2]", "roundup_power2_divisions:[3:2]", "power");
        row("roundup_power2_divisions:[4:3]", "roundup_power2_divisions:[4:3]", "power");
        row("roundup_power2_divisions:[4]", "roundup_power2_divisions:[4]", "list");
        row("roundup_power2_divisions:[4:2", "brackets", "match");
        row("roundup_power2_divisions:4:2]", "brackets", "match");
        row("pinned_num_register_threads:1024", "pinned_num_register_threads:1024", "128");
        row("pinned_reserve_segment_size_mb:0", "pinned_reserve_segment_size_mb:0", "above 0");
        row("backend:cudaMallocAsync", "backend:cudaMallocAsync", "native");
        row("release_lock_on_cudamalloc:1", "release_lock_on_cudamalloc:1", "True or False");
        row("expandable_segments", "\"expandable_segments\"", "key:value");
        row("max_split_size_mb:", "\"max_split_size_mb:\"", "key:value");
        row(",max_split_size_mb:64", "\"\"", "key:value");
    }
    void refuses()
    {
        QFETCH(QByteArray, conf);
        QFETCH(QByteArray, named);
        QFETCH(QByteArray, valid);
        const auto settings = AllocatorSettings::parse(conf.toStdString());
        QVERIFY(!settings);
        const QByteArray message = QByteArray::fromStdString(settings.error().message);
        QVERIFY2(message.contains(named) && message.contains(valid), message.constData());
    }

    // A later parse, as _set_allocator_settings() at run time, begins with what PyTorch resets.
    void aLaterParseKeepsWhatPyTorchKeeps()
    {
        const auto first = parsed("max_split_size_mb:64,garbage_collection_threshold:0.6,"
                                  "roundup_power2_divisions:4,max_non_split_rounding_mb:50,"
                                  "large_segment_size_mb:40,expandable_segments:True,"
                                  "per_process_memory_fraction:0.5,throw_on_cudamalloc_oom:True");
        const auto later = AllocatorSettings::parse("", first);
        QVERIFY(later);
        AllocatorSettings expected;
        expected.largeSegmentSize = 40 * mebibyte;
        expected.maxNonSplitRounding = 40 * mebibyte;
        expected.expandableSegments = true;
        expected.perProcessMemoryFraction = 0.5;
        expected.throwOnCudamallocOom = true;
        QVERIFY(*later == expected);
        QVERIFY(*AllocatorSettings::parse("expandable_segments:False", first) != expected);
    }

    void keptValuesBoundNewOnes()
    {
        const auto first = parsed("large_segment_size_mb:40");
        QVERIFY(!AllocatorSettings::parse("max_split_size_mb:39", first));
        QVERIFY(AllocatorSettings::parse("max_split_size_mb:20", parsed("")));
        QVERIFY(AllocatorSettings::parse("max_split_size_mb:12,large_segment_size_mb:11", first));
    }

    // The sizes of test_allocator_settings, under settings that follow one another.
    void sizesUnderChangingSettings_data()
    {
        QTest::addColumn<QByteArray>("conf");
        QTest::addColumn<quint64>("megabytes");
        QTest::addColumn<quint64>("expected");
        QTest::newRow("none") << QByteArray("") << quint64(84) << quint64(84);
        QTest::newRow("four") << QByteArray("garbage_collection_threshold:0.5,roundup_power2_divisions:4")
                              << quint64(84) << quint64(96);
        QTest::newRow("by size") << QByteArray("roundup_power2_divisions:[64:8,128:2,256:4,512:2,1024:4,>:1]")
                                 << quint64(84) << quint64(88);
        QTest::newRow("of 256") << QByteArray("roundup_power2_divisions:[256:2]") << quint64(400)
                                << quint64(512);
        QTest::newRow("four of 400") << QByteArray("roundup_power2_divisions:[256:4]") << quint64(400)
                                     << quint64(448);
        QTest::newRow("reset") << QByteArray("expandable_segments:False") << quint64(84) << quint64(84);
    }
    void sizesUnderChangingSettings()
    {
        QFETCH(QByteArray, conf);
        QFETCH(quint64, megabytes);
        QFETCH(quint64, expected);
        static AllocatorSettings previous; // of the row before
        previous = *AllocatorSettings::parse(conf.toStdString(), previous);
        QCOMPARE(size_rules::roundSize(megabytes * mebibyte, previous) / mebibyte, expected);
    }
};

QTEST_GUILESS_MAIN(TestAllocatorSettings)
#include "tst_allocator_settings.moc"
