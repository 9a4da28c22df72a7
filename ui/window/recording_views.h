// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QSplitter;

namespace tidemark::ui {

class DetailsPane;
class FragmentationMap;
class TimelineView;
class ViewState;

// The views of one recording: the timeline over the fragmentation map, the details beside them.
class RecordingViews : public QWidget {
    Q_OBJECT

public:
    explicit RecordingViews(ViewState* state, QWidget* parent = nullptr);

    TimelineView* timeline() const { return m_timeline; }
    FragmentationMap* map() const { return m_map; }
    DetailsPane* details() const { return m_details; }

    // How the room is divided, for the settings.
    QByteArray saveDivision() const;
    void restoreDivision(const QByteArray& division);

private:
    TimelineView* m_timeline = nullptr;
    FragmentationMap* m_map = nullptr;
    DetailsPane* m_details = nullptr;
    QSplitter* m_columns = nullptr;
    QSplitter* m_rows = nullptr;
};

} // namespace tidemark::ui
