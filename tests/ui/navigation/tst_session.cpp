// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_data.h"
#include "tests/ui/window/window_fixture.h"
#include "ui/navigation/session.h"
#include "ui/window/lower_views.h"
#include "ui/window/message_bar.h"
#include "ui/window/recording_views.h"
#include "ui/window/session_keeper.h"

#include <QDir>
#include <QFile>
#include <QMenu>

using namespace tidemark;
using namespace tidemark::ui;
using namespace tidemark::tests;

namespace {

// A copy that notes may lie beside.
QString ownCopy(const WindowFixture& fixture)
{
    QString copy = fixture.path(QStringLiteral("run.pickle"));
    QFile::copy(testDataFile(QStringLiteral("vgg_ckpt.pickle")), copy);
    return copy;
}

Session fullSession()
{
    Session session;
    session.notes = {{0, "", 0, QStringLiteral("the start")},
        {3, "rank \"1\".pickle", 12345678901, QStringLiteral("ü “quoted” \\ back")}};
    ViewPlace place;
    place.ordinal = 3;
    place.source = "a#b";
    place.look.axis = TimeAxis::Time;
    place.look.showsAll = false;
    place.look.rangeBegin = 0.25;
    place.look.rangeEnd = 1e9 + 0.125;
    place.look.filter.stream = StreamSlot(2);
    place.look.filter.pool = PoolSlot(0);
    place.look.filter.isLarge = false;
    place.look.filter.allocations.size = AllocationFilter::Range{512, 1'048'575};
    place.look.filter.allocations.lifeEvents = AllocationFilter::Life{{0, 9}, false};
    place.look.filter.allocations.lifeUs = AllocationFilter::Life{{}, true};
    place.look.filter.allocations.isNeverFreed = true;
    place.followsEnd = false;
    place.cursor = 77;
    place.selectedAddress = 0xffff'ffff'ffff'fe00;
    session.place = place;
    session.layout = QByteArray("\0\xff any bytes", 12);
    return session;
}

} // namespace

class TestSession : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatIsWrittenIsRead_data();
    void whatIsWrittenIsRead();
    void whatIsNoSessionIsSaid_data();
    void whatIsNoSessionIsSaid();
    void notesAreFoundAgain();
    void viewsLieAsTheyLay();
    void aLayoutThatCannotBeReadChangesNothing();
    void withoutANoteNothingIsWritten();
    void aSpoiltSessionIsLeftAlone();
    void aFilterThatCannotBeReadIsSaid();
    void aFolderThatCannotBeWrittenIsSaid();
    void notesOfAnUnsavedRunAreSavedWithIt();
    void aFileSavedOverAnotherKeepsNoneOfItsNotes();
    void aNoteThatCannotBeKeptIsSaid();
    void notesAreNoRecordings();
    void aNoteIsRemoved();
};

void TestSession::whatIsWrittenIsRead_data()
{
    QTest::addColumn<Session>("session");
    QTest::newRow("empty") << Session();
    QTest::newRow("full") << fullSession();
    Session placeOnly;
    placeOnly.place = ViewPlace();
    QTest::newRow("a place") << placeOnly;
}

void TestSession::whatIsWrittenIsRead()
{
    QFETCH(const Session, session);
    const auto read = readSession(writeSession(session));
    QVERIFY(read);
    QVERIFY(*read == session);
}

void TestSession::whatIsNoSessionIsSaid_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("no JSON") << QByteArray("\x80\x04 pickle");
    QTest::newRow("another's") << QByteArray("{\"notes\": []}");
    QTest::newRow("a list") << QByteArray("[1]");
    QTest::newRow("newer") << QByteArray("{\"tidemark_session\": 99}");
}

void TestSession::whatIsNoSessionIsSaid()
{
    QFETCH(const QByteArray, text);
    QVERIFY(!readSession(text));
}

void TestSession::notesAreFoundAgain()
{
    WindowFixture fixture;
    const QString file = ownCopy(fixture);
    fixture.open(file);
    ViewState* state = fixture.window->viewState();
    state->setCursor(300);
    fixture.window->session()->addNote(QStringLiteral("  here the\ncache grew "));
    state->setCursor(400);
    state->setRange(250, 450);
    QVERIFY(fixture.window->close());
    fixture.reopen();
    fixture.open(file);
    state = fixture.window->viewState();
    QCOMPARE(state->notes().size(), 1);
    QCOMPARE(state->notes().front().text, QStringLiteral("here the cache grew"));
    QCOMPARE(state->cursor(), 400);
    QCOMPARE(state->rangeBegin(), 250);
    const QList<QAction*> notes = fixture.window->actions().notes->actions();
    QCOMPARE(notes.size(), 1);
    notes.front()->trigger();
    QCOMPARE(state->cursor(), 300);
    fixture.window->resize(1200, 800);
    fixture.window->grab().save(pictureFile(QStringLiteral("notes.png")));
    fixture.open(testDataFile(QStringLiteral("rand.pickle")));
    QVERIFY(fixture.window->viewState()->notes().empty());
    QVERIFY(!fixture.window->actions().notes->isEnabled());
}

void TestSession::viewsLieAsTheyLay()
{
    WindowFixture fixture;
    const QString file = ownCopy(fixture);
    fixture.open(file);
    fixture.window->session()->addNote(QStringLiteral("beside each other"));
    fixture.window->views()->lower()->setBeside(DockedView::ActiveMemory, true);
    QVERIFY(fixture.window->close());
    fixture.reopen();
    LowerViews& views = *fixture.window->views()->lower();
    fixture.open(testDataFile(QStringLiteral("rand.pickle")));
    views.resetLayout();
    QVERIFY(!views.isBeside(DockedView::ActiveMemory));
    fixture.open(file);
    QTRY_VERIFY_WITH_TIMEOUT(views.isBeside(DockedView::ActiveMemory), patience);
    QVERIFY(views.isSeen(DockedView::ActiveMemory));
    fixture.open(testDataFile(QStringLiteral("rand.pickle"))); // which has none: they stay
    QVERIFY(views.isBeside(DockedView::ActiveMemory));
}

void TestSession::aLayoutThatCannotBeReadChangesNothing()
{
    WindowFixture fixture;
    const QString file = ownCopy(fixture);
    Session session = fullSession();
    session.place = ViewPlace();
    QVERIFY(saveSession(file, session));
    fixture.open(testDataFile(QStringLiteral("rand.pickle")));
    LowerViews& views = *fixture.window->views()->lower();
    views.setBeside(DockedView::ActiveMemory, true);
    fixture.open(file);
    QCOMPARE(fixture.window->viewState()->notes().size(), session.notes.size());
    QVERIFY(views.isBeside(DockedView::ActiveMemory));
}

void TestSession::withoutANoteNothingIsWritten()
{
    WindowFixture fixture;
    const QString file = ownCopy(fixture);
    fixture.open(file);
    fixture.window->viewState()->setCursor(400);
    fixture.window->session()->addNote(QStringLiteral("   "));
    QVERIFY(fixture.window->close());
    QVERIFY(!QFile::exists(sessionFileFor(file)));
}

void TestSession::aSpoiltSessionIsLeftAlone()
{
    WindowFixture fixture;
    const QString file = ownCopy(fixture);
    QFile spoilt(sessionFileFor(file));
    QVERIFY(spoilt.open(QIODevice::WriteOnly));
    spoilt.write("mine");
    spoilt.close();
    fixture.open(file);
    QTRY_VERIFY(fixture.window->messages()->text().contains(sessionFileFor(file)));
    fixture.window->session()->addNote(QStringLiteral("a note"));
    QVERIFY(fixture.window->close());
    QVERIFY(spoilt.open(QIODevice::ReadOnly));
    QCOMPARE(spoilt.readAll(), QByteArray("mine"));
}

// The notes and the place are of use without it.
void TestSession::aFilterThatCannotBeReadIsSaid()
{
    WindowFixture fixture;
    const QString file = ownCopy(fixture);
    Session session;
    session.notes = {{0, "", 10, QStringLiteral("a note")}};
    session.place = ViewPlace();
    session.place->look.filter.allocations.size = AllocationFilter::Range{512, 4096};
    QByteArray text = writeSession(session);
    QVERIFY(text.contains("size:512..4096"));
    text.replace("size:512..4096", "colour:blue");
    QFile spoilt(sessionFileFor(file));
    QVERIFY(spoilt.open(QIODevice::WriteOnly));
    spoilt.write(text);
    spoilt.close();
    fixture.open(file);
    QTRY_VERIFY(fixture.window->messages()->text().contains(sessionFileFor(file)));
    QVERIFY2(fixture.window->messages()->text().contains(QStringLiteral("All allocations are shown")),
        qPrintable(fixture.window->messages()->text()));
    QVERIFY(fixture.window->viewState()->filter().isAll());
    QCOMPARE(fixture.window->viewState()->notes().size(), std::size_t(1));
}

void TestSession::aFolderThatCannotBeWrittenIsSaid()
{
    // A folder of that name is in the way, for everybody, the superuser too.
    WindowFixture fixture;
    const QString file = ownCopy(fixture);
    fixture.open(file);
    QVERIFY(QDir().mkpath(sessionFileFor(file)));
    fixture.window->session()->addNote(QStringLiteral("a note"));
    QCOMPARE(fixture.window->messages()->tone(), MessageBar::Tone::Trouble);
    QVERIFY(fixture.window->messages()->text().contains(sessionFileFor(file)));
    QCOMPARE(fixture.window->viewState()->notes().size(), 1); // it lasts as long as the window
}

void TestSession::notesOfAnUnsavedRunAreSavedWithIt()
{
    WindowFixture fixture;
    fixture.open(testDataFile(QStringLiteral("vgg_ckpt.pickle")));
    SessionKeeper* keeper = fixture.window->session();
    keeper->open({}, false); // as a run that is in no file
    fixture.window->viewState()->setCursor(10);
    keeper->addNote(QStringLiteral("a note"));
    const QString file = fixture.path(QStringLiteral("saved.tide"));
    QCOMPARE(keeper->moveTo(file), QString());
    const auto saved = loadSession(file);
    QVERIFY(saved);
    QCOMPARE(saved->notes.size(), 1);
    QCOMPARE(saved->notes.front().position, 10);
}

void TestSession::aFileSavedOverAnotherKeepsNoneOfItsNotes()
{
    WindowFixture fixture;
    fixture.saveAs = fixture.path(QStringLiteral("run.tide"));
    QVERIFY(saveSession(fixture.saveAs, fullSession()));
    fixture.open(testDataFile(QStringLiteral("vgg_ckpt.pickle")));
    fixture.window->actions().save->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(fixture.saveAs), patience);
    QTRY_VERIFY(fixture.window->messages()->text().contains(QStringLiteral("Saved as")));
    QVERIFY(loadSession(fixture.saveAs)->notes.empty());
    QVERIFY(fixture.window->viewState()->notes().empty());
    fixture.window->session()->addNote(QStringLiteral("mine"));
    fixture.window->viewState()->setCursor(30);
    fixture.window->actions().save->trigger(); // again, under the same name
    QTRY_COMPARE(loadSession(fixture.saveAs)->notes.size(), std::size_t(1));
    QCOMPARE(fixture.window->viewState()->notes().size(), std::size_t(1));
    QCOMPARE(fixture.window->viewState()->cursor(), std::size_t(30));
}

void TestSession::aNoteThatCannotBeKeptIsSaid()
{
    WindowFixture fixture;
    fixture.open(testDataFile(QStringLiteral("vgg_ckpt.pickle")));
    QCOMPARE(fixture.window->session()->open({}, false), QString());
    fixture.window->session()->addNote(QStringLiteral("a note"));
    QVERIFY(fixture.window->messages()->text().contains(QStringLiteral("as long as the window")));
}

// A folder is opened as its recordings; what lies beside them is none.
void TestSession::notesAreNoRecordings()
{
    WindowFixture fixture;
    const QString file = ownCopy(fixture);
    const QString folder = fixture.path(QStringLiteral("ranks"));
    QVERIFY(QDir().mkpath(folder));
    const QString rank = folder + QStringLiteral("/rank0.pickle");
    QVERIFY(QFile::copy(file, rank));
    QVERIFY(saveSession(rank, fullSession()));
    fixture.open(folder);
    QVERIFY(fixture.window->viewState()->hasDevice());
    QVERIFY2(!fixture.window->messages()->text().contains(QStringLiteral("session.json")),
        qPrintable(fixture.window->messages()->text()));
    QVERIFY(fixture.window->viewState()->device().source.empty()
        || fixture.window->viewState()->recording()->recording.devices.size() == 1);
}

void TestSession::aNoteIsRemoved()
{
    WindowFixture fixture;
    const QString file = ownCopy(fixture);
    fixture.open(file);
    const WindowActions& actions = fixture.window->actions();
    fixture.window->viewState()->setCursor(10);
    QVERIFY(!actions.removeNote->isEnabled());
    fixture.window->session()->addNote(QStringLiteral("a note"));
    QVERIFY(actions.removeNote->isEnabled());
    fixture.window->viewState()->setCursor(11);
    QVERIFY(!actions.removeNote->isEnabled());
    fixture.window->viewState()->setCursor(10);
    actions.removeNote->trigger();
    QVERIFY(fixture.window->viewState()->notes().empty());
    QVERIFY(loadSession(file)->notes.empty());
}

QTEST_MAIN(TestSession)
#include "tst_session.moc"
