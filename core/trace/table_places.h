// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/recording_builder.h"

#include <vector>

namespace tidemark {

// Where the entries of one recording's tables are in the tables of another that takes them in. Equal texts,
// frames, stacks and contexts become one.
class TablePlaces {
public:
    // Takes in what `part` has had since the last call: always the same recording, further on.
    void follow(const Recording& part, RecordingBuilder& target);

    // What leads out of its table leads to nothing.
    StringIndex operator[](StringIndex index) const { return at(m_strings, index); }
    ContextIndex operator[](ContextIndex index) const { return at(m_contexts, index); }

    // Every context is in its own place: there is nothing to move.
    bool keepsContexts() const { return m_keepsContexts; }

    // Appends the events from `begin` on, with their contexts' places.
    void append(const EventColumns& events, std::size_t begin, EventColumns& target) const;
    // The same for labels, with their texts' places.
    void append(const Column<TensorLabel>& labels, std::size_t begin, Column<TensorLabel>& target) const;
    void move(std::optional<SegmentList>& list) const;

private:
    template <class Index>
    static Index at(const std::vector<Index>& places, Index index)
    {
        return index.value < places.size() ? places[index.value] : Index{};
    }

    Frame moved(Frame frame) const;
    Context moved(Context context) const;

    std::vector<StringIndex> m_strings;
    std::vector<FrameIndex> m_frames;
    std::vector<StackIndex> m_stacks;
    std::vector<ContextIndex> m_contexts;
    bool m_keepsContexts = true;
};

} // namespace tidemark
