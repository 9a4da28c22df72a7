// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/window_actions.h"

#include "ui/words.h"

#include <QAction>
#include <QActionGroup>
#include <QKeySequence>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <initializer_list>

namespace tidemark::ui {

namespace {

struct Entry {
    QAction* WindowActions::*action;
    const char* name; // what tests and style sheets call it
    QString text;
    QKeySequence keys;
    QString tip;
    bool isChoice = false; // on or off
};

QAction* addAction(WindowActions& actions, QMenu& menu, const char* name, const QString& text,
    const QList<QKeySequence>& keys, const QString& tip)
{
    QAction* action = menu.addAction(text);
    action->setObjectName(QLatin1String(name));
    action->setShortcuts(keys);
    action->setToolTip(tip);
    action->setStatusTip(tip);
    actions.all.push_back(action);
    return action;
}

void addEntries(WindowActions& actions, QMenu& menu, std::initializer_list<Entry> entries)
{
    for (const Entry& entry : entries) {
        const QList<QKeySequence> keys =
            entry.keys.isEmpty() ? QList<QKeySequence>() : QList<QKeySequence>{entry.keys};
        QAction* action = addAction(actions, menu, entry.name, entry.text, keys, entry.tip);
        action->setCheckable(entry.isChoice);
        actions.*entry.action = action;
    }
}

// One of them at a time; the first one to begin with.
void makeExclusive(QMenu& menu, std::initializer_list<QAction*> choices)
{
    auto* group = new QActionGroup(&menu);
    for (QAction* choice : choices) {
        choice->setCheckable(true);
        group->addAction(choice);
    }
    (*choices.begin())->setChecked(true);
}

void addPictures(WindowActions& actions, QMenu& menu)
{
    addEntries(actions, menu,
        {{&WindowActions::exportPicture, "exportPicture", tr("Of &everything…"), tr("Ctrl+E"),
             tr("Write all views as a PNG, SVG or PDF")},
            {&WindowActions::exportTimeline, "exportTimeline", tr("Of the &timeline…"), tr("Ctrl+Shift+E"),
                tr("Write the timeline alone as a PNG, SVG or PDF")},
            {&WindowActions::exportView, "exportView", tr("Of the &current view…"), tr("Ctrl+Alt+E"),
                tr("Write the view that was used last, apart from the timeline, as a PNG, SVG or PDF")}});
    menu.addSeparator();
    for (const DockedViewInfo& info : dockedViewInfos()) {
        const QByteArray name = QByteArray("export-") + info.name;
        actions.exportViews[indexOf(info.view)] = addAction(actions, menu, name, tr("%1…").arg(info.menuText),
            {}, tr("Show %1, and write it alone as a PNG, SVG or PDF").arg(info.title));
    }
}

void addFileMenu(WindowActions& actions, QMenu& menu)
{
    addEntries(actions, menu,
        {{&WindowActions::newRecording, "newRecording", tr("Start &page"), QKeySequence::New,
             tr("Record a workload, or open a file")},
            {&WindowActions::open, "open", tr("&Open…"), QKeySequence::Open,
                tr("Open PyTorch memory snapshots or .tide recordings; several become one")},
            {&WindowActions::openFolder, "openFolder", tr("Open &folder…"), tr("Ctrl+Shift+O"),
                tr("Open all snapshots in a folder as one recording, such as one a rank")}});
    actions.recent = menu.addMenu(tr("Open &recent"));
    addEntries(actions, menu,
        {{&WindowActions::compare, "compare", tr("Compare &with…"), tr("Ctrl+Shift+C"),
            tr("Lay another recording over this one, step by step, and say what differs")}});
    menu.addSeparator();
    addEntries(actions, menu,
        {{&WindowActions::save, "save", tr("&Save recording…"), QKeySequence::Save,
            tr("Write what is shown as a .tide recording")}});
    addPictures(actions, *menu.addMenu(tr("&Export picture")));
    menu.addSeparator();
    addEntries(
        actions, menu, {{&WindowActions::quit, "quit", tr("&Quit"), tr("Ctrl+Q"), tr("Close the window")}});
}

void addViews(WindowActions& actions, QMenu& menu)
{
    addEntries(actions, menu,
        {{&WindowActions::timeline, "showTimeline", tr("&Timeline"), tr("Ctrl+Shift+T"),
            tr("The curves over time, which always stay: the keyboard goes there")}});
    for (const DockedViewInfo& info : dockedViewInfos()) {
        const QByteArray name = QByteArray("show-") + info.name;
        actions.views[indexOf(info.view)] =
            addAction(actions, menu, name, info.menuText, info.keys, info.tip);
    }
}

void addArrangement(WindowActions& actions, QMenu& menu)
{
    addEntries(actions, menu,
        {{&WindowActions::nextView, "nextView", tr("&Next view"), tr("Ctrl+Tab"),
             tr("Give the keyboard to the next view that is open")},
            {&WindowActions::previousView, "previousView", tr("&Previous view"), tr("Ctrl+Shift+Tab"),
                tr("Give the keyboard to the view before")}});
    // What the keys arrive as on some systems.
    actions.previousView->setShortcuts(
        {actions.previousView->shortcut(), QKeySequence(tr("Ctrl+Shift+Backtab"))});
    menu.addSeparator();
    addEntries(actions, menu,
        {{&WindowActions::besideView, "besideView", tr("&Beside the others"), tr("Ctrl+Shift+B"),
             tr("Put the current view beside the others, or back among their tabs")},
            {&WindowActions::floatView, "floatView", tr("In a &window of its own"), tr("Ctrl+Shift+W"),
                tr("Give the current view a window of its own, or put it back")},
            {&WindowActions::closeView, "closeView", tr("&Close"), tr("Ctrl+W"),
                tr("Close the current view; the View menu has it back")}});
}

void addMoments(WindowActions& actions, QMenu& menu)
{
    addEntries(actions, menu,
        {{&WindowActions::axisEvents, "axisEvents", tr("By &event"), tr("Ctrl+1"),
             tr("Every event gets the same width")},
            {&WindowActions::axisTime, "axisTime", tr("By &time"), tr("Ctrl+2"),
                tr("Events lie where they happened")}});
    makeExclusive(menu, {actions.axisEvents, actions.axisTime});
    menu.addSeparator();
    addEntries(actions, menu,
        {{&WindowActions::fit, "fit", tr("&Fit"), tr("Ctrl+0"), tr("Show the whole recording")},
            {&WindowActions::follow, "follow", tr("Fo&llow the newest event"), tr("Ctrl+L"),
                tr("Keep the cursor at the end of the recording"), true},
            {&WindowActions::nextPin, "nextPin", tr("Next block that &pins memory"), tr("Ctrl+P"),
                tr("Select a live block that keeps free memory from being returned")},
            {&WindowActions::nextOom, "nextOom", tr("Next time memory ran &out"), tr("F3"),
                tr("Put the cursor where the next request found no memory")},
            {&WindowActions::previousOom, "previousOom", tr("P&revious time memory ran out"), tr("Shift+F3"),
                tr("Put the cursor where the request before found no memory")}});
}

void addCurves(WindowActions& actions, QMenu& menu)
{
    addEntries(actions, menu,
        {{&WindowActions::freeCurves, "freeCurves", tr("Free memory as c&urves"), tr("Ctrl+G"),
             tr("Show all free memory, and its largest piece, over the timeline"), true},
            {&WindowActions::driverCurves, "driverCurves", tr("&Driver's view"), tr("Ctrl+J"),
                tr("Show what the driver says that this process and the device use, where it was recorded"),
                true},
            {&WindowActions::capacity, "capacity", tr("Show c&apacity"), tr("Ctrl+K"),
                tr("Let the timeline's axis reach up to the capacity of the card"), true},
            {&WindowActions::emptyCacheHere, "emptyCacheHere", tr("E&mpty cache here, as a trial"),
                tr("Shift+F8"),
                tr("Show what empty_cache() would have returned at the cursor, and how reserved would have "
                   "grown again")},
            {&WindowActions::showRecording, "showRecording", tr("&Back to the recording"), tr("Ctrl+B"),
                tr("Leave the start page")}});
    actions.driverCurves->setChecked(true);
}

void addViewMenu(WindowActions& actions, QMenu& menu)
{
    addViews(actions, *menu.addMenu(tr("&Views")));
    addArrangement(actions, *menu.addMenu(tr("Arran&ge")));
    addEntries(actions, menu,
        {{&WindowActions::resetLayout, "resetLayout", tr("Reset la&yout"), tr("Ctrl+Shift+R"),
            tr("Put every view back where it was at first")}});
    menu.addSeparator();
    addMoments(actions, menu);
    addCurves(actions, menu);
    menu.addSeparator();
    addEntries(actions, menu,
        {{&WindowActions::editor, "editor", tr("Editor for &sources…"), tr("Ctrl+Shift+K"),
            tr("Choose what opens a line of a stack when it is clicked")}});
    QMenu* schemes = menu.addMenu(tr("&Colours"));
    addEntries(actions, *schemes,
        {{&WindowActions::schemeSystem, "schemeSystem", tr("Follow the &system"), {},
             tr("Light, dark or of high contrast as the desktop is")},
            {&WindowActions::schemeLight, "schemeLight", tr("&Light"), {}, tr("Always light")},
            {&WindowActions::schemeDark, "schemeDark", tr("&Dark"), {}, tr("Always dark")},
            {&WindowActions::schemeHighContrastLight, "schemeHighContrastLight", tr("High &contrast, light"),
                {}, tr("Black on white, with thicker lines and patterns")},
            {&WindowActions::schemeHighContrastDark, "schemeHighContrastDark", tr("&High contrast, dark"), {},
                tr("White on black, with thicker lines and patterns")}});
    makeExclusive(*schemes,
        {actions.schemeSystem, actions.schemeLight, actions.schemeDark, actions.schemeHighContrastLight,
            actions.schemeHighContrastDark});
    schemes->addSeparator();
    addEntries(actions, *schemes,
        {{&WindowActions::patterns, "patterns", tr("&Patterns on all colours"), {},
            tr("Hatch the colours of categories, modules and others as well, for who cannot tell them apart"),
            true}});
    QMenu* units = menu.addMenu(tr("U&nits"));
    addEntries(actions, *units,
        {{&WindowActions::unitsBinary, "unitsBinary", tr("&KiB, MiB, GiB: by 1,024"), {},
             tr("As PyTorch counts and the driver does")},
            {&WindowActions::unitsDecimal, "unitsDecimal", tr("k&B, MB, GB: by 1,000"), {},
                tr("As data sheets of cards and disks often count")}});
    makeExclusive(*units, {actions.unitsBinary, actions.unitsDecimal});
}

void addPlaying(WindowActions& actions, QMenu& menu)
{
    addEntries(actions, menu,
        {{&WindowActions::play, "play", tr("Pla&y"), tr("Ctrl+Space"),
             tr("Let the cursor run through the events, and the map with it; again stops it")},
            {&WindowActions::playBack, "playBack", tr("Play bac&kwards"), tr("Ctrl+Shift+Space"),
                tr("Let the cursor run back through the events")},
            {&WindowActions::playFaster, "playFaster", tr("Play f&aster"), tr("Ctrl+]"),
                tr("Twice as many events a second")},
            {&WindowActions::playSlower, "playSlower", tr("Play sl&ower"), tr("Ctrl+["),
                tr("Half as many events a second")}});
}

void addGoMenu(WindowActions& actions, QMenu& menu)
{
    addEntries(actions, menu,
        {{&WindowActions::back, "back", tr("&Back"), tr("Alt+Left"),
             tr("Go back to the place looked at before")},
            {&WindowActions::forward, "forward", tr("&Forward"), tr("Alt+Right"),
                tr("Go again to the place that was left by Back")},
            {&WindowActions::undoLook, "undoLook", tr("&Undo zoom or filter"), QKeySequence::Undo,
                tr("Show the part of the recording shown before; the cursor stays")},
            {&WindowActions::redoLook, "redoLook", tr("&Redo zoom or filter"), tr("Ctrl+Shift+Z"),
                tr("Show again the part that Undo left")}});
    menu.addSeparator();
    addEntries(actions, menu,
        {{&WindowActions::find, "find", tr("F&ind…"), QKeySequence::Find,
             tr("Search the current view where it can be searched, else the tables")},
            {&WindowActions::goTo, "goTo", tr("&Go to…"), tr("Ctrl+Shift+G"),
                tr("Go to an event's number, an address, the peak, or a copied link")},
            {&WindowActions::nextPeak, "nextPeak", tr("&Next peak"), tr("F4"),
                tr("Put the cursor on the next peak of allocated memory")},
            {&WindowActions::previousPeak, "previousPeak", tr("&Previous peak"), tr("Shift+F4"),
                tr("Put the cursor on the peak of allocated memory before")}});
    menu.addSeparator();
    addPlaying(actions, menu);
    menu.addSeparator();
    addEntries(actions, menu,
        {{&WindowActions::copyLink, "copyLink", tr("Copy &link to this moment"), tr("Ctrl+Shift+L"),
             tr("Copy one line that opens this file at this moment, block and zoom")},
            {&WindowActions::addNote, "addNote", tr("Note h&ere…"), tr("Ctrl+Shift+N"),
                tr("Write a note at the cursor; notes are kept in a file beside the recording")},
            {&WindowActions::removeNote, "removeNote", tr("Remove no&te here"), tr("Ctrl+Shift+Del"),
                tr("Remove the note at the cursor")}});
    actions.notes = menu.addMenu(tr("Note&s"));
}

void addRunMenu(WindowActions& actions, QMenu& menu)
{
    addEntries(actions, menu,
        {{&WindowActions::start, "start", tr("&Record again"), tr("Ctrl+R"),
            tr("Start another recording with the options of the last one")}});
    menu.addSeparator();
    addEntries(actions, menu,
        {{&WindowActions::pause, "pause", tr("&Pause"), tr("F5"),
             tr("Halt the workload at its next operator")},
            {&WindowActions::step, "step", tr("&Step"), tr("F6"),
                tr("Run to the end of a training step, then halt")},
            {&WindowActions::stop, "stop", tr("S&top"), tr("Shift+F5"),
                tr("End the run; the recording stays")}});
    menu.addSeparator();
    addEntries(actions, menu,
        {{&WindowActions::emptyCache, "emptyCache", tr("&Empty cache"), tr("F8"),
             tr("Return every whole free segment to the device")},
            {&WindowActions::resetPeak, "resetPeak", tr("Reset pea&k"), tr("F7"),
                tr("Let the allocator's peaks start again from here")},
            {&WindowActions::yieldMemory, "yieldMemory", tr("&Yield memory"), tr("F9"), {}},
            {&WindowActions::mark, "mark", tr("&Mark…"), tr("Ctrl+M"),
                tr("Put a named mark on the time line")}});
}

void addHelpMenu(WindowActions& actions, QMenu& menu)
{
    addEntries(actions, menu,
        {{&WindowActions::palette, "palette", tr("&Commands…"), tr("Ctrl+Shift+P"),
             tr("Find a command by a few letters of its name")},
            {&WindowActions::keys, "keys", tr("&Keys"), QKeySequence::HelpContents,
                tr("Every key, on one page")},
            {&WindowActions::glossary, "glossary", tr("&Glossary"), tr("Shift+F1"),
                tr("What the words mean: active, reserved, …")}});
    actions.keys->setShortcuts({actions.keys->shortcut(), QKeySequence(Qt::Key_Question)});
    menu.addSeparator();
    addEntries(actions, menu,
        {{&WindowActions::about, "about", tr("&About Tidemark"), {}, tr("Version and licence")}});
    actions.about->setMenuRole(QAction::AboutRole);
}

} // namespace

WindowActions::WindowActions(QMainWindow& window)
{
    QMenuBar& bar = *window.menuBar();
    addFileMenu(*this, *bar.addMenu(tr("&File")));
    addViewMenu(*this, *bar.addMenu(tr("&View")));
    addGoMenu(*this, *bar.addMenu(tr("&Go")));
    addRunMenu(*this, *bar.addMenu(tr("&Run")));
    addHelpMenu(*this, *bar.addMenu(tr("&Help")));
}

} // namespace tidemark::ui
