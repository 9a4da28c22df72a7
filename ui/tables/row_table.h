// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/tables/row_order.h"
#include "core/base/bytes.h"

#include <QAbstractTableModel>
#include <memory>

namespace tidemark::ui {

// The rows of a table in the order in which they were chosen, each made when it is looked at. A long table is
// given to the view in pieces, so that the window never waits for it.
class RowTable : public QAbstractTableModel {
    Q_OBJECT

public:
    explicit RowTable(QObject* parent = nullptr);

    // Null: no rows. Rows that only grew, as they come, stay where they are.
    void setRows(std::shared_ptr<const RowSource> source, std::shared_ptr<const RowOrder> order);
    void setUnits(ByteUnits units);
    ByteUnits units() const { return m_units; }
    const std::shared_ptr<const RowSource>& source() const { return m_source; }
    const std::shared_ptr<const RowOrder>& order() const { return m_order; }
    // The source's row at a place in the table.
    std::size_t rowAt(int place) const { return m_order->row(static_cast<std::size_t>(place)); }
    // Makes sure that the view has the row at this place. False: the table is shorter.
    bool reach(std::size_t place);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override; // asks for it: sortingWanted()

Q_SIGNALS:
    void sortingWanted(int column, Qt::SortOrder order); // column -1: as the rows come

private:
    std::size_t total() const;
    void growTo(std::size_t rows);
    void growOn();
    QString tipOf(std::size_t row, std::size_t column) const;

    std::shared_ptr<const RowSource> m_source;
    std::shared_ptr<const RowOrder> m_order;
    ByteUnits m_units = ByteUnits::Binary;
    int m_shown = 0; // rows that the view has been given
};

} // namespace tidemark::ui
