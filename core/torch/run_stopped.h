// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <exception>

namespace tidemark {

// Thrown through an operator that asks for memory when the run is to end, and caught where the workload was
// called: the one way out of the middle of an operator that every LibTorch knows.
class RunStopped : public std::exception {
public:
    const char* what() const noexcept override { return "The run was stopped."; }
};

} // namespace tidemark
