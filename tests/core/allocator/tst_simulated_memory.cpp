// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/allocator/simulated_memory.h"
#include "core/base/bytes.h"

#include <QTest>

using namespace tidemark;

class TestSimulatedMemory : public QObject {
    Q_OBJECT

private slots:
    void takesTheLowestFreePlace()
    {
        SimulatedMemory memory(gibibyte);
        const auto first = memory.allocate(20 * mebibyte);
        const auto second = memory.allocate(3 * mebibyte); // whole pages of 2 MiB
        const auto third = memory.allocate(2 * mebibyte);
        QVERIFY(first && second && third);
        QCOMPARE(*first, SimulatedMemory::base);
        QCOMPARE(*second, SimulatedMemory::base + 20 * mebibyte);
        QCOMPARE(*third, SimulatedMemory::base + 24 * mebibyte);
        memory.release(*first, 20 * mebibyte);
        QCOMPARE(*memory.allocate(22 * mebibyte), SimulatedMemory::base + 26 * mebibyte);
        QCOMPARE(*memory.allocate(20 * mebibyte), SimulatedMemory::base);
    }

    void takesTheAddressesItIsTold()
    {
        SimulatedMemory memory(gibibyte);
        memory.setNextAddress(0x7f0000000000);
        memory.setNextAddress(0x7e0000000000);
        QCOMPARE(*memory.allocate(2 * mebibyte), 0x7f0000000000u);
        QCOMPARE(*memory.allocate(2 * mebibyte), 0x7e0000000000u);
        QCOMPARE(*memory.allocate(2 * mebibyte), SimulatedMemory::base);
    }

    void hasNoMoreThanItsCapacity()
    {
        SimulatedMemory memory(10 * mebibyte);
        const auto address = memory.allocate(8 * mebibyte);
        QVERIFY(address && !memory.allocate(4 * mebibyte));
        QCOMPARE(memory.room().free, 2 * mebibyte);
        memory.release(*address, 8 * mebibyte);
        QVERIFY(memory.allocate(10 * mebibyte));
        QCOMPARE(memory.room().free, 0u);
        QCOMPARE(memory.room().total, 10 * mebibyte);
    }

    void reservationsTakeAddressesAndMapsTakeRoom()
    {
        SimulatedMemory memory(100 * mebibyte);
        const auto first = memory.reserve(gibibyte, 20 * mebibyte);
        const auto segment = memory.allocate(40 * mebibyte);
        QVERIFY(first && segment);
        QCOMPARE(*first, SimulatedMemory::base);
        QCOMPARE(*segment, SimulatedMemory::base + gibibyte + 0u);
        QVERIFY(memory.map(*first, 60 * mebibyte, 20 * mebibyte));
        QVERIFY(!memory.map(*first + 60 * mebibyte, 20 * mebibyte, 20 * mebibyte));
        QCOMPARE(memory.room().free, 0u);
        memory.unmap(*first + 20 * mebibyte, 20 * mebibyte, 20 * mebibyte);
        QCOMPARE(memory.room().free, 20 * mebibyte);
        memory.unmap(*first, 20 * mebibyte, 20 * mebibyte);
        memory.unmap(*first + 40 * mebibyte, 20 * mebibyte, 20 * mebibyte);
        memory.unreserve(*first, gibibyte);
        QCOMPARE(*memory.allocate(2 * mebibyte), SimulatedMemory::base);
    }

    void aPlaceThatIsSetMayRunIntoOthers()
    {
        SimulatedMemory memory(100 * mebibyte);
        memory.setNextReservation(0x7f0000000000);
        QCOMPARE(*memory.reserve(gibibyte, 2 * mebibyte), 0x7f0000000000u);
        memory.setNextReservation(0x7f0000000000 + 100 * mebibyte);
        QCOMPARE(*memory.reserve(gibibyte, 2 * mebibyte), 0x7f0000000000u + 100 * mebibyte);
        memory.setNextReservation(0x7f0000000000);
        QVERIFY(!memory.reserve(gibibyte, 2 * mebibyte));
        QCOMPARE(*memory.reserve(gibibyte, 2 * mebibyte), SimulatedMemory::base);
    }

    void failuresCanBeAskedFor()
    {
        SimulatedMemory memory(gibibyte);
        memory.failNext(2);
        QVERIFY(!memory.allocate(2 * mebibyte) && !memory.map(SimulatedMemory::base, mebibyte, mebibyte));
        QVERIFY(memory.allocate(2 * mebibyte));
        memory.setNextAddress(0x7f0000000000);
        memory.clearNextAddresses();
        QCOMPARE(*memory.allocate(2 * mebibyte), SimulatedMemory::base + 2 * mebibyte);
    }

    void aWaitBringsOneStreamThatFar()
    {
        SimulatedMemory memory(gibibyte, SimulatedMemory::Streams::ByHand);
        const auto before = memory.recordEvent(1);
        const auto elsewhere = memory.recordEvent(2);
        const auto waitedFor = memory.recordEvent(1);
        const auto after = memory.recordEvent(1);
        QVERIFY(!memory.isDone(before) && !memory.isDone(elsewhere));
        memory.wait(waitedFor);
        QVERIFY(memory.isDone(before) && memory.isDone(waitedFor));
        QVERIFY(!memory.isDone(elsewhere) && !memory.isDone(after));
        memory.finish(1);
        QVERIFY(memory.isDone(after) && !memory.isDone(elsewhere));
    }

    void workIsDoneAtOnceUnlessByHand()
    {
        SimulatedMemory memory(gibibyte);
        QVERIFY(memory.isDone(memory.recordEvent(1)));
    }
};

QTEST_GUILESS_MAIN(TestSimulatedMemory)
#include "tst_simulated_memory.moc"
