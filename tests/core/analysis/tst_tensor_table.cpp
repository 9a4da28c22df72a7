// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/holders/alive_allocations.h"
#include "core/analysis/holders/tensor_table.h"
#include "core/trace/recording_builder.h"
#include "tests/core/analysis/analysis_fixtures.h"

#include <QtTest>
#include <algorithm>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

constexpr std::uint64_t kib = 1024;

// One segment, with blocks at 1 KiB and so on.
struct Labelled {
    RecordingBuilder builder;
    Device& device = builder.recording().devices.emplace_back();

    Labelled()
    {
        device.history = History::Whole;
        device.events.append({0, kib, 2048 * kib, {}, 0, 0, Action::SegmentAlloc});
    }
    void alloc(std::uint64_t address, std::uint64_t bytes)
    {
        device.events.append({0, address * kib, bytes, {}, 0, 0, Action::Alloc});
    }
    void label(std::uint64_t address, std::uint64_t bytes, std::string_view name, std::string_view shape,
        MemoryCategory category, DataType type = DataType::Float32, std::string_view operation = {})
    {
        device.tensors.push_back({device.events.size(), address * kib, bytes, builder.string(name),
            builder.string(shape), builder.string(operation), category, type});
    }
    TensorTable table() const
    {
        const AnalyzedRecording analyzed = analyze(builder.snapshot());
        const Attribution attribution = attribute(analyzed.recording, 0, analyzed.histories[0]);
        return tensorTable(attribution, AliveAllocations(attribution).at(attribution, device.events.size()));
    }
    std::string name(const TensorRow& row) const { return std::string(builder.strings()[row.label.name]); }
};

} // namespace

class TensorTableTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sizesAndElements();
    void sharedStorageCountsOnce();
    void keptByTwoOperatorsIsOneRow();
    void whatHasNoName();
    void manyLabelsOfOneBlock();
    void sumsToAllocated_data();
    void sumsToAllocated();
};

// pytorch_memlab's own example: Linear(100, 100) is 40,448 + 512 bytes in blocks, 40,400 asked for.
void TensorTableTest::sizesAndElements()
{
    Labelled given;
    given.alloc(1, 400);
    given.alloc(2, 40000);
    given.label(1, 400, "bias", "[100]", MemoryCategory::Parameter);
    given.label(2, 40000, "weight", "[100, 100]", MemoryCategory::Parameter);
    const TensorTable table = given.table();
    QCOMPARE(table.rows.size(), std::size_t(2));
    QCOMPARE(given.name(table.rows[0]), std::string("weight"));
    QCOMPARE(table.rows[0].requested, std::uint64_t(40000));
    QCOMPARE(table.rows[0].rounded, std::uint64_t(40448));
    QCOMPARE(table.rows[0].elements, std::uint64_t(10000));
    QCOMPARE(table.rows[1].rounded, std::uint64_t(512));
    QCOMPARE(table.elements, std::uint64_t(10100));
    QCOMPARE(table.tensorBytes, std::uint64_t(40400));
    QCOMPARE(table.requested, std::uint64_t(40400));
    QCOMPARE(table.allocated, std::uint64_t(40960));
    QVERIFY(table.unnamed.empty());
}

void TensorTableTest::sharedStorageCountsOnce()
{
    Labelled given;
    given.alloc(1, 4096);
    given.label(1, 4096, "a", "[32, 32]", MemoryCategory::Input);
    given.label(1, 2048, "b", "[16, 32]", MemoryCategory::Activation);
    given.label(2, 1024, "c", "[256]", MemoryCategory::Activation); // inside the block
    const TensorTable table = given.table();
    QCOMPARE(table.rows.size(), std::size_t(3));
    QCOMPARE(table.rows[0].sharesWith, TensorRow::none);
    for (std::size_t i = 1; i < 3; ++i) {
        QCOMPARE(table.rows[i].sharesWith, 0U);
        QCOMPARE(table.rows[i].rounded, std::uint64_t(0));
        QCOMPARE(table.rows[i].requested, std::uint64_t(0));
    }
    QCOMPARE(table.elements, std::uint64_t(1024));
    QCOMPARE(table.allocated, std::uint64_t(4096));
}

void TensorTableTest::keptByTwoOperatorsIsOneRow()
{
    Labelled given;
    given.alloc(1, 4096);
    for (const char* operation : {"aten::gelu", "aten::addmm", "aten::gelu"})
        given.label(1, 4096, "mlp", "[32, 32]", MemoryCategory::Activation, DataType::Float32, operation);
    const TensorTable table = given.table();
    QCOMPARE(table.rows.size(), std::size_t(1));
    QCOMPARE(given.builder.strings()[table.rows[0].label.operation], std::string_view("aten::gelu"));
}

void TensorTableTest::whatHasNoName()
{
    Labelled given;
    given.alloc(1, 1000);
    given.alloc(2, 1000);
    given.alloc(3, 512);
    given.label(3, 512, "x", "[512]", MemoryCategory::Buffer, DataType::Unknown);
    const TensorTable table = given.table();
    QCOMPARE(table.rows[0].elements, std::uint64_t(0)); // of an unknown type
    QCOMPARE(table.unnamed.size(), std::size_t(1));
    QCOMPARE(table.unnamed[0].category, MemoryCategory::Unexplained);
    QCOMPARE(table.unnamed[0].count, std::uint64_t(2));
    QCOMPARE(table.unnamed[0].requested, std::uint64_t(2000));
    QCOMPARE(table.unnamed[0].rounded, std::uint64_t(2048));
    QCOMPARE(table.allocated, std::uint64_t(2560));
}

// A file may say anything: the time it takes grows with the labels, not with their square.
void TensorTableTest::manyLabelsOfOneBlock()
{
    Labelled given;
    given.alloc(1, 4096);
    constexpr std::uint64_t count = 100'000;
    for (std::uint64_t i = 0; i < count; ++i)
        given.label(1, i, "x", "[1]", MemoryCategory::Buffer);
    QCOMPARE(given.table().rows.size(), std::size_t(count));
}

void TensorTableTest::sumsToAllocated_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"rand_streams", "vgg", "wrapped", "expandable_vary"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void TensorTableTest::sumsToAllocated()
{
    QFETCH(QString, name);
    std::mt19937_64 random(testSeed());
    Recording recording = recordingOf(name);
    Device& device = recording.devices[0];
    for (std::uint64_t event = 0; event < device.events.size(); event += 1 + random() % 5) {
        TensorLabel label;
        label.event = event;
        label.address = device.events.address()[random() % device.events.size()];
        label.bytes = random() % 4 * 4;
        label.category = static_cast<MemoryCategory>(1 + random() % 8);
        device.tensors.push_back(label);
    }
    const AnalyzedRecording analyzed = analyze(std::move(recording));
    const DeviceHistory& history = analyzed.histories[0];
    const Attribution attribution = attribute(analyzed.recording, 0, history);
    const AliveAllocations alive(attribution);
    for (int i = 0; i < 100; ++i) {
        const std::size_t position = random() % (history.eventCount() + 1);
        const TensorTable table = tensorTable(attribution, alive.at(attribution, position));
        std::uint64_t sum = 0;
        for (const TensorRow& row : table.rows)
            sum += row.rounded;
        for (const UnnamedMemory& memory : table.unnamed)
            sum += memory.rounded;
        QCOMPARE(sum, table.allocated);
        QCOMPARE(static_cast<std::int64_t>(sum), history.valueAt(Curve::Allocated, position));
        const bool isSorted =
            std::is_sorted(table.rows.begin(), table.rows.end(), [&](const TensorRow& a, const TensorRow& b) {
                return attribution.allocations[a.allocation].bytes
                    > attribution.allocations[b.allocation].bytes;
            });
        QVERIFY(isSorted);
    }
}

QTEST_GUILESS_MAIN(TensorTableTest)
#include "tst_tensor_table.moc"
