// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/segment_history/segment_source.h"
#include "ui/tiles/tile_page.h"

namespace tidemark::ui {

// Segments over time: each allocation a rectangle at its address, so that fragmentation is seen as it grows.
class SegmentHistoryPage : public TilePage {
    Q_OBJECT

public:
    explicit SegmentHistoryPage(ViewState& state, QWidget* parent = nullptr);

    QComboBox* segments() const { return m_segments; }

protected:
    SourceFinder::Maker maker() const override;
    QString caption() const override;
    OtherAllocations others() const override { return OtherAllocations::AreDim; }
    void takeSource(const std::shared_ptr<const TileSource>& source) override;

private:
    void listSegments();
    void stayIn(const AddressLayout& before);
    void showSegment(int index);
    void noteBytes(double low, double span);

    std::shared_ptr<const ReservedHistory> m_reserved; // of the picture; may be null
    QComboBox* m_segments;
};

} // namespace tidemark::ui
