// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/operator_observer.h"

#include <ATen/record_function.h>

#include <memory>

namespace tidemark {

namespace {

// at::RecordFunction calls plain functions and hands them no pointer of ours, hence these two.
Recorder* observingRecorder = nullptr;
RunControl* observingControl = nullptr;

std::unique_ptr<at::ObserverContext> enterOperator(const at::RecordFunction& function)
{
    observingControl->passOperator();
    observingRecorder->enter(FrameKind::Operation, function.name());
    return nullptr;
}

void leaveOperator(const at::RecordFunction&, at::ObserverContext*)
{
    observingRecorder->leave();
}

} // namespace

void observeOperators(Recorder& recorder, RunControl& control)
{
    observingRecorder = &recorder;
    observingControl = &control;
    at::addGlobalCallback(at::RecordFunctionCallback(&enterOperator, &leaveOperator)
                              .scopes({at::RecordScope::FUNCTION, at::RecordScope::BACKWARD_FUNCTION,
                                  at::RecordScope::USER_SCOPE}));
}

} // namespace tidemark
