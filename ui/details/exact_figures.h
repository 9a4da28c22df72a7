// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/details/figures.h"
#include "ui/details/text_parts.h"

namespace tidemark::ui {

// "4,096 B".
inline QString bytesWithUnit(std::uint64_t bytes)
{
    return countText(bytes) + QStringLiteral(" B");
}

// "4.08 GiB (4,380,866,642 B)".
inline QString exactly(std::uint64_t bytes, ByteUnits units)
{
    return QStringLiteral("%1 (%2)").arg(bytesText(bytes, units), bytesWithUnit(bytes));
}

inline TextRow figureRow(const QString& label, const QString& value)
{
    return {label, {{value}}, true};
}

} // namespace tidemark::ui
