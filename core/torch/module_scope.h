// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/record/recorder.h"

#include <string>
#include <utility>

namespace tidemark {

// The calling thread is in the forward pass of the module at `path` as long as this lives.
class ModuleScope {
public:
    // `path` must live as long as the model: the backward pass asks for it too (see ForwardScopes).
    ModuleScope(Recorder& recorder, const std::string& path)
        : m_scope(recorder, FrameKind::Scope, path)
        , m_outer(std::exchange(s_current, &path))
    { }
    ~ModuleScope() { s_current = m_outer; }
    ModuleScope(const ModuleScope&) = delete;
    ModuleScope& operator=(const ModuleScope&) = delete;

    // The path of the innermost scope of the calling thread; null outside.
    static const std::string* current() { return s_current; }

private:
    static thread_local const std::string* s_current;

    ContextScope m_scope;
    const std::string* m_outer;
};

} // namespace tidemark
