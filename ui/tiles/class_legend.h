// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tiles/allocation_classes.h"

#include <QWidget>

namespace tidemark::ui {

// What the colours of a picture of allocations mean, in as many lines as that takes.
class ClassLegend : public QWidget {
    Q_OBJECT

public:
    explicit ClassLegend(QWidget* parent = nullptr);

    void setClasses(std::shared_ptr<const AllocationClasses> classes); // null: none

    void setUnits(ByteUnits units);

    // What memory is called that nobody holds; empty where the picture has none.
    void setFreeMemory(const QString& name);

    int heightForWidth(int width) const override;

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Entry {
        QString name;
        std::optional<BandLook> look; // none: a note
    };

    void refresh();
    std::vector<QRectF> placesOf(double width) const;

    std::shared_ptr<const AllocationClasses> m_classes;
    QString m_freeMemory;
    ByteUnits m_units = ByteUnits::Binary;
    std::vector<Entry> m_entries;
};

} // namespace tidemark::ui
