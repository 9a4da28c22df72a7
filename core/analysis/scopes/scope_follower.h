// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/scopes/scope_tree.h"
#include "core/analysis/scopes/scope_visits.h"
#include "core/analysis/scopes/step_ranges.h"

#include <functional>
#include <memory>
#include <stop_token>

namespace tidemark {

// Follows a device's events and tells a tally about every visit of every scope.
//
// An annotation is visited from its first event to its last one, whatever thread they are of. Inside it each
// thread is in the scopes that its own events tell: a visit of a scope is a run of that thread's events that
// are inside, and ends where an event of the thread is outside, or where an annotation or a step begins or
// ends. The events of other threads that happen meanwhile count in the device's figures, but not in what the
// scope added and freed.
class ScopeFollower {
public:
    // What to do when a step has ended, or the stretch before, between or behind steps: nothing for its
    // number. Must fold the tally's step.
    using StepEnd = std::function<void(std::optional<std::int64_t> step)>;

    // Everything must outlive this. The first gauge of `replay` is allocated memory; it is at its beginning.
    ScopeFollower(const Recording& recording, std::size_t device, ScopeTree& tree, StatReplay& replay,
        ScopeTally& tally);

    void run(const StepEnd& stepEnd, const std::stop_token& stop);

private:
    // A moment before an event at which an annotation or a step begins or ends.
    struct Border {
        std::uint64_t event = 0;
        // What ends comes first, annotations before a step; then what begins, a step before annotations.
        std::uint64_t order = 0;
        std::uint32_t annotation = 0; // place in Recording::annotations
        bool isStep = false;
        bool begins = false;
        std::int64_t step = 0;
    };
    struct Thread {
        std::uint32_t leaf = ScopeTree::root;
        ByteFlow flow;
        std::unique_ptr<ScopeVisits> visits;
    };

    void collectBorders();
    void pass(const Border& border, const StepEnd& stepEnd);
    void passStep(const Border& border, const StepEnd& stepEnd);
    void beginAnnotation(std::uint32_t annotation);
    void endAnnotation(std::uint32_t annotation);
    void leaveThreads();
    std::size_t threadOf(ContextIndex context);
    void enter(Thread& thread, std::uint32_t leaf);
    std::uint32_t base() const;
    ByteFlow wholeFlow() const;

    const Recording& m_recording;
    const Device& m_device;
    std::size_t m_deviceIndex = 0;
    ScopeTree& m_tree;
    StatReplay& m_replay;
    ScopeTally& m_tally;
    std::vector<Border> m_borders;
    std::vector<std::uint32_t> m_open; // annotations, outermost first
    ScopeVisits m_annotated; // their visits
    std::optional<std::int64_t> m_step;
    std::vector<Thread> m_threads;
    boost::unordered_flat_map<std::uint32_t, std::size_t> m_threadPlaces; // by name
    std::size_t m_current = SIZE_MAX; // place of the thread that the last event was of
    std::vector<std::uint32_t> m_path; // while a thread enters
};

} // namespace tidemark
