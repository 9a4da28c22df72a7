// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/explain/explanation.h"
#include "ui/details/text_parts.h"

#include <QString>
#include <vector>

namespace tidemark::ui {

// What the driver says at a moment, as sentences, the part of the process first.
struct DriverText {
    QString title; // "The driver's view · 83 ms before"; empty where it was not asked yet
    std::vector<Text> sentences;
};

DriverText driverText(const Explanation& explanation, ByteUnits units);

// "outside the allocator": what a row that shows DriverFigures::outside, or outsideAndOthers, is called.
QString outsideName(const DriverFigures& figures);
QString othersName(const DriverFigures& figures);

} // namespace tidemark::ui
