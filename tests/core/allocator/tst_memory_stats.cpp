// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/allocator/memory_stats.h"

#include <QTest>
#include <algorithm>

using namespace tidemark;

class TestMemoryStats : public QObject {
    Q_OBJECT

private slots:
    void countsUpAndDown()
    {
        MemoryStats stats;
        stats.increase(StatKind::AllocatedBytes, true, 512);
        stats.increase(StatKind::AllocatedBytes, false, 2048);
        stats.decrease(StatKind::AllocatedBytes, false, 2048);
        stats.change(StatKind::AllocatedBytes, true, 0);
        QCOMPARE(stats.of(StatKind::AllocatedBytes), (Stat{512, 2560, 2560, 2048}));
        QCOMPARE(stats.of(StatKind::AllocatedBytes, StatPool::Small), (Stat{512, 512, 512, 0}));
        QCOMPARE(stats.of(StatKind::AllocatedBytes, StatPool::Large), (Stat{0, 2048, 2048, 2048}));
        stats.numOoms = 3;
        stats.maxSplitSize = 64;
        stats.resetPeak();
        QCOMPARE(stats.of(StatKind::AllocatedBytes), (Stat{512, 512, 2560, 2048}));
        stats.resetAccumulated();
        QCOMPARE(stats.of(StatKind::AllocatedBytes), (Stat{512, 512, 0, 0}));
        QCOMPARE(stats.numOoms, 0);
        QCOMPARE(stats.maxSplitSize, 64);
    }

    void hasPyTorchsNames()
    {
        MemoryStats stats;
        stats.increase(StatKind::InactiveSplitBytes, false, 4096);
        stats.numAllocRetries = 2;
        const auto flat = stats.flattened();
        QCOMPARE(flat.size(), std::size_t(9 * 3 * 4 + 2 * 4 + 6));
        QVERIFY(std::is_sorted(flat.begin(), flat.end()));
        const auto value = [&](const char* name) {
            for (const auto& [key, number] : flat)
                if (key == name)
                    return number;
            return std::int64_t(-99);
        };
        QCOMPARE(value("inactive_split_bytes.large_pool.peak"), 4096);
        QCOMPARE(value("inactive_split_bytes.small_pool.peak"), 0);
        QCOMPARE(value("oversize_segments.freed"), 0);
        QCOMPARE(value("num_alloc_retries"), 2);
        QCOMPARE(value("max_split_size"), -1);
    }
};

QTEST_GUILESS_MAIN(TestMemoryStats)
#include "tst_memory_stats.moc"
