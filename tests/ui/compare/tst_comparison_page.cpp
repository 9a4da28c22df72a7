// SPDX-License-Identifier: GPL-3.0-or-later
// Two recordings beside each other in the window: what is found on a worker is the core's own comparison, and
// what the page lists, filters and sorts is exactly that.
#include "tests/core/analysis/labelled_recording.h"
#include "tests/support/test_data.h"
#include "ui/compare/comparison_page.h"
#include "ui/groups/group_follower.h"
#include "ui/view_state.h"
#include "ui/window/colour_scheme.h"
#include "ui/window/lower_views.h"
#include "ui/window/recording_views.h"

#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>
#include <QTest>

using namespace tidemark;
using namespace tidemark::tests;
using namespace tidemark::ui;

namespace {

constexpr int patience = 60'000; // milliseconds; a busy machine is no fault

using Shared = std::shared_ptr<const AnalyzedRecording>;

Shared shared(Recording recording)
{
    return std::make_shared<const AnalyzedRecording>(analyze(std::move(recording)));
}

Recording training(int layers, int steps = 4)
{
    LabelledTraining options;
    options.layers = layers;
    options.steps = steps;
    return labelledTraining(options);
}

// The second one is given the first half of the first one's events.
Recording twoDevices(int layers)
{
    Recording recording = training(layers);
    recording.devices.push_back(recording.devices.front());
    recording.devices.back().ordinal = 1;
    recording.devices.back().events = {};
    for (std::size_t i = 0; i < recording.devices.front().events.size() / 2; ++i)
        recording.devices.back().events.append(recording.devices.front().events[i]);
    recording.devices.back().tensors = {};
    return recording;
}

struct Compared {
    Compared(Shared other, Shared shown)
        : page(state)
    {
        page.resize(1200, 420);
        page.show();
        state.setRecording(std::move(shown), false);
        Experiment words;
        words.title = "Compared";
        words.first.name = "other.tide";
        words.second.name = "shown.tide";
        comparison().begin(std::move(other), words);
    }

    Comparison& comparison() { return *page.comparison(); }
    bool settle()
    {
        return QTest::qWaitFor([this] { return !comparison().isBusy() && comparison().facts(); }, patience);
    }
    void choose(const char* box, int index)
    {
        auto* found = page.findChild<QComboBox*>(QLatin1String(box));
        found->setCurrentIndex(index);
        Q_EMIT found->activated(index);
    }

    ViewState state;
    ComparisonPage page;
};

MomentComparison directly(const ComparisonFacts& facts)
{
    const ComparisonQuestion& asked = facts.question;
    const auto attributed = [](const Shared& recording, std::size_t device) {
        return attribute(recording->recording, device, recording->histories[device]);
    };
    const Attribution a = attributed(asked.a, asked.deviceA);
    const Attribution b = attributed(asked.b, asked.deviceB);
    return compareMoments(
        {&asked.a->recording, asked.deviceA, &asked.a->histories[asked.deviceA], &a, facts.positionA},
        {&asked.b->recording, asked.deviceB, &asked.b->histories[asked.deviceB], &b, facts.positionB},
        asked.by);
}

std::size_t rowsOf(const ComparisonTable& table, ComparisonTable::Side side)
{
    std::size_t rows = 0;
    for (int row = 0; row < table.rowCount(); ++row)
        rows += ComparisonTable::sideOf(table.group(row)) == side;
    return rows;
}

} // namespace

class TestComparisonPage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { applyColourScheme(ColourScheme::Light); }
    void tableIsTheComparison_data();
    void tableIsTheComparison();
    void filtersAndShares();
    void columnsSort();
    void nothingIsFoundOnTheWay();
    void cursorIsFollowed();
    void alignmentMovesTheCurves();
    void devices();
    void growthIsFollowed();
    void stopGivesUp();
    void anotherRecordingEndsIt();
    void filterLeavesItOfAllMemory();
    void pictures_data();
    void pictures();
};

void TestComparisonPage::tableIsTheComparison_data()
{
    QTest::addColumn<int>("by");
    QTest::addColumn<int>("at");
    for (int by = 0; by < 8; ++by)
        for (int at = 0; at < 3; ++at)
            QTest::addRow("%s %d", compareByName(static_cast<CompareBy>(by)).data(), at) << by << at;
}

void TestComparisonPage::tableIsTheComparison()
{
    QFETCH(const int, by);
    QFETCH(const int, at);
    Compared compared(shared(training(3)), shared(training(5)));
    compared.state.setCursor(compared.state.history().eventCount() / 3);
    compared.choose("comparedBy", by);
    compared.choose("comparedAt", at);
    QVERIFY(compared.settle());
    const ComparisonFacts& facts = *compared.comparison().facts();
    QCOMPARE(static_cast<int>(facts.question.by), by);
    QCOMPARE(static_cast<int>(facts.question.at), at);
    const MomentComparison expected = directly(facts);
    const ComparisonTable& table = compared.page.table();
    QCOMPARE(table.rowCount(), static_cast<int>(expected.groups.size()));
    std::uint64_t sumA = 0;
    std::uint64_t sumB = 0;
    for (int row = 0; row < table.rowCount(); ++row) {
        const ComparedGroup& shown = table.group(row);
        const ComparedGroup& wanted = expected.groups[static_cast<std::size_t>(row)];
        QCOMPARE(std::abs(shown.difference()), std::abs(wanted.difference()));
        const auto same = std::find_if(expected.groups.begin(), expected.groups.end(),
            [&](const ComparedGroup& group) { return group.key == shown.key; });
        QVERIFY(same != expected.groups.end());
        QVERIFY(same->a == shown.a && same->b == shown.b);
        sumA += shown.a.bytes;
        sumB += shown.b.bytes;
    }
    const auto allocated = [](const GroupedDevice& device, std::size_t position) {
        return static_cast<std::uint64_t>(device.history().valueAt(Curve::Allocated, position));
    };
    QCOMPARE(sumA, allocated(*facts.a, facts.positionA));
    QCOMPARE(sumB, allocated(*facts.b, facts.positionB));
}

void TestComparisonPage::filtersAndShares()
{
    Compared compared(shared(training(3)), shared(training(5)));
    QVERIFY(compared.settle());
    const ComparisonTable& table = compared.page.table();
    const MomentComparison& groups = compared.comparison().facts()->groups;
    QVERIFY(groups.onlyB.groups > 0); // the layers that A lacks
    const int all = table.rowCount();
    const std::array shares = {groups.onlyA, groups.both, groups.onlyB};
    for (int side = 0; side < 3; ++side) {
        compared.choose("comparedSide", side + 1);
        const std::size_t expected = shares[static_cast<std::size_t>(side)].groups;
        QCOMPARE(static_cast<std::size_t>(table.rowCount()), expected);
        QCOMPARE(rowsOf(table, static_cast<ComparisonTable::Side>(side)), expected);
    }
    compared.choose("comparedSide", 0);
    auto* filter = compared.page.findChild<QLineEdit*>(QStringLiteral("comparedFilter"));
    filter->setText(QStringLiteral("FEATURES.4"));
    QVERIFY(table.rowCount() > 0 && table.rowCount() < all);
    for (int row = 0; row < table.rowCount(); ++row)
        QVERIFY(QString::fromStdString(table.group(row).name).contains(QStringLiteral("features.4")));
    filter->clear();
    QCOMPARE(table.rowCount(), all);
    const QString text = compared.page.findChild<QLabel*>(QStringLiteral("comparedShares"))->text();
    QVERIFY2(text.contains(QStringLiteral("only in B: %1 group").arg(groups.onlyB.groups)), qPrintable(text));
}

void TestComparisonPage::columnsSort()
{
    Compared compared(shared(training(3)), shared(training(6)));
    QVERIFY(compared.settle());
    auto* rows = compared.page.findChild<QTableView*>(QStringLiteral("comparedGroups"));
    const ComparisonTable& table = compared.page.table();
    const auto isInOrder = [&](auto key) {
        for (int row = 1; row < table.rowCount(); ++row)
            if (key(table.group(row)) < key(table.group(row - 1)))
                return false;
        return true;
    };
    QVERIFY(isInOrder([](const ComparedGroup& group) { return -std::abs(group.difference()); }));
    rows->sortByColumn(ComparisonTable::Name, Qt::AscendingOrder);
    QVERIFY(isInOrder([](const ComparedGroup& group) { return group.name; }));
    rows->sortByColumn(ComparisonTable::Difference, Qt::AscendingOrder);
    QVERIFY(isInOrder([](const ComparedGroup& group) { return group.difference(); }));
    rows->sortByColumn(ComparisonTable::BlocksB, Qt::DescendingOrder);
    QVERIFY(isInOrder([](const ComparedGroup& group) { return -static_cast<std::int64_t>(group.b.count); }));
    rows->sortByColumn(-1, Qt::AscendingOrder);
    QVERIFY(isInOrder([](const ComparedGroup& group) { return -std::abs(group.difference()); }));
}

// However large the recordings: beginning only asks, and the answer comes later.
void TestComparisonPage::nothingIsFoundOnTheWay()
{
    Compared compared(shared(training(3)), shared(training(5)));
    QVERIFY(compared.comparison().isBusy());
    QVERIFY(!compared.comparison().facts());
    QVERIFY(compared.state.overlays().empty());
    QVERIFY(compared.page.findChild<QPushButton*>(QStringLiteral("stopComparison"))->isVisible());
    QVERIFY(compared.settle());
    QVERIFY(!compared.page.findChild<QPushButton*>(QStringLiteral("stopComparison"))->isVisible());
    QCOMPARE(compared.state.overlays().size(), std::size_t(2));
    QVERIFY(compared.page.text().contains(QStringLiteral("The peak of allocated")));
    // What is known already is not found again.
    const auto a = compared.comparison().facts()->a;
    compared.choose("comparedBy", static_cast<int>(CompareBy::Category));
    QVERIFY(compared.settle());
    QCOMPARE(compared.comparison().facts()->a, a);
}

void TestComparisonPage::cursorIsFollowed()
{
    Compared compared(shared(training(3)), shared(training(5)));
    compared.choose("comparedAt", static_cast<int>(ComparedAt::Cursor));
    const std::size_t events = compared.state.history().eventCount();
    for (const std::size_t cursor : {std::size_t(0), events / 2, events}) {
        compared.state.setCursor(cursor);
        QTRY_VERIFY_WITH_TIMEOUT(
            compared.comparison().facts() && compared.comparison().facts()->positionB == cursor, patience);
        const ComparisonFacts& facts = *compared.comparison().facts();
        const AlignedPositions aligned(*facts.question.b, 0, *facts.question.a, 0);
        QCOMPARE(facts.positionA, aligned.at(cursor));
    }
}

void TestComparisonPage::alignmentMovesTheCurves()
{
    const Shared other = shared(training(3));
    const Shared shown = shared(training(5));
    Compared compared(other, shown);
    for (const CurveAlignment by : {CurveAlignment::Phase, CurveAlignment::Step, CurveAlignment::Time}) {
        compared.choose("comparedAlignment", static_cast<int>(by));
        QVERIFY(compared.settle());
        QTRY_COMPARE(compared.comparison().facts()->question.alignment, by);
        const Pyramid expected = alignedCurve(*shown, 0, *other, 0, Curve::Reserved, by);
        const auto overlays = compared.state.overlays();
        QCOMPARE(overlays.size(), std::size_t(2));
        QCOMPARE(overlays[0]->values.size(), expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i)
            QCOMPARE(overlays[0]->values[i], expected[i]);
    }
}

void TestComparisonPage::devices()
{
    Compared compared(shared(twoDevices(3)), shared(twoDevices(4)));
    QVERIFY(compared.settle());
    auto* box = compared.page.findChild<QComboBox*>(QStringLiteral("comparedDevice"));
    QVERIFY(box->isVisible());
    QCOMPARE(box->currentIndex(), 0);
    compared.state.setDeviceIndex(1);
    QVERIFY(compared.settle());
    QTRY_COMPARE_WITH_TIMEOUT(compared.comparison().facts()->question.deviceB, std::size_t(1), patience);
    QCOMPARE(compared.comparison().facts()->question.deviceA, std::size_t(1)); // the one like it
    QCOMPARE(box->currentIndex(), 1);
    compared.choose("comparedDevice", 0);
    QVERIFY(compared.settle());
    QTRY_COMPARE_WITH_TIMEOUT(compared.comparison().facts()->question.deviceA, std::size_t(0), patience);
    const auto& facts = compared.comparison().facts();
    QCOMPARE(facts->positionA, facts->question.a->histories[0].peak(Curve::Allocated).position);
    QCOMPARE(compared.state.overlays().size(), std::size_t(2));
    compared.state.setDeviceIndex(0); // what was chosen stays
    QVERIFY(compared.settle());
    QTRY_COMPARE_WITH_TIMEOUT(compared.comparison().facts()->question.deviceB, std::size_t(0), patience);
    QCOMPARE(compared.comparison().facts()->question.deviceA, std::size_t(0));
}

void TestComparisonPage::growthIsFollowed()
{
    const Recording whole = training(4);
    Recording half = whole;
    half.devices[0].events = {};
    for (std::size_t i = 0; i < whole.devices[0].events.size() / 2; ++i)
        half.devices[0].events.append(whole.devices[0].events[i]);
    Compared compared(shared(training(3)), shared(std::move(half)));
    QVERIFY(compared.settle());
    const Shared grown = shared(whole);
    compared.state.setRecording(grown, true);
    QTRY_COMPARE_WITH_TIMEOUT(compared.comparison().facts()->question.b, grown, patience);
    QCOMPARE(compared.state.overlays()[0]->values.size(), compared.state.history().eventCount());
}

void TestComparisonPage::stopGivesUp()
{
    Compared compared(shared(training(3)), shared(training(5)));
    compared.page.findChild<QPushButton*>(QStringLiteral("stopComparison"))->click();
    QVERIFY(!compared.comparison().isThere()); // there was nothing yet to show
    QTest::qWait(200);
    QVERIFY(compared.state.overlays().empty());
    compared.comparison().begin(shared(training(3)), {});
    QVERIFY(compared.settle());
    compared.choose("comparedBy", static_cast<int>(CompareBy::Stack));
    compared.comparison().stop();
    QVERIFY(compared.comparison().isThere());
    QCOMPARE(compared.comparison().question().by, CompareBy::Scope); // as it is shown
    QVERIFY(compared.page.table().rowCount() > 0);
    compared.page.findChild<QPushButton*>(QStringLiteral("endComparison"))->click();
    QVERIFY(!compared.comparison().isThere());
    QVERIFY(compared.state.overlays().empty());
    QCOMPARE(compared.page.table().rowCount(), 0);
}

void TestComparisonPage::anotherRecordingEndsIt()
{
    const Shared shown = shared(training(5));
    Compared compared(shared(training(3)), shown);
    QVERIFY(compared.settle());
    compared.state.setRecording(shared(training(2)), false, true); // only tried
    QVERIFY(!compared.comparison().isShown());
    QVERIFY(compared.state.overlays().empty());
    compared.state.setRecording(shown, false);
    QVERIFY(compared.comparison().isShown());
    QCOMPARE(compared.state.overlays().size(), std::size_t(2));
    compared.state.setRecording(shared(training(2)), false);
    QVERIFY(!compared.comparison().isThere());
}

void TestComparisonPage::filterLeavesItOfAllMemory()
{
    Compared compared(shared(training(2)), shared(training(3)));
    const auto* note = compared.page.findChild<QLabel*>(QStringLiteral("wholeMemoryNote"));
    QVERIFY(note && note->isHidden());
    compared.state.setFilter(MemoryFilter::ofPool(PoolSlot(0)));
    QVERIFY(!note->isHidden());
}

void TestComparisonPage::pictures_data()
{
    QTest::addColumn<int>("width");
    QTest::addColumn<bool>("isDark");
    QTest::addColumn<int>("by");
    QTest::newRow("wide") << 1500 << false << int(CompareBy::Scope);
    QTest::newRow("dark") << 1500 << true << int(CompareBy::Category);
    QTest::newRow("narrow") << 900 << false << int(CompareBy::Place);
}

void TestComparisonPage::pictures()
{
    QFETCH(const int, width);
    QFETCH(const bool, isDark);
    QFETCH(const int, by);
    applyColourScheme(isDark ? ColourScheme::Dark : ColourScheme::Light);
    ViewState state;
    RecordingViews views(&state);
    views.resize(width, 900);
    views.show();
    state.setRecording(shared(training(5)), false);
    Comparison* comparison = views.lower()->compared()->comparison();
    Experiment words;
    words.title = "Compared";
    words.question = "What differs between shown.tide and other.tide?";
    words.first.name = "other.tide";
    words.second.name = "shown.tide";
    comparison->begin(shared(twoDevices(3)), words);
    comparison->setBy(static_cast<CompareBy>(by));
    views.lower()->showCompared();
    QTRY_VERIFY_WITH_TIMEOUT(comparison->facts() && !comparison->isBusy(), patience);
    QTest::qWait(200);
    QVERIFY(views.lower()->compared()->isVisible());
    QVERIFY(views.grab().toImage().save(
        pictureFile(QStringLiteral("compared-%1.png").arg(QString::fromLatin1(QTest::currentDataTag())))));
}

QTEST_MAIN(TestComparisonPage)
#include "tst_comparison_page.moc"
