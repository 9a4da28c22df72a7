// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_data.h"
#include "tests/ui/window/window_fixture.h"
#include "ui/window/command_palette.h"
#include "ui/window/message_bar.h"
#include "ui/window/navigator.h"

#include <QClipboard>
#include <QFile>
#include <QGuiApplication>
#include <QImage>
#include <QInputDialog>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QProcess>
#include <algorithm>
#include <functional>

using namespace tidemark;
using namespace tidemark::ui;
using namespace tidemark::tests;

namespace {

// A window with a recording of a VGG with checkpoints, where places count at once.
class OpenWindow : public WindowFixture {
public:
    explicit OpenWindow(const QString& file = testDataFile(QStringLiteral("vgg_ckpt.pickle")))
        : path(file)
    {
        window->resize(1200, 800);
        open(file);
    }

    ViewState& state() const { return *window->viewState(); }
    const WindowActions& actions() const { return window->actions(); }

    // Rests there, so that it is a place to come back to.
    void lookAt(std::size_t cursor, double begin, double end) const
    {
        state().setCursor(cursor);
        state().setRange(begin, end);
        QTest::qWait(PlaceHistory::restMilliseconds + 200);
    }

    QString path;
};

} // namespace

class TestWindowNavigation : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void placesAreVisitedAgain();
    void zoomsAreUndoneAndTheCursorStays();
    void anotherRecordingStartsAnew();
    void aLinkOpensAtItsMoment();
    void aLinkToNowhereIsSaid_data();
    void aLinkToNowhereIsSaid();
    void aLinkThatMeansNothingIsSaid();
    void goTo_data();
    void goTo();
    void aFoundPlaceTakesTheTroubleAway();
    void peaksAreStoodOn();
    void playingMovesTheCursor();
    void playingStops();
    void commandsAreFoundByLetters();
    void thePaletteDoesWhatIsChosen();
    void thePaletteOutlivesItsCommands();
    void picturesAreWrittenByTheirEnding_data();
    void picturesAreWrittenByTheirEnding();
    void aPictureThatCannotBeWrittenIsSaid_data();
    void aPictureThatCannotBeWrittenIsSaid();
};

void TestWindowNavigation::placesAreVisitedAgain()
{
    const OpenWindow fixture;
    ViewState& state = fixture.state();
    fixture.lookAt(100, 50, 250);
    fixture.lookAt(400, 300, 500);
    fixture.actions().back->trigger();
    QCOMPARE(state.cursor(), 100);
    QCOMPARE(state.rangeBegin(), 50);
    QCOMPARE(state.rangeEnd(), 250);
    fixture.actions().back->trigger();
    QVERIFY(state.followsEnd());
    QCOMPARE(state.cursor(), fixture.eventCount());
    QVERIFY(!fixture.actions().back->isEnabled());
    fixture.actions().forward->trigger();
    fixture.actions().forward->trigger();
    QCOMPARE(state.cursor(), 400);
    QVERIFY(!fixture.actions().forward->isEnabled());
}

void TestWindowNavigation::zoomsAreUndoneAndTheCursorStays()
{
    const OpenWindow fixture;
    ViewState& state = fixture.state();
    const double end = state.rangeEnd();
    fixture.lookAt(100, 50, 250);
    state.setFilter(MemoryFilter::ofStream(StreamSlot(0)));
    fixture.lookAt(120, 50, 250);
    fixture.actions().undoLook->trigger();
    QVERIFY(state.filter().isAll());
    QCOMPARE(state.rangeEnd(), 250);
    QCOMPARE(state.cursor(), 120);
    fixture.actions().undoLook->trigger();
    QCOMPARE(state.rangeEnd(), end);
    QCOMPARE(state.cursor(), 120);
    QVERIFY(!fixture.actions().undoLook->isEnabled());
    fixture.actions().redoLook->trigger();
    fixture.actions().redoLook->trigger();
    QVERIFY(!state.filter().isAll());
    QVERIFY(!fixture.actions().redoLook->isEnabled());
}

void TestWindowNavigation::anotherRecordingStartsAnew()
{
    OpenWindow fixture;
    fixture.lookAt(100, 50, 250);
    QVERIFY(fixture.actions().back->isEnabled());
    fixture.open(testDataFile(QStringLiteral("rand.pickle")));
    QVERIFY(!fixture.actions().back->isEnabled());
    QVERIFY(!fixture.actions().undoLook->isEnabled());
}

void TestWindowNavigation::aLinkOpensAtItsMoment()
{
    QString link;
    std::optional<std::uint64_t> address;
    {
        const OpenWindow fixture;
        fixture.lookAt(321, 200, 400);
        address = fixture.state().segments()->blocks.front().address;
        fixture.state().setSelectedAddress(address);
        fixture.actions().copyLink->trigger();
        link = QGuiApplication::clipboard()->text();
        QVERIFY(link.startsWith(fixture.path + QStringLiteral("#event=320&block=0x")));
    }
    const OpenWindow other(link);
    QCOMPARE(other.state().cursor(), 321);
    QCOMPARE(other.state().rangeBegin(), 200);
    QCOMPARE(other.state().rangeEnd(), 400);
    QCOMPARE(other.state().selectedAddress(), address);
}

void TestWindowNavigation::aLinkToNowhereIsSaid_data()
{
    QTest::addColumn<QString>("ending");
    QTest::addColumn<QString>("said");
    QTest::newRow("event") << QStringLiteral("#event=99999999") << QStringLiteral("99,999,999");
    QTest::newRow("device") << QStringLiteral("#device=5&event=2") << QStringLiteral("no device 5");
}

void TestWindowNavigation::aLinkToNowhereIsSaid()
{
    QFETCH(const QString, ending);
    QFETCH(const QString, said);
    const OpenWindow fixture(testDataFile(QStringLiteral("vgg_ckpt.pickle")) + ending);
    QVERIFY(fixture.state().hasDevice());
    QTRY_VERIFY2(
        fixture.window->messages()->text().contains(said), qPrintable(fixture.window->messages()->text()));
}

void TestWindowNavigation::aLinkThatMeansNothingIsSaid()
{
    const QString file = testDataFile(QStringLiteral("vgg_ckpt.pickle"));
    const OpenWindow fixture;
    fixture.window->openFile(file + QStringLiteral("#event=nowhere"));
    QVERIFY2(fixture.window->messages()->text().contains(QStringLiteral("event=nowhere")),
        qPrintable(fixture.window->messages()->text()));

    QProcess program;
    program.start(QStringLiteral(TIDEMARK_PROGRAM), {file + QStringLiteral("#evnt=1")});
    QVERIFY(program.waitForFinished());
    QCOMPARE(program.exitStatus(), QProcess::NormalExit);
    QVERIFY(program.exitCode() != 0);
    QVERIFY(program.readAllStandardError().contains("evnt=1"));
}

void TestWindowNavigation::goTo_data()
{
    QTest::addColumn<QString>("where");
    QTest::addColumn<qulonglong>("cursor");
    QTest::addColumn<QString>("trouble");
    const QString none;
    QTest::newRow("an event") << QStringLiteral("123") << 123ull << none;
    QTest::newRow("grouped") << QStringLiteral(" 1,234 ") << 1234ull << none;
    QTest::newRow("start") << QStringLiteral("start") << 0ull << none;
    QTest::newRow("beyond") << QStringLiteral("99999999") << 7ull << QStringLiteral("no event 99999999");
    QTest::newRow("words") << QStringLiteral("there") << 7ull << QStringLiteral("“there”");
    QTest::newRow("no address") << QStringLiteral("0xno") << 7ull << QStringLiteral("0xno");
    QTest::newRow("nobody's") << QStringLiteral("0x10") << 7ull << QStringLiteral("no segment holds");
    QTest::newRow("a bad link") << QStringLiteral("a.tide#axis=z") << 7ull << QStringLiteral("axis=z");
}

void TestWindowNavigation::goTo()
{
    QFETCH(const QString, where);
    QFETCH(const qulonglong, cursor);
    QFETCH(const QString, trouble);
    const OpenWindow fixture;
    fixture.state().setCursor(7);
    const QString said = fixture.window->navigator()->go(where);
    QCOMPARE(fixture.state().cursor(), cursor);
    QVERIFY2(trouble.isEmpty() ? said.isEmpty() : said.contains(trouble), qPrintable(said));
}

void TestWindowNavigation::aFoundPlaceTakesTheTroubleAway()
{
    const OpenWindow fixture;
    const auto goTo = [&](const QString& where) {
        fixture.actions().goTo->trigger();
        auto* dialog = fixture.window->findChild<QInputDialog*>(QStringLiteral("goToDialog"));
        dialog->setTextValue(where);
        dialog->accept();
        QTRY_VERIFY(!fixture.window->findChild<QInputDialog*>(QStringLiteral("goToDialog")));
    };
    goTo(QStringLiteral("99999999"));
    QCOMPARE(fixture.window->messages()->tone(), MessageBar::Tone::Trouble);
    QVERIFY(fixture.window->messages()->isVisible());
    goTo(QStringLiteral("7"));
    QVERIFY(!fixture.window->messages()->isVisible());
}

void TestWindowNavigation::peaksAreStoodOn()
{
    const OpenWindow fixture;
    ViewState& state = fixture.state();
    state.setCursor(0);
    const std::size_t highest = state.curves().peak(Curve::Allocated).position;
    std::size_t last = 0;
    bool hasMetHighest = false;
    while (true) {
        fixture.actions().nextPeak->trigger();
        if (state.cursor() == last)
            break;
        last = state.cursor();
        hasMetHighest |= last == highest;
        const std::int64_t here = state.curves().valueAt(Curve::Allocated, last);
        QVERIFY(here > state.curves().valueAt(Curve::Allocated, last - 1));
    }
    QVERIFY(hasMetHighest);
    QVERIFY(fixture.window->messages()->text().contains(QStringLiteral("No peak")));
    fixture.actions().previousPeak->trigger();
    QVERIFY(state.cursor() < last);
}

void TestWindowNavigation::playingMovesTheCursor()
{
    const OpenWindow fixture;
    Player& player = fixture.window->navigator()->player();
    ViewState& state = fixture.state();
    state.setCursor(100);
    player.play(Player::Direction::Forward);
    player.setSpeed(10);
    player.advance(0.25);
    player.advance(0.25); // halves add up
    QCOMPARE(state.cursor(), 105);
    player.play(Player::Direction::Back);
    player.advance(1);
    QCOMPARE(state.cursor(), 95);
    QVERIFY(player.isPlaying());
    player.setSpeed(1e9);
    QCOMPARE(player.eventsPerSecond(), Player::fastest);
    player.setSpeed(0);
    QCOMPARE(player.eventsPerSecond(), Player::slowest);
    QTRY_VERIFY(state.cursor() < 95); // the timer does it, too
}

void TestWindowNavigation::playingStops()
{
    const OpenWindow fixture;
    Player& player = fixture.window->navigator()->player();
    ViewState& state = fixture.state();
    fixture.actions().play->trigger(); // at the end: from the start
    QVERIFY(player.isPlaying());
    QCOMPARE(state.cursor(), 0);
    state.setCursor(50);
    QVERIFY(!player.isPlaying());
    fixture.actions().play->trigger();
    fixture.actions().play->trigger();
    QVERIFY(!player.isPlaying());
    fixture.actions().playBack->trigger();
    player.advance(1);
    QCOMPARE(state.cursor(), 0);
    QVERIFY(!player.isPlaying());
}

void TestWindowNavigation::commandsAreFoundByLetters()
{
    const auto distance = [](const char* command, const char* typed) {
        return CommandPalette::distance(
            QString::fromUtf8(command), QStringLiteral("Put the cursor somewhere"), QString::fromUtf8(typed));
    };
    QVERIFY(distance("View › Fit", ""));
    QVERIFY(distance("View › Fit", "fit view"));
    QVERIFY(!distance("View › Fit", "fit run"));
    // What begins the name is nearer than a word in it, than its middle, than its menu, than what it does.
    const auto distances = {distance("Run › Peak", "peak"), distance("Go › Next peak", "PEAK"),
        distance("Go › Speaker", "peak"), distance("Peaks › All", "peak"), distance("Go › Home", "cursor"),
        distance("Go › Home", "ursor")};
    QVERIFY(
        std::adjacent_find(distances.begin(), distances.end(), std::greater_equal<>()) == distances.end());
}

void TestWindowNavigation::thePaletteDoesWhatIsChosen()
{
    const OpenWindow fixture;
    fixture.lookAt(100, 50, 250);
    fixture.actions().palette->trigger();
    auto* palette = fixture.window->findChild<CommandPalette*>();
    QVERIFY(palette);
    QVERIFY(QTest::qWaitForWindowExposed(palette));
    auto* list = palette->findChild<QListWidget*>();
    const int all = list->count();
    QVERIFY(all > 30);
    palette->grab().save(pictureFile(QStringLiteral("command_palette.png")));
    QTest::keyClicks(palette->findChild<QLineEdit*>(), QStringLiteral("whole reco"));
    QVERIFY(list->count() < all);
    QVERIFY2(
        list->currentItem()->text().contains(QStringLiteral("Fit")), qPrintable(list->currentItem()->text()));
    QTest::keyClick(palette->findChild<QLineEdit*>(), Qt::Key_Return);
    QTRY_VERIFY(fixture.state().rangeEnd() > 250);
    QTRY_VERIFY(fixture.window->findChild<CommandPalette*>() == nullptr);
}

// Menus change while it is open: a file has been read, say, and is a recent one now.
void TestWindowNavigation::thePaletteOutlivesItsCommands()
{
    const OpenWindow fixture;
    fixture.actions().palette->trigger();
    auto* palette = fixture.window->findChild<CommandPalette*>();
    auto* line = palette->findChild<QLineEdit*>();
    QTest::keyClicks(line, QStringLiteral("clear this"));
    QCOMPARE(palette->findChild<QListWidget*>()->count(), 1);
    QVERIFY(palette->findChild<QListWidget*>()->item(0)->text().contains(QStringLiteral("Clear this list")));
    fixture.actions().recent->clear();
    QTest::keyClick(line, Qt::Key_Return);
    QTRY_VERIFY(fixture.window->findChild<CommandPalette*>() == nullptr);
    fixture.actions().palette->trigger();
    palette = fixture.window->findChild<CommandPalette*>();
    fixture.actions().notes->addAction(QStringLiteral("gone soon"));
    QTest::keyClicks(palette->findChild<QLineEdit*>(), QStringLiteral("gone"));
    QCOMPARE(
        palette->findChild<QListWidget*>()->item(0)->text(), QStringLiteral("No command matches “gone”."));
}

void TestWindowNavigation::picturesAreWrittenByTheirEnding_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("begins");
    QTest::newRow("png") << QStringLiteral("a.png") << QByteArray("\x89PNG");
    QTest::newRow("svg") << QStringLiteral("a.svg") << QByteArray("<?xml");
    QTest::newRow("pdf") << QStringLiteral("a.PDF") << QByteArray("%PDF-");
}

void TestWindowNavigation::picturesAreWrittenByTheirEnding()
{
    QFETCH(const QString, name);
    QFETCH(const QByteArray, begins);
    OpenWindow fixture;
    const QList<QAction*> exports = {
        fixture.actions().exportPicture, fixture.actions().exportTimeline, fixture.actions().exportView};
    for (qsizetype i = 0; i < exports.size(); ++i) {
        fixture.saveAs = fixture.folder.filePath(QString::number(i) + name);
        exports[i]->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(fixture.saveAs), patience); // once all of it is there
        QFile file(fixture.saveAs);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray content = file.readAll();
        QVERIFY(content.startsWith(begins));
        QFile::copy(fixture.saveAs, pictureFile(QStringLiteral("export%1%2").arg(i).arg(name)));
        if (name.endsWith(QStringLiteral("svg"))) // words stay words
            QVERIFY(content.contains("<text"));
    }
}

void TestWindowNavigation::aPictureThatCannotBeWrittenIsSaid_data()
{
    QTest::addColumn<QString>("path");
    QTest::newRow("no such folder") << QStringLiteral("/nowhere/at/all.png");
    QTest::newRow("full") << QStringLiteral("/dev/full");
    QTest::newRow("another kind") << QStringLiteral("/tmp/picture.jpg");
}

void TestWindowNavigation::aPictureThatCannotBeWrittenIsSaid()
{
    QFETCH(const QString, path);
    OpenWindow fixture;
    fixture.saveAs = path;
    fixture.actions().exportPicture->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(fixture.window->messages()->tone(), MessageBar::Tone::Trouble, patience);
    QVERIFY(fixture.window->messages()->text().contains(path));
    QVERIFY(!QFile::exists(QStringLiteral("/tmp/picture.jpg")));
}

QTEST_MAIN(TestWindowNavigation)
#include "tst_window_navigation.moc"
