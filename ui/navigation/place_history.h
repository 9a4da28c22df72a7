// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/navigation/trail.h"
#include "ui/navigation/view_place.h"

#include <QObject>
#include <QTimer>

namespace tidemark::ui {

class ViewState;

// The places visited in a recording, to go back and forward through; and by itself what was shown of it, so
// that a zoom or a filter can be undone without losing the moment looked at. A place counts once the views
// have rested there for a moment, not while they are dragged along. Another recording starts anew.
class PlaceHistory : public QObject {
    Q_OBJECT

public:
    static constexpr int restMilliseconds = 500;

    explicit PlaceHistory(ViewState& state, QObject* parent = nullptr); // `state` must outlive it

    bool canGoBack() const { return m_places.canGoBack(); }
    bool canGoForward() const { return m_places.canGoForward(); }
    bool canUndo() const { return m_looks.canGoBack(); }
    bool canRedo() const { return m_looks.canGoForward(); }

    void goBack();
    void goForward();
    void undo(); // the last zoom or filter
    void redo();
    // The present place counts at once.
    void rest();

Q_SIGNALS:
    void changed(); // what can be done

private:
    void startAnew();
    void show(const ViewLook& look);
    void go(const ViewPlace& place);

    ViewState& m_state;
    Trail<ViewPlace> m_places;
    Trail<ViewLook> m_looks;
    QTimer m_timer;
};

} // namespace tidemark::ui
