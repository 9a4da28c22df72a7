// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simulate/check.h"
#include "ui/whatif/what_if_run.h"

#include <QAbstractTableModel>
#include <memory>
#include <vector>

namespace tidemark::ui {

// One way to run the program: the recorded one, one that was tried, or one that was suggested.
struct RunRow {
    QString name; // of the recorded one; others are called by their choice
    RunFigures figures;
    WhatIfChoice choice;
    bool isRecorded = false;
    std::shared_ptr<const WhatIfRun> run; // with curves and blocks; null: only the figures are known
};

// The runs below each other, the recorded one first. Figures are rounded; tool tips have every byte.
class RunTable : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column {
        Settings,
        PeakReserved,
        AgainstRecorded,
        EndReserved,
        PeakActive,
        DeviceCalls,
        Retries,
        Ooms,
        ColumnCount
    };

    explicit RunTable(QObject* parent = nullptr);

    void setUnits(ByteUnits units);
    void clear();
    void setRecorded(RunRow row);
    // In place of a row with the same choice, else at the end; its number.
    int put(RunRow row);
    void putAll(std::vector<RunRow> rows);
    const RunRow& row(int row) const { return m_rows[static_cast<std::size_t>(row)]; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString textAt(const RunRow& row, Column column) const;
    QString exactAt(const RunRow& row, Column column) const;
    std::int64_t saving(const RunRow& row) const; // of peak reserved, against the recorded run; bytes

    std::vector<RunRow> m_rows;
    ByteUnits m_units = ByteUnits::Binary;
};

} // namespace tidemark::ui
