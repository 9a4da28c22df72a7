// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/analyzed_recording.h"
#include "core/analysis/reserved/reserved_origin.h"
#include "core/base/bytes.h"

#include <QTest>
#include <random>
#include <vector>

using namespace tidemark;

namespace {

// A device that reserves and returns segments of 2 MiB, `steps` times at random, more often up than down when
// few are held.
AnalyzedRecording randomDevice(std::uint64_t seed, std::size_t steps)
{
    std::mt19937_64 random(seed);
    Recording recording;
    Device& device = recording.devices.emplace_back();
    device.history = History::Whole;
    std::vector<std::uint64_t> held;
    std::uint64_t next = 0x7f0000000000;
    for (std::size_t i = 0; i < steps; ++i) {
        if (held.empty() || random() % (2 + held.size() / 4) == 0) {
            device.events.append({0, next, 2 * mebibyte, {}, 0, 0, Action::SegmentAlloc});
            held.push_back(next);
            next += 2 * mebibyte;
        } else {
            device.events.append({0, held.back(), 2 * mebibyte, {}, 0, 0, Action::SegmentFree});
            held.pop_back();
        }
    }
    return analyze(std::move(recording));
}

std::size_t byHand(const DeviceHistory& history, std::size_t position)
{
    const std::int64_t level = history.valueAt(Curve::Reserved, position);
    while (position > 0 && history.valueAt(Curve::Reserved, position - 1) >= level)
        --position;
    return position;
}

} // namespace

class TestReservedOrigin : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void randomCurves_data();
    void randomCurves();
    void constantCurve();
    void noEvents();
};

void TestReservedOrigin::randomCurves_data()
{
    QTest::addColumn<quint64>("seed");
    QTest::addColumn<int>("steps");
    for (const int steps : {1, 2, 63, 64, 65, 500, 5000})
        for (quint64 seed = 1; seed <= 5; ++seed)
            QTest::addRow("%d events, seed %llu", steps, static_cast<unsigned long long>(seed))
                << seed << steps;
}

void TestReservedOrigin::randomCurves()
{
    QFETCH(quint64, seed);
    QFETCH(int, steps);
    const AnalyzedRecording recording = randomDevice(seed, static_cast<std::size_t>(steps));
    const DeviceHistory& history = recording.histories[0];
    for (std::size_t position = 0; position <= history.eventCount(); ++position)
        QCOMPARE(standsSince(history, Curve::Reserved, position), byHand(history, position));
}

void TestReservedOrigin::constantCurve()
{
    Recording recording;
    Device& device = recording.devices.emplace_back();
    device.events.append({0, 0x7f0000000000, 2 * mebibyte, {}, 0, 0, Action::SegmentAlloc});
    for (int i = 0; i < 100'000; ++i)
        device.events.append({0, 0, 0, {}, 0, 0, Action::Snapshot});
    const AnalyzedRecording analyzed = analyze(std::move(recording));
    QCOMPARE(standsSince(analyzed.histories[0], Curve::Reserved, 100'001), std::size_t(1));
    QCOMPARE(standsSince(analyzed.histories[0], Curve::Allocated, 100'001), std::size_t(0));
}

void TestReservedOrigin::noEvents()
{
    Recording recording;
    recording.devices.emplace_back();
    const AnalyzedRecording analyzed = analyze(std::move(recording));
    QCOMPARE(standsSince(analyzed.histories[0], Curve::Reserved, 0), std::size_t(0));
}

QTEST_GUILESS_MAIN(TestReservedOrigin)
#include "tst_reserved_origin.moc"
