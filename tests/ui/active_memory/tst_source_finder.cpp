// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/timeline/training_recording.h"
#include "ui/active_memory/stack_source.h"
#include "ui/tiles/source_finder.h"

#include <QTest>
#include <semaphore>
#include <utility>

using namespace tidemark;
using namespace tidemark::tests;
using namespace tidemark::ui;

namespace {

std::shared_ptr<const GroupedDevice> deviceOf(std::size_t events)
{
    return groupedDevice(analyzed(firstEvents(trainingRecording(1), events)), 0);
}

std::shared_ptr<const FilteredHistory> filteredOf(const GroupedDevice& device, bool isLarge)
{
    MemoryFilter filter;
    filter.isLarge = isLarge;
    auto made = std::make_shared<FilteredHistory>(filter);
    while (!made->advance(device.recording->recording.devices[0], device.history(), device.eventCount())) { }
    return made;
}

// A finder whose work goes on only when it is told to, or is stopped.
struct SlowFinder {
    SlowFinder()
    {
        QObject::connect(
            &finder, &SourceFinder::found, &finder, [this](const auto& source) { found.push_back(source); });
    }
    ~SlowFinder() { mayGoOn.release(100); }

    SourceFinder::Request request(std::shared_ptr<const GroupedDevice> device,
        ColourClass by = ColourClass::Size, std::shared_ptr<const FilteredHistory> filtered = nullptr)
    {
        const auto make = [this](const auto& part, const auto& classes,
                              const std::stop_token& stop) -> SourceFinder::Source {
            begun.release();
            const std::stop_callback wake(stop, [this] { mayGoOn.release(); });
            mayGoOn.acquire();
            if (stop.stop_requested())
                return nullptr;
            return std::make_shared<const StackSource>(part, classes);
        };
        return {std::move(device), by, make, std::move(filtered), nullptr};
    }

    bool begins()
    {
        return QTest::qWaitFor([this] { return begun.try_acquire(); }, 60'000);
    }

    bool settles()
    {
        return QTest::qWaitFor([this] { return !finder.isBusy(); }, 60'000);
    }

    std::counting_semaphore<1000> begun{0};
    std::counting_semaphore<1000> mayGoOn{0};
    std::vector<SourceFinder::Source> found;
    SourceFinder finder; // its worker ends before the rest does
};

} // namespace

class TestSourceFinder : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aGrownRunIsAskedForAgain();
    void aGrownFilterIsAskedForAgain();
    void anotherPictureIsNotWaitedFor_data();
    void anotherPictureIsNotWaitedFor();
    void theSameIsMadeOnce();
    void whatIsForgottenIsNotFound();
    void nothingIsKeptOfWhatIsForgotten();
};

// However often a run grows meanwhile, what is in the making is found, and then the newest.
void TestSourceFinder::aGrownRunIsAskedForAgain()
{
    const auto first = deviceOf(40);
    const auto last = deviceOf(80);
    SlowFinder slow;
    slow.finder.ask(slow.request(first));
    QVERIFY(slow.begins());
    slow.finder.ask(slow.request(deviceOf(60)));
    slow.finder.ask(slow.request(last));
    slow.mayGoOn.release();
    QVERIFY(QTest::qWaitFor([&] { return slow.found.size() == 1; }, 60'000));
    QCOMPARE(slow.found[0]->part()->whole, first);
    QVERIFY(slow.finder.isBusy());
    QVERIFY(slow.begins());
    slow.mayGoOn.release();
    QVERIFY(slow.settles());
    QCOMPARE(slow.found.size(), std::size_t(2));
    QCOMPARE(slow.found[1]->part()->whole, last);
}

void TestSourceFinder::aGrownFilterIsAskedForAgain()
{
    const auto first = deviceOf(40);
    const auto last = deviceOf(80);
    const auto grown = filteredOf(*last, true);
    SlowFinder slow;
    slow.finder.ask(slow.request(first, ColourClass::Size, filteredOf(*first, true)));
    QVERIFY(slow.begins());
    slow.finder.ask(slow.request(first, ColourClass::Size, grown));
    slow.finder.ask(slow.request(last, ColourClass::Size, grown));
    slow.mayGoOn.release();
    QVERIFY(slow.begins());
    slow.mayGoOn.release();
    QVERIFY(slow.settles());
    QCOMPARE(slow.found.size(), std::size_t(2));
    QCOMPARE(slow.found[0]->part()->whole, first);
    QCOMPARE(slow.found[1]->part()->whole, last);
    QCOMPARE(slow.found[1]->part()->history, grown);
}

void TestSourceFinder::anotherPictureIsNotWaitedFor_data()
{
    QTest::addColumn<ColourClass>("by");
    QTest::addColumn<int>("filter"); // 0: none, 1: small, 2: large
    QTest::newRow("colour") << ColourClass::Stream << 1;
    QTest::newRow("filter") << ColourClass::Size << 2;
    QTest::newRow("no filter") << ColourClass::Size << 0;
}

void TestSourceFinder::anotherPictureIsNotWaitedFor()
{
    QFETCH(const ColourClass, by);
    QFETCH(const int, filter);
    const auto device = deviceOf(80);
    SlowFinder slow;
    slow.finder.ask(slow.request(device, ColourClass::Size, filteredOf(*device, false)));
    QVERIFY(slow.begins());
    const auto filtered = filter == 0 ? nullptr : filteredOf(*device, filter == 2);
    slow.finder.ask(slow.request(device, by, filtered));
    QVERIFY(slow.begins());
    slow.mayGoOn.release();
    QVERIFY(slow.settles());
    QCOMPARE(slow.found.size(), std::size_t(1));
    QCOMPARE(slow.found[0]->classes()->by, by);
    QCOMPARE(slow.found[0]->part()->history, filtered);
}

void TestSourceFinder::theSameIsMadeOnce()
{
    const auto device = deviceOf(40);
    SlowFinder slow;
    slow.finder.ask(slow.request(device));
    QVERIFY(slow.begins());
    slow.finder.ask(slow.request(device));
    slow.mayGoOn.release();
    QVERIFY(slow.settles());
    QCOMPARE(slow.found.size(), std::size_t(1));
    QVERIFY(!slow.begun.try_acquire());
}

void TestSourceFinder::whatIsForgottenIsNotFound()
{
    SlowFinder slow;
    slow.finder.ask(slow.request(deviceOf(40)));
    QVERIFY(slow.begins());
    slow.finder.ask(slow.request(deviceOf(60)));
    slow.finder.forget();
    QVERIFY(slow.settles());
    QVERIFY(slow.found.empty());
    slow.finder.ask(slow.request(deviceOf(80)));
    QVERIFY(slow.begins());
    slow.mayGoOn.release();
    QVERIFY(slow.settles());
    QCOMPARE(slow.found.size(), std::size_t(1));
}

// Or a recording that was closed would stay in memory.
void TestSourceFinder::nothingIsKeptOfWhatIsForgotten()
{
    auto device = deviceOf(40);
    const std::weak_ptr<const GroupedDevice> kept = device;
    SlowFinder slow;
    slow.finder.ask(slow.request(std::exchange(device, nullptr)));
    QVERIFY(slow.begins());
    slow.mayGoOn.release();
    QVERIFY(slow.settles());
    QCOMPARE(slow.found.size(), std::size_t(1));
    slow.found.clear();
    slow.finder.forget();
    QTRY_VERIFY_WITH_TIMEOUT(kept.expired(), 60'000); // once its worker is gone
}

QTEST_GUILESS_MAIN(TestSourceFinder)
#include "tst_source_finder.moc"
