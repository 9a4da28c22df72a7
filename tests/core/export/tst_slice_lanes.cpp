// SPDX-License-Identifier: GPL-3.0-or-later
// Rows for slices, against what they promise, on random spans.
#include "core/export/trace/slice_lanes.h"

#include <QtTest>
#include <algorithm>
#include <random>

using namespace tidemark;

namespace {

struct LaneSpan {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::size_t lane = 0;
};

std::vector<LaneSpan> randomSpans(std::uint32_t seed, std::int64_t least)
{
    std::mt19937 random(seed);
    std::vector<LaneSpan> spans(300);
    for (LaneSpan& span : spans) {
        span.begin = static_cast<std::int64_t>(random() % 1000);
        span.end = span.begin + least + static_cast<std::int64_t>(random() % (random() % 200 + 1));
    }
    std::sort(spans.begin(), spans.end(), [](const LaneSpan& left, const LaneSpan& right) {
        return left.begin != right.begin ? left.begin < right.begin : left.end > right.end;
    });
    return spans;
}

bool isApart(const LaneSpan& left, const LaneSpan& right)
{
    return left.end <= right.begin || right.end <= left.begin;
}

bool isInside(const LaneSpan& inner, const LaneSpan& outer)
{
    return outer.begin <= inner.begin && inner.end <= outer.end;
}

} // namespace

class TestSliceLanes : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nothingOverlapsInOneRow();
    void thereAreAsManyRowsAsRunAtOnce();
    void whatOverlapsNests();
};

void TestSliceLanes::nothingOverlapsInOneRow()
{
    for (std::uint32_t seed = 1; seed <= 20; ++seed) {
        std::vector<LaneSpan> spans = randomSpans(seed, 1);
        FreeLanes lanes;
        for (LaneSpan& span : spans)
            span.lane = lanes.laneOf(span.begin, span.end);
        for (const LaneSpan& left : spans)
            for (const LaneSpan& right : spans)
                QVERIFY2(&left == &right || left.lane != right.lane || isApart(left, right),
                    qPrintable(QStringLiteral("seed %1").arg(seed)));
    }
}

void TestSliceLanes::thereAreAsManyRowsAsRunAtOnce()
{
    for (std::uint32_t seed = 1; seed <= 20; ++seed) {
        const std::vector<LaneSpan> spans = randomSpans(seed, 1);
        FreeLanes lanes;
        std::size_t rows = 0;
        for (const LaneSpan& span : spans)
            rows = std::max(rows, lanes.laneOf(span.begin, span.end) + 1);
        std::size_t most = 0;
        for (const LaneSpan& at : spans)
            most = std::max(most,
                static_cast<std::size_t>(std::count_if(spans.begin(), spans.end(),
                    [&](const LaneSpan& span) { return span.begin <= at.begin && at.begin < span.end; })));
        QCOMPARE(rows, most);
    }
}

void TestSliceLanes::whatOverlapsNests()
{
    for (std::uint32_t seed = 1; seed <= 20; ++seed) {
        std::vector<LaneSpan> spans = randomSpans(seed, 0);
        NestedLanes lanes;
        for (LaneSpan& span : spans)
            span.lane = lanes.laneOf(span.begin, span.end);
        for (std::size_t i = 0; i < spans.size(); ++i)
            for (std::size_t k = i + 1; k < spans.size(); ++k)
                QVERIFY2(spans[i].lane != spans[k].lane || isApart(spans[i], spans[k])
                        || isInside(spans[k], spans[i]),
                    qPrintable(QStringLiteral("seed %1").arg(seed)));
    }
}

QTEST_GUILESS_MAIN(TestSliceLanes)
#include "tst_slice_lanes.moc"
