// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scopes/scopes_page.h"

#include "core/analysis/scopes/scope_table_text.h"
#include "core/analysis/scopes/step_ranges.h"
#include "core/files/output_file.h"
#include "ui/details/figures.h"
#include "ui/scopes/scope_bars.h"
#include "ui/scopes/scope_columns_menu.h"
#include "ui/view_state.h"
#include "ui/whole_memory_note.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>
#include <chrono>

namespace tidemark::ui {

namespace {

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

constexpr std::size_t mostStepItems = 2000; // of more, the first ones can be chosen

} // namespace

ScopesPage::ScopesPage(ViewState& state, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
    , m_columns(new ScopeColumnsMenu(this))
    , m_steps(new QComboBox(this))
    , m_operators(new QCheckBox(tr("&Operators"), this))
    , m_lines(new QCheckBox(tr("Source &lines"), this))
    , m_filter(new QLineEdit(this))
    , m_table(new QTableView(this))
    , m_empty(new QLabel(this))
    , m_place(new QStackedWidget(this))
{
    buildLayout();
    m_soon.setSingleShot(true);
    m_soon.setInterval(500ms);
    connect(&m_soon, &QTimer::timeout, this, &ScopesPage::findAgain);
    connect(&m_finder, &ScopesFinder::found, this, &ScopesPage::takeTable);
    connect(&m_finder, &ScopesFinder::failed, this, &ScopesPage::say);
    connect(&state, &ViewState::recordingChanged, this, &ScopesPage::takeRecording);
    connect(&state, &ViewState::deviceChanged, this, &ScopesPage::takeRecording);
    connect(&state, &ViewState::recordingGrown, this, &ScopesPage::takeGrowth);
    connect(m_steps, &QComboBox::activated, this, &ScopesPage::findAgain);
    connect(m_operators, &QCheckBox::toggled, this, &ScopesPage::findAgain);
    connect(m_lines, &QCheckBox::toggled, this, &ScopesPage::findAgain);
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_model.setFilter(text);
        describe();
    });
    connect(m_columns, &ScopeColumnsMenu::chosenChanged, this,
        [this] { m_model.setColumns(m_columns->chosen()); });
    connect(m_table, &QTableView::clicked, this, [this](const QModelIndex& index) {
        const ScopeRow& row = m_model.shown().rows[static_cast<std::size_t>(index.row())];
        m_state.setCursor(row.figures.peakPosition);
    });
    const auto takeUnits = [this] { m_model.setUnits(m_state.units()); };
    connect(&state, &ViewState::unitsChanged, this, takeUnits);
    takeUnits();
    takeRecording();
}

void ScopesPage::buildLayout()
{
    m_steps->setObjectName(u"scopeSteps"_s);
    m_steps->setAccessibleName(tr("Which training step"));
    m_steps->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_filter->setObjectName(u"scopeFilter"_s);
    m_filter->setAccessibleName(tr("Only scopes whose path contains"));
    m_filter->setPlaceholderText(tr("Filter, such as layers.3"));
    m_filter->setClearButtonEnabled(true);
    m_table->setObjectName(u"scopeTable"_s);
    m_table->setModel(&m_model);
    m_table->setItemDelegate(new ScopeBars(m_table));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 7);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_empty->setObjectName(u"scopesEmpty"_s);
    m_empty->setWordWrap(true);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setMargin(24);
    m_place->addWidget(m_table);
    m_place->addWidget(m_empty);
    auto* columns = new QToolButton(this);
    columns->setText(tr("Columns"));
    columns->setPopupMode(QToolButton::InstantPopup);
    columns->setMenu(m_columns);
    auto* copyButton = new QPushButton(tr("&Copy"), this);
    copyButton->setToolTip(tr("The table as text, as it is shown"));
    auto* exportButton = new QPushButton(tr("&Export…"), this);
    exportButton->setToolTip(tr("As CSV, as a page with bars, or as text"));
    connect(copyButton, &QPushButton::clicked, this, &ScopesPage::copy);
    connect(exportButton, &QPushButton::clicked, this, &ScopesPage::askWhereTo);
    auto* top = new QHBoxLayout;
    top->setContentsMargins(10, 4, 14, 4);
    top->setSpacing(8);
    for (QWidget* widget :
        {static_cast<QWidget*>(m_steps), static_cast<QWidget*>(m_operators), static_cast<QWidget*>(m_lines)})
        top->addWidget(widget);
    top->addWidget(m_filter, 1);
    for (QWidget* widget : {static_cast<QWidget*>(columns), static_cast<QWidget*>(copyButton),
             static_cast<QWidget*>(exportButton)})
        top->addWidget(widget);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(top);
    column->addWidget(makeWholeMemoryNote(m_state, this));
    column->addWidget(m_place, 1);
    setFocusProxy(m_table);
}

void ScopesPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    findAgain();
}

void ScopesPage::takeRecording()
{
    m_soon.stop();
    m_finder.cancel();
    m_asked.reset();
    m_model.setTable(nullptr);
    fillSteps();
    describe();
    if (isVisible())
        findAgain();
}

void ScopesPage::takeGrowth()
{
    if (isVisible() && !m_soon.isActive() && !m_finder.isBusy())
        m_soon.start();
}

void ScopesPage::fillSteps()
{
    const QVariant chosen = m_steps->currentData();
    m_steps->clear();
    m_steps->addItem(tr("Whole recording"));
    if (!m_state.hasDevice())
        return;
    const std::vector<StepRange> steps = stepRanges(m_state.recording()->recording, m_state.deviceIndex());
    if (!steps.empty())
        m_steps->setItemText(0, tr("Most of %1").arg(counted(steps.size(), tr("step"), tr("steps"))));
    for (std::size_t i = 0; i < std::min(steps.size(), mostStepItems); ++i)
        m_steps->addItem(tr("Step %1").arg(steps[i].number), QVariant::fromValue<qint64>(steps[i].number));
    if (const int kept = m_steps->findData(chosen); kept > 0)
        m_steps->setCurrentIndex(kept);
}

// Unless the table answers just this question, or will.
void ScopesPage::findAgain()
{
    if (!m_state.hasDevice() || m_state.device().events.empty())
        return describe();
    fillSteps();
    ScopesQuestion question;
    question.recording = m_state.recording();
    question.device = m_state.deviceIndex();
    question.detail = {m_operators->isChecked(), m_lines->isChecked()};
    if (const QVariant step = m_steps->currentData(); step.isValid())
        question.step = step.toLongLong();
    if (m_asked == question)
        return;
    m_asked = question;
    m_finder.find(question);
    describe();
}

void ScopesPage::takeTable(std::shared_ptr<const ScopeTable> table)
{
    m_model.setTable(std::move(table));
    m_table->resizeColumnsToContents();
    m_table->setColumnWidth(
        ScopesModel::Scope, std::clamp(m_table->columnWidth(ScopesModel::Scope), 160, 420));
    describe();
    if (m_state.hasDevice() && m_asked && m_asked->recording != m_state.recording())
        m_soon.start(); // it grew meanwhile
}

void ScopesPage::say(const QString& sentence)
{
    m_empty->setText(sentence);
    m_place->setCurrentWidget(m_empty);
}

// The table where it has rows, else why it has none.
void ScopesPage::describe()
{
    if (!m_model.shown().rows.empty())
        m_place->setCurrentWidget(m_table);
    else if (!m_state.hasDevice() || m_state.device().events.empty())
        say(tr("No data: there are no events of this device, only what there was at one moment."));
    else if (m_finder.isBusy())
        say(tr("Reading the recording…"));
    else
        say(tr("No data. %1").arg(QString::fromStdString(m_model.shown().whyEmpty)));
}

QString ScopesPage::recordingName() const
{
    if (!m_state.recording())
        return {};
    const Recording& recording = m_state.recording()->recording;
    return QString::fromStdString(recording.workload.empty() ? recording.format : recording.workload);
}

void ScopesPage::copy() const
{
    QGuiApplication::clipboard()->setText(
        QString::fromStdString(scopeTableText(m_model.shown(), m_state.units())));
}

QString ScopesPage::exportTo(const QString& path) const
{
    std::string text;
    if (path.endsWith(u".csv"_s, Qt::CaseInsensitive))
        text = scopeTableCsv({m_model.shown()});
    else if (path.endsWith(u".html"_s, Qt::CaseInsensitive))
        text = scopeTableHtml({m_model.shown()}, recordingName().toStdString());
    else
        text = scopeTableText(m_model.shown(), m_state.units());
    auto file = OutputFile::create(path.toStdString());
    if (!file)
        return QString::fromStdString(file.error().message);
    auto done = file->write(std::as_bytes(std::span(text)));
    if (done)
        done = file->commit();
    return done ? QString() : QString::fromStdString(done.error().message);
}

void ScopesPage::askWhereTo()
{
    const QString path = QFileDialog::getSaveFileName(this, tr("Export the scopes table"), u"scopes.csv"_s,
        tr("CSV (*.csv);;Page with bars (*.html);;Text (*.txt)"));
    if (path.isEmpty())
        return;
    if (const QString why = exportTo(path); !why.isEmpty())
        QMessageBox::warning(this, tr("Export the scopes table"), why);
}

} // namespace tidemark::ui
