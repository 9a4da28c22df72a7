// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/compare/comparison.h"
#include "core/base/bytes.h"

#include <QAbstractTableModel>
#include <memory>
#include <optional>
#include <vector>

namespace tidemark::ui {

struct ComparisonFacts;

// What two recordings hold, group by group: those that pass the filter, largest difference first unless they
// are sorted by a column.
class ComparisonTable : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, In, BytesA, BytesB, Difference, BlocksA, BlocksB, ColumnCount };
    enum class Side { OnlyA, Both, OnlyB };

    explicit ComparisonTable(QObject* parent = nullptr);

    void setFacts(std::shared_ptr<const ComparisonFacts> facts); // null: none
    void setText(const QString& text); // that names contain
    void setUnits(ByteUnits units);
    void setSide(std::optional<Side> side); // nothing: all
    // As it is shown.
    const ComparedGroup& group(int row) const;
    static Side sideOf(const ComparedGroup& group);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override; // no column: as found

private:
    void show();
    void order();
    QVariant cellText(const ComparedGroup& group, Column column) const;
    QVariant cellTip(const ComparedGroup& group, Column column) const;

    std::shared_ptr<const ComparisonFacts> m_facts;
    QString m_text;
    ByteUnits m_units = ByteUnits::Binary;
    std::optional<Side> m_side;
    int m_sortColumn = -1;
    Qt::SortOrder m_sortOrder = Qt::DescendingOrder;
    std::vector<std::uint32_t> m_rows; // places in MomentComparison::groups
};

} // namespace tidemark::ui
