// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "ui/navigation/view_place.h"

#include <QString>
#include <optional>

namespace tidemark::ui {

class ViewState;

// A moment of a file, as one line to send to somebody:
//   run.tide#event=1233&block=0x7f31c2000000
// event=K   just after event K, the first being 0, as --at event:K has it; "start" before it; none: the end
// block=A   the block that holds this address
// device=N  the device's number; with source=NAME the one of that file, where several became one recording
// from=X&to=Y (and axis=time)   the range shown: events, or microseconds since the first one
// stream=S, pool=P, segments=large|small   the part of the memory that is looked at, by place in the lists
// only=QUERY   the allocations that are looked at, as a search by size and life: size:1..512 life:0..9
struct PlaceLink {
    QString file; // as it was written: an absolute path where Tidemark wrote it
    ViewPlace place;
    bool namesDevice = false; // else the first one is meant
};

// `file` may hold any character.
QString linkTo(const QString& file, const ViewPlace& place);

// Nothing where the text has no such ending: it is a file name then. An error says which part means nothing.
Expected<std::optional<PlaceLink>> parsePlaceLink(const QString& text);

// Goes there, and fills in what the link leaves open by the recording that is shown. What of it the recording
// does not have, as a sentence; empty: nothing.
QString follow(ViewState& state, const PlaceLink& link);

} // namespace tidemark::ui
