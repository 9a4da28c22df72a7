// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/operator_observer.h"

#include "core/torch/forward_scopes.h"
#include "core/torch/module_scope.h"

#include <ATen/record_function.h>
#include <memory>
#include <string_view>
#include <utility>

namespace tidemark {

namespace {

struct Observation {
    Recorder& recorder;
    RunControl& control;
    ForwardScopes scopes;
};

// at::RecordFunction calls plain functions and hands them no pointer of ours, hence this one.
Observation* observation = nullptr;

// What an operator that is being left entered, from the outside in: a module's scope around it, itself, and a
// scope that was entered inside of it.
struct Entered : at::ObserverContext {
    bool hasOuterScope = false;
    bool hasInnerScope = false;
    Entered* outerTask = nullptr;
    bool isTask = false;
};

// The engine's work for one node of the backward pass, on the calling thread: the node itself, and what it
// does with the results, such as sums of gradients. In LibTorch it is an operator around that of the node.
thread_local Entered* currentTask = nullptr;

bool isTask(const at::RecordFunction& function)
{
    constexpr std::string_view prefix = "autograd::engine::evaluate_function";
    return std::string_view(function.name()).starts_with(prefix);
}

// The operator belongs to the module whose forward pass made the node; so does the rest of the engine's work
// for it.
void enterNode(const at::RecordFunction& function, std::unique_ptr<at::ObserverContext>& entered)
{
    const std::string* path = observation->scopes.find(function.forwardThreadId(), function.seqNr());
    if (path == nullptr)
        return;
    observation->recorder.enter(FrameKind::Scope, *path);
    if (currentTask != nullptr && !currentTask->hasInnerScope) {
        currentTask->hasInnerScope = true;
        return;
    }
    auto own = std::make_unique<Entered>();
    own->hasOuterScope = true;
    entered = std::move(own);
}

std::unique_ptr<at::ObserverContext> enterOperator(const at::RecordFunction& function)
{
    observation->control.passOperator();
    std::unique_ptr<at::ObserverContext> entered;
    if (function.scope() == at::RecordScope::BACKWARD_FUNCTION) {
        enterNode(function, entered);
    } else if (isTask(function)) {
        auto task = std::make_unique<Entered>();
        task->isTask = true;
        task->outerTask = std::exchange(currentTask, task.get());
        entered = std::move(task);
    } else {
        observation->scopes.remember(
            at::RecordFunction::currentThreadId(), function.seqNr(), ModuleScope::current());
    }
    observation->recorder.enter(FrameKind::Operation, function.name());
    return entered;
}

void leaveOperator(const at::RecordFunction&, at::ObserverContext* context)
{
    const auto* const entered = static_cast<const Entered*>(context);
    if (entered != nullptr && entered->isTask)
        currentTask = entered->outerTask;
    if (entered != nullptr && entered->hasInnerScope)
        observation->recorder.leave();
    observation->recorder.leave();
    if (entered != nullptr && entered->hasOuterScope)
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
