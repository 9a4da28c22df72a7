// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/docked_view.h"

#include <array>
#include <vector>

class QAction;
class QMainWindow;
class QMenu;

namespace tidemark::ui {

// Everything that the window can do, each once: the menus, the buttons and the shortcuts share these. Owned
// by the window.
struct WindowActions {
    explicit WindowActions(QMainWindow& window);

    QAction* view(DockedView which) const { return views[indexOf(which)]; }

    std::vector<QAction*> all; // in the order of the menus, without files and notes, which come and go
    std::array<QAction*, dockedViewCount> views{}; // show one, by DockedView
    std::array<QAction*, dockedViewCount> exportViews{}; // write a picture of one, by DockedView

    QAction* newRecording = nullptr;
    QAction* open = nullptr;
    QAction* openFolder = nullptr;
    QMenu* recent = nullptr;
    QAction* compare = nullptr;
    QAction* save = nullptr;
    QAction* exportPicture = nullptr;
    QAction* exportTimeline = nullptr;
    QAction* exportView = nullptr; // of the current one
    QAction* quit = nullptr;

    QAction* timeline = nullptr;
    QAction* nextView = nullptr;
    QAction* previousView = nullptr;
    QAction* closeView = nullptr;
    QAction* floatView = nullptr; // or back into the window
    QAction* besideView = nullptr; // or back among the tabs
    QAction* resetLayout = nullptr;
    QAction* axisEvents = nullptr;
    QAction* axisTime = nullptr;
    QAction* fit = nullptr;
    QAction* follow = nullptr;
    QAction* nextPin = nullptr;
    QAction* nextOom = nullptr;
    QAction* previousOom = nullptr;
    QAction* emptyCacheHere = nullptr;
    QAction* freeCurves = nullptr;
    QAction* driverCurves = nullptr;
    QAction* capacity = nullptr;
    QAction* showRecording = nullptr;
    QAction* editor = nullptr;
    QAction* schemeSystem = nullptr;
    QAction* schemeLight = nullptr;
    QAction* schemeDark = nullptr;
    QAction* schemeHighContrastLight = nullptr;
    QAction* schemeHighContrastDark = nullptr;
    QAction* patterns = nullptr;
    QAction* unitsBinary = nullptr;
    QAction* unitsDecimal = nullptr;

    QAction* back = nullptr;
    QAction* forward = nullptr;
    QAction* undoLook = nullptr;
    QAction* redoLook = nullptr;
    QAction* find = nullptr;
    QAction* goTo = nullptr;
    QAction* copyLink = nullptr;
    QAction* addNote = nullptr;
    QAction* removeNote = nullptr;
    QMenu* notes = nullptr;
    QAction* nextPeak = nullptr;
    QAction* previousPeak = nullptr;
    QAction* play = nullptr; // or stop playing
    QAction* playBack = nullptr;
    QAction* playFaster = nullptr;
    QAction* playSlower = nullptr;

    QAction* start = nullptr;
    QAction* pause = nullptr; // or resume
    QAction* step = nullptr;
    QAction* stop = nullptr;
    QAction* emptyCache = nullptr;
    QAction* resetPeak = nullptr;
    QAction* yieldMemory = nullptr; // or restore it
    QAction* mark = nullptr;

    QAction* palette = nullptr;
    QAction* keys = nullptr;
    QAction* glossary = nullptr;
    QAction* about = nullptr;
};

} // namespace tidemark::ui
