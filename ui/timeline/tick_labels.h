// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytes.h"

#include <QString>
#include <cstdint>

namespace tidemark::ui {

// Steps and labels of axis ticks. `range` is the visible length, `most` how many ticks have room; the step is
// the smallest nice one that makes no more than that.

// Bytes: powers of two in binary units; 1, 2 and 5 times powers of ten in decimal ones. All labels of one
// axis that reaches up to `highest` have one unit.
double byteTickStep(double range, int most, ByteUnits units);
QString byteTickLabel(double bytes, double step, double highest, ByteUnits units);

// Event numbers: 1, 2 and 5 times powers of ten, never below one.
double eventTickStep(double range, int most);
QString eventTickLabel(double event);

// Microseconds: as event numbers up to a second, then whole parts of minutes, hours and days.
double timeTickStep(double range, int most);
QString timeTickLabel(double microseconds, double step, double latest);

// How many parts the grid between two ticks has, so that each is round too.
int decimalSubTicks(double step);

// "27.318 s", "412 µs", "1 min 5.250 s": a moment or duration, for people.
QString timeText(std::int64_t microseconds);

} // namespace tidemark::ui
