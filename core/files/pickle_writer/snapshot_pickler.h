// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/files/pickle_writer/stack_pickler.h"

#include <map>
#include <stop_token>

namespace tidemark {

// Tidemark recorded it: it was never a snapshot, and its settings are the recorder's options.
bool wasRecorded(const Recording& recording);

// Writes a recording as the dict that torch.cuda.memory._snapshot() returns, keys in PyTorch's order
// (torch/csrc/cuda/Module.cpp), event by event.
class SnapshotPickler {
public:
    SnapshotPickler(const Recording& recording, PickleOutput& out, Progress* progress, std::stop_token stop);

    Expected<void> write();

private:
    enum class Side : std::uint8_t { Devices, Host };

    Expected<void> segments(Side side);
    void segment(const Device& device, const SegmentList& list, const SegmentInfo& segment);
    void block(const BlockInfo& block);
    void sum(const ExtraKeys::Json& extra, std::string_view key, std::uint64_t value);
    Expected<void> traces(Side side);
    Expected<void> trace(const Device& device);
    void event(const Device& device, const Event& event);
    void contextKeys(
        const Device& device, const Event& event, const Context& context, const ExtraKeys::Json& extra);
    void settings();
    void annotations();
    Expected<void> flush();

    // The devices of one side by their place in its list of traces.
    std::map<std::size_t, const Device*> devicesOf(Side side) const;
    const Context& contextOf(ContextIndex index) const { return m_recording.contexts[index]; }
    void text(StringIndex index) { m_out.text(m_recording.strings[index]); }

    const Recording& m_recording;
    PickleOutput& m_out;
    Progress* m_progress;
    std::stop_token m_stop;
    ExtraKeys m_extras; // of events, segments and blocks
    ExtraKeys m_frameExtras;
    StackPickler m_stacks;
};

} // namespace tidemark
