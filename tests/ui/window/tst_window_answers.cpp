// SPDX-License-Identifier: GPL-3.0-or-later
// The window's answers: another recording laid over the shown one, the glossary, and words that point into
// the picture.
#include "core/analysis/explain/glossary.h"
#include "core/base/bytes.h"
#include "tests/support/test_data.h"
#include "tests/ui/window/window_fixture.h"
#include "ui/compare/comparison_page.h"
#include "ui/details/details_pane.h"
#include "ui/experiment/experiment_panel.h"
#include "ui/highlight.h"
#include "ui/window/experiment_controller.h"
#include "ui/window/glossary_dialog.h"
#include "ui/window/lower_views.h"
#include "ui/window/message_bar.h"
#include "ui/window/recording_views.h"

#include <QLineEdit>
#include <QPushButton>
#include <QTextBrowser>

using namespace tidemark;
using namespace tidemark::ui;
using namespace tidemark::tests;

namespace {

QString exactOf(std::int64_t bytes)
{
    return QString::fromStdString(formatExact(bytes));
}

} // namespace

class TestWindowAnswers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anotherRecordingLiesOver();
    void notWithoutOne();
    void glossaryIsSearched();
    void wordsPointIntoThePicture_data();
    void wordsPointIntoThePicture();
    void detailsCards();
    void startPagePictures();
};

void TestWindowAnswers::anotherRecordingLiesOver()
{
    WindowFixture fixture;
    fixture.window->resize(1400, 900);
    fixture.open(testDataFile(QStringLiteral("vgg_ckpt.pickle")));
    const ViewState& state = *fixture.window->viewState();
    const AnalyzedRecording other = [] {
        WindowFixture plain;
        plain.open(testDataFile(QStringLiteral("vgg.pickle")));
        return *plain.window->viewState()->recording();
    }();
    fixture.window->compareWith(testDataFile(QStringLiteral("vgg.pickle")));
    const ComparisonPage* page = fixture.window->views()->lower()->compared();
    QTRY_VERIFY_WITH_TIMEOUT(page->comparison()->facts(), patience);
    QVERIFY(page->isVisible());
    QVERIFY(!fixture.window->findChild<ExperimentPanel*>()->isVisible()); // that is for experiments
    QCOMPARE(state.overlays().size(), std::size_t(2));
    const DeviceHistory& before = other.histories[0];
    for (const std::int64_t bytes : {before.peak(Curve::Allocated).bytes, before.peak(Curve::Reserved).bytes,
             state.history().peak(Curve::Allocated).bytes, state.history().peak(Curve::Reserved).bytes})
        QVERIFY2(page->text().contains(exactOf(bytes)), qPrintable(exactOf(bytes)));
    // No peak of the other is lost on the shown one's events.
    for (const OverlayCurve* curve : state.overlays()) {
        const Curve which = curve->role == OverlayRole::OtherReserved ? Curve::Reserved : Curve::Allocated;
        QCOMPARE(curve->values.extremes(0, curve->values.size()).max, before.peak(which).bytes);
    }
    QTest::qWait(300);
    fixture.window->grab().save(pictureFile(QStringLiteral("window-compared.png")));
    page->findChild<QPushButton*>(QStringLiteral("endComparison"))->click();
    QVERIFY(!page->isVisible());
    QVERIFY(state.overlays().empty());
}

void TestWindowAnswers::notWithoutOne()
{
    WindowFixture fixture;
    QVERIFY(!fixture.window->actions().compare->isEnabled());
    fixture.open(testDataFile(QStringLiteral("vgg.pickle")));
    QVERIFY(fixture.window->actions().compare->isEnabled());
    fixture.window->compareWith(QStringLiteral("/nowhere/at/all.tide"));
    QTRY_COMPARE_WITH_TIMEOUT(fixture.window->messages()->tone(), MessageBar::Tone::Trouble, patience);
    QVERIFY(!fixture.window->findChild<ExperimentPanel*>()->isVisible());
}

void TestWindowAnswers::glossaryIsSearched()
{
    WindowFixture fixture;
    fixture.window->actions().glossary->trigger();
    auto* dialog = fixture.window->findChild<GlossaryDialog*>();
    QVERIFY(dialog != nullptr);
    for (const GlossaryEntry& entry : glossary())
        QVERIFY2(dialog->text().contains(QString::fromUtf8(entry.term.data(), qsizetype(entry.term.size()))),
            entry.term.data());
    dialog->findChild<QLineEdit*>(QStringLiteral("glossarySearch"))->setText(QStringLiteral("inactive"));
    QVERIFY(dialog->text().startsWith(QStringLiteral("inactive split")));
    QVERIFY(!dialog->text().contains(QStringLiteral("CUDA context")));
    dialog->grab().save(pictureFile(QStringLiteral("glossary.png")));
    fixture.open(testDataFile(QStringLiteral("vary.pickle")));
    Q_EMIT dialog->findChild<QTextBrowser*>()->anchorClicked(
        QUrl(QStringLiteral("band:%1").arg(static_cast<int>(Band::FreeBesideLive))));
    QCOMPARE(fixture.window->viewState()->highlightedBand(), Band::FreeBesideLive);
}

void TestWindowAnswers::wordsPointIntoThePicture_data()
{
    QTest::addColumn<int>("band");
    QTest::newRow("allocated") << int(Band::Allocated);
    QTest::newRow("free beside live") << int(Band::FreeBesideLive);
    QTest::newRow("whole free") << int(Band::WholeFree);
}

void TestWindowAnswers::wordsPointIntoThePicture()
{
    QFETCH(int, band);
    const Theme theme = Theme::fromPalette(QPalette());
    QVERIFY(!(highlighted(theme, static_cast<Band>(band)) == theme));
    QVERIFY(highlighted(theme, Band::Nothing) == theme);
    WindowFixture fixture;
    fixture.window->resize(1400, 900);
    fixture.open(testDataFile(QStringLiteral("vary.pickle")));
    DetailsPane* details = fixture.window->views()->details();
    const QUrl link(QStringLiteral("band:%1").arg(band));
    Q_EMIT details->anchorClicked(link);
    QCOMPARE(fixture.window->viewState()->highlightedBand(), static_cast<Band>(band));
    QTest::qWait(300);
    fixture.window->grab().save(pictureFile(QStringLiteral("window-band-%1.png").arg(band)));
    Q_EMIT details->anchorClicked(link); // again: as before
    QCOMPARE(fixture.window->viewState()->highlightedBand(), Band::Nothing);
}

void TestWindowAnswers::detailsCards()
{
    WindowFixture fixture;
    fixture.window->resize(1400, 1100);
    fixture.open(testDataFile(QStringLiteral("vary.pickle")));
    DetailsPane* details = fixture.window->views()->details();
    QTRY_VERIFY_WITH_TIMEOUT(
        details->toPlainText().contains(QStringLiteral("Reserved far above allocated")), patience);
    QVERIFY(!details->toPlainText().contains(QStringLiteral("What to try")));
    Q_EMIT details->anchorClicked(QUrl(QStringLiteral("card:0")));
    QVERIFY(details->toPlainText().contains(QStringLiteral("What to try")));
    QTest::qWait(100);
    fixture.window->grab().save(pictureFile(QStringLiteral("window-card.png")));
    fixture.window->actions().schemeDark->trigger();
    QTest::qWait(300);
    fixture.window->grab().save(pictureFile(QStringLiteral("window-card-dark.png")));
    fixture.window->actions().schemeLight->trigger();
}

void TestWindowAnswers::startPagePictures()
{
    WindowFixture fixture;
    fixture.window->resize(1200, 900);
    for (int i = 0; i < static_cast<int>(experimentCount); ++i)
        QVERIFY(fixture.button(qPrintable(QStringLiteral("experiment%1").arg(i))) != nullptr);
    QTest::qWait(200);
    fixture.window->grab().save(pictureFile(QStringLiteral("start-experiments.png")));
}

QTEST_MAIN(TestWindowAnswers)
#include "tst_window_answers.moc"
