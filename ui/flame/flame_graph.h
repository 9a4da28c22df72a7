// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/flame/flame_layout.h"
#include "ui/flame/tree_picture.h"

namespace tidemark::ui {

// The memory that is alive at one moment as a flame graph. The nodes above the one that is looked at stay to
// be clicked.
class FlameGraph : public TreePicture {
    Q_OBJECT

public:
    explicit FlameGraph(QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;

    void layOut() override;
    std::optional<std::uint32_t> nodeAt(const QPointF& point) const override;

private:
    double rowHeight() const;
    QColor groundOf(const FlameBox& box) const;
    void paintBox(QPainter& painter, const FlameBox& box) const;

    std::vector<FlameBox> m_boxes;
};

} // namespace tidemark::ui
