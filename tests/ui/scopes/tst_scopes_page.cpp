// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/scopes/scope_table_text.h"
#include "tests/core/analysis/scoped_run.h"
#include "tests/support/test_data.h"
#include "ui/scopes/scope_columns_menu.h"
#include "ui/scopes/scopes_page.h"
#include "ui/steps/folded_steps.h"
#include "ui/steps/steps_page.h"
#include "ui/theme.h"
#include "ui/view_state.h"
#include "ui/window/colour_scheme.h"
#include "ui/window/look.h"

#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QTableView>
#include <QTemporaryDir>
#include <QtTest>

using namespace tidemark;
using namespace tidemark::tests;
using namespace tidemark::ui;

namespace {

constexpr std::uint64_t mib = 1024 * 1024;

// A model of four layers, trained for some steps. With `leaks`, each step's loss is kept.
std::shared_ptr<const AnalyzedRecording> training(int steps, bool leaks)
{
    ScopedRun run;
    run.begin(AnnotationKind::Phase, "setup");
    run.enter("model");
    for (int layer = 0; layer < 4; ++layer) {
        run.enter("layers." + std::to_string(layer));
        run.allocate(24 * mib);
        run.leave();
    }
    run.leave();
    run.end();
    for (int step = 1; step <= steps; ++step) {
        run.begin(AnnotationKind::Step, "step " + std::to_string(step));
        std::vector<std::uint64_t> activations;
        run.begin(AnnotationKind::Phase, "forward");
        for (int layer = 0; layer < 4; ++layer) {
            run.enter("layers." + std::to_string(layer));
            run.enter("aten::linear", FrameKind::Operation);
            activations.push_back(run.allocate((16 + 8 * static_cast<std::uint64_t>(layer)) * mib));
            run.leave();
            run.enter("aten::gelu", FrameKind::Operation);
            run.free(run.allocate(12 * mib));
            activations.push_back(run.allocate(6 * mib));
            run.leave();
            run.leave();
        }
        if (leaks) {
            run.enter("loss");
            run.enter("aten::clone", FrameKind::Operation);
            run.allocate(mib / 2);
            run.leave();
            run.leave();
        }
        run.end();
        run.begin(AnnotationKind::Phase, "backward");
        std::vector<std::uint64_t> gradients;
        for (int layer = 3; layer >= 0; --layer) {
            run.enter("layers." + std::to_string(layer));
            gradients.push_back(run.allocate(24 * mib));
            for (int i = 0; i < 2; ++i) {
                run.free(activations.back());
                activations.pop_back();
            }
            run.leave();
        }
        run.end();
        run.begin(AnnotationKind::Phase, "optimizer");
        for (const std::uint64_t gradient : gradients)
            run.free(gradient);
        run.end();
        run.end();
    }
    return std::make_shared<const AnalyzedRecording>(analyze(run.recording()));
}

template <class Page>
struct Shown {
    explicit Shown(std::shared_ptr<const AnalyzedRecording> recording)
        : page(state)
    {
        state.setRecording(std::move(recording), false);
        page.resize(1180, 360);
        setLook(&page, pageLook(applicationTheme()));
        page.show();
    }
    bool settle()
    {
        return QTest::qWaitFor([this] { return !page.isBusy(); }, 20000);
    }

    ViewState state;
    Page page;
};

QString textOf(const ScopesModel& model, int row, int column)
{
    return model.data(model.index(row, column), Qt::DisplayRole).toString();
}

int rowOf(const ScopesModel& model, const char* path)
{
    const auto& rows = model.shown().rows;
    const auto found =
        std::find_if(rows.begin(), rows.end(), [path](const ScopeRow& row) { return row.path == path; });
    return found == rows.end() ? -1 : static_cast<int>(found - rows.begin());
}

} // namespace

class TestScopesPage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void showsWhatTheCoreSays();
    void clickMovesTheCursor();
    void columnsFilterAndSteps();
    void copiesAndExports();
    void saysWhyThereIsNothing();
    void foldsSteps();
    void pictures_data();
    void pictures();
};

void TestScopesPage::showsWhatTheCoreSays()
{
    Shown<ScopesPage> shown(training(3, false));
    QVERIFY(shown.settle());
    const auto& analyzed = *shown.state.recording();
    const ScopeTable wanted = scopeTables(analyzed.recording, 0, analyzed.histories[0], {}).value().front();
    QCOMPARE(scopeTableText(shown.page.model().shown()), scopeTableText(wanted));
    const int row = rowOf(shown.page.model(), "forward / layers.3");
    QVERIFY(row >= 0);
    QCOMPARE(textOf(shown.page.model(), row, ScopesModel::Scope), QStringLiteral("  layers.3"));
    QCOMPARE(textOf(shown.page.model(), row, ScopesModel::Phase), QStringLiteral("forward"));
    // 96 MiB of parameters, 16 + 24 + 32 + 40 kept by linear, 3 x 6 by gelu, and 12 for a moment.
    const QModelIndex peak = shown.page.model().index(row, shown.page.model().columnCount() - 1);
    QCOMPARE(peak.data(Qt::DisplayRole).toString(), QStringLiteral("238.00M"));
    QCOMPARE(peak.data(Qt::ToolTipRole).toString(), QStringLiteral("249,561,088 bytes"));
    QVERIFY(
        peak.data(ScopesModel::BarRole).toDouble() > 0.5 && peak.data(ScopesModel::BarRole).toDouble() <= 1);
}

void TestScopesPage::clickMovesTheCursor()
{
    Shown<ScopesPage> shown(training(3, false));
    QVERIFY(shown.settle());
    auto* table = shown.page.findChild<QTableView*>(QStringLiteral("scopeTable"));
    const int row = rowOf(shown.page.model(), "backward / layers.3");
    const QModelIndex cell = shown.page.model().index(row, ScopesModel::Scope);
    table->scrollTo(cell);
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(cell).center());
    const ScopeFigures& figures = shown.page.model().shown().rows[static_cast<std::size_t>(row)].figures;
    QCOMPARE(shown.state.cursor(), std::size_t(figures.peakPosition));
    QCOMPARE(shown.state.history().valueAt(Curve::Allocated, shown.state.cursor()), figures.peak);
}

void TestScopesPage::columnsFilterAndSteps()
{
    Shown<ScopesPage> shown(training(3, false));
    QVERIFY(shown.settle());
    const ScopesModel& model = shown.page.model();
    const int columns = model.columnCount();
    shown.page.columnsMenu()->choose({StatKind::Allocation, StatPool::All, StatMetric::Freed}, true);
    QCOMPARE(model.columnCount(), columns + 1);
    QCOMPARE(model.headerData(ScopesModel::FirstFigure + 2, Qt::Horizontal, Qt::DisplayRole).toString(),
        QStringLiteral("allocation\nall\nfreed"));
    QCOMPARE(textOf(model, rowOf(model, "optimizer"), ScopesModel::FirstFigure + 2), QStringLiteral("4"));
    auto* filter = shown.page.findChild<QLineEdit*>(QStringLiteral("scopeFilter"));
    filter->setText(QStringLiteral("LAYERS.2"));
    QCOMPARE(model.rowCount(), 3); // setup, forward, backward
    filter->clear();
    auto* steps = shown.page.findChild<QComboBox*>(QStringLiteral("scopeSteps"));
    QCOMPARE(steps->count(), 4);
    steps->setCurrentIndex(2);
    Q_EMIT steps->activated(2);
    QVERIFY(shown.settle());
    QCOMPARE(*model.shown().step, 2);
    QCOMPARE(rowOf(model, "setup"), -1);
}

void TestScopesPage::copiesAndExports()
{
    Shown<ScopesPage> shown(training(2, false));
    QVERIFY(shown.settle());
    shown.page.copy();
    QCOMPARE(QGuiApplication::clipboard()->text().toStdString(), scopeTableText(shown.page.model().shown()));
    QTemporaryDir folder;
    const auto written = [&](const char* name) {
        const QString path = folder.filePath(QString::fromLatin1(name));
        if (const QString why = shown.page.exportTo(path); !why.isEmpty())
            qFatal("%s", qPrintable(why));
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    QVERIFY(written("a.csv").startsWith("path,scope,depth,phase,step,visits,before"));
    QVERIFY(written("a.html").startsWith("<!DOCTYPE html>"));
    QVERIFY(written("a.txt").startsWith("## most of 2 steps"));
    QVERIFY(!shown.page.exportTo(folder.filePath(QStringLiteral("none/a.csv"))).isEmpty());
}

void TestScopesPage::saysWhyThereIsNothing()
{
    ScopedRun run;
    run.allocate(1);
    Shown<ScopesPage> shown(std::make_shared<const AnalyzedRecording>(analyze(run.recording())));
    QVERIFY(shown.settle());
    const auto* empty = shown.page.findChild<QLabel*>(QStringLiteral("scopesEmpty"));
    QVERIFY(empty->isVisible());
    QVERIFY2(empty->text().contains(QStringLiteral("names no scopes")), qPrintable(empty->text()));
    shown.state.setRecording(nullptr, false);
    QVERIFY(empty->isVisible());
}

void TestScopesPage::foldsSteps()
{
    Shown<StepsPage> shown(training(12, true));
    QVERIFY(shown.settle());
    QCOMPARE(shown.page.folded()->drawnSteps(), std::size_t(12));
    QCOMPARE(shown.page.table().rowCount(), 1);
    const auto cell = [&](int column) {
        return shown.page.table().data(shown.page.table().index(0, column), Qt::DisplayRole).toString();
    };
    QCOMPARE(cell(DriftTable::Place), QStringLiteral("loss · aten::clone"));
    QCOMPARE(cell(DriftTable::Count), QStringLiteral("12"));
    const auto* sentence = shown.page.findChild<QLabel*>(QStringLiteral("driftSentence"));
    QVERIFY2(sentence->text().contains(QStringLiteral("524,288 bytes")), qPrintable(sentence->text()));
    // The right end of the picture is the end of the last step.
    QTest::mouseClick(shown.page.folded(), Qt::LeftButton, {},
        QPoint(shown.page.folded()->width() - 2, shown.page.folded()->height() / 2));
    QCOMPARE(shown.state.cursor(), shown.state.device().events.size());
}

void TestScopesPage::pictures_data()
{
    QTest::addColumn<bool>("dark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
}

void TestScopesPage::pictures()
{
    QFETCH(bool, dark);
    applyColourScheme(dark ? ColourScheme::Dark : ColourScheme::Light);
    const QString end = dark ? QStringLiteral("-dark.png") : QStringLiteral(".png");
    Shown<ScopesPage> scopes(training(3, false));
    QVERIFY(scopes.settle());
    QVERIFY(scopes.page.grab().save(pictureFile(QStringLiteral("scopes-page") + end)));
    Shown<StepsPage> steps(training(12, true));
    QVERIFY(steps.settle());
    QVERIFY(steps.page.grab().save(pictureFile(QStringLiteral("steps-page") + end)));
    applyColourScheme(ColourScheme::Light);
}

QTEST_MAIN(TestScopesPage)
#include "tst_scopes_page.moc"
