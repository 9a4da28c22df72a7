// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/units_choice.h"

#include "ui/view_state.h"
#include "ui/window/window_actions.h"

#include <QAction>
#include <QSettings>

namespace tidemark::ui {

namespace {

const QString unitsKey = QStringLiteral("window/units");
const QString decimalName = QStringLiteral("decimal");

} // namespace

void connectUnits(ViewState& state, const WindowActions& actions, QSettings& settings)
{
    const bool isDecimal = settings.value(unitsKey).toString() == decimalName;
    state.setUnits(isDecimal ? ByteUnits::Decimal : ByteUnits::Binary);
    (isDecimal ? actions.unitsDecimal : actions.unitsBinary)->setChecked(true);
    QObject::connect(actions.unitsBinary, &QAction::triggered, &state, [&state, &settings] {
        state.setUnits(ByteUnits::Binary);
        settings.remove(unitsKey);
    });
    QObject::connect(actions.unitsDecimal, &QAction::triggered, &state, [&state, &settings] {
        state.setUnits(ByteUnits::Decimal);
        settings.setValue(unitsKey, decimalName);
    });
}

} // namespace tidemark::ui
