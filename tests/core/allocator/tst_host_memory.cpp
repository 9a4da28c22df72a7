// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/allocator/caching_allocator.h"
#include "core/allocator/host_memory.h"
#include "core/base/bytes.h"

#include <QFile>
#include <QTest>
#include <cstring>
#include <unistd.h>

using namespace tidemark;

namespace {

// What the operating system says this process has in memory.
std::int64_t residentBytes()
{
    QFile file(QStringLiteral("/proc/self/statm"));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("/proc/self/statm cannot be read");
    return file.readAll().split(' ').at(1).toLongLong() * sysconf(_SC_PAGESIZE);
}

} // namespace

class TestHostMemory : public QObject {
    Q_OBJECT

private slots:
    void residentMemoryFallsWithReserved()
    {
        constexpr std::int64_t size = 256 * std::int64_t(mebibyte);
        constexpr std::int64_t slack = size / 4; // other memory of the process comes and goes
        HostMemory memory;
        CachingAllocator allocator(memory, {}, nullptr);
        const std::int64_t before = residentBytes();
        const auto block = allocator.allocate(static_cast<std::uint64_t>(size), 0);
        QVERIFY(block);
        std::memset(reinterpret_cast<void*>(*block), 1, static_cast<std::size_t>(size));
        QVERIFY(residentBytes() > before + size - slack);
        allocator.free(*block);
        QVERIFY(residentBytes() > before + size - slack);
        QCOMPARE(allocator.emptyCache().bytes, static_cast<std::uint64_t>(size));
        QVERIFY(residentBytes() < before + slack);
    }

    void residentMemoryFallsWithMappedPages()
    {
        constexpr std::int64_t size = 240 * std::int64_t(mebibyte);
        constexpr std::int64_t slack = size / 4;
        HostMemory memory;
        CachingAllocator allocator(memory, *AllocatorSettings::parse("expandable_segments:True"), nullptr);
        const std::int64_t before = residentBytes();
        const auto large = allocator.allocate(static_cast<std::uint64_t>(size), 0);
        const auto small = allocator.allocate(2 * mebibyte, 0);
        QVERIFY(large && small);
        QCOMPARE(*small, *large + static_cast<std::uint64_t>(size));
        std::memset(reinterpret_cast<void*>(*large), 1, static_cast<std::size_t>(size) + 2 * mebibyte);
        QVERIFY(residentBytes() > before + size - slack);
        allocator.free(*large);
        QCOMPARE(allocator.emptyCache().bytes, static_cast<std::uint64_t>(size));
        QVERIFY(residentBytes() < before + slack);
        QCOMPARE(int(*reinterpret_cast<const unsigned char*>(*small)), 1);
        // The same addresses again, with new memory.
        QCOMPARE(allocator.allocate(static_cast<std::uint64_t>(size), 0).value_or(0), *large);
        QCOMPARE(int(*reinterpret_cast<const unsigned char*>(*large)), 0);
    }

    void reservedAddressesTakeNoRoom()
    {
        HostMemory memory(10 * mebibyte);
        const auto place = memory.reserve(gibibyte, 2 * mebibyte);
        QVERIFY(place);
        QCOMPARE(memory.room().free, 10 * mebibyte);
        QVERIFY(memory.map(*place + 2 * mebibyte, 8 * mebibyte, 2 * mebibyte));
        QVERIFY(!memory.map(*place + 100 * mebibyte, 4 * mebibyte, 2 * mebibyte));
        QCOMPARE(memory.room().free, 2 * mebibyte);
        std::memset(reinterpret_cast<void*>(*place + 2 * mebibyte), 1, 8 * mebibyte);
        memory.unmap(*place + 4 * mebibyte, 4 * mebibyte, 2 * mebibyte);
        QCOMPARE(memory.room().free, 6 * mebibyte);
        QVERIFY(memory.map(*place + 6 * mebibyte, 2 * mebibyte, 2 * mebibyte));
        QCOMPARE(int(*reinterpret_cast<const unsigned char*>(*place + 6 * mebibyte)), 0);
        QCOMPARE(int(*reinterpret_cast<const unsigned char*>(*place + 8 * mebibyte)), 1);
        memory.unmap(*place + 2 * mebibyte, 2 * mebibyte, 2 * mebibyte);
        memory.unmap(*place + 6 * mebibyte, 4 * mebibyte, 2 * mebibyte);
        QCOMPARE(memory.room().free, 10 * mebibyte);
        memory.unreserve(*place, gibibyte);
    }

    void memoryIsZeroAndOurs()
    {
        HostMemory memory;
        const auto address = memory.allocate(2 * mebibyte);
        QVERIFY(address);
        auto* const bytes = reinterpret_cast<unsigned char*>(*address);
        QCOMPARE(int(bytes[0]), 0);
        bytes[2 * mebibyte - 1] = 1;
        memory.release(*address, 2 * mebibyte);
    }

    void aCapacityIsTheSizeOfTheDevice()
    {
        HostMemory memory(32 * mebibyte);
        QCOMPARE(memory.room().total, 32 * mebibyte);
        const auto address = memory.allocate(20 * mebibyte);
        QVERIFY(address);
        QCOMPARE(memory.room().free, 12 * mebibyte);
        QVERIFY(!memory.allocate(14 * mebibyte));
        QCOMPARE(memory.room().free, 12 * mebibyte);
        memory.release(*address, 20 * mebibyte);
        QCOMPARE(memory.room().free, 32 * mebibyte);
    }

    void withoutOneItIsTheMachine()
    {
        const HostMemory memory;
        QVERIFY(memory.room().total >= memory.room().free && memory.room().free > 0);
    }

    void whatTheMachineCannotGiveIsRefused()
    {
        HostMemory memory;
        QVERIFY(!memory.allocate(std::uint64_t(1) << 60));
    }
};

QTEST_GUILESS_MAIN(TestHostMemory)
#include "tst_host_memory.moc"
