// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/activations/running_operators.h"

namespace tidemark {

namespace {

// at::RecordFunction calls plain functions and hands them no pointer of ours, hence this one.
thread_local RunningOperators* follower = nullptr;

} // namespace

RunningOperators::RunningOperators()
{
    follower = this;
    m_handle = at::addThreadLocalCallback(
        at::RecordFunctionCallback(&RunningOperators::enter, &RunningOperators::leave)
            .scopes({at::RecordScope::FUNCTION, at::RecordScope::USER_SCOPE}));
}

RunningOperators::~RunningOperators()
{
    at::removeCallback(m_handle);
    follower = nullptr;
}

RunningOperators::Operator RunningOperators::current() const
{
    return m_running.empty() ? Operator{} : m_running.back();
}

std::unique_ptr<at::ObserverContext> RunningOperators::enter(const at::RecordFunction& function)
{
    Operator running{function.name(), OperatorKind::Other, 0};
    auto& operators = follower->m_running;
    if (!operators.empty() && operators.back().kind != OperatorKind::Other) {
        running.kind = operators.back().kind;
        running.call = operators.back().call;
    } else {
        running.kind = kindOfOperator(running.name);
        running.call = ++follower->m_calls;
    }
    operators.push_back(running);
    return nullptr;
}

void RunningOperators::leave(const at::RecordFunction&, at::ObserverContext*)
{
    if (!follower->m_running.empty())
        follower->m_running.pop_back();
}

} // namespace tidemark
