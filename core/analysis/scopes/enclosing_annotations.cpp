// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/scopes/enclosing_annotations.h"

#include <algorithm>
#include <tuple>

namespace tidemark {

EnclosingAnnotations::EnclosingAnnotations(
    const Recording& recording, std::size_t device, AnnotationKind kind)
    : m_annotations(&recording.annotations)
{
    for (std::size_t i = 0; i < recording.annotations.size(); ++i)
        if (recording.annotations[i].kind == kind && recording.annotations[i].device == device)
            m_all.push_back(static_cast<std::uint32_t>(i));
    const auto order = [&](std::uint32_t place) {
        const Annotation& annotation = recording.annotations[place];
        return std::tuple(annotation.startEvent, ~annotation.endEvent); // the outer one first
    };
    std::stable_sort(m_all.begin(), m_all.end(),
        [&](std::uint32_t left, std::uint32_t right) { return order(left) < order(right); });
}

std::uint32_t EnclosingAnnotations::at(std::uint64_t event)
{
    const auto& annotations = *m_annotations;
    for (; m_next < m_all.size() && annotations[m_all[m_next]].startEvent <= event; ++m_next)
        m_open.push_back(m_all[m_next]);
    while (!m_open.empty() && annotations[m_open.back()].endEvent <= event)
        m_open.pop_back();
    return m_open.empty() ? none : m_open.back();
}

} // namespace tidemark
