// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytes.h"
#include "core/cuda/cuda_memory.h"
#include "tests/core/allocator/checked_memory.h"
#include "tests/core/allocator/random_program.h"
#include "tests/core/cuda/fake_cuda.h"

#include <QTest>
#include <array>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

constexpr std::uint64_t page = 20 * mebibyte;

std::unique_ptr<CudaMemory> openMemory(std::span<const int> readers = {})
{
    return CudaMemory::open(0, readers, FakeCuda::calls()).value();
}

} // namespace

class TestCudaMemory : public QObject {
    Q_OBJECT

private slots:
    void segments();
    void outOfMemoryIsAnAnswer();
    void otherErrorsAreFaults();
    void pagesComeAndGo();
    void mapsAllOrNothing_data();
    void mapsAllOrNothing();
    void refusesPagesThatTheDeviceHasNot();
    void lateFreesAreNoFaults();
    void eventsAreUsedAgain();
    void leavesTheThreadAsItWas();
    void refusesADeviceThatIsNotThere();
    void servesTheAllocator_data();
    void servesTheAllocator();
};

void TestCudaMemory::segments()
{
    FakeCuda cuda(64 * mebibyte);
    {
        const auto memory = openMemory();
        QCOMPARE(cuda.contextsRetained, 1);
        const auto first = memory->allocate(20 * mebibyte);
        const auto second = memory->allocate(2 * mebibyte);
        QVERIFY(first && second && *first != *second);
        QCOMPARE(memory->room().total, 64 * mebibyte);
        QCOMPARE(memory->room().free, 42 * mebibyte);
        memory->release(*first, 20 * mebibyte);
        QCOMPARE(memory->room().free, 62 * mebibyte);
        memory->release(*second, 2 * mebibyte);
        QCOMPARE(memory->fault(), std::string());
    }
    QCOMPARE(cuda.contextsRetained, 0);
    QVERIFY(cuda.faults.empty());
    QCOMPARE(cuda.used, 0u);
}

void TestCudaMemory::outOfMemoryIsAnAnswer()
{
    FakeCuda cuda(16 * mebibyte);
    const auto memory = openMemory();
    QVERIFY(!memory->allocate(20 * mebibyte));
    QCOMPARE(cuda.lastError, cudaSuccess); // nobody else finds it
    QCOMPARE(memory->fault(), std::string());
    QVERIFY(memory->allocate(16 * mebibyte));
}

void TestCudaMemory::otherErrorsAreFaults()
{
    FakeCuda cuda(64 * mebibyte);
    const auto memory = openMemory();
    cuda.nextErrors["cudaMalloc"] = cudaErrorIllegalAddress;
    QVERIFY(!memory->allocate(2 * mebibyte));
    QCOMPARE(cuda.lastError, cudaSuccess);
    const std::string fault = "cudaMalloc failed on cuda:0: an illegal memory access was encountered.";
    QCOMPARE(memory->fault(), fault);
    cuda.nextErrors["cudaEventCreateWithFlags"] = cudaErrorInvalidValue;
    const auto event = memory->recordEvent(1);
    QVERIFY(memory->isDone(event)); // there is nothing to wait for
    memory->wait(event);
    QCOMPARE(memory->fault(), fault); // the first is told
}

void TestCudaMemory::pagesComeAndGo()
{
    FakeCuda cuda(200 * mebibyte);
    constexpr std::array readers = {0, 1};
    const auto memory = openMemory(readers);
    const auto place = memory->reserve(20 * page, page);
    QVERIFY(place);
    QCOMPARE(cuda.used, 0u);
    QVERIFY(memory->map(*place, 3 * page, page));
    QCOMPARE(cuda.used, 3 * page);
    for (const auto& [address, mapped] : cuda.pages)
        QCOMPARE(mapped.readers, (std::vector<int>{0, 1}));
    memory->unmap(*place + page, page, page); // the middle
    QCOMPARE(cuda.used, 2 * page);
    QVERIFY(memory->map(*place + page, page, page));
    memory->unmap(*place, 3 * page, page);
    memory->unreserve(*place, 20 * page);
    QCOMPARE(cuda.used, 0u);
    QVERIFY(cuda.memories.empty() && cuda.reservations.empty() && cuda.faults.empty());
    QCOMPARE(memory->fault(), std::string());
}

void TestCudaMemory::mapsAllOrNothing_data()
{
    QTest::addColumn<QString>("call");
    QTest::addColumn<int>("error");
    QTest::addColumn<bool>("isFault");
    QTest::newRow("no room") << QString() << 0 << false;
    QTest::newRow("create") << "cuMemCreate" << int(CUDA_ERROR_INVALID_VALUE) << true;
    QTest::newRow("map") << "cuMemMap" << int(CUDA_ERROR_INVALID_VALUE) << true;
    QTest::newRow("access") << "cuMemSetAccess" << int(CUDA_ERROR_NOT_SUPPORTED) << true;
}

void TestCudaMemory::mapsAllOrNothing()
{
    QFETCH(QString, call);
    QFETCH(int, error);
    QFETCH(bool, isFault);
    FakeCuda cuda(3 * page + mebibyte);
    const auto memory = openMemory();
    const auto place = memory->reserve(20 * page, page);
    if (!call.isEmpty())
        cuda.nextErrors[call.toStdString()] = error;
    QVERIFY(!memory->map(*place, (call.isEmpty() ? 4 : 2) * page, page));
    QCOMPARE(cuda.used, 0u);
    QVERIFY(cuda.pages.empty() && cuda.memories.empty());
    QCOMPARE(!memory->fault().empty(), isFault);
    QVERIFY(memory->map(*place, 3 * page, page));
}

void TestCudaMemory::refusesPagesThatTheDeviceHasNot()
{
    const FakeCuda cuda(64 * mebibyte);
    const auto memory = openMemory();
    QVERIFY(!memory->reserve(22 * mebibyte, 11 * mebibyte));
    QVERIFY(memory->fault().find("large_segment_size_mb") != std::string::npos);
}

void TestCudaMemory::lateFreesAreNoFaults()
{
    FakeCuda cuda(64 * mebibyte);
    const auto memory = openMemory();
    const auto address = memory->allocate(2 * mebibyte);
    cuda.nextErrors["cudaFree"] = cudaErrorCudartUnloading;
    memory->release(*address, 2 * mebibyte);
    QCOMPARE(memory->fault(), std::string());
}

void TestCudaMemory::eventsAreUsedAgain()
{
    FakeCuda cuda(64 * mebibyte);
    {
        const auto memory = openMemory();
        for (int i = 0; i < 10; ++i) {
            cuda.isBusy = true;
            const auto first = memory->recordEvent(7);
            const auto second = memory->recordEvent(8);
            QVERIFY(!memory->isDone(first));
            QCOMPARE(cuda.lastError, cudaSuccess);
            cuda.finish();
            QVERIFY(memory->isDone(first));
            memory->wait(second);
        }
        QCOMPARE(cuda.eventsMade, 2u);
        QCOMPARE(memory->fault(), std::string());
    }
    QVERIFY(cuda.events.empty());
    QVERIFY(cuda.faults.empty());
}

void TestCudaMemory::leavesTheThreadAsItWas()
{
    FakeCuda cuda(64 * mebibyte);
    cuda.contexts = {otherContext()};
    const auto memory = openMemory();
    const auto address = memory->allocate(2 * mebibyte);
    memory->wait(memory->recordEvent(0));
    memory->release(*address, 2 * mebibyte);
    QCOMPARE(cuda.contexts, std::vector{otherContext()});
    QCOMPARE(cuda.captureMode, cudaStreamCaptureModeGlobal);
    QVERIFY(cuda.faults.empty());
}

void TestCudaMemory::refusesADeviceThatIsNotThere()
{
    const FakeCuda cuda(64 * mebibyte);
    const auto memory = CudaMemory::open(5, {}, FakeCuda::calls());
    QVERIFY(!memory);
    QCOMPARE(memory.error().message, std::string("cuda:5 cannot be used: some error."));
}

void TestCudaMemory::servesTheAllocator_data()
{
    QTest::addColumn<QString>("conf");
    QTest::newRow("plain") << "";
    QTest::newRow("expandable") << "expandable_segments:True";
    QTest::newRow("oversize") << "max_split_size_mb:32,garbage_collection_threshold:0.6";
}

// Whatever the policy asks for, CUDA is asked in an order that it allows, and gets everything back.
void TestCudaMemory::servesTheAllocator()
{
    QFETCH(QString, conf);
    FakeCuda cuda(512 * mebibyte);
    cuda.isBusy = true;
    const auto memory = openMemory();
    CheckedMemory checked(*memory);
    {
        const auto settings = AllocatorSettings::parse(conf.toStdString());
        CachingAllocator allocator(checked, *settings, nullptr);
        RandomProgram program(allocator, {.limit = 400 * mebibyte, .settings = {*settings}});
        for (int i = 0; i < 10000; ++i) {
            if (i % 50 == 0) {
                cuda.finish();
                cuda.isBusy = true;
            }
            program.step();
            QCOMPARE(checked.held(), cuda.used);
        }
        QVERIFY(cuda.eventsMade > 0);
        QCOMPARE(
            static_cast<std::uint64_t>(allocator.stats().of(StatKind::ReservedBytes).current), cuda.used);
    }
    QCOMPARE(checked.fault(), QString());
    QCOMPARE(memory->fault(), std::string());
    QVERIFY2(cuda.faults.empty(), cuda.faults.empty() ? "" : cuda.faults.front().c_str());
    QCOMPARE(cuda.used, 0u);
    QVERIFY(checked.holdsNothing() && cuda.segments.empty() && cuda.reservations.empty());
}

QTEST_GUILESS_MAIN(TestCudaMemory)
#include "tst_cuda_memory.moc"
