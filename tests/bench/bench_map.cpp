// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/map/random_segments.h"
#include "ui/map/map_colours.h"
#include "ui/map/map_hit.h"
#include "ui/map/map_raster.h"

#include <QPainter>
#include <QPalette>
#include <algorithm>
#include <benchmark/benchmark.h>

using namespace tidemark;
using namespace tidemark::ui;

namespace {

constexpr int width = 1920;
constexpr int height = 900;

// About `blocks` blocks in as many rows as fit the picture.
struct Scene {
    SegmentList list;
    std::vector<MapRow> rows;
    MapView view;

    explicit Scene(std::size_t blocks)
    {
        std::mt19937_64 random(7);
        const std::size_t segments = height / 4;
        // A segment gets half of its largest number of blocks and a third more for the small ones, on
        // average, unless it is wholly free.
        list = tests::randomSegments(random, {segments, blocks * 5 * 6 / (segments * 4 * 4), false});
        rows = mapRows(list, MapOrder::Size);
        view.width = width;
        view.height = height;
        view.rowPitch = 4;
        view.rowHeight = 3;
        view.longest = longestSegment(list);
    }
};

void raster(benchmark::State& state)
{
    Scene scene(static_cast<std::size_t>(state.range(0)));
    scene.view.scale = state.range(1) == 0 ? MapScale::Common : MapScale::EachRow;
    const MapPaints paints = MapPaints::fromTheme(Theme::fromPalette(QPalette()), 1);
    for (auto _ : state)
        benchmark::DoNotOptimize(rasterizeMap(scene.list, scene.rows, scene.view, paints));
    state.counters["blocks"] = static_cast<double>(scene.list.blocks.size());
}

constexpr std::size_t classCount = 8;

// Each allocated block of the list was made by one of ten times as many allocations, no two in order.
MapColours coloursOf(SegmentList& list)
{
    constexpr std::size_t allocationsForABlock = 10;
    std::vector<BlockInfo*> live;
    for (BlockInfo& block : list.blocks)
        if (block.state == BlockState::ActiveAllocated)
            live.push_back(&block);
    std::mt19937_64 random(8);
    std::shuffle(live.begin(), live.end(), random);
    auto recording = std::make_shared<AnalyzedRecording>();
    recording->histories.emplace_back();
    auto device = std::make_shared<GroupedDevice>();
    auto classes = std::make_shared<AllocationClasses>();
    for (std::size_t i = 0; i < live.size() * allocationsForABlock; ++i) {
        Allocation& allocation = device->attribution.allocations.emplace_back();
        allocation.event = i;
        allocation.isTold = true;
        classes->classOf.push_back(static_cast<std::uint8_t>(random() % classCount));
        if (i % allocationsForABlock != 0)
            continue;
        BlockInfo& block = *live[i / allocationsForABlock];
        block.allocEvent = i;
        allocation.address = block.address;
    }
    device->recording = recording;
    return {device, classes};
}

// What colours cost at each move of the cursor, before the picture is drawn.
void classesOfBlocks(benchmark::State& state)
{
    Scene scene(static_cast<std::size_t>(state.range(0)));
    const MapColours colours = coloursOf(scene.list);
    for (auto _ : state)
        benchmark::DoNotOptimize(blockClasses(scene.list, colours, 0));
    state.counters["blocks"] = static_cast<double>(scene.list.blocks.size());
}

void colouredRaster(benchmark::State& state)
{
    Scene scene(static_cast<std::size_t>(state.range(0)));
    scene.view.scale = MapScale::EachRow;
    const std::vector<std::uint8_t> classOf = blockClasses(scene.list, coloursOf(scene.list), 0);
    const Theme theme = Theme::fromPalette(QPalette());
    MapPaints paints = MapPaints::fromTheme(theme, 1);
    paints.setClasses(std::vector<BandLook>(classCount), theme, 1);
    for (auto _ : state)
        benchmark::DoNotOptimize(rasterizeMap(scene.list, scene.rows, scene.view, paints, classOf));
    state.counters["blocks"] = static_cast<double>(scene.list.blocks.size());
}

// What the same picture costs without a raster of its own: a rectangle for every block.
void rectangles(benchmark::State& state)
{
    const Scene scene(static_cast<std::size_t>(state.range(0)));
    const QColor colours[3] = {Qt::gray, Qt::blue, Qt::red};
    for (auto _ : state) {
        QImage image(width, height, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        for (std::size_t i = 0; i < scene.rows.size(); ++i) {
            const SegmentInfo& segment = scene.list.segments[scene.rows[i].segment];
            const RowAxis axis = scene.view.axisOf(segment.totalSize);
            for (const BlockInfo& block : scene.list.blocksOf(segment)) {
                const auto begin = static_cast<double>(block.address - segment.address);
                const double left = axis.pixelOf(begin);
                const double right = axis.pixelOf(begin + static_cast<double>(block.size));
                painter.fillRect(QRectF(left, static_cast<double>(scene.view.topOf(i)), right - left, 3),
                    colours[static_cast<std::size_t>(block.state)]);
            }
        }
        benchmark::DoNotOptimize(image);
    }
    state.counters["blocks"] = static_cast<double>(scene.list.blocks.size());
}

void rows(benchmark::State& state)
{
    const Scene scene(static_cast<std::size_t>(state.range(0)));
    for (auto _ : state)
        benchmark::DoNotOptimize(mapRows(scene.list, MapOrder::FreeBytes));
}

void hit(benchmark::State& state)
{
    const Scene scene(static_cast<std::size_t>(state.range(0)));
    int x = 0;
    for (auto _ : state) {
        x = (x + 37) % width;
        benchmark::DoNotOptimize(blockAt(scene.list, scene.rows, scene.view, x, (x * 7) % height));
    }
}

BENCHMARK(raster)->ArgsProduct({{1'000, 10'000, 100'000, 1'000'000}, {0, 1}})->Unit(benchmark::kMillisecond);
BENCHMARK(classesOfBlocks)->Arg(100'000)->Arg(1'000'000)->Unit(benchmark::kMillisecond);
BENCHMARK(colouredRaster)->Arg(100'000)->Arg(1'000'000)->Unit(benchmark::kMillisecond);
BENCHMARK(rectangles)->Arg(10'000)->Arg(100'000)->Unit(benchmark::kMillisecond);
BENCHMARK(rows)->Arg(100'000)->Unit(benchmark::kMillisecond);
BENCHMARK(hit)->Arg(100'000);

} // namespace

BENCHMARK_MAIN();
