// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/memory/groups_pane.h"

#include "ui/details/figures.h"
#include "ui/first_column.h"
#include "ui/flame/flame_graph.h"
#include "ui/flame/treemap.h"
#include "ui/memory/share_bar.h"
#include "ui/plain_tip.h"
#include "ui/window/look.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>

namespace tidemark::ui {

GroupsPane::GroupsPane(QWidget* parent)
    : QWidget(parent)
    , m_rows(new QTableView(this))
    , m_flame(new FlameGraph(this))
    , m_treemap(new Treemap(this))
    , m_pictures(new QStackedWidget(this))
    , m_pictureBox(new QComboBox(this))
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
    connectPicture(m_flame);
    connectPicture(m_treemap);
    connect(m_up, &QPushButton::clicked, this, [this] { picture()->goUp(); });
    connect(
        m_search, &QLineEdit::textChanged, this, [this](const QString& text) { picture()->setSearch(text); });
    connect(m_pictureBox, &QComboBox::currentIndexChanged, this, &GroupsPane::changePicture);
    showPath();
}

TreePicture* GroupsPane::picture() const
{
    return m_pictureBox->currentIndex() == 0 ? static_cast<TreePicture*>(m_flame) : m_treemap;
}

// Only the one that is shown says what it shows.
void GroupsPane::connectPicture(TreePicture* made)
{
    const auto say = [this, made] {
        if (made == picture())
            showPath();
    };
    connect(made, &TreePicture::focusChanged, this, say);
    connect(made, &TreePicture::selectionChanged, this, say);
    connect(made, &TreePicture::searched, this, [this, made](quint64 bytes, bool isSearching) {
        if (made == picture())
            sayFound(bytes, isSearching);
    });
}

void GroupsPane::showTreemap(bool shown)
{
    m_pictureBox->setCurrentIndex(shown ? 1 : 0);
}

// The other picture goes on where this one is.
void GroupsPane::changePicture()
{
    TreePicture* shown = picture();
    const TreePicture* before = shown == m_flame ? static_cast<TreePicture*>(m_treemap) : m_flame;
    shown->lookAt(before->focusNode());
    shown->select(before->selectedNode());
    shown->setSearch(m_search->text());
    m_pictures->setCurrentIndex(m_pictureBox->currentIndex());
    showPath();
}

void GroupsPane::buildTable()
{
    m_rows->setObjectName(QStringLiteral("memoryGroups"));
    m_rows->setAccessibleName(tr("What is alive, by group"));
    m_rows->setModel(&m_groups);
    m_rows->setItemDelegateForColumn(GroupTable::Share, new ShareBar(m_rows));
    m_rows->installEventFilter(this);
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

QWidget* GroupsPane::buildPictures(QWidget* parent)
{
    auto* area = new QScrollArea(m_pictures);
    area->setWidgetResizable(true);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setFocusPolicy(Qt::NoFocus);
    area->setWidget(m_flame);
    m_pictures->setParent(parent);
    m_pictures->addWidget(area);
    m_pictures->addWidget(m_treemap);
    return m_pictures;
}

QWidget* GroupsPane::buildGraph()
{
    auto* side = new QWidget(this);
    m_flame->setObjectName(QStringLiteral("flame"));
    m_up->setObjectName(QStringLiteral("flameUp"));
    m_treemap->setObjectName(QStringLiteral("treemap"));
    m_pictureBox->setObjectName(QStringLiteral("memoryPicture"));
    m_pictureBox->setAccessibleName(tr("How the memory is drawn"));
    m_pictureBox->addItems({tr("Flame graph"), tr("Treemap")});
    m_pictureBox->setToolTip(
        tr("Flame graph: what is part of what, as wide as it holds bytes. Treemap: areas as "
           "large as the bytes. A click looks at a part alone."));
    m_up->setToolTip(tr("Look at what this is part of: Backspace, or a right click"));
    m_search->setObjectName(QStringLiteral("flameSearch"));
    m_search->setPlaceholderText(tr("Find"));
    m_search->setAccessibleName(tr("Find in the picture"));
    m_search->setClearButtonEnabled(true);
    m_search->setMaximumWidth(220);
    m_path->setObjectName(QStringLiteral("flamePath"));
    m_path->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* bar = new QHBoxLayout;
    bar->setSpacing(8);
    bar->addWidget(m_pictureBox);
    bar->addWidget(m_up);
    bar->addWidget(m_path, 1);
    bar->addWidget(m_search);
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(8, 0, 0, 0);
    column->addLayout(bar);
    column->addWidget(buildPictures(side), 1);
    return side;
}

void GroupsPane::setFacts(const std::shared_ptr<const MemoryFacts>& facts)
{
    m_facts = facts;
    m_groups.setFacts(facts);
    m_flame->setTree(facts ? facts->tree : nullptr);
    m_treemap->setTree(facts ? facts->tree : nullptr);
    if (m_rows->model()->rowCount() > 0)
        for (const int column : {GroupTable::Bytes, GroupTable::Blocks})
            m_rows->resizeColumnToContents(column);
}

void GroupsPane::setUnits(ByteUnits units)
{
    m_units = units;
    m_groups.setUnits(units);
    m_flame->setUnits(units);
    m_treemap->setUnits(units);
    picture()->setSearch(m_search->text()); // and what was found is told anew
}

// In a narrow pane the bars give way: the figures say the same.
void GroupsPane::fitColumns()
{
    constexpr int roomForBars = 380; // pixels
    m_rows->setColumnHidden(GroupTable::Share, m_rows->width() < roomForBars);
}

// The table's own width counts: the splitter deals it out once the pane has its own.
bool GroupsPane::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_rows && event->type() == QEvent::Resize)
        fitColumns();
    return QWidget::eventFilter(watched, event);
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
            return picture()->lookAt(node);
}

void GroupsPane::showPath()
{
    m_up->setEnabled(picture()->focusNode() != 0);
    const QString sentence = picture()->sentence(picture()->selectedNode());
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
