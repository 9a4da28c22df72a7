// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/whatif/what_if_choice.h"

#include "ui/details/figures.h"
#include "ui/words.h"

#include <QStringList>

namespace tidemark::ui {

QString nameOf(const WhatIfChoice& choice, ByteUnits units)
{
    QStringList parts = {choice.conf.isEmpty() ? tr("PyTorch's defaults") : choice.conf};
    if (choice.limit > 0)
        parts << tr("limit %1").arg(bytesText(choice.limit, units));
    switch (choice.emptyCache) {
    case EmptyCacheChoice::AsRecorded:
        break;
    case EmptyCacheChoice::EveryStep:
        parts << tr("empty_cache() after each step");
        break;
    case EmptyCacheChoice::AtCursor:
        parts << tr("empty_cache() after event %1").arg(countText(choice.cursor));
        break;
    }
    return parts.join(QStringLiteral(", "));
}

} // namespace tidemark::ui
