// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/details/text_parts.h"

#include <QString>
#include <vector>

namespace tidemark::tests {

// The value behind a label, as it is read.
inline QString rowOf(const std::vector<ui::TextRow>& rows, const QString& label)
{
    for (const ui::TextRow& row : rows) {
        if (row.label == label)
            return ui::plainText(row.value);
    }
    return QStringLiteral("(no row)");
}

} // namespace tidemark::tests
