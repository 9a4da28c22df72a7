// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/devices/device_alignment.h"

#include "core/base/bytes.h"
#include "tests/core/analysis/analysis_fixtures.h"
#include "tests/core/analysis/devices_fixture.h"

#include <QtTest>
#include <cmath>
#include <random>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

// A device with an event at each of these times.
std::size_t addDevice(DevicesBuilder& builder, const std::vector<std::int64_t>& times)
{
    const std::size_t device = builder.addDevice(static_cast<int>(builder.recording().devices.size()));
    for (const std::int64_t time : times)
        builder.reserve(device, 2 * mebibyte, time);
    return device;
}

// What a step scale says, found step by step: number of the step that began last, and how far it is through.
double slowStep(const std::vector<TrainingStep>& steps, double time)
{
    for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
        if (time >= steps[i].begin && time < steps[i + 1].begin) {
            const double part = (time - steps[i].begin) / (steps[i + 1].begin - steps[i].begin);
            const auto number = static_cast<double>(*steps[i].number);
            return number + part * (static_cast<double>(*steps[i + 1].number) - number);
        }
    }
    return NAN;
}

bool isClose(double a, double b)
{
    return std::abs(a - b) <= 1e-6 * std::max(1.0, std::abs(a));
}

} // namespace

class TestDeviceAlignment : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void timeIsOneClock();
    void runsFarApartBeginTogether();
    void eventsWhereThereAreNoTimes();
    void stepsMapEvenly();
    void endsTakeAtMostOneStep();
    void otherNumbersOfSteps();
    void stepsWithoutNumbersCountFromOne();
    void anOpenStepDoesNotStretch();
    void brokenStepsAreLeftOut();
    void devicesWithoutStepsHaveNoPlace();
    void randomStepsThereAndBack();
};

void TestDeviceAlignment::timeIsOneClock()
{
    DevicesBuilder builder;
    addDevice(builder, {5000, 6000, 9000});
    addDevice(builder, {4000, 4500});
    addDevice(builder, {});
    const DeviceAlignment alignment(builder.take(), AlignBy::Time);
    QVERIFY(alignment.hasOneClock());
    QVERIFY(
        alignment.hasPlace(0) && alignment.hasPlace(1) && !alignment.hasPlace(2) && !alignment.hasPlace(3));
    QCOMPARE(alignment.begin(), 0.0);
    QCOMPARE(alignment.end(), 5000.0);
    QCOMPARE(alignment.toAxis(0, 0), 1000.0);
    QCOMPARE(alignment.toAxis(1, 250), 250.0);
    QCOMPARE(alignment.toOwn(0, 1250), 250.0);
    QCOMPARE(alignment.ownAxis(), TimeAxis::Time);
}

void TestDeviceAlignment::runsFarApartBeginTogether()
{
    constexpr std::int64_t day = 86'400'000'000;
    DevicesBuilder builder;
    addDevice(builder, {5000, 9000});
    addDevice(builder, {day, day + 7000});
    const DeviceAlignment apart(builder.take(), AlignBy::Time);
    QVERIFY(!apart.hasOneClock());
    QCOMPARE(apart.toAxis(1, 10), 10.0);
    QCOMPARE(apart.end(), 7000.0);
    // A third one that ran from the one to the other ties them together.
    addDevice(builder, {6000, day + 1});
    const DeviceAlignment tied(builder.take(), AlignBy::Time);
    QVERIFY(tied.hasOneClock());
    QCOMPARE(tied.toAxis(1, 10), static_cast<double>(day - 5000 + 10));
}

void TestDeviceAlignment::eventsWhereThereAreNoTimes()
{
    DevicesBuilder builder;
    addDevice(builder, {0, 0, 0});
    addDevice(builder, {0});
    const Recording recording = builder.take();
    QVERIFY(!hasTimes(recording.devices[0]));
    QVERIFY(DeviceAlignment(recording, AlignBy::Time).isEmpty());
    const DeviceAlignment alignment(recording, AlignBy::Event);
    QCOMPARE(alignment.ownAxis(), TimeAxis::Events);
    QCOMPARE(alignment.end(), 3.0);
    QCOMPARE(alignment.toOwn(1, 1), 1.0);
    QVERIFY(DeviceAlignment().isEmpty());
}

void TestDeviceAlignment::stepsMapEvenly()
{
    DevicesBuilder builder;
    const std::size_t device = addDevice(builder, {1000, 1400});
    builder.step(device, "step 3", 1000, 1090); // what lies between steps belongs to the one before
    builder.step(device, "step 4", 1100, 1300);
    builder.step(device, "step 5", 1300, 1400);
    const DeviceAlignment alignment(builder.take(), AlignBy::Step);
    QVERIFY(alignment.hasStepNumbers());
    for (const auto& [own, step] : std::vector<std::pair<double, double>>{
             {0, 3}, {50, 3.5}, {95, 3.95}, {100, 4}, {150, 4.25}, {300, 5}, {350, 5.5}, {400, 6}}) {
        QVERIFY2(isClose(alignment.toAxis(device, own), step), qPrintable(QString::number(own)));
        QVERIFY(isClose(alignment.toOwn(device, step), own));
    }
    QCOMPARE(alignment.begin(), 3.0);
    QCOMPARE(alignment.end(), 6.0);
}

void TestDeviceAlignment::endsTakeAtMostOneStep()
{
    // Steps of 100 us; a long setup before, a short rest behind.
    DevicesBuilder builder;
    const std::size_t device = addDevice(builder, {0, 5000, 5225});
    builder.step(device, "step 0", 5000, 5100);
    builder.step(device, "step 1", 5100, 5200);
    const DeviceAlignment alignment(builder.take(), AlignBy::Step);
    QCOMPARE(alignment.begin(), -1.0);
    QVERIFY(isClose(alignment.end(), 2.25));
    QVERIFY(isClose(alignment.toAxis(device, 2500), -0.5));
    QVERIFY(isClose(alignment.toAxis(device, 5225), 2.25));
    QVERIFY(isClose(alignment.toOwn(device, alignment.toAxis(device, 9999)), 9999));
    QVERIFY(isClose(alignment.toOwn(device, alignment.toAxis(device, -777)), -777));
}

void TestDeviceAlignment::otherNumbersOfSteps()
{
    DevicesBuilder builder;
    const std::size_t all = addDevice(builder, {0, 1000});
    const std::size_t late = addDevice(builder, {600, 1000});
    for (int i = 0; i < 10; ++i)
        builder.step(all, "ProfilerStep#" + std::to_string(i), 100 * i, 100 * i + 100);
    for (int i = 7; i < 9; ++i) // recorded from step 7 on, and slower
        builder.step(late, "ProfilerStep#" + std::to_string(i), 600 + 200 * (i - 7), 800 + 200 * (i - 7));
    const DeviceAlignment alignment(builder.take(), AlignBy::Step);
    QVERIFY(isClose(alignment.toAxis(all, 700), 7));
    QVERIFY(isClose(alignment.toAxis(late, 0), 7));
    QVERIFY(isClose(alignment.toAxis(late, 100), 7.5));
    QCOMPARE(alignment.begin(), 0.0);
    QCOMPARE(alignment.end(), 10.0);
}

void TestDeviceAlignment::stepsWithoutNumbersCountFromOne()
{
    DevicesBuilder builder;
    const std::size_t first = addDevice(builder, {0, 1000});
    const std::size_t second = addDevice(builder, {0, 1000});
    builder.step(first, "step 5", 0, 100); // whose numbers would be of no use beside the other's
    builder.step(second, "train", 0, 100);
    builder.step(first, "step 6", 100, 200);
    builder.step(second, "train", 100, 200);
    const DeviceAlignment alignment(builder.take(), AlignBy::Step);
    QVERIFY(!alignment.hasStepNumbers());
    QVERIFY(isClose(alignment.toAxis(first, 100), 2));
    QVERIFY(isClose(alignment.toAxis(second, 50), 1.5));
}

void TestDeviceAlignment::anOpenStepDoesNotStretch()
{
    DevicesBuilder builder;
    const std::size_t device = addDevice(builder, {0, 210});
    builder.step(device, "step 0", 0, 100);
    builder.step(device, "step 1", 100, 200);
    builder.step(device, "step 2", 200, Annotation::open);
    const double early = DeviceAlignment(builder.take(), AlignBy::Step).toAxis(device, 210);
    QVERIFY(isClose(early, 2.1));
    builder.reserve(device, 2 * mebibyte, 290);
    QVERIFY(isClose(DeviceAlignment(builder.take(), AlignBy::Step).toAxis(device, 210), early));
    builder.reserve(device, 2 * mebibyte, 600); // longer than usual: still one step
    QVERIFY(isClose(DeviceAlignment(builder.take(), AlignBy::Step).toAxis(device, 600), 3));
}

void TestDeviceAlignment::brokenStepsAreLeftOut()
{
    DevicesBuilder builder;
    const std::size_t device = addDevice(builder, {0, 1000});
    builder.step(device, "step 0", 0, 100);
    builder.step(device, "step 1", 0, 100); // begins with the one before
    builder.step(device, "step 2", 100, 50); // ends before it begins
    const Recording recording = builder.take();
    QCOMPARE(trainingSteps(recording)[device].size(), std::size_t(2));
    const DeviceAlignment alignment(recording, AlignBy::Step);
    for (double own = -100; own < 1200; own += 10) {
        QVERIFY(alignment.toAxis(device, own) < alignment.toAxis(device, own + 1));
        QVERIFY(isClose(alignment.toOwn(device, alignment.toAxis(device, own)), own));
    }
}

void TestDeviceAlignment::devicesWithoutStepsHaveNoPlace()
{
    DevicesBuilder builder;
    const std::size_t with = addDevice(builder, {0, 1000});
    const std::size_t without = addDevice(builder, {0, 1000});
    QVERIFY(!hasSteps(builder.take()));
    builder.step(with, "step 0", 0, 100);
    const Recording recording = builder.take();
    QVERIFY(hasSteps(recording));
    const DeviceAlignment alignment(recording, AlignBy::Step);
    QVERIFY(alignment.hasPlace(with) && !alignment.hasPlace(without));
}

void TestDeviceAlignment::randomStepsThereAndBack()
{
    std::mt19937_64 random(testSeed());
    for (int round = 0; round < 200; ++round) {
        DevicesBuilder builder;
        const std::size_t devices = 1 + random() % 4;
        std::vector<double> lasts;
        for (std::size_t d = 0; d < devices; ++d) {
            const auto first = static_cast<std::int64_t>(1'700'000'000'000'000 + random() % 1'000'000);
            std::int64_t time = first + static_cast<std::int64_t>(random() % 100'000);
            std::uint64_t number = random() % 5;
            const std::size_t steps = 1 + random() % 30;
            for (std::size_t i = 0; i < steps; ++i) {
                const auto length = static_cast<std::int64_t>(1 + random() % 50'000);
                builder.step(builder.recording().devices.size(), "step " + std::to_string(number), time,
                    time + length);
                time += length + static_cast<std::int64_t>(random() % 1000);
                number += 1 + (random() % 8 == 0 ? random() % 3 : 0);
            }
            const auto last = time + static_cast<std::int64_t>(random() % 10'000);
            addDevice(builder, {first, last});
            lasts.push_back(static_cast<double>(last - first));
        }
        const Recording recording = builder.take();
        const DeviceAlignment alignment(recording, AlignBy::Step);
        for (std::size_t d = 0; d < devices; ++d) {
            const auto steps = trainingSteps(recording)[d];
            QVERIFY(alignment.hasPlace(d) && areNumbered(steps));
            double before = -INFINITY;
            for (int i = -20; i <= 520; ++i) {
                const double own = lasts[d] * i / 500;
                const double place = alignment.toAxis(d, own);
                QVERIFY(place > before);
                before = place;
                QVERIFY(std::abs(alignment.toOwn(d, place) - own) < 1e-3);
                if (const double slow = slowStep(steps, own); !std::isnan(slow))
                    QVERIFY(isClose(place, slow));
                if (i >= 0 && i <= 500)
                    QVERIFY(place >= alignment.begin() - 1e-9 && place <= alignment.end() + 1e-9);
            }
        }
    }
}

QTEST_GUILESS_MAIN(TestDeviceAlignment)
#include "tst_device_alignment.moc"
