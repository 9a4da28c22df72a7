// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QAction;
class QActionGroup;
class QMainWindow;
class QMenu;

namespace tidemark::ui {

// Everything that the window can do, each once: the menus, the buttons and the shortcuts share these. Owned
// by the window.
struct WindowActions {
    explicit WindowActions(QMainWindow& window);

    QAction* newRecording = nullptr;
    QAction* open = nullptr;
    QAction* openFolder = nullptr;
    QMenu* recent = nullptr;
    QAction* compare = nullptr;
    QAction* save = nullptr;
    QAction* exportPicture = nullptr;
    QAction* exportTimeline = nullptr;
    QAction* exportLower = nullptr;
    QAction* quit = nullptr;

    QAction* axisEvents = nullptr;
    QAction* axisTime = nullptr;
    QAction* fit = nullptr;
    QAction* follow = nullptr;
    QAction* nextPin = nullptr;
    QAction* nextOom = nullptr;
    QAction* previousOom = nullptr;
    QAction* whatIf = nullptr;
    QAction* devices = nullptr;
    QAction* memory = nullptr;
    QAction* emptyCacheHere = nullptr;
    QAction* freeCurves = nullptr;
    QAction* driverCurves = nullptr;
    QAction* capacity = nullptr;
    QAction* showRecording = nullptr;
    QAction* editor = nullptr;
    QAction* schemeSystem = nullptr;
    QAction* schemeLight = nullptr;
    QAction* schemeDark = nullptr;
    QAction* unitsBinary = nullptr;
    QAction* unitsDecimal = nullptr;

    QAction* back = nullptr;
    QAction* forward = nullptr;
    QAction* undoLook = nullptr;
    QAction* redoLook = nullptr;
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
