// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/record/recorder.h"

#include <string>

namespace tidemark {

// An annotation of the recording that lasts as long as this lives.
class AnnotationScope {
public:
    AnnotationScope(Recorder& recorder, AnnotationKind kind, std::string name)
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
    Recorder& m_recorder;
    AnnotationKind m_kind;
    std::string m_name;
};

} // namespace tidemark
