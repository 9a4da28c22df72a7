// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QComboBox;
class QLabel;

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

protected:
    void showEvent(QShowEvent* event) override;

private:
    QLayout* makeHeading();
    void scheduleUpdate();
    void updateWords();

    ViewState& m_state;
    MapCanvas* m_canvas = nullptr;
    MapLegend* m_legend = nullptr;
    QLabel* m_title = nullptr;
    QLabel* m_zoom = nullptr;
    QComboBox* m_order = nullptr;
    QComboBox* m_scale = nullptr;
    bool m_isScheduled = false;
};

} // namespace tidemark::ui
