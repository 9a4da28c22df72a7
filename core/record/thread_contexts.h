// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/context.h"

#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark {

// What each thread is inside of, and the tables of names, stacks and contexts that come of it. Every thread
// keeps its own place, so that asking for it costs a load or two; the tables are behind a mutex that is only
// taken for what is new.
class ThreadContexts {
public:
    ThreadContexts() = default;
    ~ThreadContexts();
    ThreadContexts(const ThreadContexts&) = delete;
    ThreadContexts& operator=(const ThreadContexts&) = delete;

    void enter(FrameKind kind, std::string_view name);
    void leave(); // does nothing outside everything

    // The calling thread's context; none only where memory has run out or the thread is ending.
    ContextIndex current() noexcept;

    // The innermost scope that the calling thread is in, and the innermost operator that runs in it.
    struct Innermost {
        StringIndex scope;
        StringIndex operation;
    };
    Innermost innermost() noexcept;

    StringIndex string(std::string_view text);

    struct Tables {
        StringTable strings;
        FrameTable frames;
        StackTable stacks;
        ContextTable contexts;
    };
    // All records so far; a cheap snapshot.
    Tables tables() const;

private:
    class ThreadState;
    struct ThreadStates;

    ThreadState* state() noexcept;
    ThreadState* findState() noexcept;
    std::shared_ptr<ThreadState> makeState();
    StringIndex threadName();
    ContextIndex resolve(ThreadState& state) noexcept;

    static constinit thread_local ThreadState* s_latest; // the state that this thread used last
    static thread_local ThreadStates s_states;

    mutable std::mutex m_mutex;
    StringInterner m_strings;
    FrameInterner m_frames;
    StackInterner m_stacks;
    ContextInterner m_contexts;
    std::vector<std::weak_ptr<ThreadState>> m_states;
    std::vector<std::string> m_threadNames;
};

} // namespace tidemark
