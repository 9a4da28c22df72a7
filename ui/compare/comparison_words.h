// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytes.h"
#include "ui/compare/comparison_facts.h"

#include <QString>

namespace tidemark::ui {

// "A: vgg.pickle, event 1,024 of 2,048, 3.10 GiB allocated", and the same of B.
QString sidesText(const ComparisonFacts& facts, const Experiment& words, ByteUnits units);

// "Only in A: 3 groups, 1.00 MiB in 5 blocks": of all that were found, whatever is shown of them.
QString sharesText(const MomentComparison& groups, ByteUnits units);

// What the curves do not show; empty where that is nothing.
QString missingText(const ComparisonFacts& facts);

} // namespace tidemark::ui
