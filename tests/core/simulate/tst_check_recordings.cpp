// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulate/check.h"
#include "core/simulate/what_if.h"
#include "tests/core/simulate/simulate_fixtures.h"

#include <QTest>
#include <fmt/format.h>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

std::string tableLine(const QString& name, const CheckResult& check)
{
    std::string given;
    for (std::size_t i = 0; i < givenKindCount; ++i)
        if (check.given[i] > 0)
            given += fmt::format(
                "{}{} {}", given.empty() ? "" : ", ", check.given[i], givenName(static_cast<GivenKind>(i)));
    return fmt::format("{:<28}{:>8} events{:>8} decisions{:>4} mismatches   given: {}", name.toStdString(),
        check.events, check.decisions, check.decisions - check.equal(), given.empty() ? "none" : given);
}

void compareCurves(const DeviceHistory& history, const Simulation& simulation)
{
    for (const Curve curve : {Curve::Allocated, Curve::Active, Curve::Reserved}) {
        const Pyramid& expected = history.curve(curve);
        const Pyramid& actual = simulation.curve(curve);
        QCOMPARE(actual.size(), expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i)
            if (actual[i] != expected[i])
                QFAIL(qPrintable(QStringLiteral("curve %1 after event %2: %3 instead of %4")
                                     .arg(int(curve))
                                     .arg(i)
                                     .arg(actual[i])
                                     .arg(expected[i])));
    }
}

} // namespace

// The recordings of PyTorch that begin with an empty allocator: whatever the allocator decided by itself must
// be decided alike.
class TestCheckRecordings : public QObject {
    Q_OBJECT

private slots:
    void everyDecisionIsEqual_data()
    {
        QTest::addColumn<int>("device");
        QTest::addColumn<double>("fraction"); // of the device's memory, as limit; 0: none
        QTest::addColumn<int>("emptied"); // calls of empty_cache() in the program
        const auto row = [](const char* name, int emptied = 0, double fraction = 0, int device = 0) {
            QTest::newRow(name) << device << fraction << emptied;
        };
        row("seed_example", 1);
        row("vgg", 1);
        row("vgg_ckpt", 1);
        row("deit_tiny");
        row("deit_small");
        row("vary", 1);
        row("expandable_vary", 1);
        row("rand", 4);
        row("rand_small");
        row("rand_streams", 2);
        row("roundup", 4);
        row("expandable", 4);
        row("split_gc", 4, 0.03);
        row("record_stream");
        row("graphs");
        row("graphs_freed", 1);
        row("oom", 0, 0.01);
        row("annotations");
        row("cpp_stacks");
        row("ddp_rank0");
        row("ddp_rank1", 0, 0, 1);
        row("outside/torch26_small");
    }
    void everyDecisionIsEqual()
    {
        QFETCH(int, device);
        QFETCH(double, fraction);
        QFETCH(int, emptied);
        const QString name = QString::fromLatin1(QTest::currentDataTag());
        const AnalyzedRecording run = recordedRun(name);
        const auto index = static_cast<std::size_t>(device);
        CheckOptions options;
        options.limit = static_cast<std::uint64_t>(fraction * static_cast<double>(h200));
        options.capacity = h200;
        const auto checked = checkProgram(run.recording, index, options);
        QVERIFY2(checked, checked ? "" : checked.error().message.c_str());
        const CheckResult& check = (*checked)->check;
        qInfo("%s", tableLine(name, check).c_str());
        QVERIFY2(check.isEqual(), check.firstMismatch ? describe(*check.firstMismatch).c_str() : "");
        QVERIFY(check.decisions >= check.allocs && check.allocs > 0);
        QCOMPARE(check.events, run.recording.devices[index].events.size());
        QCOMPARE(check.of(GivenKind::EmptyCache), static_cast<std::uint64_t>(emptied));
        QCOMPARE(check.of(GivenKind::Refusal), std::uint64_t(0));
        QCOMPARE(check.of(GivenKind::Unfollowed), std::uint64_t(0));
        compareWithReplay(run, index, **checked);
    }

    // Peaks, end and the whole curves, which replay of the trace finds by another way.
    static void compareWithReplay(
        const AnalyzedRecording& run, std::size_t index, const CheckedProgram& checked)
    {
        const DeviceHistory& history = run.histories[index];
        const auto bytes = [](std::int64_t value) { return static_cast<std::uint64_t>(value); };
        const RunFigures& figures = checked.check.figures;
        QCOMPARE(figures.peak.reserved, bytes(history.peak(Curve::Reserved).bytes));
        QCOMPARE(figures.peak.active, bytes(history.peak(Curve::Active).bytes));
        QCOMPARE(figures.peak.allocated, bytes(history.peak(Curve::Allocated).bytes));
        QCOMPARE(figures.end.reserved, bytes(history.valueAt(Curve::Reserved, history.eventCount())));
        QCOMPARE(figures.end.active, bytes(history.valueAt(Curve::Active, history.eventCount())));
        WhatIf same;
        same.run = checked.recorded;
        same.usesRecordedAddresses = true;
        compareCurves(history, simulate(run.recording.devices[index], checked, same));
    }

    // Without the limit an oom cannot be decided: it is given, and not counted as equal for that.
    void unknownLimitIsGiven()
    {
        const AnalyzedRecording run = recordedRun(QStringLiteral("oom"));
        const auto checked = checkProgram(run.recording, 0);
        QVERIFY(checked);
        QVERIFY((*checked)->check.isEqual());
        QCOMPARE((*checked)->check.of(GivenKind::Refusal), std::uint64_t(1));
    }

    // What garbage collection took under that limit is given, too; every block chosen is still compared.
    void unknownLimitOfGarbageCollectionIsGiven()
    {
        const AnalyzedRecording run = recordedRun(QStringLiteral("split_gc"));
        const auto checked = checkProgram(run.recording, 0);
        QVERIFY(checked);
        const CheckResult& check = (*checked)->check;
        qInfo("%s", tableLine(QStringLiteral("split_gc, no limit"), check).c_str());
        QVERIFY2(check.isEqual(), check.firstMismatch ? describe(*check.firstMismatch).c_str() : "");
        QVERIFY(check.of(GivenKind::Release) > 0);
        QCOMPARE(check.decisions + check.of(GivenKind::Release), std::uint64_t(3428));
    }

    void partialHistoryIsRefused_data()
    {
        QTest::addColumn<QString>("name");
        for (const char* const name :
            {"wrapped", "outside/torch211_training", "outside/made_up", "segments_only"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }
    void partialHistoryIsRefused()
    {
        QFETCH(QString, name);
        const AnalyzedRecording run = recordedRun(name);
        const auto checked = checkProgram(run.recording, 0);
        QVERIFY(!checked);
        QVERIFY(checked.error().message.find("cannot be run again") != std::string::npos
            || checked.error().message.find("no events") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestCheckRecordings)
#include "tst_check_recordings.moc"
