// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/steps/steps_page.h"

#include "ui/steps/folded_steps.h"
#include "ui/view_state.h"
#include "ui/whole_memory_note.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QTableView>
#include <QVBoxLayout>
#include <chrono>

namespace tidemark::ui {

namespace {

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

} // namespace

StepsPage::StepsPage(ViewState& state, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
    , m_folded(new FoldedSteps(state, this))
    , m_sentence(new QLabel(this))
    , m_rows(new QTableView(this))
{
    m_sentence->setObjectName(u"driftSentence"_s);
    m_sentence->setWordWrap(true);
    m_sentence->setTextFormat(Qt::PlainText);
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_sentence->setContentsMargins(10, 4, 14, 4);
    m_rows->setObjectName(u"driftTable"_s);
    m_rows->setModel(&m_table);
    m_rows->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_rows->setShowGrid(false);
    m_rows->setWordWrap(false);
    m_rows->verticalHeader()->hide();
    m_rows->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 7);
    m_rows->horizontalHeader()->setHighlightSections(false);
    auto* columns = new QHBoxLayout;
    columns->setSpacing(0);
    columns->addWidget(m_folded, 3);
    columns->addWidget(m_rows, 2);
    auto* page = new QVBoxLayout(this);
    page->setContentsMargins(0, 0, 0, 0);
    page->setSpacing(0);
    page->addWidget(m_sentence);
    page->addWidget(makeWholeMemoryNote(m_state, this));
    page->addLayout(columns, 1);
    m_soon.setSingleShot(true);
    m_soon.setInterval(500ms);
    connect(&m_soon, &QTimer::timeout, this, &StepsPage::findAgain);
    connect(&m_finder, &DriftFinder::found, this, &StepsPage::take);
    connect(&state, &ViewState::recordingChanged, this, &StepsPage::takeRecording);
    connect(&state, &ViewState::deviceChanged, this, &StepsPage::takeRecording);
    connect(&state, &ViewState::recordingGrown, this, &StepsPage::takeGrowth);
    connect(&state, &ViewState::unitsChanged, this, &StepsPage::takeUnits);
    takeRecording();
}

void StepsPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    findAgain();
}

void StepsPage::takeRecording()
{
    m_soon.stop();
    m_finder.cancel();
    m_asked.reset();
    m_table.setDrift(nullptr);
    m_folded->setDrift(nullptr);
    m_rows->hide();
    m_sentence->clear();
    if (isVisible())
        findAgain();
}

void StepsPage::takeGrowth()
{
    if (isVisible() && !m_soon.isActive())
        m_soon.start();
}

void StepsPage::findAgain()
{
    if (!m_state.hasDevice()) {
        m_sentence->setText(tr("Nothing is open."));
        return;
    }
    if (m_finder.isBusy() || (m_asked == m_state.recording() && m_askedDevice == m_state.deviceIndex()))
        return;
    m_asked = m_state.recording();
    m_askedDevice = m_state.deviceIndex();
    m_finder.find(m_asked, m_askedDevice);
}

void StepsPage::takeUnits()
{
    m_table.setUnits(m_state.units());
    if (const FoundDrift* drift = m_table.drift())
        m_sentence->setText(QString::fromStdString(driftSentence(drift->drift, m_state.units())));
}

void StepsPage::take(const std::shared_ptr<const FoundDrift>& drift)
{
    m_folded->setDrift(drift);
    m_table.setDrift(drift);
    takeUnits();
    m_rows->setVisible(m_table.rowCount() > 0);
    m_rows->resizeColumnsToContents();
    if (m_asked != m_state.recording())
        m_soon.start(); // it grew meanwhile
}

} // namespace tidemark::ui
