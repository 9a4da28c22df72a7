// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/curves/turning_peaks.h"
#include "tests/core/analysis/analysis_fixtures.h"

#include <QtTest>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

constexpr std::int64_t unit = 2 * 1024 * 1024;

// Reserved memory, in units, by position; it begins at 0.
DeviceHistory historyOf(const std::vector<std::int64_t>& values)
{
    TraceWriter trace;
    constexpr std::uint64_t base = 0x7f0000000000;
    std::vector<std::pair<std::uint64_t, std::int64_t>> segments;
    std::uint64_t next = base;
    std::int64_t before = 0;
    for (std::size_t i = 1; i < values.size(); ++i) {
        const std::int64_t change = values[i] - before;
        before = values[i];
        if (change > 0) {
            trace.segment(next, static_cast<std::uint64_t>(change * unit));
            segments.emplace_back(next, change);
            next += static_cast<std::uint64_t>(change * unit);
        } else {
            const auto found = std::find_if(segments.begin(), segments.end(),
                [&](const auto& segment) { return segment.second == -change; });
            Q_ASSERT_X(found != segments.end(), "historyOf", "a fall is the end of one segment");
            trace.add(Action::SegmentFree, found->first, static_cast<std::uint64_t>(-change * unit));
            segments.erase(found);
        }
    }
    DeviceHistory history;
    history.advance(trace.device());
    return history;
}

// Segments of one to nine units come and go.
std::vector<std::int64_t> randomValues(std::mt19937_64& random, std::size_t count)
{
    std::vector<std::int64_t> values = {0};
    std::vector<std::int64_t> segments;
    while (values.size() < count) {
        if (segments.empty() || random() % 2 == 0) {
            segments.push_back(1 + static_cast<std::int64_t>(random() % 9));
            values.push_back(values.back() + segments.back());
        } else {
            std::swap(segments[random() % segments.size()], segments.back());
            values.push_back(values.back() - segments.back());
            segments.pop_back();
        }
    }
    return values;
}

enum class Met { Fall, Higher, End };

// What comes first on the way from a position: a fall, something higher (to the left also as high), or the
// end.
Met firstMet(const std::vector<std::int64_t>& values, std::size_t from, int direction, std::int64_t fall)
{
    for (auto i = static_cast<std::ptrdiff_t>(from) + direction;
         i >= 0 && i < static_cast<std::ptrdiff_t>(values.size()); i += direction) {
        const std::int64_t value = values[static_cast<std::size_t>(i)];
        if (value > values[from] || (direction < 0 && value == values[from]))
            return Met::Higher;
        if (value <= values[from] - fall)
            return Met::Fall;
    }
    return Met::End;
}

// By the definition, each position looked at alone.
std::vector<std::size_t> expectedPeaks(const std::vector<std::int64_t>& values, std::int64_t fall)
{
    std::vector<std::size_t> peaks;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const Met right = firstMet(values, i, +1, fall);
        if (firstMet(values, i, -1, fall) != Met::Higher && right != Met::Higher
            && (i > 0 || right == Met::Fall))
            peaks.push_back(i);
    }
    return peaks;
}

} // namespace

class TestTurningPeaks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void peaksOf_data();
    void peaksOf();
    void theSameByTheDefinition();
    void longCurvesAreWalkedInStrides();
    void aNotableFallIsATwentieth();
};

void TestTurningPeaks::peaksOf_data()
{
    QTest::addColumn<QList<qint64>>("values");
    QTest::addColumn<qint64>("fall");
    QTest::addColumn<QList<qint64>>("peaks");
    using List = QList<qint64>;
    QTest::newRow("nothing") << List{0} << qint64(1) << List{};
    QTest::newRow("one rise") << List{0, 3, 7} << qint64(2) << List{2};
    QTest::newRow("up and down") << List{0, 3, 7, 3, 0} << qint64(2) << List{2};
    QTest::newRow("a wobble on the way") << List{0, 1, 3, 2, 5, 2, 0} << qint64(2) << List{4};
    QTest::newRow("two") << List{0, 5, 0, 4, 0} << qint64(2) << List{1, 3};
    QTest::newRow("the second too low") << List{0, 5, 0, 1, 0} << qint64(2) << List{1};
    QTest::newRow("the first of equals") << List{0, 4, 5, 4, 5, 4, 0} << qint64(2) << List{2};
}

void TestTurningPeaks::peaksOf()
{
    QFETCH(const QList<qint64>, values);
    QFETCH(const qint64, fall);
    QFETCH(const QList<qint64>, peaks);
    const DeviceHistory history = historyOf({values.begin(), values.end()});
    const std::vector<std::size_t> found = turningPeaks(CurveView(history), Curve::Reserved, fall * unit);
    QCOMPARE(QList<qint64>(found.begin(), found.end()), peaks);
}

void TestTurningPeaks::theSameByTheDefinition()
{
    std::mt19937_64 random(testSeed());
    for (int run = 0; run < 60; ++run) {
        const std::vector<std::int64_t> values = randomValues(random, 2 + random() % 300);
        const auto fall = 1 + static_cast<std::int64_t>(random() % 20);
        const DeviceHistory history = historyOf(values);
        QCOMPARE(turningPeaks(CurveView(history), Curve::Reserved, fall * unit), expectedPeaks(values, fall));
    }
}

// Long enough for every kind of stride, over falls that few or many of them hold.
void TestTurningPeaks::longCurvesAreWalkedInStrides()
{
    std::mt19937_64 random(testSeed());
    for (const std::int64_t fall : {2, 9, 40, 150, 400, 5000}) {
        const std::vector<std::int64_t> values = randomValues(random, 20'000 + random() % 3'000);
        const DeviceHistory history = historyOf(values);
        QCOMPARE(turningPeaks(CurveView(history), Curve::Reserved, fall * unit), expectedPeaks(values, fall));
    }
}

void TestTurningPeaks::aNotableFallIsATwentieth()
{
    const DeviceHistory history = historyOf({0, 40, 0});
    QCOMPARE(notableFall(CurveView(history), Curve::Reserved), 2 * unit);
    QCOMPARE(notableFall(CurveView(DeviceHistory()), Curve::Reserved), 1);
}

QTEST_GUILESS_MAIN(TestTurningPeaks)
#include "tst_turning_peaks.moc"
