// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytes.h"
#include "core/simulate/empty_cache_moments.h"
#include "core/simulate/what_if.h"
#include "tests/core/simulate/simulate_fixtures.h"

#include <QTest>
#include <fmt/format.h>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

struct Checked {
    explicit Checked(AnalyzedRecording recorded)
        : run(std::move(recorded))
        , program(*checkProgram(run.recording, 0))
    { }

    const Device& device() const { return run.recording.devices[0]; }
    Simulation simulate(const char* conf, Keep keep = Keep::Curves, std::uint64_t limit = 0) const
    {
        WhatIf whatIf;
        whatIf.run.settings = *AllocatorSettings::parse(conf);
        whatIf.run.limit = limit;
        whatIf.keep = keep;
        return tidemark::simulate(device(), *program, whatIf);
    }

    AnalyzedRecording run;
    std::shared_ptr<const CheckedProgram> program;
};

std::int64_t peakOf(const Pyramid& curve)
{
    return curve.extremes(0, curve.size()).max;
}

std::int64_t countOf(const AnalyzedRecording& run, Action action)
{
    std::int64_t count = 0;
    for (std::size_t i = 0; i < run.recording.devices[0].events.size(); ++i)
        count += run.recording.devices[0].events.action()[i] == action ? 1 : 0;
    return count;
}

std::int64_t signedBytes(std::uint64_t value)
{
    return static_cast<std::int64_t>(value);
}

} // namespace

class TestWhatIf : public QObject {
    Q_OBJECT

private slots:
    // Whatever the settings: what the program holds is allocated, and what is allocated is reserved.
    void theProgramStaysTheSame()
    {
        const Checked recorded(recordedRun(QStringLiteral("rand_streams")));
        const EventColumns& events = recorded.device().events;
        for (const char* const conf : {"", "expandable_segments:True", "max_split_size_mb:32"}) {
            const Simulation run = recorded.simulate(conf);
            QCOMPARE(run.figures.ooms, 0);
            std::int64_t requested = 0;
            for (std::size_t i = 0; i < events.size(); ++i) {
                const Action action = events.action()[i];
                if (action == Action::Alloc || action == Action::FreeRequested)
                    requested += signedBytes(events.sizes()[i]) * (action == Action::Alloc ? 1 : -1);
                QVERIFY(requested <= run.curve(Curve::Allocated)[i]);
                QVERIFY(run.curve(Curve::Allocated)[i] <= run.curve(Curve::Active)[i]);
                QVERIFY(run.curve(Curve::Active)[i] <= run.curve(Curve::Reserved)[i]);
            }
        }
    }

    // A recorded run under expandable segments, beside what a run of the same program that really had them
    // reserved: no byte and no call apart.
    void expandableAsItReallyWas()
    {
        const Checked plain(recordedRun(QStringLiteral("vary")));
        const AnalyzedRecording real = recordedRun(QStringLiteral("expandable_vary"));
        const Simulation tried = plain.simulate("expandable_segments:True");
        const DeviceHistory& history = real.histories[0];
        const std::int64_t recorded = plain.run.histories[0].peak(Curve::Reserved).bytes;
        const std::int64_t simulated = signedBytes(tried.figures.peak.reserved);
        const std::int64_t reserved = history.peak(Curve::Reserved).bytes;
        qInfo(
            "peak reserved: recorded %s, under expandable segments %s simulated, %s in a real run: %s apart",
            qPrintable(QString::fromStdString(formatExact(recorded))),
            qPrintable(QString::fromStdString(formatExact(simulated))),
            qPrintable(QString::fromStdString(formatExact(reserved))),
            qPrintable(QString::fromStdString(formatExact(simulated - reserved))));
        qInfo("end reserved: %lld simulated, %lld in a real run; device mallocs: %lld simulated",
            static_cast<long long>(tried.figures.end.reserved),
            static_cast<long long>(history.valueAt(Curve::Reserved, history.eventCount())),
            static_cast<long long>(tried.figures.deviceMallocs));
        QVERIFY(simulated < recorded);
        QCOMPARE(simulated, reserved);
        QCOMPARE(tried.figures.deviceMallocs, countOf(real, Action::SegmentMap));
        QCOMPARE(tried.figures.deviceFrees, countOf(real, Action::SegmentUnmap));
    }

    // The curves and the kept trace of a run are one story: replay of the trace finds the same.
    void curvesEqualTheReplayOfTheKeptTrace_data()
    {
        QTest::addColumn<QByteArray>("conf");
        for (const char* const conf : {"", "expandable_segments:True", "max_split_size_mb:64",
                 "roundup_power2_divisions:4", "large_segment_size_mb:64"})
            QTest::newRow(conf) << QByteArray(conf);
    }
    void curvesEqualTheReplayOfTheKeptTrace()
    {
        QFETCH(QByteArray, conf);
        const Checked recorded(recordedRun(QStringLiteral("vgg")));
        const Simulation run = recorded.simulate(conf.constData(), Keep::Events);
        QCOMPARE(run.curve(Curve::Reserved).size(), recorded.device().events.size());
        QCOMPARE(run.origins.size(), run.device.events.size());
        DeviceHistory history(*AllocatorSettings::parse(conf.toStdString()));
        history.advance(run.device);
        QCOMPARE(history.contradictions(), std::uint64_t(0));
        for (std::size_t position = 1; position <= recorded.device().events.size(); ++position)
            for (const Curve curve : {Curve::Allocated, Curve::Active, Curve::Reserved})
                QCOMPARE(history.valueAt(curve, run.positionOf(position)), run.curve(curve)[position - 1]);
        QCOMPARE(peakOf(run.curve(Curve::Reserved)), signedBytes(run.figures.peak.reserved));
        QCOMPARE(peakOf(run.curve(Curve::Active)), signedBytes(run.figures.peak.active));
    }

    void limitCausesOomsWithTheirReason()
    {
        const Checked recorded(recordedRun(QStringLiteral("rand")));
        const Simulation run = recorded.simulate("", Keep::Curves, gibibyte);
        QVERIFY(run.figures.ooms > 0);
        QCOMPARE(run.figures.ooms, static_cast<std::int64_t>(run.ooms.size()));
        QVERIFY(run.figures.peak.reserved <= gibibyte);
        QVERIFY(run.figures.allocRetries >= run.figures.ooms);
        for (const SimulatedOom& oom : run.ooms) {
            QVERIFY(oom.why.reason == OutOfMemory::Reason::Limit);
            QCOMPARE(oom.why.limit, gibibyte);
            QCOMPARE(recorded.device().events.action()[oom.event], Action::Alloc);
            QCOMPARE(recorded.device().events.sizes()[oom.event], oom.why.requested);
        }
    }

    void recordedOomsAreTriedAgain()
    {
        const Checked recorded(recordedRun(QStringLiteral("oom")));
        const Simulation free = recorded.simulate("");
        QCOMPARE(free.recordedOoms, std::uint64_t(1));
        QCOMPARE(free.servedOoms, std::uint64_t(1));
        QCOMPARE(free.figures.end.allocated, recorded.program->check.figures.end.allocated);
    }

    void emptyingTheCacheGivesBack()
    {
        const Checked recorded(recordedRun(QStringLiteral("vary")));
        const auto steps = emptyCacheMoments(recorded.run.recording, 0, "every-step");
        QVERIFY2(steps, steps ? "" : steps.error().message.c_str());
        QCOMPARE(steps->size(), std::size_t(60));
        WhatIf whatIf;
        whatIf.emptyCacheAt = *steps;
        const Simulation run = simulate(recorded.device(), *recorded.program, whatIf);
        const Simulation without = recorded.simulate("");
        QVERIFY(run.figures.deviceFrees > without.figures.deviceFrees);
        QVERIFY(run.figures.peak.reserved < without.figures.peak.reserved);
        const auto at = steps->front();
        QVERIFY(run.curve(Curve::Reserved)[at - 1] <= without.curve(Curve::Reserved)[at - 1]);
        QCOMPARE(run.curve(Curve::Allocated)[at - 1], without.curve(Curve::Allocated)[at - 1]);
    }

    void momentsAreNamed()
    {
        const AnalyzedRecording run = recordedRun(QStringLiteral("annotations"));
        const auto one = emptyCacheMoments(run.recording, 0, "17");
        QVERIFY(one);
        QCOMPARE(*one, std::vector<std::size_t>{18});
        const auto named = emptyCacheMoments(run.recording, 0, "## backward ##");
        QVERIFY(named);
        QCOMPARE(named->size(), std::size_t(3));
        QVERIFY(!emptyCacheMoments(run.recording, 0, "331"));
        QVERIFY(!emptyCacheMoments(run.recording, 0, "no such name"));
        QVERIFY(!emptyCacheMoments(recordedRun(QStringLiteral("rand")).recording, 0, "every-step"));
    }

    void stopEndsTheRun()
    {
        const Checked recorded(recordedRun(QStringLiteral("vgg")));
        std::stop_source source;
        source.request_stop();
        const Simulation run = simulate(
            recorded.device(), *recorded.program, {}, {.progress = nullptr, .stop = source.get_token()});
        QVERIFY(!run.isComplete);
    }
};

QTEST_GUILESS_MAIN(TestWhatIf)
#include "tst_what_if.moc"
