// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/torch/workload.h"

namespace tidemark {

// Nothing happens until commands come: alloc, free, empty_cache.
class Playground final : public Workload {
public:
    void setUp() override { }
    double step(std::int64_t) override { return 0; }
};

} // namespace tidemark
