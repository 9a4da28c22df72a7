// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/scopes/scopes.h"

#include <QAbstractTableModel>
#include <memory>

namespace tidemark::ui {

// The scopes below each other, inner ones indented; beside them the chosen figures of memory_stats() and what
// the scope did. Figures are rounded as pytorch_memlab does it; tool tips have every byte.
class ScopesModel : public QAbstractTableModel {
    Q_OBJECT

public:
    // Before the chosen figures.
    enum Column { Scope, Phase, FirstFigure };
    // Behind them.
    enum Behind { Visits, Before, Added, Freed, Peak, BehindCount };
    // The length of a cell's bar, its value's share of the column's highest (0 to 1); invalid: no bar.
    static constexpr int BarRole = Qt::UserRole;

    explicit ScopesModel(QObject* parent = nullptr);

    // A table with every column; null: none.
    void setTable(std::shared_ptr<const ScopeTable> table);
    void setColumns(std::vector<StatColumn> columns);
    void setUnits(ByteUnits units);
    void setFilter(const QString& text);
    const std::vector<StatColumn>& columns() const { return m_columns; }
    // What is shown: the rows that pass the filter, with the chosen columns.
    const ScopeTable& shown() const { return m_shown; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Figure {
        StatKind kind = StatKind::AllocatedBytes;
        std::int64_t value = 0;
    };

    void show();
    Figure figureAt(const ScopeRow& row, int column) const;
    QString headerText(int section) const;

    std::shared_ptr<const ScopeTable> m_table;
    std::vector<StatColumn> m_columns = defaultStatColumns();
    QString m_filter;
    ByteUnits m_units = ByteUnits::Binary;
    ScopeTable m_shown;
    std::vector<std::int64_t> m_highest; // by column
};

} // namespace tidemark::ui
