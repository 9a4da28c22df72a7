// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/groups/band_looks.h"
#include "ui/view_state.h"

#include <QWidget>
#include <vector>

namespace tidemark::ui {

// One band of a coloured timeline, and what it holds.
struct GroupLegendEntry {
    std::size_t band = 0;
    QString name;
    std::int64_t atCursor = 0; // bytes
    std::int64_t atPeak = 0;
    BandLook look;
};

// The bands that hold anything at the cursor or at the peak, at most `most`, in stacking order from above; of
// more those that hold most.
std::vector<GroupLegendEntry> groupLegendEntries(
    const GroupColouring& colouring, std::size_t cursor, const Theme& theme, std::size_t most);

// What the bands of the coloured timeline are, each with its bytes at the cursor and at allocated memory's
// peak; in as many lines as it takes. There only while the timeline is coloured.
class GroupLegend : public QWidget {
    Q_OBJECT

public:
    // `state` must outlive the legend.
    explicit GroupLegend(ViewState& state, QWidget* parent = nullptr);

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override { return {400, heightForWidth(width())}; }
    QSize minimumSizeHint() const override { return {100, heightForWidth(width())}; }

    const std::vector<GroupLegendEntry>& entries() const { return m_entries; }
    const QString& note() const { return m_note; }

protected:
    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void refresh();
    QString noteText() const;
    std::vector<QRectF> placesOf(double width) const; // of the entries, behind the head

    ViewState& m_state;
    Theme m_theme;
    std::vector<GroupLegendEntry> m_entries;
    QString m_note; // in place of entries, or behind them: what is not told
};

} // namespace tidemark::ui
