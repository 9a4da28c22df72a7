// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/allocator/size_rules.h"
#include "core/base/bytes.h"

#include <QTest>

using namespace tidemark;

// Expected values were taken from PyTorch 2.11 on a GPU, or are those of its own test_cuda.py.
class TestSizeRules : public QObject {
    Q_OBJECT

private slots:
    void sizesAndSegments_data()
    {
        QTest::addColumn<quint64>("requested");
        QTest::addColumn<quint64>("rounded");
        QTest::addColumn<quint64>("segment");
        const auto row = [](quint64 requested, quint64 rounded, quint64 segment) {
            QTest::addRow("%llu", requested) << requested << rounded << segment;
        };
        constexpr quint64 mib = mebibyte;
        row(1, 512, 2 * mib);
        row(511, 512, 2 * mib);
        row(512, 512, 2 * mib);
        row(513, 1024, 2 * mib);
        row(mib - 1, mib, 2 * mib);
        row(mib, mib, 2 * mib);
        row(mib + 1, 1049088, 20 * mib);
        row(4000000, 4000256, 20 * mib);
        row(10 * mib - 512, 10 * mib - 512, 20 * mib);
        row(10 * mib - 1, 10 * mib, 10 * mib);
        row(10 * mib, 10 * mib, 10 * mib);
        row(10 * mib + 1, 10 * mib + 512, 12 * mib);
        row(12 * mib + 1, 12 * mib + 512, 14 * mib);
    }
    void sizesAndSegments()
    {
        QFETCH(quint64, requested);
        const AllocatorSettings settings;
        QTEST(quint64(size_rules::roundSize(requested, settings)), "rounded");
        const auto rounded = size_rules::roundSize(requested, settings);
        QTEST(quint64(size_rules::segmentSize(rounded, settings)), "segment");
    }

    void roundup_data()
    {
        QTest::addColumn<QByteArray>("divisions");
        QTest::addColumn<quint64>("requested");
        QTest::addColumn<quint64>("rounded");
        constexpr quint64 mib = mebibyte;
        QTest::newRow("off") << QByteArray("[1:0]") << 84 * mib << 84 * mib;
        QTest::newRow("84 in quarters") << QByteArray("4") << 84 * mib << 96 * mib;
        QTest::newRow("84 in eighths") << QByteArray("[64:8,128:2,256:4,>:1]") << 84 * mib << 88 * mib;
        QTest::newRow("400 in halves") << QByteArray("[128:1,256:2,512:4]") << 400 * mib << 512 * mib;
        QTest::newRow("power of two stays") << QByteArray("8") << 64 * mib << 64 * mib;
        QTest::newRow("too small for its divisions") << QByteArray("4") << quint64(1200) << quint64(1536);
        QTest::newRow("at 512 times divisions") << QByteArray("4") << quint64(2048) << quint64(2048);
        QTest::newRow("just above") << QByteArray("4") << quint64(2049) << quint64(2560);
        QTest::newRow("one is plain") << QByteArray("1") << 84 * mib + 1 << 84 * mib + 512;
    }
    void roundup()
    {
        QFETCH(QByteArray, divisions);
        QFETCH(quint64, requested);
        const auto settings = AllocatorSettings::parse("roundup_power2_divisions:" + divisions.toStdString());
        QVERIFY(settings);
        QTEST(quint64(size_rules::roundSize(requested, *settings)), "rounded");
    }

    void largeSegmentSize()
    {
        const auto settings = AllocatorSettings::parse("large_segment_size_mb:40");
        QVERIFY(settings);
        QCOMPARE(size_rules::segmentSize(2 * mebibyte, *settings), 40 * mebibyte);
        QCOMPARE(size_rules::segmentSize(10 * mebibyte, *settings), 10 * mebibyte);
        QCOMPARE(size_rules::segmentSize(mebibyte, *settings), 2 * mebibyte);
    }

    void splitting_data()
    {
        QTest::addColumn<quint64>("block");
        QTest::addColumn<quint64>("rounded");
        QTest::addColumn<bool>("expandable");
        QTest::addColumn<bool>("isSplit");
        constexpr quint64 mib = mebibyte;
        QTest::newRow("small, 512 left") << 2 * mib << mib << false << true;
        QTest::newRow("small, 512 left exactly") << quint64(1024) << quint64(512) << false << true;
        QTest::newRow("small, nothing left") << quint64(512) << quint64(512) << false << false;
        QTest::newRow("large, more than 1 MiB left") << 20 * mib << 19 * mib - 512 << false << true;
        QTest::newRow("large, 1 MiB left") << 20 * mib << 19 * mib << false << false;
        QTest::newRow("large, expandable") << 20 * mib << 20 * mib - 512 << true << true;
        QTest::newRow("oversize") << 96 * mib << 64 * mib << false << false;
        QTest::newRow("below oversize") << 96 * mib << 64 * mib - 512 << false << true;
    }
    void splitting()
    {
        QFETCH(quint64, block);
        QFETCH(quint64, rounded);
        QFETCH(bool, expandable);
        AllocatorSettings settings;
        settings.maxSplitSize = 64 * mebibyte;
        QTEST(size_rules::shouldSplit(block, rounded, expandable, settings), "isSplit");
    }
};

QTEST_GUILESS_MAIN(TestSizeRules)
#include "tst_size_rules.moc"
