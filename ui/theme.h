// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFont>
#include <QPalette>
#include <array>

namespace tidemark::ui {

// Every colour that the views draw with, for a light or a dark window. The hues that mean something are those
// of Okabe and Ito, which people with any colour vision can tell apart; each is also told by line, hatching
// or word. There is one accent.
//
// Text stands at least 4.5 : 1 against what it is drawn on (WCAG 2.1, 1.4.3). In a window of high contrast it
// is 7 : 1 (1.4.6), and whatever has a meaning 3 : 1 against the panel (1.4.11).
struct Theme {
    // High contrast where the palette's own text and grounds are as good as black and white, which is what a
    // desktop of high contrast has. `hasPatterns`: see setWantsPatterns().
    static Theme fromPalette(const QPalette& palette);

    bool isDark = false;
    bool isHighContrast = false;
    bool hasPatterns = false; // on the colours of every class, not only where colours come twice
    int strokes = 1; // lines and frames are this many times as thick

    QColor background; // of the window, behind the panels
    QColor panel; // under curves, bars and lists
    QColor raised; // a readout or tooltip above a panel
    QColor border; // around panels and chips
    QColor grid; // lines behind curves
    QColor text;
    QColor mutedText; // labels and units
    QColor accent; // the one thing to press, links, the selected tab
    QColor accentText; // on the accent
    QColor cursor; // the moment that all views show
    QColor hover; // the place under the mouse
    QColor selection; // around the selected block
    QColor warning; // an OOM, lost events, a broken file

    // Memory, by what it does.
    QColor allocated;
    QColor active; // the line of active, and what lies between it and allocated
    QColor reserved; // the outline of reserved
    QColor waiting; // freed by the program, another stream still uses it
    QColor freeBeside; // free, in a segment that holds live blocks
    QColor wholeFree; // free, and empty_cache returns it
    QColor rounding; // given beyond what was asked for
    QColor driver; // what the driver says the process uses
    QColor simulatedReserved; // what other settings would have reserved
    QColor simulatedActive;
    QColor totalFree; // the line of all free memory, and dashed of its largest piece
    QColor allocatedFill; // opaque, on `panel`
    QColor reservedFill; // opaque, on `panel`
    QColor waitingFill; // opaque, on `panel`

    // Bands of annotations: forward, backward and optimizer have theirs, other names take turns.
    std::array<QColor, 6> bands;

    // Text drawn on `ground` in the better readable of `text` and its opposite.
    QColor textOn(const QColor& ground) const;

    // The face of labels in pictures: a little smaller than the window's.
    static QFont labelFont(const QFont& like);
    // The face of all figures: digits of one width, the size of `like`.
    static QFont figureFont(const QFont& like);

    bool operator==(const Theme&) const = default;
};

// Whether the classes of a window with this palette shall be told apart by patterns, too, without regard to
// their colours. The palette carries it to all widgets, as the style of a brush that nothing is painted with.
void setWantsPatterns(QPalette& palette, bool wants);

// Of two colours that lie on each other, as WCAG 2.1 counts: 1 to 21.
double contrastRatio(const QColor& one, const QColor& other);

// `share` of `top` over the rest of `ground`: 0 is the ground, 1 is the top. Opaque.
QColor blend(const QColor& ground, const QColor& top, double share);

} // namespace tidemark::ui
