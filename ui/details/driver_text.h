// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/driver_view.h"
#include "ui/details/moment.h"

#include <QString>
#include <QStringList>

namespace tidemark::ui {

// What the driver says at a moment, as sentences, the part of the process first.
struct DriverText {
    QString title; // "The driver's view · 83 ms before"; empty where it was not asked yet
    QStringList sentences;
};

DriverText driverText(const Moment& moment);

// "outside the allocator": what a row that shows DriverFigures::outside, or outsideAndOthers, is called.
QString outsideName(const DriverFigures& figures);
QString othersName(const DriverFigures& figures);

} // namespace tidemark::ui
