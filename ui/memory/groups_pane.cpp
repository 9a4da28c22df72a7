// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/memory/groups_pane.h"

#include "ui/details/figures.h"
#include "ui/first_column.h"
#include "ui/flame/flame_graph.h"
#include "ui/memory/share_bar.h"
#include "ui/plain_tip.h"
#include "ui/window/look.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QTableView>

namespace tidemark::ui {

GroupsPane::GroupsPane(QWidget* parent)
    : QWidget(parent)
    , m_rows(new QTableView(this))
    , m_flame(new FlameGraph(this))
    , m_up(new QPushButton(tr("Up"), this))
    , m_search(new QLineEdit(this))
    , m_path(makeMutedLabel({}, this))
{
    buildTable();
    auto* halves = new QSplitter(Qt::Horizontal, this);
    halves->addWidget(m_rows);
    halves->addWidget(buildGraph());
    halves->setSizes({460, 700});
    halves->setChildrenCollapsible(false);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(halves);
    connect(halves, &QSplitter::splitterMoved, this, &GroupsPane::fitColumns);
    connect(m_flame, &FlameGraph::focusChanged, this, &GroupsPane::showPath);
    connect(m_flame, &FlameGraph::selectionChanged, this, &GroupsPane::showPath);
    connect(m_flame, &FlameGraph::searched, this, &GroupsPane::sayFound);
    connect(m_up, &QPushButton::clicked, m_flame, &FlameGraph::goUp);
    connect(m_search, &QLineEdit::textChanged, m_flame, &FlameGraph::setSearch);
    showPath();
}

void GroupsPane::buildTable()
{
    m_rows->setObjectName(QStringLiteral("memoryGroups"));
    m_rows->setAccessibleName(tr("What is alive, by group"));
    m_rows->setModel(&m_groups);
    m_rows->setItemDelegateForColumn(GroupTable::Share, new ShareBar(m_rows));
    m_rows->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_rows->setSelectionMode(QAbstractItemView::SingleSelection);
    m_rows->setTabKeyNavigation(false);
    m_rows->setShowGrid(false);
    m_rows->setWordWrap(false);
    m_rows->verticalHeader()->hide();
    m_rows->verticalHeader()->setDefaultSectionSize(m_rows->fontMetrics().height() + 8);
    m_rows->horizontalHeader()->setHighlightSections(false);
    for (const int column : {GroupTable::Bytes, GroupTable::Share, GroupTable::Blocks})
        m_rows->horizontalHeader()->resizeSection(column, 84);
    constexpr int leastGroup = 120; // pixels
    new FirstColumn(m_rows, leastGroup);
    m_rows->setMinimumWidth(280);
    connect(m_rows->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &GroupsPane::showChosen);
}

QWidget* GroupsPane::buildGraph()
{
    auto* side = new QWidget(this);
    m_flame->setObjectName(QStringLiteral("flame"));
    m_up->setObjectName(QStringLiteral("flameUp"));
    m_up->setToolTip(tr("Look at what this is part of: Backspace, or a right click"));
    m_search->setObjectName(QStringLiteral("flameSearch"));
    m_search->setPlaceholderText(tr("Find"));
    m_search->setAccessibleName(tr("Find in the flame graph"));
    m_search->setClearButtonEnabled(true);
    m_search->setMaximumWidth(220);
    m_path->setObjectName(QStringLiteral("flamePath"));
    m_path->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* bar = new QHBoxLayout;
    bar->setSpacing(8);
    bar->addWidget(m_up);
    bar->addWidget(m_path, 1);
    bar->addWidget(m_search);
    auto* area = new QScrollArea(side);
    area->setWidgetResizable(true);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setFocusPolicy(Qt::NoFocus);
    area->setWidget(m_flame);
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(8, 0, 0, 0);
    column->addLayout(bar);
    column->addWidget(area, 1);
    return side;
}

void GroupsPane::setFacts(const std::shared_ptr<const MemoryFacts>& facts)
{
    m_facts = facts;
    m_groups.setFacts(facts);
    m_flame->setTree(facts ? facts->tree : nullptr);
    if (m_rows->model()->rowCount() > 0)
        for (const int column : {GroupTable::Bytes, GroupTable::Blocks})
            m_rows->resizeColumnToContents(column);
}

void GroupsPane::setUnits(ByteUnits units)
{
    m_units = units;
    m_groups.setUnits(units);
    m_flame->setUnits(units);
    m_flame->setSearch(m_search->text()); // and what was found is told anew
}

// In a narrow pane the bars give way: the figures say the same.
void GroupsPane::fitColumns()
{
    constexpr int roomForBars = 380; // pixels
    m_rows->setColumnHidden(GroupTable::Share, m_rows->width() < roomForBars);
}

void GroupsPane::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitColumns();
}

// The first node of the graph that has the group's name.
void GroupsPane::showChosen()
{
    const QModelIndex chosen = m_rows->selectionModel()->currentIndex();
    if (!chosen.isValid() || !m_facts)
        return;
    const std::string name = m_groups.data(m_groups.index(chosen.row(), GroupTable::Group), Qt::DisplayRole)
                                 .toString()
                                 .toStdString();
    const CallTree& tree = *m_facts->tree;
    for (std::uint32_t node = 0; node < tree.size(); ++node)
        if (tree.name[node] == name || (node == 0 && m_groups.isSum(chosen.row())))
            return m_flame->lookAt(node);
}

void GroupsPane::showPath()
{
    m_up->setEnabled(m_flame->focusNode() != 0);
    const QString sentence = m_flame->sentence(m_flame->selectedNode());
    if (m_search->text().isEmpty()) {
        m_path->setText(sentence);
        m_path->setToolTip(plainTip(sentence));
    }
}

void GroupsPane::sayFound(quint64 bytes, bool isSearching)
{
    if (!isSearching)
        return showPath();
    const QString text = bytes == 0
        ? tr("found nowhere")
        : tr("found in %1 (%2 B)").arg(bytesText(bytes, m_units), countText(bytes));
    m_path->setText(text);
    m_path->setToolTip(plainTip(text));
}

} // namespace tidemark::ui
