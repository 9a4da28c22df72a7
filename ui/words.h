// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

namespace tidemark::ui {

// The words of functions that belong to no class, as QObject::tr() is for those that do.
inline QString tr(const char* text)
{
    return QCoreApplication::translate("Tidemark", text);
}

} // namespace tidemark::ui
