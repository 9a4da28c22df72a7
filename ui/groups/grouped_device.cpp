// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/groups/grouped_device.h"

namespace tidemark::ui {

std::shared_ptr<const GroupedDevice> groupedDevice(const std::shared_ptr<const AnalyzedRecording>& recording,
    std::size_t device, const std::stop_token& stop, Progress* progress,
    const std::shared_ptr<const GroupedDevice>& earlier)
{
    auto made = std::make_shared<GroupedDevice>();
    made->recording = recording;
    made->device = device;
    const DeviceHistory& history = recording->histories[device];
    made->attribution = earlier && earlier->device == device
        ? attributeFurther(earlier->attribution, recording->recording, device, history, stop, progress)
        : attribute(recording->recording, device, history, stop, progress);
    if (stop.stop_requested())
        return nullptr;
    made->alive = AliveAllocations(made->attribution, stop);
    return stop.stop_requested() ? nullptr : made;
}

} // namespace tidemark::ui
