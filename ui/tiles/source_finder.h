// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/newest_job.h"
#include "ui/tiles/tile_source.h"

#include <QObject>
#include <functional>

namespace tidemark::ui {

// Makes sources of pictures on a worker: one at a time, and of those that are asked for meanwhile the last.
// One that is in the making is stopped when another picture is asked for. When it is the same of a recording
// that has grown, it is finished and found first: so a run that grows faster than sources are made is
// followed.
class SourceFinder : public QObject {
    Q_OBJECT

public:
    using Source = std::shared_ptr<const TileSource>;
    // Runs on the worker; null where it was stopped.
    using Maker = std::function<Source(const std::shared_ptr<const ShownPart>& part,
        const std::shared_ptr<const AllocationClasses>& classes, const std::stop_token& stop)>;
    struct Request {
        std::shared_ptr<const GroupedDevice> device;
        ColourClass by = ColourClass::Size;
        Maker make;
        std::shared_ptr<const FilteredHistory> filtered; // null: all allocations
        Source known; // whose part and classes may serve again
        OtherAllocations others = OtherAllocations::AreLeftOut;
    };

    explicit SourceFinder(QObject* parent = nullptr);

    void ask(const Request& request);
    void forget(); // nothing is wanted any more, and nothing of a recording kept
    bool isBusy() const { return m_job.isBusy(); }

Q_SIGNALS:
    void found(const std::shared_ptr<const tidemark::ui::TileSource>& source);

private:
    Request m_asked; // last
    NewestJob m_job;
};

} // namespace tidemark::ui
