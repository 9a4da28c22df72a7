// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_data.h"
#include "tests/ui/timeline/training_recording.h"
#include "ui/timeline/timeline_plot.h"
#include "ui/timeline/timeline_view.h"

#include <QApplication>
#include <QTest>

using namespace tidemark;
using namespace tidemark::tests;
using namespace tidemark::ui;

class TimelineTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void pictures_data();
    void pictures();
};

namespace {

QPalette darkPalette()
{
    QPalette palette(QColor(0x24, 0x28, 0x2e), QColor(0x1f, 0x23, 0x28));
    palette.setColor(QPalette::Base, QColor(0x16, 0x1a, 0x1f));
    palette.setColor(QPalette::Text, QColor(0xe6, 0xe9, 0xee));
    palette.setColor(QPalette::WindowText, QColor(0xe6, 0xe9, 0xee));
    return palette;
}

QPalette lightPalette()
{
    QPalette palette(QColor(0xee, 0xf0, 0xf3), QColor(0xf5, 0xf6, 0xf8));
    palette.setColor(QPalette::Base, Qt::white);
    palette.setColor(QPalette::Text, QColor(0x1b, 0x20, 0x27));
    palette.setColor(QPalette::WindowText, QColor(0x1b, 0x20, 0x27));
    return palette;
}

} // namespace

void TimelineTest::pictures_data()
{
    QTest::addColumn<bool>("isDark");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<bool>("isTime");
    QTest::newRow("light") << false << QSize(1400, 500) << false;
    QTest::newRow("dark") << true << QSize(1400, 500) << false;
    QTest::newRow("light-small") << false << QSize(700, 300) << true;
    QTest::newRow("dark-small") << true << QSize(700, 300) << true;
}

void TimelineTest::pictures()
{
    QFETCH(bool, isDark);
    QFETCH(QSize, size);
    QFETCH(bool, isTime);
    ViewState state;
    TimelineView view(&state);
    view.setPalette(isDark ? darkPalette() : lightPalette());
    view.resize(size);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    state.setRecording(analyzed(trainingRecording(8)), false);
    if (isTime)
        state.setAxis(TimeAxis::Time);
    state.setCursor(state.history().eventCount() * 3 / 5);
    auto* plot = view.findChild<TimelinePlot*>();
    QMouseEvent move(QEvent::MouseMove, QPointF(size.width() * 0.35, size.height() * 0.6),
        view.mapToGlobal(QPointF(0, 0)), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
    QApplication::sendEvent(plot, &move);
    QTest::qWait(50);
    QVERIFY(view.grab().save(
        pictureFile(QStringLiteral("timeline-%1.png").arg(QLatin1String(QTest::currentDataTag())))));
}

QTEST_MAIN(TimelineTest)
#include "tst_timeline.moc"
