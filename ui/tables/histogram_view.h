// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/tables/histogram.h"

#include <QWidget>
#include <optional>

namespace tidemark::ui {

struct Theme;

// Bars of sizes or lives, one a power of two. A click on a bar, or Enter on the one that the arrow keys
// reached, picks its allocations. Bars that a filter does not hold are pale.
class HistogramView : public QWidget {
    Q_OBJECT

public:
    explicit HistogramView(QWidget* parent = nullptr);

    void setHistogram(const Histogram& histogram);
    void setCountsBytes(bool bytes); // else allocations
    void setUnits(ByteUnits units);
    void setFilter(const AllocationFilter& filter);
    bool isChosen(std::size_t bar) const; // the filter asks for just this one
    const Histogram& histogram() const { return m_histogram; }
    // Logical pixels; the last bar is of the allocations whose life is not known, where there are any.
    std::size_t barCount() const;
    QRectF barRect(std::size_t bar) const;

    QSize sizeHint() const override { return {600, 240}; }

Q_SIGNALS:
    void picked(const AllocationFilter& only); // that holds just these allocations

protected:
    bool event(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    bool isOpenBar(std::size_t bar) const { return bar >= m_histogram.bars.size(); }
    HistogramBar barAt(std::size_t bar) const;
    std::uint64_t heightOf(std::size_t bar) const
    {
        return m_countsBytes ? barAt(bar).bytes : barAt(bar).count;
    }
    QString valueText(std::size_t bar) const;
    QString nameText(std::size_t bar) const;
    QString tipText(std::size_t bar) const;
    QRectF slotRect(std::size_t bar) const;
    std::optional<std::size_t> barUnder(const QPointF& place) const;
    void point(std::optional<std::size_t> bar);
    AllocationFilter filterOf(std::size_t bar) const;
    bool isPale(std::size_t bar) const; // others are chosen
    void pick(std::size_t bar);
    void paintBar(QPainter& painter, std::size_t bar, const Theme& theme) const;

    Histogram m_histogram;
    AllocationFilter m_filter; // as far as it asks what the bars tell apart
    std::uint64_t m_highest = 0;
    bool m_countsBytes = false;
    ByteUnits m_units = ByteUnits::Binary;
    std::optional<std::size_t> m_pointed; // by mouse or keyboard
};

} // namespace tidemark::ui
