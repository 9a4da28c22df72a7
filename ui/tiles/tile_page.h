// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tiles/source_finder.h"
#include "ui/view_state.h"

#include <QWidget>

class QComboBox;
class QHBoxLayout;

namespace tidemark::ui {

class ClassLegend;
class TileCanvas;

// A picture of all allocations over time, with a choice of colours and what they mean. What is drawn is found
// by workers while the page is visible.
class TilePage : public QWidget {
    Q_OBJECT

public:
    TileCanvas* canvas() const { return m_canvas; }
    ClassLegend* legend() const { return m_legend; }
    void setColourBy(ColourClass by);
    ColourClass colourBy() const;
    // The newest source is on the screen, with all its tiles.
    bool isSettled() const;

protected:
    // `state` must outlive the page.
    explicit TilePage(ViewState& state, QWidget* parent = nullptr);

    void hideEvent(QHideEvent* event) override;
    void showEvent(QShowEvent* event) override;

    // What makes the picture; it may keep no reference to the page.
    virtual SourceFinder::Maker maker() const = 0;
    // What becomes of the allocations that the filter does not hold.
    virtual OtherAllocations others() const = 0;
    // What the line above the picture says while nothing is pointed at.
    virtual QString caption() const = 0;
    // Another picture is on the canvas.
    virtual void takeSource(const std::shared_ptr<const TileSource>&) { }

    void ask(); // for another picture
    void say(); // anew, what the page says in words: once the picture's page is made
    ViewState& state() const { return m_state; }
    QHBoxLayout* bar() const { return m_bar; } // of controls, above the picture

private:
    std::shared_ptr<const FilteredHistory> wantedPart() const; // null: all
    bool isWanted(const TileSource& source) const;
    void startAnew();
    void take(const std::shared_ptr<const TileSource>& source);

    ViewState& m_state;
    SourceFinder m_finder;
    QHBoxLayout* m_bar;
    QComboBox* m_colours;
    ClassLegend* m_legend;
    TileCanvas* m_canvas;
    bool m_isColourChosen = false; // by somebody; else by what the recording tells
};

} // namespace tidemark::ui
