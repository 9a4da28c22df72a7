// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tiles/tile.h"

#include <QObject>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace tidemark::ui {

// Makes the tiles that a picture lacks, on threads of its own: those that are wanted now, in their order.
// What is not wanted any more is dropped, also when it is half done.
class TileWorkers : public QObject {
    Q_OBJECT

public:
    struct Job {
        std::shared_ptr<const TileSource> source;
        std::shared_ptr<const TileStyle> style;
        TileGrid grid;
        std::int64_t index = 0;

        bool operator==(const Job& other) const
        {
            return source == other.source && style == other.style && index == other.index
                && grid == other.grid;
        }
    };

    explicit TileWorkers(QObject* parent = nullptr);
    ~TileWorkers() override;

    void want(std::vector<Job> jobs); // in place of those wanted before
    bool isIdle() const;

Q_SIGNALS:
    // In the thread of this object. May have been wanted a moment ago only.
    void made(const std::shared_ptr<const tidemark::ui::Tile>& tile,
        const std::shared_ptr<const tidemark::ui::TileStyle>& style);

private:
    struct Running {
        Job job;
        std::stop_source stop;
        bool isBusy = false;
    };

    void run(Running& mine, const std::stop_token& stop);

    mutable std::mutex m_mutex;
    std::condition_variable_any m_isWanted;
    std::deque<Job> m_waiting;
    std::vector<Running> m_running; // by thread
    std::vector<std::jthread> m_threads;
};

} // namespace tidemark::ui
