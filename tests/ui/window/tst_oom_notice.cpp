// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/open_recording.h"
#include "tests/support/test_data.h"
#include "ui/details/details_pane.h"
#include "ui/map/fragmentation_map.h"
#include "ui/timeline/timeline_plot.h"
#include "ui/timeline/timeline_view.h"
#include "ui/view_state.h"
#include "ui/whatif/what_if_page.h"
#include "ui/window/filter_follower.h"
#include "ui/window/memory_filter_box.h"
#include "ui/window/oom_notice.h"
#include "ui/window/window_actions.h"

#include <QAction>
#include <QLabel>
#include <QMainWindow>
#include <QTest>
#include <QToolButton>
#include <QVBoxLayout>

using namespace tidemark;
using namespace tidemark::ui;
using namespace tidemark::tests;

namespace {

constexpr int patience = 180'000; // milliseconds; a busy machine is no fault

std::shared_ptr<const AnalyzedRecording> opened(const char* name)
{
    auto recording = openRecording(testDataFile(QString::fromLatin1(name)).toStdString());
    if (!recording)
        qFatal("%s", recording.error().message.c_str());
    return std::make_shared<const AnalyzedRecording>(analyze(std::move(*recording)));
}

// The first `count` events of a recording, as a live run has them.
std::shared_ptr<const AnalyzedRecording> begun(const AnalyzedRecording& whole, std::size_t count)
{
    Recording recording = whole.recording;
    recording.complete = false;
    Device& device = recording.devices[0];
    const EventColumns all = device.events;
    device.events = {};
    for (std::size_t i = 0; i < count; ++i)
        device.events.append(all[i]);
    device.after.reset();
    return std::make_shared<const AnalyzedRecording>(analyze(std::move(recording)));
}

struct Notice {
    ViewState state;
    QMainWindow window;
    WindowActions actions{window};
    MessageBar messages{&window};
    OomNotice notice{state, actions, messages};
};

} // namespace

// The parts of the window that deal with an oom, and with parts of the memory, without the window.
class TestOomNotice : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aGrowingRunSaysSoOnce();
    void theEndLeadsToItsReason();
    void actionsWalk();
    void aClickOnTheMarkLeadsThere();
    void otherSettingsAreTried();
    void filterFindsItsCurves();
    void views_data();
    void views();
};

void TestOomNotice::aGrowingRunSaysSoOnce()
{
    const auto whole = opened("oom.pickle");
    Notice about;
    about.state.setRecording(begun(*whole, 20), false);
    QVERIFY(about.notice.sentence().isEmpty());
    QVERIFY(about.notice.link().text.isEmpty());
    QVERIFY(!about.actions.nextOom->isEnabled());
    about.state.setRecording(begun(*whole, 33), true);
    QVERIFY2(about.messages.text().startsWith(
                 QStringLiteral("Memory ran out at event 33: 60.0 MiB (62,914,560 B) were asked for")),
        qPrintable(about.messages.text()));
    QCOMPARE(about.messages.tone(), MessageBar::Tone::Trouble);
    QVERIFY(about.actions.nextOom->isEnabled());
    about.messages.dismiss();
    about.state.setRecording(begun(*whole, whole->recording.devices[0].events.size()), true);
    QVERIFY(about.messages.text().isEmpty());
    about.state.setCursor(3);
    about.notice.link().onClick();
    QCOMPARE(about.state.cursor(), std::size_t(33));
}

void TestOomNotice::theEndLeadsToItsReason()
{
    const auto whole = opened("oom.pickle");
    Notice about;
    about.state.setRecording(whole, false);
    about.state.setFollowsEnd(true);
    about.notice.showReasonOfEnd();
    QCOMPARE(about.state.cursor(), std::size_t(33));
    // Who looks elsewhere stays there.
    about.state.setCursor(5);
    about.notice.showReasonOfEnd();
    QCOMPARE(about.state.cursor(), std::size_t(5));
}

void TestOomNotice::actionsWalk()
{
    Recording recording = opened("oom.pickle")->recording;
    Event oom = recording.devices[0].events[32];
    recording.devices[0].events.append(oom);
    recording.devices[0].events.append(oom);
    const std::size_t last = recording.devices[0].events.size();
    Notice about;
    about.state.setRecording(std::make_shared<const AnalyzedRecording>(analyze(std::move(recording))), false);
    QVERIFY(about.notice.sentence().startsWith(QStringLiteral("Memory ran out 3 times")));
    about.state.setCursor(0);
    for (const std::size_t position : {std::size_t(33), last - 1, last, std::size_t(33)}) {
        about.actions.nextOom->trigger();
        QCOMPARE(about.state.cursor(), position);
    }
    about.actions.previousOom->trigger();
    QCOMPARE(about.state.cursor(), last);
    about.actions.previousOom->trigger();
    QCOMPARE(about.state.cursor(), last - 1);
}

void TestOomNotice::aClickOnTheMarkLeadsThere()
{
    ViewState state;
    TimelineView view(&state);
    state.setRecording(opened("oom.pickle"), false);
    view.resize(900, 400);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    auto* plot = view.findChild<TimelinePlot*>();
    const auto isOom = [](const PlacedMark& mark) { return mark.look == MarkLook::OutOfMemory; };
    const auto& marks = plot->scene().marks;
    QTRY_VERIFY(std::any_of(marks.begin(), marks.end(), isOom));
    const PlacedMark mark = *std::find_if(marks.begin(), marks.end(), isOom);
    QCOMPARE(mark.position, std::size_t(33));
    const double middle = plot->scene().rows.marks.center().y();
    for (const double x : {mark.x, mark.labelLeft + 5}) {
        state.setCursor(0);
        QTest::mouseClick(plot, Qt::LeftButton, {}, QPointF(x, middle).toPoint());
        QCOMPARE(state.cursor(), std::size_t(33));
    }
}

void TestOomNotice::otherSettingsAreTried()
{
    ViewState state;
    WhatIfPage page(state);
    state.setRecording(opened("oom.pickle"), false);
    page.resize(1100, 420);
    page.show();
    QVERIFY(QTest::qWaitForWindowExposed(&page));
    page.askOutOfMemory(33);
    auto* sentence = page.findChild<QLabel*>(QStringLiteral("whatIfSentence"));
    QTRY_VERIFY_WITH_TIMEOUT(sentence->text().contains(QStringLiteral("asked for at event 33")), patience);
    // Nothing was free, so no setting could have helped.
    QVERIFY2(sentence->text().contains(QStringLiteral("none of these would have served")),
        qPrintable(sentence->text()));
    QVERIFY(page.table().rowCount() > 3);
    QVERIFY(page.grab().save(pictureFile(QStringLiteral("oom_trials.png"))));
}

void TestOomNotice::filterFindsItsCurves()
{
    const auto whole = opened("rand_streams.pickle");
    ViewState state;
    FilterFollower follower(state);
    state.setRecording(begun(*whole, 2000), false);
    const MemoryFilter filter = MemoryFilter::ofStream(1);
    state.setFilter(filter);
    const auto reservedNow = [&] {
        std::int64_t reserved = 0;
        for (const SegmentInfo& segment : state.segments()->segments)
            reserved += filter.holds(segment) ? static_cast<std::int64_t>(segment.totalSize) : 0;
        return reserved;
    };
    QTRY_COMPARE_WITH_TIMEOUT(
        state.curves().valueAt(Curve::Reserved, state.cursor()), reservedNow(), patience);
    // It follows a run that grows.
    state.setRecording(begun(*whole, 3000), true);
    QCOMPARE(state.filter(), filter);
    QTRY_COMPARE_WITH_TIMEOUT(state.curves().eventCount(), std::size_t(3000), patience);
    QCOMPARE(state.curves().valueAt(Curve::Reserved, state.cursor()), reservedNow());
    state.setFilter({});
    QCOMPARE(state.curves().valueAt(Curve::Reserved, state.cursor()),
        state.history().valueAt(Curve::Reserved, state.cursor()));
}

void TestOomNotice::views_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("part");
    QTest::newRow("streams") << QStringLiteral("rand_streams.pickle") << QStringLiteral("stream 1");
    QTest::newRow("graphs") << QStringLiteral("graphs.pickle") << QStringLiteral("graph pool");
}

// The box, and what the views make of its choice.
void TestOomNotice::views()
{
    QFETCH(QString, file);
    QFETCH(QString, part);
    ViewState state;
    FilterFollower follower(state);
    QWidget page;
    auto* column = new QVBoxLayout(&page);
    auto* box = new MemoryFilterBox(state, &page);
    auto* timeline = new TimelineView(&state, &page);
    auto* map = new FragmentationMap(state, &page);
    auto* details = new DetailsPane(state, &page);
    for (QWidget* widget : std::initializer_list<QWidget*>{box, timeline, map, details})
        column->addWidget(widget);
    state.setRecording(opened(qPrintable(file)), false);
    state.setCursor(state.history().eventCount() / 2);
    page.resize(900, 1300);
    page.show();
    QVERIFY(QTest::qWaitForWindowExposed(&page));
    QVERIFY(box->isVisible());
    QVERIFY(box->itemText(0).startsWith(QStringLiteral("All memory · ")));
    box->setFocus();
    for (int i = 0; i < box->count() && !box->currentText().startsWith(part); ++i)
        QTest::keyClick(box, Qt::Key_Down);
    QVERIFY2(box->currentText().startsWith(part), qPrintable(box->currentText()));
    const MemoryFilter filter = state.filter();
    QVERIFY(!filter.isAll());
    for (const SegmentInfo& segment : state.shownSegments()->segments)
        QVERIFY(filter.holds(segment));
    QTRY_VERIFY(details->toPlainText().contains(QStringLiteral("that are reserved in all")));
    QTest::qWait(300);
    QVERIFY(page.grab().save(
        pictureFile(QStringLiteral("filter_%1.png").arg(QLatin1String(QTest::currentDataTag())))));
    QTest::keyClick(box, Qt::Key_Escape);
    QVERIFY(state.filter().isAll());
    QCOMPARE(box->currentIndex(), 0);
    QTRY_VERIFY(!details->toPlainText().contains(QStringLiteral("that are reserved in all")));
    // A device with one stream and one pool needs no such box.
    state.setRecording(opened("vgg.pickle"), false);
    QVERIFY(!box->isVisible());
}

QTEST_MAIN(TestOomNotice)
#include "tst_oom_notice.moc"
