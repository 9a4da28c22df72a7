// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytes.h"
#include "ui/memory/memory_facts.h"

#include <QAbstractTableModel>

namespace tidemark::ui {

// The tensors that are alive at one moment, and what is allocated without one; `rounded` of all rows sums to
// allocated memory.
class TensorList : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, Category, Shape, Type, Operation, Requested, Rounded, SharedWith, ColumnCount };
    static constexpr int sortRole = Qt::UserRole + 1; // numbers as numbers

    explicit TensorList(QObject* parent = nullptr);

    void setFacts(std::shared_ptr<const MemoryFacts> facts); // null: none
    void setUnits(ByteUnits units);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    // A row as fields with every byte.
    QStringList fields(int row) const;
    static QStringList headings();

private:
    const TensorRow* tensorAt(int row) const; // null: a row of memory without a tensor
    QString nameOf(const TensorRow& row) const;
    QString textAt(int row, Column column, bool isExact) const;
    std::uint64_t figureAt(int row, Column column) const;

    std::shared_ptr<const MemoryFacts> m_facts;
    ByteUnits m_units = ByteUnits::Binary;
};

} // namespace tidemark::ui
