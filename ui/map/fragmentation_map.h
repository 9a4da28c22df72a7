// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/map/map_colours.h"
#include "ui/newest_job.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QLayout;

namespace tidemark::ui {

class MapCanvas;
class MapLegend;
class ViewState;

// The fragmentation map with its heading, its choices and its legend.
class FragmentationMap : public QWidget {
    Q_OBJECT

public:
    // `state` must outlive the panel.
    explicit FragmentationMap(ViewState& state, QWidget* parent = nullptr);

    MapCanvas& canvas() { return *m_canvas; }

    // What colours allocated memory; none: its state alone.
    void setColourBy(std::optional<ColourClass> by);
    std::optional<ColourClass> colourBy() const;
    // What is asked for is on the screen.
    bool isSettled() const;

protected:
    void hideEvent(QHideEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    QLayout* makeHeading();
    void makeColours();
    void askColours();
    void dropColours();
    void forgetColours();
    void findColours(const MapColourQuestion& question);
    void takeColours(const std::shared_ptr<const MapColours>& colours);
    QString coloursNote() const;
    void scheduleUpdate();
    void updateWords();
    void updateLegend(const SegmentList* list);

    ViewState& m_state;
    MapCanvas* m_canvas = nullptr;
    MapLegend* m_legend = nullptr;
    QLabel* m_title = nullptr;
    QLabel* m_zoom = nullptr;
    QComboBox* m_order = nullptr;
    QComboBox* m_scale = nullptr;
    QComboBox* m_colours = nullptr;
    NewestJob m_finder;
    MapColourQuestion m_asked; // last
    bool m_isScheduled = false;
};

} // namespace tidemark::ui
