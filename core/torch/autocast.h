// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <c10/core/DeviceType.h>
#include <c10/core/ScalarType.h>

namespace tidemark {

// How operators choose the precision they work in: torch.autocast's state of one thread and one kind of
// device.
struct AutocastState {
    c10::DeviceType device = c10::DeviceType::CPU;
    bool isEnabled = false;
    c10::ScalarType type = c10::ScalarType::Half;
    bool keepsCasts = true; // casts of parameters are made once and kept

    // Of the calling thread.
    static AutocastState current(c10::DeviceType device);
};

// The calling thread works by `state` as long as this lives, then by what held before. Leaving the outermost
// one drops the kept casts: they would be stale after the next optimizer step.
class AutocastScope {
public:
    explicit AutocastScope(const AutocastState& state);
    ~AutocastScope();
    AutocastScope(const AutocastScope&) = delete;
    AutocastScope& operator=(const AutocastScope&) = delete;

private:
    AutocastState m_before;
};

} // namespace tidemark
