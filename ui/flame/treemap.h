// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/flame/tree_picture.h"
#include "ui/flame/treemap_layout.h"

#include <QFontMetricsF>

namespace tidemark::ui {

// The memory that is alive at one moment as areas: each is as large as what it stands for. A click goes one
// level into what is under the mouse.
class Treemap : public TreePicture {
    Q_OBJECT

public:
    explicit Treemap(QWidget* parent = nullptr);

    const std::vector<TreemapBox>& boxes() const { return m_boxes; }

protected:
    void paintEvent(QPaintEvent* event) override;

    void layOut() override;
    std::optional<std::uint32_t> nodeAt(const QPointF& point) const override;
    std::optional<std::uint32_t> nodeToLookAt(const QPointF& point) const override;
    std::uint32_t nodeAbove(std::uint32_t node) const override;

private:
    QString nameOf(const TreemapBox& box) const;
    QString fittingName(const TreemapBox& box, const QFontMetricsF& metrics, double room) const;
    void paintLeaf(QPainter& painter, const TreemapBox& box) const;
    void paintFrames(QPainter& painter) const;
    void paintNames(QPainter& painter) const;
    void paintName(QPainter& painter, const TreemapBox& box, const std::vector<QRectF>& taken) const;
    QRectF paintHeading(QPainter& painter, const TreemapBox& box, const std::vector<QRectF>& taken) const;
    void paintMark(QPainter& painter, std::uint32_t node) const;

    std::vector<TreemapBox> m_boxes;
};

} // namespace tidemark::ui
