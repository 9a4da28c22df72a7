// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/record/recorder.h"

#include <string>
#include <utility>

namespace tidemark {

// An annotation of the recording that lasts as long as this lives: of a Recorder, or a DeviceRecorder for
// work that is one device's alone.
template <class AnyRecorder>
class AnnotationScope {
public:
    AnnotationScope(AnyRecorder& recorder, AnnotationKind kind, std::string name)
        : m_recorder(recorder)
        , m_kind(kind)
        , m_name(std::move(name))
    {
        m_recorder.beginAnnotation(m_kind, m_name);
    }
    ~AnnotationScope() { m_recorder.endAnnotation(m_kind, m_name); }
    AnnotationScope(const AnnotationScope&) = delete;
    AnnotationScope& operator=(const AnnotationScope&) = delete;

private:
    AnyRecorder& m_recorder;
    AnnotationKind m_kind;
    std::string m_name;
};

} // namespace tidemark
