// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytes.h"
#include "ui/steps/drift_finder.h"

#include <QAbstractTableModel>

namespace tidemark::ui {

// The places whose memory grows from step to step, most bytes a step first.
class DriftTable : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Place, BytesPerStep, Since, Bytes, Count, ColumnCount };

    explicit DriftTable(QObject* parent = nullptr);

    void setDrift(std::shared_ptr<const FoundDrift> drift); // null: none
    void setUnits(ByteUnits units);
    const FoundDrift* drift() const { return m_drift.get(); }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::shared_ptr<const FoundDrift> m_drift;
    ByteUnits m_units = ByteUnits::Binary;
};

} // namespace tidemark::ui
