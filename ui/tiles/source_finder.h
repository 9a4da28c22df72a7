// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tiles/tile_source.h"

#include <QObject>
#include <functional>
#include <optional>
#include <thread>

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
    };

    explicit SourceFinder(QObject* parent = nullptr);

    void ask(const Request& request);
    void forget(); // nothing is wanted any more
    bool isBusy() const { return m_isBusy; }

Q_SIGNALS:
    void found(const std::shared_ptr<const tidemark::ui::TileSource>& source);

private:
    void start(const Request& request);
    void drop(); // what is in the making
    void take(const Source& source);

    bool m_isBusy = false;
    std::optional<Request> m_running; // what is in the making, unless it was stopped
    std::optional<Request> m_next;
    std::jthread m_thread;
};

} // namespace tidemark::ui
