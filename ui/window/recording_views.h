// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QStackedWidget;

namespace tidemark::ui {

class DetailsPane;
class FragmentationMap;
class LowerViews;
class SampledCurves;
class TimelineView;
class ViewState;

// The views of one recording: the timeline, which stays, over the fragmentation map and what is behind other
// tabs, the details beside them.
class RecordingViews : public QWidget {
    Q_OBJECT

public:
    explicit RecordingViews(ViewState* state, QWidget* parent = nullptr);

    TimelineView* timeline() const { return m_timeline; }
    FragmentationMap* map() const;
    LowerViews* lower() const { return m_lower; }
    DetailsPane* details() const { return m_details; }
    SampledCurves* sampledCurves() const { return m_sampled; }

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void chooseViews();

    ViewState* m_state;
    TimelineView* m_timeline = nullptr;
    SampledCurves* m_sampled = nullptr; // in place of the timeline where a device has only those
    LowerViews* m_lower = nullptr;
    DetailsPane* m_details = nullptr;
    QStackedWidget* m_upper = nullptr;
};

} // namespace tidemark::ui
