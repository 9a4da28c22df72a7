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
