// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/open_recording.h"
#include "tests/support/test_data.h"
#include "tests/ui/window/window_fixture.h"
#include "ui/whatif/simulated_map.h"
#include "ui/whatif/what_if_page.h"
#include "ui/window/lower_views.h"
#include "ui/window/recording_views.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>

using namespace tidemark;
using namespace tidemark::tests;
using namespace tidemark::ui;

namespace {

std::int64_t recordedPeak(const QString& name)
{
    auto recording = openRecording(testDataFile(name).toStdString());
    if (!recording)
        qFatal("%s", recording.error().message.c_str());
    return analyze(*std::move(recording)).histories[0].peak(Curve::Reserved).bytes;
}

} // namespace

// What the window makes of a recording that is asked what would have been.
class TestWindowWhatIf : public QObject {
    Q_OBJECT

private slots:
    void varyUnderExpandableSegments();
    void emptyCacheHereOnASavedFile();
    void freeMemoryAsCurves();
};

// The same training was also recorded with expandable segments: what the simulator says of the one is what
// really happened in the other.
void TestWindowWhatIf::varyUnderExpandableSegments()
{
    WindowFixture fixture;
    fixture.window->resize(1500, 1000);
    fixture.open(testDataFile(QStringLiteral("vary.pickle")));
    LowerViews* lower = fixture.window->views()->lower();
    QVERIFY(!lower->simulatedMap()->isVisible());
    fixture.window->actions().view(DockedView::WhatIf)->trigger();
    QVERIFY(lower->whatIf()->isVisible());
    lower->whatIf()
        ->findChild<QLineEdit*>(QStringLiteral("whatIfConf"))
        ->setText(QStringLiteral("expandable_segments:True"));
    lower->whatIf()->findChild<QPushButton*>(QStringLiteral("whatIfRun"))->click();
    QTRY_VERIFY_WITH_TIMEOUT(lower->whatIf()->shown(), patience);
    const std::int64_t really = recordedPeak(QStringLiteral("expandable_vary.pickle"));
    const auto simulated =
        static_cast<std::int64_t>(lower->whatIf()->shown()->simulation.figures.peak.reserved);
    qInfo("vary under expandable segments: %lld bytes simulated, %lld bytes in expandable_vary",
        static_cast<long long>(simulated), static_cast<long long>(really));
    QCOMPARE(simulated, really);
    QCOMPARE(fixture.window->viewState()->overlays().size(), std::size_t(2));
    QTest::qWait(200);
    QVERIFY(fixture.window->grab().save(pictureFile(QStringLiteral("window-what-if.png"))));

    lower->showMap();
    QVERIFY(lower->simulatedMap()->isVisible());
    fixture.window->viewState()->setCursor(fixture.eventCount() / 2);
    QTest::qWait(200);
    QVERIFY(fixture.window->grab().save(pictureFile(QStringLiteral("window-simulated-map.png"))));
}

void TestWindowWhatIf::emptyCacheHereOnASavedFile()
{
    WindowFixture fixture;
    fixture.open(testDataFile(QStringLiteral("vary.pickle")));
    fixture.window->viewState()->setCursor(fixture.eventCount() / 2);
    QVERIFY(fixture.window->actions().emptyCacheHere->isEnabled());
    fixture.window->actions().emptyCacheHere->trigger();
    const WhatIfPage* page = fixture.window->views()->lower()->whatIf();
    QTRY_VERIFY_WITH_TIMEOUT(page->shown(), patience);
    QVERIFY(page->isVisible());
    const auto emptied = page->shown()->emptied;
    QVERIFY(emptied && emptied->returned > 0);
    QVERIFY(page->findChild<QLabel*>(QStringLiteral("whatIfSentence"))
                ->text()
                .startsWith(QStringLiteral("An empty_cache() after event")));
}

void TestWindowWhatIf::freeMemoryAsCurves()
{
    WindowFixture fixture;
    fixture.open(testDataFile(QStringLiteral("vary.pickle")));
    ViewState* state = fixture.window->viewState();
    QVERIFY(state->overlays().empty());
    fixture.window->actions().freeCurves->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(state->overlays().size(), std::size_t(2), patience);
    const DeviceHistory& history = state->history();
    const OverlayCurve& free = *state->overlays()[0];
    const OverlayCurve& largest = *state->overlays()[1];
    QCOMPARE(free.values.size(), history.eventCount());
    for (std::size_t position = 0; position <= history.eventCount(); position += 97) {
        // Nothing waits for a stream here: what is reserved and not active is free.
        const std::int64_t expected =
            history.valueAt(Curve::Reserved, position) - history.valueAt(Curve::Active, position);
        QCOMPARE(free.valueAt(position), expected);
        QVERIFY(largest.valueAt(position) <= expected);
    }
    // Another file has its own.
    fixture.open(testDataFile(QStringLiteral("vgg.pickle")));
    QTRY_COMPARE_WITH_TIMEOUT(state->overlays().size(), std::size_t(2), patience);
    QCOMPARE(state->overlays()[0]->values.size(), state->history().eventCount());
    fixture.window->actions().freeCurves->trigger();
    QVERIFY(state->overlays().empty());
}

QTEST_MAIN(TestWindowWhatIf)
#include "tst_window_what_if.moc"
