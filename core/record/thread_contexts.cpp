// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/thread_contexts.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <boost/container_hash/hash.hpp>
#include <boost/unordered/unordered_flat_map.hpp>
#include <exception>
#include <fmt/format.h>
#include <pthread.h>
#include <unistd.h>

namespace tidemark {

// One thread as one ThreadContexts sees it. Only that thread uses it, but for `owner`.
class ThreadContexts::ThreadState {
public:
    // A scope as seen from the one around it.
    struct ScopeKey {
        std::uint32_t outer = 0; // place in `places`
        FrameKind kind = FrameKind::Scope;
        std::string_view name;

        bool operator==(const ScopeKey&) const = default;
        friend std::size_t hash_value(const ScopeKey& key)
        {
            std::size_t seed = boost::hash<std::string_view>()(key.name);
            boost::hash_combine(seed, key.outer);
            boost::hash_combine(seed, static_cast<unsigned>(key.kind));
            return seed;
        }
    };

    // One way of being nested that the thread has been in.
    struct Place {
        std::uint32_t outer = 0;
        StackIndex stack;
        ContextIndex context; // none until an event happens here
        Innermost innermost;
    };

    ThreadState(const ThreadContexts* contexts, StringIndex threadName)
        : owner(contexts)
        , thread(threadName)
    { }

    void moveTo(std::uint32_t place)
    {
        at = place;
        context = places[place].context;
    }

    std::atomic<const ThreadContexts*> owner; // null once it is gone
    StringIndex thread;
    std::vector<Place> places = {Place()}; // 0: outside everything
    boost::unordered_flat_map<ScopeKey, std::uint32_t, boost::hash<ScopeKey>> inner;
    std::uint32_t at = 0;
    ContextIndex context; // that of places[at]
};

// The states of one thread: several only where several recorders live at once.
struct ThreadContexts::ThreadStates {
    std::vector<std::shared_ptr<ThreadState>> states;

    ~ThreadStates();
};

namespace {
constinit thread_local bool threadIsEnding = false;
} // namespace

constinit thread_local ThreadContexts::ThreadState* ThreadContexts::s_latest = nullptr;
thread_local ThreadContexts::ThreadStates ThreadContexts::s_states;

ThreadContexts::ThreadStates::~ThreadStates()
{
    s_latest = nullptr;
    threadIsEnding = true;
}

ThreadContexts::~ThreadContexts()
{
    for (const std::weak_ptr<ThreadState>& known : m_states) {
        if (const std::shared_ptr<ThreadState> state = known.lock())
            state->owner.store(nullptr, std::memory_order_relaxed);
    }
}

void ThreadContexts::enter(FrameKind kind, std::string_view name)
{
    ThreadState* thread = state();
    if (thread == nullptr)
        return;
    const auto found = thread->inner.find(ThreadState::ScopeKey{thread->at, kind, name});
    if (found != thread->inner.end()) {
        thread->moveTo(found->second);
        return;
    }
    const auto place = static_cast<std::uint32_t>(thread->places.size());
    const std::lock_guard lock(m_mutex);
    const StringIndex text = m_strings.intern(name);
    const FrameIndex frame = m_frames.intern({text, {}, 0, kind});
    const StackIndex stack = m_stacks.intern({frame, thread->places[thread->at].stack});
    Innermost inside = thread->places[thread->at].innermost;
    if (kind == FrameKind::Scope)
        inside = {text, {}};
    else if (kind == FrameKind::Operation)
        inside.operation = text;
    thread->places.push_back({thread->at, stack, {}, inside});
    thread->inner.emplace(ThreadState::ScopeKey{thread->at, kind, m_strings.table()[text]}, place);
    thread->moveTo(place);
}

void ThreadContexts::leave()
{
    if (ThreadState* thread = state(); thread != nullptr)
        thread->moveTo(thread->places[thread->at].outer);
}

ContextIndex ThreadContexts::current() noexcept
{
    ThreadState* thread = state();
    if (thread == nullptr)
        return {};
    return thread->context.isNone() ? resolve(*thread) : thread->context;
}

ThreadContexts::Innermost ThreadContexts::innermost() noexcept
{
    const ThreadState* thread = state();
    return thread == nullptr ? Innermost{} : thread->places[thread->at].innermost;
}

ContextIndex ThreadContexts::resolve(ThreadState& state) noexcept
try {
    ThreadState::Place& place = state.places[state.at];
    const std::lock_guard lock(m_mutex);
    Context context;
    context.stack = place.stack;
    context.thread = state.thread;
    place.context = m_contexts.intern(context);
    state.context = place.context;
    return place.context;
} catch (const std::exception&) {
    return {};
}

StringIndex ThreadContexts::string(std::string_view text)
{
    const std::lock_guard lock(m_mutex);
    return m_strings.intern(text);
}

ThreadContexts::Tables ThreadContexts::tables() const
{
    const std::lock_guard lock(m_mutex);
    return {m_strings.table(), m_frames.table(), m_stacks.table(), m_contexts.table()};
}

ThreadContexts::ThreadState* ThreadContexts::state() noexcept
{
    ThreadState* latest = s_latest;
    if (latest != nullptr && latest->owner.load(std::memory_order_relaxed) == this)
        return latest;
    return findState();
}

ThreadContexts::ThreadState* ThreadContexts::findState() noexcept
try {
    if (threadIsEnding)
        return nullptr;
    s_latest = nullptr; // may be one of those that go
    auto& states = s_states.states;
    std::erase_if(states, [](const auto& state) { return state->owner.load() == nullptr; });
    auto found = std::find_if(
        states.begin(), states.end(), [this](const auto& state) { return state->owner.load() == this; });
    if (found == states.end())
        found = states.insert(states.end(), makeState());
    s_latest = found->get();
    return s_latest;
} catch (const std::exception&) {
    return nullptr;
}

std::shared_ptr<ThreadContexts::ThreadState> ThreadContexts::makeState()
{
    const std::lock_guard lock(m_mutex);
    std::erase_if(m_states, [](const auto& state) { return state.expired(); });
    auto state = std::make_shared<ThreadState>(this, threadName());
    m_states.push_back(state);
    return state;
}

// The thread's own name, numbered where another thread had it already.
StringIndex ThreadContexts::threadName()
{
    std::array<char, 32> own = {};
    std::string name = "main";
    if (gettid() != getpid()) {
        pthread_getname_np(pthread_self(), own.data(), own.size());
        name = own.data();
    }
    const auto sameName = std::count(m_threadNames.begin(), m_threadNames.end(), name);
    m_threadNames.push_back(name);
    if (sameName > 0)
        name += fmt::format(" {}", sameName + 1);
    return m_strings.intern(name);
}

} // namespace tidemark
