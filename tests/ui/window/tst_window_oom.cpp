// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytes.h"
#include "tests/support/test_data.h"
#include "tests/ui/window/window_fixture.h"
#include "ui/details/details_pane.h"
#include "ui/timeline/timeline_plot.h"
#include "ui/timeline/timeline_view.h"
#include "ui/whatif/what_if_page.h"
#include "ui/window/colour_scheme.h"
#include "ui/window/live_controller.h"
#include "ui/window/lower_views.h"
#include "ui/window/message_bar.h"
#include "ui/window/recording_views.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

using namespace tidemark;
using namespace tidemark::ui;
using namespace tidemark::tests;

namespace {

std::size_t lastOom(const ViewState& state)
{
    std::size_t position = 0;
    for (std::size_t k = 0; k < state.device().events.size(); ++k)
        if (state.device().events.action()[k] == Action::Oom)
            position = k + 1;
    return position;
}

QToolButton* linkNamed(const WindowFixture& fixture, const QString& text)
{
    for (const char* name : {"messageLink", "secondMessageLink"}) {
        auto* link = fixture.window->findChild<QToolButton*>(QLatin1String(name));
        if (link && link->isVisible() && link->text() == text)
            return link;
    }
    return nullptr;
}

// A window chooses its scheme itself, so it is told, as a person would tell it.
void choose(const WindowFixture& fixture, bool isDark)
{
    const WindowActions& actions = fixture.window->actions();
    (isDark ? actions.schemeDark : actions.schemeLight)->trigger();
}

} // namespace

// What the window says and shows when memory ran out, and of parts of the memory.
class TestWindowOom : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { applyColourScheme(ColourScheme::Light); }
    void openingSaysSoAndLeadsThere();
    void filesWithoutAnySayNothing();
    void keysGoFromOneToTheNext();
    void aClickOnTheMarkLeadsThere();
    void otherSettingsAreTried();
    void aLiveRunSaysSoOnce();
    void filterByStream();
    void filterByPool();
    void filterIsThereOnlyWhereItMakesSense();
};

void TestWindowOom::openingSaysSoAndLeadsThere()
{
    for (const bool isDark : {false, true}) {
        WindowFixture fixture;
        choose(fixture, isDark);
        fixture.window->resize(1500, 1000);
        fixture.open(testDataFile(QStringLiteral("oom.pickle")));
        QVERIFY2(fixture.window->messages()->text().startsWith(
                     QStringLiteral("Memory ran out at event 33: 60.0 MiB (62,914,560 B) were asked for")),
            qPrintable(fixture.window->messages()->text()));
        QToolButton* link = linkNamed(fixture, QStringLiteral("Show"));
        QVERIFY(link);
        QTest::mouseClick(link, Qt::LeftButton);
        QCOMPARE(fixture.window->viewState()->cursor(), std::size_t(33));
        QTRY_VERIFY(fixture.window->views()->details()->toPlainText().contains(
            QStringLiteral("Out of memory: 60.0 MiB asked for")));
        QTest::qWait(200);
        QVERIFY(fixture.window->grab().save(pictureFile(
            isDark ? QStringLiteral("window-oom-dark.png") : QStringLiteral("window-oom-light.png"))));
    }
}

void TestWindowOom::filesWithoutAnySayNothing()
{
    WindowFixture fixture;
    fixture.open(testDataFile(QStringLiteral("vgg.pickle")));
    QVERIFY(!fixture.window->messages()->text().contains(QStringLiteral("ran out")));
    QVERIFY(!fixture.window->actions().nextOom->isEnabled());
    QVERIFY(!linkNamed(fixture, QStringLiteral("Show")));
}

void TestWindowOom::keysGoFromOneToTheNext()
{
    WindowFixture fixture;
    fixture.open(testDataFile(QStringLiteral("cuda/out_of_memory.tide")));
    ViewState& state = *fixture.window->viewState();
    std::vector<std::size_t> positions;
    for (std::size_t k = 0; k < state.device().events.size(); ++k)
        if (state.device().events.action()[k] == Action::Oom)
            positions.push_back(k + 1);
    QVERIFY(!positions.empty());
    state.setCursor(0);
    for (const std::size_t position : positions) {
        QTest::keyClick(fixture.window.get(), Qt::Key_F3);
        QCOMPARE(state.cursor(), position);
    }
    QTest::keyClick(fixture.window.get(), Qt::Key_F3); // behind the last comes the first
    QCOMPARE(state.cursor(), positions.front());
    QTest::keyClick(fixture.window.get(), Qt::Key_F3, Qt::ShiftModifier);
    QCOMPARE(state.cursor(), positions.back());
}

void TestWindowOom::aClickOnTheMarkLeadsThere()
{
    WindowFixture fixture;
    fixture.open(testDataFile(QStringLiteral("oom.pickle")));
    ViewState& state = *fixture.window->viewState();
    auto* plot = fixture.window->views()->timeline()->findChild<TimelinePlot*>();
    QVERIFY(plot);
    const auto isOom = [](const PlacedMark& mark) { return mark.look == MarkLook::OutOfMemory; };
    QTRY_VERIFY(std::any_of(plot->scene().marks.begin(), plot->scene().marks.end(), isOom));
    const auto& marks = plot->scene().marks;
    const PlacedMark mark = *std::find_if(marks.begin(), marks.end(), isOom);
    const double middle = plot->scene().rows.marks.center().y();
    state.setCursor(0);
    QTest::mouseClick(plot, Qt::LeftButton, {}, QPointF(mark.x, middle).toPoint());
    QCOMPARE(state.device().events.action()[state.cursor() - 1], Action::Oom);
    QCOMPARE(state.cursor(), mark.position);
    state.setCursor(0);
    QTest::mouseClick(plot, Qt::LeftButton, {}, QPointF(mark.labelLeft + 5, middle).toPoint());
    QCOMPARE(state.cursor(), mark.position);
}

void TestWindowOom::otherSettingsAreTried()
{
    WindowFixture fixture;
    fixture.window->resize(1500, 1000);
    fixture.open(testDataFile(QStringLiteral("oom.pickle")));
    QTest::keyClick(fixture.window.get(), Qt::Key_F3);
    Q_EMIT fixture.window->views()->details()->otherSettingsAsked(fixture.window->viewState()->cursor());
    LowerViews* lower = fixture.window->views()->lower();
    QVERIFY(lower->whatIf()->isVisible());
    auto* sentence = lower->whatIf()->findChild<QLabel*>(QStringLiteral("whatIfSentence"));
    QTRY_VERIFY2_WITH_TIMEOUT(sentence->text().contains(QStringLiteral("asked for at event 33")),
        qPrintable(sentence->text()), patience);
    // Nothing was free, so no setting could have helped.
    QVERIFY2(sentence->text().contains(QStringLiteral("none of these would have served")),
        qPrintable(sentence->text()));
    QVERIFY(lower->whatIf()->table().rowCount() > 3);
    // What the process could have had stands in the form.
    const QString limit = lower->whatIf()->findChild<QLineEdit*>(QStringLiteral("whatIfLimit"))->text();
    QCOMPARE(parseBytes(limit.toStdString()).value_or(0), std::uint64_t(1'447'034'880));
    QTest::qWait(200);
    QVERIFY(fixture.window->grab().save(pictureFile(QStringLiteral("window-oom-trials.png"))));
}

void TestWindowOom::aLiveRunSaysSoOnce()
{
    WindowFixture fixture;
    fixture.window->startRecording(fixture.runOptions(QStringLiteral("playground")));
    QTRY_VERIFY_WITH_TIMEOUT(fixture.window->live()->isShown(), patience);
    fixture.window->live()->send(QStringLiteral("alloc 8TiB"));
    QTRY_VERIFY_WITH_TIMEOUT(fixture.eventCount() > 0 && lastOom(*fixture.window->viewState()) > 0, patience);
    QTRY_VERIFY_WITH_TIMEOUT(linkNamed(fixture, QStringLiteral("Show")), patience);
    // The cursor follows the end, where the card is.
    QTRY_VERIFY(fixture.window->views()->details()->toPlainText().contains(QStringLiteral("Out of memory")));
    fixture.window->messages()->dismiss();
    // The run goes on.
    const std::size_t before = fixture.eventCount();
    fixture.window->live()->send(QStringLiteral("alloc 1MiB"));
    QTRY_VERIFY_WITH_TIMEOUT(fixture.eventCount() > before, patience);
    QVERIFY(fixture.window->live()->isLive());
    QVERIFY(!fixture.window->messages()->text().contains(QStringLiteral("ran out")));
    QTest::keyClick(fixture.window.get(), Qt::Key_F3);
    QCOMPARE(fixture.window->viewState()->cursor(), lastOom(*fixture.window->viewState()));
}

void TestWindowOom::filterByStream()
{
    for (const bool isDark : {false, true}) {
        WindowFixture fixture;
        choose(fixture, isDark);
        fixture.window->resize(1500, 1000);
        fixture.open(testDataFile(QStringLiteral("rand_streams.pickle")));
        ViewState& state = *fixture.window->viewState();
        state.setCursor(fixture.eventCount() / 2);
        auto* box = fixture.window->findChild<QComboBox*>(QStringLiteral("memoryFilter"));
        QVERIFY(box && box->isVisible());
        QVERIFY(box->itemText(0).startsWith(QStringLiteral("All memory · ")));
        QVERIFY(box->itemText(1).startsWith(QStringLiteral("stream 0 (default) · ")));
        box->setFocus();
        QTest::keyClick(box, Qt::Key_Down);
        QTest::keyClick(box, Qt::Key_Down);
        QVERIFY(state.filter().stream.has_value());
        const MemoryFilter filter = state.filter();
        QTRY_VERIFY_WITH_TIMEOUT(state.curves().valueAt(Curve::Reserved, state.cursor())
                < state.history().valueAt(Curve::Reserved, state.cursor()),
            patience);
        std::int64_t reserved = 0;
        for (const SegmentInfo& segment : state.segments()->segments)
            reserved += filter.holds(segment) ? static_cast<std::int64_t>(segment.totalSize) : 0;
        QCOMPARE(state.curves().valueAt(Curve::Reserved, state.cursor()), reserved);
        for (const SegmentInfo& segment : state.shownSegments()->segments)
            QVERIFY(filter.holds(segment));
        QTRY_VERIFY(fixture.window->views()->details()->toPlainText().contains(
            QStringLiteral("that are reserved in all")));
        QTest::qWait(200);
        QVERIFY(fixture.window->grab().save(pictureFile(
            isDark ? QStringLiteral("window-filter-dark.png") : QStringLiteral("window-filter-light.png"))));
        // Escape anywhere in the views, and in the box.
        QTest::keyClick(fixture.window->views()->timeline(), Qt::Key_Escape);
        QVERIFY(state.filter().isAll());
        QCOMPARE(box->currentIndex(), 0);
        QCOMPARE(state.curves().valueAt(Curve::Reserved, state.cursor()),
            state.history().valueAt(Curve::Reserved, state.cursor()));
        QTest::keyClick(box, Qt::Key_Down);
        QVERIFY(!state.filter().isAll());
        QTest::keyClick(box, Qt::Key_Escape);
        QVERIFY(state.filter().isAll());
    }
}

void TestWindowOom::filterByPool()
{
    WindowFixture fixture;
    fixture.open(testDataFile(QStringLiteral("graphs.pickle")));
    ViewState& state = *fixture.window->viewState();
    auto* box = fixture.window->findChild<QComboBox*>(QStringLiteral("memoryFilter"));
    QVERIFY(box && box->isVisible());
    int graph = -1;
    for (int i = 0; i < box->count(); ++i)
        graph = box->itemText(i).contains(QStringLiteral("pool (")) ? i : graph;
    QVERIFY(graph > 0);
    box->setCurrentIndex(graph);
    Q_EMIT box->activated(graph);
    QVERIFY(state.filter().pool.has_value());
    // Another file has parts of its own.
    fixture.open(testDataFile(QStringLiteral("vgg.pickle")));
    QVERIFY(state.filter().isAll());
}

void TestWindowOom::filterIsThereOnlyWhereItMakesSense()
{
    WindowFixture fixture;
    fixture.open(testDataFile(QStringLiteral("vgg.pickle")));
    auto* box = fixture.window->findChild<QComboBox*>(QStringLiteral("memoryFilter"));
    QVERIFY(box && !box->isVisible());
}

QTEST_MAIN(TestWindowOom)
#include "tst_window_oom.moc"
