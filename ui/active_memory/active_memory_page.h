// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tiles/tile_page.h"

namespace tidemark::ui {

// Allocated memory over time, a band for each allocation: the active memory timeline of PyTorch's viewer,
// with all allocations.
class ActiveMemoryPage : public TilePage {
    Q_OBJECT

public:
    explicit ActiveMemoryPage(ViewState& state, QWidget* parent = nullptr);

protected:
    SourceFinder::Maker maker() const override;
    QString caption() const override;
    OtherAllocations others() const override { return OtherAllocations::AreLeftOut; }
};

} // namespace tidemark::ui
