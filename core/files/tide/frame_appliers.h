// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/tide/event_rows.h"
#include "core/files/tide/payload_reader.h"
#include "core/files/tide_messages.h"
#include "core/trace/recording_builder.h"

#include <array>
#include <map>
#include <vector>

namespace tidemark::tide {

// What the frames so far have told.
struct DecodedStream {
    RecordingBuilder builder;
    RecorderStatus status;
    std::vector<Answer> answers;
    bool ended = false;
    std::uint16_t minorVersion = 0; // of the header: newer fields are there from it on

    // Records in the tables; record 0 is always there.
    std::size_t strings = 1;
    std::size_t frames = 1;
    std::size_t stacks = 1;
    std::size_t contexts = 1;
    std::size_t curves = 0; // of all devices

    // States that have not come whole, by device and moment.
    std::map<std::pair<std::size_t, StateMoment>, SegmentList> unfinishedStates;
    // The rows of the newest events frame; here so that its memory is used again.
    EventRows rows;

    // Whether frames have the fields that version 1.1 added behind the others.
    bool hasKeptKeys() const { return minorVersion >= 1; }
    Recording& recording() { return builder.recording(); }
};

// Each of these takes the content of one kind of frame. Where it does not fit, the reader is made to refuse,
// and nothing, or a harmless part of it, has been taken.
void applyRun(DecodedStream& stream, PayloadReader& in);
void applyDevice(DecodedStream& stream, PayloadReader& in);
void applySlots(DecodedStream& stream, PayloadReader& in);
void applyStrings(DecodedStream& stream, PayloadReader& in);
void applyFrames(DecodedStream& stream, PayloadReader& in);
void applyStacks(DecodedStream& stream, PayloadReader& in);
void applyContexts(DecodedStream& stream, PayloadReader& in);
void applyEvents(DecodedStream& stream, PayloadReader& in);
void applyStateBlocks(DecodedStream& stream, PayloadReader& in);
void applyStateSegments(DecodedStream& stream, PayloadReader& in);
void applyAnnotations(DecodedStream& stream, PayloadReader& in);
void applyAnnotationEnds(DecodedStream& stream, PayloadReader& in);
void applyMarks(DecodedStream& stream, PayloadReader& in);
void applyStatistics(DecodedStream& stream, PayloadReader& in);
void applyAnswer(DecodedStream& stream, PayloadReader& in);
void applyStatus(DecodedStream& stream, PayloadReader& in);
void applyLostEvents(DecodedStream& stream, PayloadReader& in);
void applyWarnings(DecodedStream& stream, PayloadReader& in);
void applyCurve(DecodedStream& stream, PayloadReader& in);
void applyDriverSamples(DecodedStream& stream, PayloadReader& in);
void applyTensorLabels(DecodedStream& stream, PayloadReader& in);
void applyEnd(DecodedStream& stream, PayloadReader& in);

// n, (text name, text value) each.
std::vector<Setting> readSettings(PayloadReader& in);
// The device that the next field names; null, with the reader refusing, when there is none.
Device* readDevice(DecodedStream& stream, PayloadReader& in);

} // namespace tidemark::tide
