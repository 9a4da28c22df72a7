// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/driver_sample.h"

namespace tidemark {

// Whoever can be asked what the driver says of one device.
class DriverSource {
public:
    virtual ~DriverSource() = default;

    // Now, without time and event; what is not told stays unknown. May take milliseconds.
    virtual DriverSample ask() = 0;
};

} // namespace tidemark
