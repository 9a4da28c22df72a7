// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/steps/drift_finder.h"

namespace tidemark::ui {

namespace {

// Null where it was stopped.
std::shared_ptr<const FoundDrift> findDrift(const std::shared_ptr<const AnalyzedRecording>& recording,
    std::size_t device, const std::stop_token& stop)
{
    const DeviceHistory& history = recording->histories[device];
    const Attribution attribution = attribute(recording->recording, device, history, stop);
    if (stop.stop_requested())
        return nullptr;
    auto found = std::make_shared<FoundDrift>();
    found->recording = recording;
    found->device = device;
    found->drift = stepDrift(recording->recording, device, history, attribution, SiteDetail::Place, stop);
    return stop.stop_requested() ? nullptr : found;
}

} // namespace

DriftFinder::DriftFinder(QObject* parent)
    : QObject(parent)
{ }

void DriftFinder::find(std::shared_ptr<const AnalyzedRecording> recording, std::size_t device)
{
    m_job.start(
        [this, recording = std::move(recording), device](const std::stop_token& stop) -> NewestJob::Use {
            const auto drift = findDrift(recording, device, stop);
            if (!drift)
                return {};
            return [this, drift] { Q_EMIT found(drift); };
        });
}

} // namespace tidemark::ui
