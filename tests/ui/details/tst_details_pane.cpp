// SPDX-License-Identifier: GPL-3.0-or-later
#include "made_recording.h"
#include "opened.h"
#include "place_of_text.h"
#include "tests/support/test_data.h"
#include "ui/details/details_pane.h"
#include "ui/theme.h"
#include "ui/view_state.h"

#include <QApplication>
#include <QClipboard>
#include <QScrollBar>
#include <QTest>
#include <QTextCursor>

using namespace tidemark;
using namespace tidemark::ui;
using namespace tidemark::tests;

class TestDetailsPane : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void followsTheState();
    void linksMove();
    void framesFold();
    void stackIsCopied();
    void hiddenPaneWaits();
    void equalTextKeepsTheSelection();
    void narrow();
    void coloursFollowThePalette();
    void pictures_data();
    void pictures();
};

void TestDetailsPane::followsTheState()
{
    ViewState state;
    DetailsPane pane(state);
    pane.show();
    QVERIFY(pane.toPlainText().contains(QStringLiteral("Nothing is open")));
    state.setRecording(made(), false);
    state.setCursor(6);
    QTRY_VERIFY(pane.toPlainText().contains(QStringLiteral("AT THE CURSOR · EVENT 6")));
    QVERIFY(pane.toPlainText().contains(QStringLiteral("41,943,040")));
    QVERIFY(pane.toPlainText().contains(QStringLiteral("Select a block in the map")));
    state.setSelectedAddress(secondSegment);
    QTRY_VERIFY(pane.toPlainText().contains(QStringLiteral("project/train.py:131")));
    state.setCursor(1);
    QTRY_VERIFY(pane.toPlainText().contains(QStringLiteral("No segment holds 0x7f0100000000")));
}

void TestDetailsPane::linksMove()
{
    ViewState state;
    state.setRecording(made(), false);
    state.setCursor(6);
    state.setSelectedAddress(secondSegment);
    DetailsPane pane(state);
    pane.resize(360, 900);
    pane.show();
    QVERIFY(QTest::qWaitForWindowExposed(&pane));
    const QPoint pin = placeOfText(pane, QStringLiteral("MiB in 1 block"));
    QVERIFY(pin.x() > 0);
    QTest::mouseClick(pane.viewport(), Qt::LeftButton, {}, pin);
    QCOMPARE(state.selectedAddress(), std::optional(firstSegment));
    const QPoint born = placeOfText(pane, QStringLiteral("event 3"));
    QVERIFY(born.x() > 0);
    QTest::mouseClick(pane.viewport(), Qt::LeftButton, {}, born);
    QCOMPARE(state.cursor(), std::size_t(3));
}

void TestDetailsPane::framesFold()
{
    ViewState state;
    state.setRecording(made(), false);
    state.setCursor(4);
    state.setSelectedAddress(secondSegment);
    DetailsPane pane(state);
    pane.resize(360, 1200);
    pane.show();
    QVERIFY(!pane.toPlainText().contains(QStringLiteral("_init_group")));
    const QPoint fold = placeOfText(pane, QStringLiteral("2 framework frames hidden"));
    QVERIFY(fold.x() > 0);
    QTest::mouseClick(pane.viewport(), Qt::LeftButton, {}, fold);
    QVERIFY(pane.toPlainText().contains(QStringLiteral("_init_group optim/adamw.py:110")));
    // By keyboard: the same link, reached with Tab, pressed with Enter.
    pane.setFocus();
    for (int i = 0; i < 40 && pane.toPlainText().contains(QStringLiteral("_init_group")); ++i) {
        QTest::keyClick(&pane, Qt::Key_Tab);
        if (pane.textCursor().selectedText().contains(QStringLiteral("framework")))
            QTest::keyClick(&pane, Qt::Key_Return);
    }
    QVERIFY(!pane.toPlainText().contains(QStringLiteral("_init_group")));
}

void TestDetailsPane::stackIsCopied()
{
    ViewState state;
    state.setRecording(made(), false);
    state.setCursor(4);
    DetailsPane pane(state);
    QApplication::clipboard()->setText(QStringLiteral("before"));
    pane.copyStack();
    QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("before"));
    state.setSelectedAddress(secondSegment);
    pane.copyStack();
    QVERIFY(QApplication::clipboard()->text().contains(
        QStringLiteral("train  /home/user/project/train.py:131\n")));
}

void TestDetailsPane::hiddenPaneWaits()
{
    ViewState state;
    DetailsPane pane(state);
    state.setRecording(made(), false);
    QTest::qWait(20);
    QVERIFY(!pane.toPlainText().contains(QStringLiteral("EVENT")));
    pane.show();
    QVERIFY(pane.toPlainText().contains(QStringLiteral("AT THE CURSOR · EVENT 10")));
}

void TestDetailsPane::equalTextKeepsTheSelection()
{
    ViewState state;
    state.setRecording(made(), false);
    DetailsPane pane(state);
    pane.show();
    pane.selectAll();
    state.setRecording(made(), true);
    QTest::qWait(20);
    QVERIFY(pane.textCursor().hasSelection());
}

void TestDetailsPane::narrow()
{
    ViewState state;
    state.setRecording(made(), false);
    state.setCursor(4);
    state.setSelectedAddress(secondSegment);
    DetailsPane pane(state);
    pane.resize(pane.minimumSizeHint());
    pane.show();
    QVERIFY(QTest::qWaitForWindowExposed(&pane));
    QCOMPARE(pane.horizontalScrollBar()->maximum(), 0); // everything wraps
    pane.grab().save(pictureFile(QStringLiteral("details_narrow.png")));
}

void TestDetailsPane::coloursFollowThePalette()
{
    ViewState state;
    state.setRecording(made(), false);
    state.setCursor(4);
    DetailsPane pane(state);
    pane.resize(340, 600);
    pane.setPalette(lightPalette());
    pane.show();
    QVERIFY(QTest::qWaitForWindowExposed(&pane));
    const auto holds = [&pane](const QColor& colour) {
        const QImage image = pane.grab().toImage();
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < 40; ++x) {
                if (image.pixelColor(x, y) == colour)
                    return true;
            }
        }
        return false;
    };
    const Theme light = Theme::fromPalette(lightPalette());
    const Theme dark = Theme::fromPalette(darkPalette());
    QVERIFY(holds(light.allocated) && !holds(dark.allocated));
    pane.setPalette(darkPalette());
    QVERIFY(holds(dark.allocated) && !holds(light.allocated));
}

void TestDetailsPane::pictures_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<double>("at");
    for (const char* name : {"vary", "vgg", "record_stream", "graphs", "oom", "cpp_stacks"})
        QTest::newRow(name) << QString::fromLatin1(name) << (qstrcmp(name, "oom") == 0 ? 1.0 : 0.4);
}

void TestDetailsPane::pictures()
{
    QFETCH(QString, name);
    QFETCH(double, at);
    ViewState state;
    state.setRecording(opened(name + QStringLiteral(".pickle")), false);
    std::size_t position = static_cast<std::size_t>(at * static_cast<double>(state.history().eventCount()));
    for (std::size_t k = 0; k < state.device().events.size(); ++k) {
        if (state.device().events[k].action == Action::Oom)
            position = k + 1;
    }
    state.setCursor(position);
    const SegmentList& list = *state.segments();
    for (const BlockInfo& block : list.blocks) {
        if (block.state == BlockState::ActiveAllocated)
            state.setSelectedAddress(block.address);
    }
    for (const bool isDark : {false, true}) {
        DetailsPane pane(state);
        pane.setPalette(isDark ? darkPalette() : lightPalette());
        pane.resize(340, 980);
        pane.show();
        QVERIFY(QTest::qWaitForWindowExposed(&pane));
        QTest::qWait(1);
        const QString file = QStringLiteral("details_%1_%2.png")
                                 .arg(name, isDark ? QStringLiteral("dark") : QStringLiteral("light"));
        QVERIFY(pane.grab().save(pictureFile(file)));
    }
}

QTEST_MAIN(TestDetailsPane)
#include "tst_details_pane.moc"
