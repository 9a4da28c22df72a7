// SPDX-License-Identifier: GPL-3.0-or-later
// What the window says when somebody looks for a command, or for what is not there.
#include "tests/support/test_data.h"
#include "tests/ui/window/window_fixture.h"
#include "ui/window/command_palette.h"
#include "ui/window/message_bar.h"

#include <QLineEdit>
#include <QListWidget>
#include <QTimer>
#include <QToolButton>

using namespace tidemark;
using namespace tidemark::ui;
using namespace tidemark::tests;

class TestWindowWords : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theNearestCommandComesFirst();
    void whereNoPeakIsTheOtherKeyIsNamed();
    void notesLeaveWhenTheyWereActedOn();
    void troubleStays();
};

void TestWindowWords::theNearestCommandComesFirst()
{
    WindowFixture fixture;
    fixture.open(testDataFile(QStringLiteral("vgg_ckpt.pickle")));
    fixture.window->actions().palette->trigger();
    auto* palette = fixture.window->findChild<CommandPalette*>();
    QVERIFY(palette);
    auto* list = palette->findChild<QListWidget*>();
    auto* typed = palette->findChild<QLineEdit*>();
    typed->setText(QStringLiteral("peak"));
    QVERIFY2(list->item(0)->text().startsWith(QStringLiteral("Go › Next peak")),
        qPrintable(list->item(0)->text()));
    QCOMPARE(list->currentRow(), 0);
    typed->setText(QStringLiteral("no such thing"));
    QCOMPARE(list->count(), 1);
    QCOMPARE(list->item(0)->text(), QStringLiteral("No command matches “no such thing”."));
    QTest::keyClick(typed, Qt::Key_Return); // which does nothing
    QVERIFY(palette->isVisible());
    palette->close();
}

void TestWindowWords::whereNoPeakIsTheOtherKeyIsNamed()
{
    WindowFixture fixture;
    fixture.open(testDataFile(QStringLiteral("vgg_ckpt.pickle")));
    fixture.window->viewState()->setCursor(fixture.window->viewState()->history().eventCount());
    fixture.window->actions().nextPeak->trigger();
    const QString back =
        fixture.window->actions().previousPeak->shortcut().toString(QKeySequence::NativeText);
    QVERIFY2(fixture.window->messages()->text().contains(back + QStringLiteral(" goes to the one before")),
        qPrintable(fixture.window->messages()->text()));
    fixture.window->viewState()->setCursor(0);
    fixture.window->actions().previousPeak->trigger();
    QVERIFY2(fixture.window->messages()->text().contains(QStringLiteral("F4 goes to the next")),
        qPrintable(fixture.window->messages()->text()));
}

void TestWindowWords::notesLeaveWhenTheyWereActedOn()
{
    WindowFixture fixture;
    MessageBar& messages = *fixture.window->messages();
    int clicks = 0;
    messages.say(
        MessageBar::Tone::Note, QStringLiteral("Done."), {{QStringLiteral("Show"), [&] { ++clicks; }}});
    auto* link = messages.findChild<QToolButton*>(QStringLiteral("messageLink"));
    QVERIFY(link && link->isVisible());
    link->click();
    QCOMPARE(clicks, 1);
    QVERIFY(!messages.isVisible());
    QCOMPARE(messages.text(), QString());
    // What a link says stays to be read.
    messages.say(MessageBar::Tone::Note, QStringLiteral("Done."),
        {{QStringLiteral("Again"),
            [&] { messages.say(MessageBar::Tone::Note, QStringLiteral("Done again.")); }}});
    link->click();
    QCOMPARE(messages.text(), QStringLiteral("Done again."));
    QVERIFY(messages.isVisible());
    // And it leaves by itself, which the clock decides.
    auto* clock = messages.findChild<QTimer*>(QStringLiteral("messageClock"));
    QVERIFY(clock && clock->isActive() && clock->isSingleShot());
    QVERIFY(clock->interval() >= 10'000);
    fixture.window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(fixture.window.get()));
    clock->setInterval(1);
    QTRY_VERIFY_WITH_TIMEOUT(!messages.isVisible(), patience);
}

void TestWindowWords::troubleStays()
{
    WindowFixture fixture;
    MessageBar& messages = *fixture.window->messages();
    messages.say(
        MessageBar::Tone::Trouble, QStringLiteral("Memory ran out."), {{QStringLiteral("Show"), [] {}}});
    QVERIFY(!messages.findChild<QTimer*>(QStringLiteral("messageClock"))->isActive());
    messages.findChild<QToolButton*>(QStringLiteral("messageLink"))->click();
    QVERIFY(messages.isVisible());
    messages.reword(QStringLiteral("ran"), QStringLiteral("had run"));
    QCOMPARE(messages.text(), QStringLiteral("Memory had run out."));
    // Nor does a note go whose link may be wanted again.
    messages.say(MessageBar::Tone::Note, QStringLiteral("The file says more."),
        {{QStringLiteral("All notes"), [] {}, true}});
    messages.findChild<QToolButton*>(QStringLiteral("messageLink"))->click();
    QVERIFY(messages.isVisible());
    QVERIFY(!messages.findChild<QTimer*>(QStringLiteral("messageClock"))->isActive());
    messages.showProgress(QStringLiteral("Reading …"), 10, {});
    QVERIFY(!messages.findChild<QTimer*>(QStringLiteral("messageClock"))->isActive());
    QVERIFY(messages.isVisible());
}

QTEST_MAIN(TestWindowWords)
#include "tst_window_words.moc"
