// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/driver/driver_before.h"
#include "core/driver/driver_sampler.h"
#include "core/record/recorder.h"
#include "core/torch/run_plan.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace tidemark {

// Tells the recorders of a run's devices what the driver says, while the run lasts. On the CPU there is
// nothing to tell. All members may be called from any thread.
class DriverWatch {
public:
    // The plan's devices before the process used them: call it before anything touches CUDA.
    static DriverBefore look(const RunPlan& plan);

    // The devices must be ready for use; the recorder must outlive this.
    DriverWatch(const DriverBefore& before, const RunPlan& plan, Recorder& recorder);
    ~DriverWatch();

    // Besides the samples that come by themselves.
    void sampleNow();
    // What everybody uses of each device now, by the runtime's count.
    std::vector<std::optional<std::int64_t>> use() const;
    // Nothing is asked or told from now on: the driver goes away before the process has ended.
    void stop();

private:
    mutable std::mutex m_mutex; // for what follows
    std::vector<RuntimeUse> m_use; // by device; empty functions where it cannot be asked
    std::unique_ptr<DriverSampler> m_sampler; // null on the CPU, and once stopped
};

} // namespace tidemark
