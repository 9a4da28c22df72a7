// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/explain/experiment.h"

#include <QFont>
#include <QString>

namespace tidemark::ui {

// The question, the sentence that answers it, what that rests on, and which of the two lies over the other.
// What the sentences name is a link (see linkFromTarget()).
QString answerHtml(
    const Experiment& experiment, const ExperimentAnswer& answer, const QFont& font, ByteUnits units);

} // namespace tidemark::ui
