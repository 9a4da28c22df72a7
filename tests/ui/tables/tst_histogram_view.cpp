// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/filter_query.h"
#include "ui/tables/histogram_view.h"
#include "ui/window/colour_scheme.h"

#include <QSignalSpy>
#include <QTest>

using namespace tidemark;
using namespace tidemark::ui;

namespace {

Histogram made()
{
    Histogram histogram;
    histogram.of = HistogramOf::LifeEvents;
    histogram.bars = {{4, 7, 10, 1000}, {8, 15, 0, 0}, {16, 31, 2, 80'000}};
    histogram.openCount = 5;
    histogram.openBytes = 50;
    return histogram;
}

// What was picked, as a search.
QString query(const QVariantList& picked)
{
    return QString::fromStdString(queryOf(picked.front().value<AllocationFilter>()));
}

} // namespace

class TestHistogramView : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { applyColourScheme(ColourScheme::Light); }
    void barsAreAsHighAsTheyCount();
    void clicksPick();
    void keysPick();
    void nothingIsDrawnOfNothing();
};

void TestHistogramView::barsAreAsHighAsTheyCount()
{
    HistogramView view;
    view.resize(500, 300);
    view.setHistogram(made());
    QCOMPARE(view.barCount(), std::size_t(4));
    QCOMPARE(view.barRect(1).height(), 0.0);
    QCOMPARE(qRound(view.barRect(0).height() / view.barRect(2).height()), 5);
    QCOMPARE(qRound(view.barRect(0).height() / view.barRect(3).height()), 2);
    view.setCountsBytes(true);
    QVERIFY(view.barRect(2).height() > 50 * view.barRect(0).height());
    QVERIFY(view.barRect(3).height() >= 2); // 50 B beside 80,000 are seen
    for (std::size_t bar = 0; bar < 4; ++bar)
        QVERIFY(QRectF(view.rect()).contains(view.barRect(bar)) || view.barRect(bar).height() == 0);
}

void TestHistogramView::clicksPick()
{
    HistogramView view;
    view.resize(500, 300);
    view.setHistogram(made());
    view.show();
    QSignalSpy picked(&view, &HistogramView::picked);
    QTest::mouseClick(&view, Qt::LeftButton, {}, view.barRect(2).center().toPoint());
    QCOMPARE(query(picked.takeFirst()), QStringLiteral("life:16..31"));
    QTest::mouseClick(&view, Qt::LeftButton, {}, view.barRect(3).center().toPoint());
    QCOMPARE(query(picked.takeFirst()), QStringLiteral("-life:0.."));
    QTest::mouseClick(&view, Qt::LeftButton, {}, QPoint(static_cast<int>(view.barRect(1).center().x()), 200));
    QCOMPARE(picked.size(), 0); // there is nothing to list
}

void TestHistogramView::keysPick()
{
    HistogramView view;
    view.resize(500, 300);
    view.setHistogram(made());
    view.show();
    QSignalSpy picked(&view, &HistogramView::picked);
    QTest::keyClick(&view, Qt::Key_Return);
    QCOMPARE(picked.size(), 0);
    QTest::keyClick(&view, Qt::Key_Right);
    QTest::keyClick(&view, Qt::Key_Return);
    QCOMPARE(query(picked.takeFirst()), QStringLiteral("life:4..7"));
    QVERIFY(view.accessibleDescription().contains(QStringLiteral("10 allocations")));
    QTest::keyClick(&view, Qt::Key_Right);
    QTest::keyClick(&view, Qt::Key_Right);
    QTest::keyClick(&view, Qt::Key_Return);
    QCOMPARE(query(picked.takeFirst()), QStringLiteral("life:16..31"));
    QTest::keyClick(&view, Qt::Key_Right);
    QVERIFY(!view.accessibleDescription().contains(QStringLiteral("without times")));
    Histogram times = made();
    times.of = HistogramOf::LifeTime;
    view.setHistogram(times);
    QTest::keyClick(&view, Qt::Key_Left);
    QVERIFY(view.accessibleDescription().contains(QStringLiteral("recorded without times")));
}

void TestHistogramView::nothingIsDrawnOfNothing()
{
    HistogramView view;
    view.resize(300, 200);
    view.setHistogram({});
    QCOMPARE(view.barCount(), std::size_t(0));
    view.grab();
    QTest::keyClick(&view, Qt::Key_Right);
}

QTEST_MAIN(TestHistogramView)
#include "tst_histogram_view.moc"
