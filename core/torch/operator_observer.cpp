// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/operator_observer.h"

#include "core/torch/forward_scopes.h"
#include "core/torch/module_scope.h"

#include <ATen/record_function.h>
#include <memory>

namespace tidemark {

namespace {

struct Observation {
    Recorder& recorder;
    RunControl& control;
    ForwardScopes scopes;
};

// at::RecordFunction calls plain functions and hands them no pointer of ours, hence this one.
Observation* observation = nullptr;

// Tells leaveOperator() that a module's scope was entered around the operator.
struct InsideModule : at::ObserverContext { };

std::unique_ptr<at::ObserverContext> enterOperator(const at::RecordFunction& function)
{
    observation->control.passOperator();
    std::unique_ptr<at::ObserverContext> inside;
    if (function.scope() == at::RecordScope::BACKWARD_FUNCTION) {
        if (const std::string* path = observation->scopes.find(function.forwardThreadId(), function.seqNr())) {
            observation->recorder.enter(FrameKind::Scope, *path);
            inside = std::make_unique<InsideModule>();
        }
    } else {
        observation->scopes.remember(
            at::RecordFunction::currentThreadId(), function.seqNr(), ModuleScope::current());
    }
    observation->recorder.enter(FrameKind::Operation, function.name());
    return inside;
}

void leaveOperator(const at::RecordFunction&, at::ObserverContext* inside)
{
    observation->recorder.leave();
    if (inside != nullptr)
        observation->recorder.leave();
}

} // namespace

void observeOperators(Recorder& recorder, RunControl& control)
{
    observation = new Observation{recorder, control, {}}; // as long as the process, like both of them
    at::addGlobalCallback(at::RecordFunctionCallback(&enterOperator, &leaveOperator)
                              .scopes({at::RecordScope::FUNCTION, at::RecordScope::BACKWARD_FUNCTION,
                                  at::RecordScope::USER_SCOPE}));
}

} // namespace tidemark
