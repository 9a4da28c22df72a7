// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/recording.h"

#include <cstdint>
#include <vector>

namespace tidemark {

// The innermost annotation of one kind that holds an event, for events that are asked for in rising order.
class EnclosingAnnotations {
public:
    static constexpr std::uint32_t none = UINT32_MAX;

    EnclosingAnnotations(const Recording& recording, std::size_t device, AnnotationKind kind);

    // Place in Recording::annotations; `event` is never less than before.
    std::uint32_t at(std::uint64_t event);
    // All of the kind, by their first event.
    const std::vector<std::uint32_t>& all() const { return m_all; }

private:
    const std::vector<Annotation>* m_annotations;
    std::vector<std::uint32_t> m_all;
    std::size_t m_next = 0; // the first one of m_all that has not begun
    std::vector<std::uint32_t> m_open; // begun and not known to have ended, innermost last
};

} // namespace tidemark
