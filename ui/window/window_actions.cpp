// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/window_actions.h"

#include "ui/words.h"

#include <QAction>
#include <QActionGroup>
#include <QKeySequence>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>

namespace tidemark::ui {

namespace {

// `name` is what tests and style sheets call it.
QAction* add(QMenu* menu, const char* name, const QString& text, const QKeySequence& keys, const QString& tip)
{
    QAction* action = menu->addAction(text);
    action->setObjectName(QLatin1String(name));
    action->setShortcut(keys);
    action->setToolTip(tip);
    action->setStatusTip(tip);
    return action;
}

void addFileMenu(WindowActions& actions, QMenuBar& bar)
{
    QMenu* menu = bar.addMenu(tr("&File"));
    actions.newRecording = add(
        menu, "newRecording", tr("Start &page"), QKeySequence::New, tr("Record a workload, or open a file"));
    actions.open = add(menu, "open", tr("&Open…"), QKeySequence::Open,
        tr("Open PyTorch memory snapshots or .tide recordings; several become one"));
    actions.openFolder = add(menu, "openFolder", tr("Open &folder…"), tr("Ctrl+Shift+O"),
        tr("Open all snapshots in a folder as one recording, such as one a rank"));
    actions.recent = menu->addMenu(tr("Open &recent"));
    actions.compare = add(menu, "compare", tr("Compare &with…"), tr("Ctrl+Shift+C"),
        tr("Lay another recording over this one, step by step, and say what differs"));
    menu->addSeparator();
    actions.save = add(menu, "save", tr("&Save recording…"), QKeySequence::Save,
        tr("Write what is shown as a .tide recording"));
    QMenu* pictures = menu->addMenu(tr("&Export picture"));
    actions.exportPicture = add(pictures, "exportPicture", tr("Of &everything…"), tr("Ctrl+E"),
        tr("Write all views as a PNG, SVG or PDF"));
    actions.exportTimeline = add(pictures, "exportTimeline", tr("Of the &timeline…"), tr("Ctrl+Shift+E"),
        tr("Write the timeline alone as a PNG, SVG or PDF"));
    actions.exportLower = add(pictures, "exportLower", tr("Of the view &below it…"), tr("Ctrl+Alt+E"),
        tr("Write the map, or what is in its place, as a PNG, SVG or PDF"));
    menu->addSeparator();
    actions.quit = add(menu, "quit", tr("&Quit"), tr("Ctrl+Q"), tr("Close the window"));
}

void addViewMenu(WindowActions& actions, QMenuBar& bar)
{
    QMenu* menu = bar.addMenu(tr("&View"));
    auto* axes = new QActionGroup(menu);
    actions.axisEvents =
        add(menu, "axisEvents", tr("By &event"), tr("Ctrl+1"), tr("Every event gets the same width"));
    actions.axisTime =
        add(menu, "axisTime", tr("By &time"), tr("Ctrl+2"), tr("Events lie where they happened"));
    for (QAction* axis : {actions.axisEvents, actions.axisTime}) {
        axis->setCheckable(true);
        axes->addAction(axis);
    }
    actions.axisEvents->setChecked(true);
    menu->addSeparator();
    actions.fit = add(menu, "fit", tr("&Fit"), tr("Ctrl+0"), tr("Show the whole recording"));
    actions.follow = add(menu, "follow", tr("Fo&llow the newest event"), tr("Ctrl+L"),
        tr("Keep the cursor at the end of the recording"));
    actions.follow->setCheckable(true);
    actions.nextPin = add(menu, "nextPin", tr("Next block that &pins memory"), tr("Ctrl+P"),
        tr("Select a live block that keeps free memory from being returned"));
    actions.nextOom = add(menu, "nextOom", tr("Next time memory ran &out"), tr("F3"),
        tr("Put the cursor where the next request found no memory"));
    actions.previousOom = add(menu, "previousOom", tr("P&revious time memory ran out"), tr("Shift+F3"),
        tr("Put the cursor where the request before found no memory"));
    actions.freeCurves = add(menu, "freeCurves", tr("Free memory as c&urves"), tr("Ctrl+G"),
        tr("Show all free memory, and its largest piece, over the timeline"));
    actions.freeCurves->setCheckable(true);
    actions.driverCurves = add(menu, "driverCurves", tr("Dri&ver's view"), tr("Ctrl+J"),
        tr("Show what the driver says that this process and the device use, where it was recorded"));
    actions.capacity = add(menu, "capacity", tr("Show capacit&y"), tr("Ctrl+K"),
        tr("Let the timeline's axis reach up to the capacity of the card"));
    for (QAction* choice : {actions.driverCurves, actions.capacity})
        choice->setCheckable(true);
    actions.driverCurves->setChecked(true);
    actions.whatIf = add(menu, "whatIf", tr("&What if…"), tr("Ctrl+I"),
        tr("Ask what the program would have reserved under other settings"));
    actions.devices = add(menu, "showDevices", tr("All &devices…"), tr("Ctrl+D"),
        tr("Show all devices or ranks under each other, and who stands out"));
    actions.memory = add(menu, "showMemory", tr("What is al&ive…"), tr("Ctrl+T"),
        tr("Show what fills the memory at the cursor or at the peak, by category, module, operator or "
           "stack"));
    actions.emptyCacheHere = add(menu, "emptyCacheHere", tr("E&mpty cache here, as a trial"), tr("Shift+F8"),
        tr("Show what empty_cache() would have returned at the cursor, and how reserved would have grown "
           "again"));
    actions.showRecording =
        add(menu, "showRecording", tr("&Back to the recording"), tr("Ctrl+B"), tr("Leave the start page"));
    menu->addSeparator();
    actions.editor = add(menu, "editor", tr("Editor for sou&rces…"), tr("Ctrl+Shift+K"),
        tr("Choose what opens a line of a stack when it is clicked"));
    QMenu* schemes = menu->addMenu(tr("&Colours"));
    auto* schemeChoice = new QActionGroup(menu);
    const auto addScheme = [&](const char* name, const QString& text, const QString& tip) {
        QAction* action = add(schemes, name, text, {}, tip);
        action->setCheckable(true);
        schemeChoice->addAction(action);
        return action;
    };
    actions.schemeSystem =
        addScheme("schemeSystem", tr("Follow the &system"), tr("Light or dark as the desktop is"));
    actions.schemeLight = addScheme("schemeLight", tr("&Light"), tr("Always light"));
    actions.schemeDark = addScheme("schemeDark", tr("&Dark"), tr("Always dark"));
    actions.schemeSystem->setChecked(true);
    QMenu* units = menu->addMenu(tr("U&nits"));
    auto* unitsChoice = new QActionGroup(menu);
    actions.unitsBinary = add(units, "unitsBinary", tr("&KiB, MiB, GiB: by 1,024"), {},
        tr("As PyTorch counts and the driver does"));
    actions.unitsDecimal = add(units, "unitsDecimal", tr("k&B, MB, GB: by 1,000"), {},
        tr("As data sheets of cards and disks often count"));
    for (QAction* choice : {actions.unitsBinary, actions.unitsDecimal}) {
        choice->setCheckable(true);
        unitsChoice->addAction(choice);
    }
}

void addGoMenu(WindowActions& actions, QMenuBar& bar)
{
    QMenu* menu = bar.addMenu(tr("&Go"));
    actions.back =
        add(menu, "back", tr("&Back"), tr("Alt+Left"), tr("Go back to the place looked at before"));
    actions.forward = add(
        menu, "forward", tr("&Forward"), tr("Alt+Right"), tr("Go again to the place that was left by Back"));
    actions.undoLook = add(menu, "undoLook", tr("&Undo zoom or filter"), QKeySequence::Undo,
        tr("Show the part of the recording shown before; the cursor stays"));
    actions.redoLook = add(menu, "redoLook", tr("&Redo zoom or filter"), tr("Ctrl+Shift+Z"),
        tr("Show again the part that Undo left"));
    menu->addSeparator();
    actions.goTo = add(menu, "goTo", tr("&Go to…"), tr("Ctrl+Shift+G"),
        tr("Go to an event's number, an address, the peak, or a copied link"));
    actions.nextPeak = add(menu, "nextPeak", tr("&Next peak"), tr("F4"),
        tr("Put the cursor on the next peak of allocated memory"));
    actions.previousPeak = add(menu, "previousPeak", tr("&Previous peak"), tr("Shift+F4"),
        tr("Put the cursor on the peak of allocated memory before"));
    menu->addSeparator();
    actions.play = add(menu, "play", tr("&Play"), tr("Ctrl+Space"),
        tr("Let the cursor run through the events, and the map with it; again stops it"));
    actions.playBack = add(menu, "playBack", tr("Play bac&kwards"), tr("Ctrl+Shift+Space"),
        tr("Let the cursor run back through the events"));
    actions.playFaster =
        add(menu, "playFaster", tr("Play f&aster"), tr("Ctrl+]"), tr("Twice as many events a second"));
    actions.playSlower =
        add(menu, "playSlower", tr("Play sl&ower"), tr("Ctrl+["), tr("Half as many events a second"));
    menu->addSeparator();
    actions.copyLink = add(menu, "copyLink", tr("Copy &link to this moment"), tr("Ctrl+Shift+L"),
        tr("Copy one line that opens this file at this moment, block and zoom"));
    actions.addNote = add(menu, "addNote", tr("&Note here…"), tr("Ctrl+Shift+N"),
        tr("Write a note at the cursor; notes are kept in a file beside the recording"));
    actions.removeNote = add(menu, "removeNote", tr("Remove no&te here"), tr("Ctrl+Shift+Del"),
        tr("Remove the note at the cursor"));
    actions.notes = menu->addMenu(tr("Note&s"));
}

void addRunMenu(WindowActions& actions, QMenuBar& bar)
{
    QMenu* menu = bar.addMenu(tr("&Run"));
    actions.start = add(menu, "start", tr("&Record again"), tr("Ctrl+R"),
        tr("Start another recording with the options of the last one"));
    menu->addSeparator();
    actions.pause = add(menu, "pause", tr("&Pause"), tr("F5"), tr("Halt the workload at its next operator"));
    actions.step =
        add(menu, "step", tr("&Step"), tr("F6"), tr("Run to the end of a training step, then halt"));
    actions.stop = add(menu, "stop", tr("S&top"), tr("Shift+F5"), tr("End the run; the recording stays"));
    menu->addSeparator();
    actions.emptyCache = add(menu, "emptyCache", tr("&Empty cache"), tr("F8"),
        tr("Return every whole free segment to the device"));
    actions.resetPeak = add(menu, "resetPeak", tr("Reset pea&k"), tr("F7"),
        tr("Let the allocator's peaks start again from here"));
    actions.yieldMemory = add(menu, "yieldMemory", tr("&Yield memory"), tr("F9"), {});
    actions.mark = add(menu, "mark", tr("&Mark…"), tr("Ctrl+M"), tr("Put a named mark on the time line"));
}

void addHelpMenu(WindowActions& actions, QMenuBar& bar)
{
    QMenu* menu = bar.addMenu(tr("&Help"));
    actions.palette = add(menu, "palette", tr("&Commands…"), tr("Ctrl+Shift+P"),
        tr("Find a command by a few letters of its name"));
    actions.keys = add(menu, "keys", tr("&Keys"), QKeySequence::HelpContents, tr("Every key, on one page"));
    actions.glossary = add(
        menu, "glossary", tr("&Glossary"), tr("Shift+F1"), tr("What the words mean: active, reserved, …"));
    menu->addSeparator();
    actions.about = add(menu, "about", tr("&About Tidemark"), {}, tr("Version and licence"));
    actions.about->setMenuRole(QAction::AboutRole);
}

} // namespace

WindowActions::WindowActions(QMainWindow& window)
{
    QMenuBar& bar = *window.menuBar();
    addFileMenu(*this, bar);
    addViewMenu(*this, bar);
    addGoMenu(*this, bar);
    addRunMenu(*this, bar);
    addHelpMenu(*this, bar);
}

} // namespace tidemark::ui
