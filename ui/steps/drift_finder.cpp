// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/steps/drift_finder.h"

#include "ui/successive_work.h"

namespace tidemark::ui {

DriftFinder::DriftFinder(QObject* parent)
    : QObject(parent)
{ }

void DriftFinder::cancel()
{
    ++m_generation;
    m_thread.request_stop();
    m_isBusy = false;
}

void DriftFinder::find(std::shared_ptr<const AnalyzedRecording> recording, std::size_t device)
{
    cancel();
    m_isBusy = true;
    workNext(m_thread,
        [this, recording = std::move(recording), device, generation = m_generation](
            const std::stop_token& stop) {
            const DeviceHistory& history = recording->histories[device];
            const Attribution attribution = attribute(recording->recording, device, history, stop);
            if (stop.stop_requested())
                return;
            auto found = std::make_shared<FoundDrift>();
            found->recording = recording;
            found->device = device;
            found->drift =
                stepDrift(recording->recording, device, history, attribution, SiteDetail::Place, stop);
            if (stop.stop_requested())
                return;
            QMetaObject::invokeMethod(
                this, [this, generation, found] { take(generation, found); }, Qt::QueuedConnection);
        });
}

void DriftFinder::take(std::uint64_t generation, const std::shared_ptr<const FoundDrift>& drift)
{
    if (generation != m_generation)
        return;
    m_isBusy = false;
    Q_EMIT found(drift);
}

} // namespace tidemark::ui
