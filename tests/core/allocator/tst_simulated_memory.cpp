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
