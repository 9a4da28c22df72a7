// SPDX-License-Identifier: GPL-3.0-or-later
// Sizes by 1,024 or by 1,000, in everything that the window shows.
#include "tests/support/test_data.h"
#include "tests/ui/window/shown_words.h"
#include "tests/ui/window/window_fixture.h"
#include "ui/active_memory/active_memory_page.h"
#include "ui/compare/comparison_page.h"
#include "ui/details/details_pane.h"
#include "ui/devices/devices_canvas.h"
#include "ui/devices/devices_page.h"
#include "ui/map/fragmentation_map.h"
#include "ui/memory/memory_page.h"
#include "ui/scopes/scopes_page.h"
#include "ui/segment_history/segment_history_page.h"
#include "ui/steps/steps_page.h"
#include "ui/tables/tables_page.h"
#include "ui/tiles/tile_canvas.h"
#include "ui/timeline/timeline_view.h"
#include "ui/whatif/what_if_page.h"
#include "ui/window/lower_views.h"
#include "ui/window/message_bar.h"
#include "ui/window/recording_views.h"

#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QTimer>
#include <functional>

using namespace tidemark;
using namespace tidemark::tests;
using namespace tidemark::ui;

namespace {

// What people type stays as PyTorch reads it, and has no space before its unit.
const QRegularExpression binarySize(QStringLiteral("[0-9][\\s\\x{a0}][KMGTPE]iB\\b"));
const QRegularExpression decimalSize(QStringLiteral("[0-9][\\s\\x{a0}][kMGTPE]B\\b"));

const QRegularExpression& sizeIn(ByteUnits units)
{
    return units == ByteUnits::Binary ? binarySize : decimalSize;
}

// Lines may be broken elsewhere.
QStringList piecesOf(const QStringList& words)
{
    static const QRegularExpression space(QStringLiteral("\\s+"));
    QStringList pieces = words.join(u' ').split(space, Qt::SkipEmptyParts);
    pieces.sort();
    return pieces;
}

ByteUnits otherThan(ByteUnits units)
{
    return units == ByteUnits::Binary ? ByteUnits::Decimal : ByteUnits::Binary;
}

} // namespace

class TestWindowUnits : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyPageFollows_data();
    void everyPageFollows();
    void devicesFollow();
    void memoryThatRanOutFollows();
    void theChoiceIsRemembered();

private:
    // Switches there and back, with every word of the window looked at, and those of `page` compared.
    void switchUnits(WindowFixture& fixture, QWidget& page);
    void showUnits(WindowFixture& fixture, ByteUnits units);
};

void TestWindowUnits::showUnits(WindowFixture& fixture, ByteUnits units)
{
    const WindowActions& actions = fixture.window->actions();
    (units == ByteUnits::Binary ? actions.unitsBinary : actions.unitsDecimal)->trigger();
    QCOMPARE(fixture.window->viewState()->units(), units);
    QStringList words;
    const auto wrong = [&] { return words.filter(sizeIn(otherThan(units))); };
    const auto isRight = [&] {
        words = shownWords(*fixture.window);
        return wrong().isEmpty();
    };
    QVERIFY2(QTest::qWaitFor(isRight, patience), qPrintable(wrong().join(u'\n').left(3000)));
    QVERIFY(!words.filter(sizeIn(units)).isEmpty());
}

void TestWindowUnits::switchUnits(WindowFixture& fixture, QWidget& page)
{
    QVERIFY(page.isVisible());
    showUnits(fixture, ByteUnits::Binary);
    if (QTest::currentTestFailed())
        return;
    const QString name = page.objectName();
    fixture.window->grab().save(pictureFile(QStringLiteral("units-%1-binary.png").arg(name)));
    const QStringList before = piecesOf(shownWords(page));
    showUnits(fixture, ByteUnits::Decimal);
    if (QTest::currentTestFailed())
        return;
    fixture.window->grab().save(pictureFile(QStringLiteral("units-%1-decimal.png").arg(name)));
    QVERIFY2(piecesOf(shownWords(page)) != before, qPrintable(name));
    showUnits(fixture, ByteUnits::Binary);
    if (QTest::currentTestFailed())
        return;
    QStringList after;
    const auto isSame = [&] {
        after = piecesOf(shownWords(page));
        return after == before;
    };
    (void)QTest::qWaitFor(isSame, patience / 6);
    QStringList lost = before;
    for (const QString& piece : after)
        lost.removeOne(piece);
    for (const QString& piece : before)
        after.removeOne(piece);
    QVERIFY2(lost.isEmpty() && after.isEmpty(),
        qPrintable(QStringLiteral("%1: lost %2; new %3").arg(name, lost.join(u'|'), after.join(u'|'))));
}

void TestWindowUnits::everyPageFollows_data()
{
    using Show = std::function<QWidget*(LowerViews&)>; // the page; null: it is not there yet
    QTest::addColumn<std::function<void(LowerViews&)>>("show");
    QTest::addColumn<Show>("page");
    const auto add = [](const char* name, std::function<void(LowerViews&)> show, Show page) {
        QTest::newRow(name) << std::move(show) << std::move(page);
    };
    const auto ready = [](bool isReady, QWidget* page) { return isReady ? page : nullptr; };
    add(
        "map", [](LowerViews& views) { views.showMap(); },
        [](LowerViews& views) -> QWidget* { return views.map(); });
    add(
        "memory", [](LowerViews& views) { views.showMemory(); },
        [=](LowerViews& views) -> QWidget* {
            const auto* sum = views.memory()->findChild<QLabel*>(QStringLiteral("memorySum"));
            return ready(!sum->text().isEmpty(), views.memory());
        });
    add(
        "tensors",
        [](LowerViews& views) {
            views.showMemory();
            views.memory()->showTensors(true);
        },
        [=](LowerViews& views) -> QWidget* {
            const auto* sum = views.memory()->findChild<QLabel*>(QStringLiteral("memorySum"));
            return ready(!sum->text().isEmpty(), views.memory());
        });
    add(
        "scopes", [](LowerViews& views) { views.showScopes(); },
        [=](LowerViews& views) -> QWidget* {
            return ready(views.scopes()->model().rowCount() > 0, views.scopes());
        });
    add(
        "active memory", [](LowerViews& views) { views.showActiveMemory(); },
        [=](LowerViews& views) -> QWidget* {
            return ready(views.activeMemory()->isSettled(), views.activeMemory());
        });
    add(
        "segments", [](LowerViews& views) { views.showSegmentHistory(); },
        [=](LowerViews& views) -> QWidget* {
            return ready(views.segmentHistory()->isSettled(), views.segmentHistory());
        });
    for (const auto tab :
        {TablesPage::Events, TablesPage::Allocations, TablesPage::Segments, TablesPage::Bars})
        QTest::addRow("table %d", tab) << std::function<void(LowerViews&)>([tab](LowerViews& views) {
            views.showTables();
            views.tables()->showTable(tab);
        }) << Show([=](LowerViews& views) -> QWidget* {
            const bool hasRows = !shownWords(*views.tables()).filter(binarySize).isEmpty();
            return ready(hasRows && !views.tables()->isBusy(), views.tables());
        });
    add(
        "what if",
        [](LowerViews& views) {
            views.showWhatIf();
            views.whatIf()
                ->findChild<QLineEdit*>(QStringLiteral("whatIfLimit"))
                ->setText(QStringLiteral("24GiB"));
            views.whatIf()->findChild<QPushButton*>(QStringLiteral("whatIfRun"))->click();
        },
        [=](LowerViews& views) -> QWidget* {
            return ready(views.whatIf()->shown() != nullptr, views.whatIf());
        });
}

void TestWindowUnits::everyPageFollows()
{
    QFETCH(std::function<void(LowerViews&)>, show);
    using Show = std::function<QWidget*(LowerViews&)>;
    QFETCH(Show, page);
    WindowFixture fixture;
    fixture.window->resize(1600, 1000);
    fixture.open(testDataFile(QStringLiteral("annotations.pickle")));
    LowerViews& views = *fixture.window->views()->lower();
    ViewState& state = *fixture.window->viewState();
    state.setColourBy(GroupBy::Operator);
    state.setCursor(fixture.eventCount() / 2);
    QTRY_VERIFY_WITH_TIMEOUT(state.colouring(), patience);
    show(views);
    QWidget* shown = nullptr;
    QTRY_VERIFY_WITH_TIMEOUT((shown = page(views)) != nullptr, patience);
    // The mouse is over the curves, where it reads them.
    QWidget* timeline = fixture.window->views()->timeline();
    QTest::mouseMove(timeline, timeline->rect().center() + QPoint(40, 30));
    switchUnits(fixture, *shown);
    if (QTest::currentTestFailed())
        return;
    switchUnits(fixture, *timeline);
}

void TestWindowUnits::devicesFollow()
{
    WindowFixture fixture;
    fixture.window->resize(1600, 1000);
    fixture.window->openFiles(
        {testDataFile(QStringLiteral("ddp_rank0.pickle")), testDataFile(QStringLiteral("ddp_rank1.pickle"))});
    const auto isAllThere = [&] {
        const auto recording = fixture.window->viewState()->recording();
        return recording && recording->recording.complete && recording->recording.devices.size() == 2;
    };
    QTRY_VERIFY_WITH_TIMEOUT(isAllThere() && !fixture.window->showsStartPage(), patience);
    LowerViews& views = *fixture.window->views()->lower();
    views.showDevices();
    QVERIFY(views.devices()->isVisible());
    QWidget* canvas = views.devices()->canvas()->viewport();
    QTest::mouseMove(canvas, canvas->rect().center());
    switchUnits(fixture, *views.devices());
    if (QTest::currentTestFailed())
        return;
    views.showSteps();
    QTRY_VERIFY_WITH_TIMEOUT(!views.steps()->isBusy(), patience);
    showUnits(fixture, ByteUnits::Decimal);
    if (QTest::currentTestFailed())
        return;
    showUnits(fixture, ByteUnits::Binary);
    if (QTest::currentTestFailed())
        return;
    fixture.window->compareWith(testDataFile(QStringLiteral("vgg.pickle")));
    const Comparison& comparison = *views.compared()->comparison();
    QTRY_VERIFY_WITH_TIMEOUT(comparison.facts() && !comparison.isBusy(), patience);
    switchUnits(fixture, *views.compared());
}

void TestWindowUnits::memoryThatRanOutFollows()
{
    WindowFixture fixture;
    fixture.window->resize(1600, 1000);
    fixture.open(testDataFile(QStringLiteral("oom.pickle")));
    fixture.window->actions().nextOom->trigger();
    const MessageBar* messages = fixture.window->messages();
    QTRY_VERIFY(messages->text().contains(QStringLiteral("Memory ran out")));
    messages->findChild<QTimer*>(QStringLiteral("messageClock"))->stop(); // a note leaves, sooner or later
    const DetailsPane* details = fixture.window->views()->details();
    QTRY_VERIFY_WITH_TIMEOUT(
        details->toPlainText().contains(QStringLiteral("Out of memory: 60.0 MiB")), patience);
    const QString binary = messages->text();
    QVERIFY2(binary.contains(binarySize), qPrintable(binary));
    switchUnits(fixture, *fixture.window);
    if (QTest::currentTestFailed())
        return;
    QCOMPARE(messages->text(), binary);
    showUnits(fixture, ByteUnits::Decimal);
    QVERIFY(messages->text().contains(decimalSize));
}

void TestWindowUnits::theChoiceIsRemembered()
{
    WindowFixture fixture;
    QVERIFY(fixture.window->actions().unitsBinary->isChecked());
    fixture.window->actions().unitsDecimal->trigger();
    fixture.reopen();
    QCOMPARE(fixture.window->viewState()->units(), ByteUnits::Decimal);
    QVERIFY(fixture.window->actions().unitsDecimal->isChecked());
    // Of all recordings, whatever was kept beside them.
    fixture.open(testDataFile(QStringLiteral("rand_small.pickle")));
    QCOMPARE(fixture.window->viewState()->units(), ByteUnits::Decimal);
    fixture.window->actions().unitsBinary->trigger();
    fixture.reopen();
    QCOMPARE(fixture.window->viewState()->units(), ByteUnits::Binary);
}

QTEST_MAIN(TestWindowUnits)
#include "tst_window_units.moc"
