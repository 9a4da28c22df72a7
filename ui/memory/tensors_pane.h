// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/memory/tensor_list.h"

#include <QSortFilterProxyModel>
#include <QWidget>

class QLabel;
class QLineEdit;
class QTableView;

namespace tidemark::ui {

// The tensors that are alive, to be sorted, searched, copied and written as CSV.
class TensorsPane : public QWidget {
    Q_OBJECT

public:
    explicit TensorsPane(QWidget* parent = nullptr);

    void setFacts(const std::shared_ptr<const MemoryFacts>& facts); // null: none
    void setUnits(ByteUnits units) { m_tensors.setUnits(units); }
    QTableView* table() const { return m_rows; }

    QString csv() const; // of the rows shown, as they are sorted; sizes in bytes
    QString selectedText() const; // of the rows selected, fields parted by tabs

private:
    void buildTable();
    void copy();
    void save();
    void showSum();

    std::shared_ptr<const MemoryFacts> m_facts;
    TensorList m_tensors;
    QSortFilterProxyModel m_shown;
    QTableView* m_rows;
    QLineEdit* m_search;
    QLabel* m_sum;
};

} // namespace tidemark::ui
