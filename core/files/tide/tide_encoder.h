// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/tide/frame_writer.h"
#include "core/files/tide_messages.h"
#include "core/trace/recording.h"

#include <cstddef>
#include <span>

namespace tidemark::tide {

// The end of an annotation that was written while it was open.
struct AnnotationEnd {
    std::uint64_t annotation = 0; // number in the order written
    std::int64_t timeUs = 0;
    std::uint64_t event = 0;
};

struct LostEvents {
    std::uint16_t device = 0;
    std::uint64_t event = 0; // they were dropped just before this one
    std::uint64_t count = 0;
    std::int64_t timeUs = 0;
};

// Turns what happens into .tide frames, see tide-format.md. Tables come first: whatever a call refers to must
// have been written by an earlier one.
class TideEncoder {
public:
    TideEncoder(); // begins with the stream's header

    // What was encoded since the last clear().
    std::span<const std::byte> bytes() const { return m_frames.bytes(); }
    void clear() { m_frames.clear(); }

    void run(const Recording& recording); // format, producer, workload, settings
    void device(std::size_t index, const Device& device); // name, capacity, history, losses
    void deviceSlots(std::size_t index, const Device& device, std::size_t firstStream, std::size_t firstPool);
    // What the tables hold beyond what was written before; they must have grown from those.
    void tables(const StringTable& strings, const FrameTable& frames, const StackTable& stacks,
        const ContextTable& contexts);
    // Any number of events, the first of which is the device's event `firstEvent`.
    void events(std::size_t index, std::uint64_t firstEvent, const EventSpans& events);
    void state(std::size_t index, StateMoment moment, const SegmentList& state);
    void annotations(std::span<const Annotation> annotations);
    void annotationEnds(std::span<const AnnotationEnd> ends);
    void marks(std::span<const Mark> marks);
    void curves(std::size_t index, std::span<const SampledCurve> curves);
    // By time and by event, and none before those that were written earlier.
    void driver(std::size_t index, std::span<const DriverSample> samples);
    // By event, and none before those that were written earlier.
    void tensors(std::size_t index, std::span<const TensorLabel> labels);
    void statistics(std::size_t index, std::span<const StatsSample> samples);
    void answer(const Answer& answer);
    void status(const RecorderStatus& status);
    void lostEvents(const LostEvents& lost);
    void warnings(std::span<const std::string> warnings);
    void end(bool complete);

    // True: something was longer than a frame may be, and was left out.
    bool leftSomethingOut() const { return m_leftOut; }

private:
    PayloadWriter& begin();
    void finish(FrameType type);
    std::size_t beginTable(std::size_t first, std::size_t tableSize);
    void stringRows(const StringTable& table);
    void frameRows(const FrameTable& table);
    void stackRows(const StackTable& table);
    void contextRows(const ContextTable& table);
    void eventRows(std::size_t index, std::uint64_t firstEvent, const EventSpans& events);
    void stateBlocks(std::size_t index, StateMoment moment, std::span<const BlockInfo> blocks);
    void stateSegments(
        std::size_t index, StateMoment moment, std::span<const SegmentInfo> segments, bool isLast);
    void annotationRows(std::span<const Annotation> annotations);
    void statisticsRows(std::size_t index, std::span<const StatsSample> samples, std::size_t figures);
    void curveRows(std::size_t index, std::size_t number, const SampledCurve& curve, std::size_t first,
        std::size_t count);
    void driverRows(std::size_t index, std::span<const DriverSample> samples);
    void tensorRows(std::size_t index, std::span<const TensorLabel> labels);
    void markRows(std::span<const Mark> marks);

    FrameWriter m_frames;
    PayloadWriter m_payload;
    std::size_t m_strings = 1; // table records written; record 0 never is
    std::size_t m_frameRecords = 1;
    std::size_t m_stacks = 1;
    std::size_t m_contexts = 1;
    bool m_leftOut = false;
};

} // namespace tidemark::tide
