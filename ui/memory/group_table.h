// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytes.h"
#include "ui/memory/memory_facts.h"

#include <QAbstractTableModel>

namespace tidemark::ui {

// What each group holds at one moment, most bytes first, and all of it in the last row. Sums to allocated
// memory, to the byte.
class GroupTable : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Group, Bytes, Share, Blocks, ColumnCount };
    // Of the share: from 0 to 1, to be drawn as a bar.
    static constexpr int shareRole = Qt::UserRole + 1;

    explicit GroupTable(QObject* parent = nullptr);

    void setFacts(std::shared_ptr<const MemoryFacts> facts); // null: none
    void setUnits(ByteUnits units);
    bool isSum(int row) const { return row == rowCount() - 1; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    GroupHolding holdingOf(int row) const; // of the last row: everything
    QString nameOf(int row) const;
    QString textAt(int row, Column column) const;
    QString tipAt(int row, Column column) const;

    std::shared_ptr<const MemoryFacts> m_facts;
    ByteUnits m_units = ByteUnits::Binary;
};

} // namespace tidemark::ui
