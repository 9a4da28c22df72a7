// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/memory/tensors_pane.h"

#include "core/base/csv.h"
#include "ui/details/figures.h"
#include "ui/window/look.h"

#include <QAction>
#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QSaveFile>
#include <QTableView>
#include <algorithm>

namespace tidemark::ui {

namespace {

QString tensorCsvLine(const QStringList& fields)
{
    QStringList written;
    for (const QString& field : fields)
        written << QString::fromStdString(csvField(field.toStdString()));
    return written.join(u',') + u'\n';
}

} // namespace

TensorsPane::TensorsPane(QWidget* parent)
    : QWidget(parent)
    , m_rows(new QTableView(this))
    , m_search(new QLineEdit(this))
    , m_sum(makeMutedLabel({}, this))
{
    buildTable();
    m_search->setObjectName(QStringLiteral("tensorSearch"));
    m_search->setPlaceholderText(tr("Find"));
    m_search->setAccessibleName(tr("Find tensors"));
    m_search->setClearButtonEnabled(true);
    m_search->setMaximumWidth(220);
    m_sum->setObjectName(QStringLiteral("tensorSum"));
    auto* copyButton = new QPushButton(tr("Copy"), this);
    copyButton->setToolTip(tr("Copy the selected rows, with every byte"));
    auto* saveButton = new QPushButton(tr("Save as CSV…"), this);
    auto* bar = new QHBoxLayout;
    bar->setSpacing(8);
    bar->addWidget(m_search);
    bar->addWidget(m_sum, 1);
    bar->addWidget(copyButton);
    bar->addWidget(saveButton);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addLayout(bar);
    column->addWidget(m_rows, 1);
    connect(copyButton, &QPushButton::clicked, this, &TensorsPane::copy);
    connect(saveButton, &QPushButton::clicked, this, &TensorsPane::save);
    connect(m_search, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_shown.setFilterFixedString(text);
        showSum();
    });
}

void TensorsPane::buildTable()
{
    m_shown.setSourceModel(&m_tensors);
    m_shown.setSortRole(TensorList::sortRole);
    m_shown.setFilterKeyColumn(-1);
    m_shown.setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_rows->setObjectName(QStringLiteral("tensors"));
    m_rows->setAccessibleName(tr("Tensors that are alive"));
    m_rows->setModel(&m_shown);
    m_rows->setSortingEnabled(true);
    m_rows->sortByColumn(TensorList::Rounded, Qt::DescendingOrder);
    m_rows->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_rows->setTabKeyNavigation(false);
    m_rows->setShowGrid(false);
    m_rows->setWordWrap(false);
    m_rows->verticalHeader()->hide();
    m_rows->verticalHeader()->setDefaultSectionSize(m_rows->fontMetrics().height() + 8);
    m_rows->horizontalHeader()->setHighlightSections(false);
    m_rows->horizontalHeader()->setStretchLastSection(true);
    constexpr std::array widths = {260, 130, 150, 80, 170, 95, 95};
    for (std::size_t i = 0; i < widths.size(); ++i)
        m_rows->horizontalHeader()->resizeSection(static_cast<int>(i), widths[i]);
    auto* copyAction = new QAction(m_rows);
    copyAction->setShortcut(QKeySequence::Copy);
    copyAction->setShortcutContext(Qt::WidgetShortcut);
    m_rows->addAction(copyAction);
    connect(copyAction, &QAction::triggered, this, &TensorsPane::copy);
}

void TensorsPane::setFacts(const std::shared_ptr<const MemoryFacts>& facts)
{
    m_facts = facts;
    m_tensors.setFacts(facts);
    showSum();
}

void TensorsPane::showSum()
{
    if (!m_facts)
        return m_sum->clear();
    const TensorTable& table = m_facts->tensors;
    if (m_search->text().isEmpty())
        m_sum->setText(tr("%1 B requested, %2 B allocated in all")
                           .arg(countText(table.requested), countText(table.allocated)));
    else
        m_sum->setText(counted(static_cast<std::uint64_t>(m_shown.rowCount()), tr("row"), tr("rows")));
}

QString TensorsPane::csv() const
{
    QString text = tensorCsvLine(TensorList::headings());
    for (int row = 0; row < m_shown.rowCount(); ++row)
        text += tensorCsvLine(m_tensors.fields(m_shown.mapToSource(m_shown.index(row, 0)).row()));
    return text;
}

QString TensorsPane::selectedText() const
{
    QStringList lines;
    QModelIndexList chosen = m_rows->selectionModel()->selectedRows();
    std::sort(chosen.begin(), chosen.end());
    for (const QModelIndex& index : chosen)
        lines << m_tensors.fields(m_shown.mapToSource(index).row()).join(u'\t');
    return lines.join(u'\n');
}

void TensorsPane::copy()
{
    if (const QString text = selectedText(); !text.isEmpty())
        QGuiApplication::clipboard()->setText(text);
}

void TensorsPane::save()
{
    const QString name = QFileDialog::getSaveFileName(
        this, tr("Save tensors"), QStringLiteral("tensors.csv"), tr("CSV (*.csv)"));
    if (name.isEmpty())
        return;
    QSaveFile file(name);
    if (!file.open(QIODevice::WriteOnly) || file.write(csv().toUtf8()) < 0 || !file.commit())
        QMessageBox::warning(
            this, tr("Save tensors"), tr("%1 could not be written: %2").arg(name, file.errorString()));
}

} // namespace tidemark::ui
