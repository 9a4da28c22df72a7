// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytes.h"

#include <QWidget>
#include <memory>
#include <vector>

namespace tidemark::ui {

struct AllocationClasses;
struct LegendEntry;

// A sample, a name and the bytes for each class of memory; breaks into lines where it is narrow.
class MapLegend : public QWidget {
    Q_OBJECT

public:
    explicit MapLegend(QWidget* parent = nullptr);
    ~MapLegend() override;

    void setEntries(std::vector<LegendEntry> entries, ByteUnits units,
        std::shared_ptr<const AllocationClasses> classes = nullptr);
    // In small print behind the entries; may be empty.
    void setNote(const QString& note);

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    QString labelOf(const LegendEntry& entry) const;
    std::vector<QRect> entryRects(int width) const;
    int entryWidth(const LegendEntry& entry) const;
    int lineHeight() const;

    std::vector<LegendEntry> m_entries;
    QString m_note;
    std::shared_ptr<const AllocationClasses> m_classes; // that entries have places in; may be null
    ByteUnits m_units = ByteUnits::Binary;
};

} // namespace tidemark::ui
