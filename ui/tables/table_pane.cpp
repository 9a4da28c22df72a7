// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/table_pane.h"

#include "ui/details/figures.h"
#include "ui/plain_tip.h"
#include "ui/tables/column_width.h"
#include "ui/tables/table_copy.h"
#include "ui/window/look.h"

#include <QAction>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QStackedWidget>
#include <QStyledItemDelegate>
#include <QTableView>
#include <algorithm>
#include <chrono>

namespace tidemark::ui {

using namespace std::chrono_literals;
using namespace Qt::Literals::StringLiterals;

namespace {

// Figures on the right of a column keep away from words on the left of the next.
class SpacedCells : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QString displayText(const QVariant& value, const QLocale& locale) const override
    {
        return u' ' + QStyledItemDelegate::displayText(value, locale) + u' ';
    }
};

// Rows that only grew keep their numbers; else the row that is about the same memory at the same moment.
std::optional<std::size_t> sameRow(const RowSource& before, std::size_t row, const RowSource& now)
{
    const RowPlace place = before.placeOf(row);
    if (row < now.size()) {
        const RowPlace there = now.placeOf(row);
        if (there.position == place.position && there.address == place.address)
            return row;
    }
    return place.position ? now.rowAt(*place.position, place.address) : std::nullopt;
}

} // namespace

TablePane::TablePane(const QString& name, QWidget* parent)
    : QWidget(parent)
    , m_name(name)
    , m_search(new QLineEdit(this))
    , m_count(makeMutedLabel({}, this))
    , m_table(new QTableView(this))
    , m_empty(makeMutedLabel({}, this))
    , m_place(new QStackedWidget(this))
{
    buildLayout(name);
    m_soon.setSingleShot(true);
    m_soon.setInterval(120ms);
    m_progressClock.setInterval(100ms);
    m_reportEnd.setSingleShot(true);
    m_reportEnd.setInterval(10s);
    connect(&m_soon, &QTimer::timeout, this, &TablePane::ask);
    connect(&m_progressClock, &QTimer::timeout, this, &TablePane::showProgress);
    connect(&m_reportEnd, &QTimer::timeout, this, [this] { report({}); });
    connect(&m_finder, &NewestJob::busyChanged, this, &TablePane::say);
    connect(&m_writer, &NewestJob::busyChanged, this, &TablePane::say);
    connect(m_search, &QLineEdit::textChanged, this, &TablePane::askSoon);
    connect(m_search, &QLineEdit::returnPressed, this, &TablePane::goToHits);
    connect(&m_rows, &RowTable::sortingWanted, this, [this](int column, Qt::SortOrder order) {
        m_choice.sorting.reset();
        if (column >= 0)
            m_choice.sorting = RowSorting{static_cast<std::size_t>(column), order == Qt::DescendingOrder};
        ask();
    });
    say();
}

void TablePane::buildLayout(const QString& name)
{
    m_search->setObjectName(name + "Search"_L1);
    m_search->setPlaceholderText(tr("Find: linear, /conv[12]d/, 0x7f…, >20MiB, 1MiB..4MiB"));
    m_search->setAccessibleName(tr("Find %1").arg(name));
    m_search->setClearButtonEnabled(true);
    m_search->setToolTip(u"<pre>"_s + textOf(queryHelp()).toHtmlEscaped() + u"</pre>"_s);
    m_search->setMinimumWidth(120);
    m_search->setMaximumWidth(420);
    m_count->setObjectName(name + "Count"_L1);
    m_count->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_empty->setObjectName(name + "Empty"_L1);
    m_empty->setWordWrap(true);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setMargin(24);
    buildTable(name);
    m_place->addWidget(m_table);
    m_place->addWidget(m_empty);
    auto* bar = new QHBoxLayout;
    bar->setSpacing(8);
    bar->addWidget(m_search, 2);
    m_tools = new QHBoxLayout;
    bar->addLayout(m_tools);
    bar->addWidget(m_count, 3);
    buildTools(*bar);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    column->addLayout(bar);
    column->addWidget(m_place, 1);
    setFocusProxy(m_table);
}

void TablePane::buildTable(const QString& name)
{
    m_table->setObjectName(name + "Table"_L1);
    m_table->setAccessibleName(name);
    m_table->setModel(&m_rows);
    m_table->setItemDelegate(new SpacedCells(m_table));
    m_table->horizontalHeader()->setSortIndicatorClearable(true);
    m_table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    m_table->setSortingEnabled(true);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setTabKeyNavigation(false);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_table->verticalHeader()->setDefaultSectionSize(m_table->fontMetrics().height() + 7);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setStretchLastSection(true);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        if (!m_isFollowing)
            chooseCurrent();
    });
    connect(m_table, &QTableView::clicked, this, &TablePane::chooseCurrent);
}

void TablePane::buildTools(QHBoxLayout& bar)
{
    auto* copyButton = new QPushButton(tr("Copy"), this);
    copyButton->setToolTip(tr("Copy the selected rows, or all where none is selected; %1 at most")
                               .arg(countText(mostCopiedRows)));
    auto* menu = new QMenu(copyButton);
    copyButton->setMenu(menu);
    QAction* asText = menu->addAction(tr("As &text"));
    QAction* asCsv = menu->addAction(tr("As &CSV"));
    asText->setShortcut(QKeySequence::Copy);
    asText->setShortcutContext(Qt::WidgetShortcut);
    m_table->addActions({asText, asCsv});
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(asText, &QAction::triggered, this, [this] { copy(selectedText()); });
    connect(asCsv, &QAction::triggered, this, [this] { copy(selectedCsv()); });
    auto* exportButton = new QPushButton(tr("Export…"), this);
    exportButton->setToolTip(tr("Write the rows that are shown as CSV or JSON, with every byte"));
    exportButton->setObjectName(m_name + "Export"_L1);
    connect(exportButton, &QPushButton::clicked, this, &TablePane::askWhereTo);
    connect(&m_writer, &NewestJob::busyChanged, exportButton,
        [this, exportButton] { exportButton->setEnabled(!m_writer.isBusy()); });
    connect(this, &TablePane::exported, this, [this](const QString& failure) {
        if (!failure.isEmpty())
            QMessageBox::warning(this, tr("Export %1").arg(m_name), failure);
    });
    bar.addWidget(copyButton);
    bar.addWidget(exportButton);
}

void TablePane::addTool(QWidget* tool)
{
    m_tools->addWidget(tool);
}

void TablePane::setSource(std::shared_ptr<const RowSource> source, const QString& why)
{
    // A run that grows faster than its rows are searched is searched as it was, and then anew.
    m_isOutrun = m_finder.isBusy() && source && m_source;
    m_source = std::move(source);
    m_why = why;
    if (!m_isOutrun)
        ask();
}

void TablePane::setFilter(const MemoryFilter& filter)
{
    if (filter == m_choice.filter)
        return;
    m_choice.filter = filter;
    ask();
}

void TablePane::setWithin(const std::optional<EventRange>& range)
{
    if (range == m_choice.within)
        return;
    m_choice.within = range;
    // A range that is dragged along is searched for as it was, and then anew.
    if (m_finder.isBusy())
        m_isOutrun = true;
    else
        ask();
}

void TablePane::setSearch(const QString& query)
{
    m_search->setText(query);
    ask();
}

void TablePane::startSearch()
{
    m_search->setFocus(Qt::ShortcutFocusReason);
    m_search->selectAll();
}

void TablePane::setNote(const QString& note)
{
    m_note = note;
    say();
}

void TablePane::askSoon()
{
    m_wantsHits = false;
    m_soon.start();
}

// From the search box into the rows that it found, once they are.
void TablePane::goToHits()
{
    m_wantsHits = true;
    if (m_soon.isActive())
        ask();
    else if (!m_finder.isBusy())
        enterRows();
}

// The search box itself has no use for it.
void TablePane::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Down && m_search->hasFocus())
        goToHits();
    else if (event->matches(QKeySequence::Find)) // where no window has an action for it
        startSearch();
    else
        QWidget::keyPressEvent(event);
}

void TablePane::enterRows()
{
    m_wantsHits = false;
    if (m_rows.rowCount() == 0)
        return;
    m_table->setFocus(Qt::OtherFocusReason);
    m_isFollowing = true;
    select(0);
    m_isFollowing = false;
    chooseCurrent();
}

void TablePane::ask()
{
    m_soon.stop();
    m_isOutrun = false;
    auto query = parseQuery(m_search->text().toStdString());
    if (query && m_source) {
        if (const auto known = checkColumns(*m_source, *query); !known)
            query = tl::unexpected(known.error());
    }
    m_mistake = query ? QString() : QString::fromStdString(query.error().message);
    if (query && m_source) // else what was found before stays
        m_choice.query = std::move(*query);
    if (!m_source) {
        m_finder.forget();
        return take(nullptr, nullptr);
    }
    if (m_choice.query.isEmpty() && m_choice.filter.isAll() && !m_choice.within && !m_choice.sorting) {
        m_finder.forget();
        return take(m_source, std::make_shared<const RowOrder>(RowOrder::allOf(*m_source)));
    }
    m_progress = std::make_shared<Progress>();
    m_finder.start([this, source = m_source, choice = m_choice, progress = m_progress](
                       const std::stop_token& stop) -> NewestJob::Use {
        auto found = chosenRows(*source, choice, stop, progress.get());
        if (!found)
            return {};
        auto order = std::make_shared<const RowOrder>(std::move(*found));
        return [this, source, order] {
            take(source, order);
            if (m_isOutrun)
                ask();
        };
    });
}

void TablePane::take(
    const std::shared_ptr<const RowSource>& source, const std::shared_ptr<const RowOrder>& order)
{
    std::optional<std::size_t> current; // the row of the source
    if (const QModelIndex index = m_table->currentIndex(); index.isValid() && source)
        current = sameRow(*m_rows.source(), m_rows.rowAt(index.row()), *source);
    m_isFollowing = true;
    m_rows.setRows(source, order);
    if (!source)
        m_hasWidths = false; // the columns went
    else if (!m_hasWidths)
        setWidths();
    const auto place = current && order ? order->placeOf(*current) : std::nullopt;
    if (!place)
        m_table->setCurrentIndex({});
    else if (m_table->currentIndex().row() != static_cast<int>(*place))
        select(*place);
    m_isFollowing = false;
    say();
    if (m_wantsHits)
        enterRows();
}

void TablePane::setWidths()
{
    m_hasWidths = true;
    for (std::size_t i = 0; i < m_rows.source()->columns().size(); ++i)
        m_table->horizontalHeader()->resizeSection(
            static_cast<int>(i), columnWidth(*m_rows.source(), i, m_table->font()));
}

void TablePane::chooseCurrent()
{
    const QModelIndex index = m_table->currentIndex();
    if (index.isValid())
        Q_EMIT rowChosen(m_rows.source()->placeOf(m_rows.rowAt(index.row())));
}

void TablePane::follow(std::uint64_t position, std::optional<std::uint64_t> address)
{
    if (m_rows.rowCount() == 0 || m_table->hasFocus())
        return; // who walks through the rows is not led away from them
    const auto row = m_rows.source()->rowAt(position, address);
    const auto place = row ? m_rows.order()->placeOf(*row) : std::nullopt;
    m_isFollowing = true;
    if (place)
        select(*place);
    else
        m_table->setCurrentIndex({});
    m_isFollowing = false;
}

void TablePane::select(std::size_t place)
{
    if (!m_rows.reach(place))
        return;
    m_table->setCurrentIndex(m_rows.index(static_cast<int>(place), 0));
}

} // namespace tidemark::ui
