// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/torch/activations/operator_kind.h"

#include <ATen/record_function.h>
#include <cstdint>
#include <string_view>
#include <vector>

namespace tidemark {

// Follows the operators that the calling thread runs as long as this lives, so that whoever keeps a tensor
// for the backward pass knows for which operator. One a thread at a time; it stays on its thread.
class RunningOperators {
public:
    RunningOperators();
    ~RunningOperators();
    RunningOperators(const RunningOperators&) = delete;
    RunningOperators& operator=(const RunningOperators&) = delete;

    struct Operator {
        const char* name = ""; // "aten::addmm"; empty: none runs, but an autograd function of the program's
                               // own, say
        OperatorKind kind = OperatorKind::Other; // linear calls addmm: of the outermost that is of a kind
        std::uint64_t call = 0; // another number for each call of an operator of a kind
    };
    // The innermost one: the one whose gradient formula keeps tensors.
    Operator current() const;

private:
    static std::unique_ptr<at::ObserverContext> enter(const at::RecordFunction& function);
    static void leave(const at::RecordFunction& function, at::ObserverContext* context);

    at::CallbackHandle m_handle = 0;
    std::vector<Operator> m_running; // from the outermost to the innermost
    std::uint64_t m_calls = 0;
};

} // namespace tidemark
