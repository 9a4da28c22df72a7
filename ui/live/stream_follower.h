// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/tide_decoder.h"
#include "ui/live/live_update.h"

#include <span>

namespace tidemark::ui {

// Decodes a .tide stream piece by piece and follows its events, without any thread of its own.
class StreamFollower {
public:
    // False: the stream is damaged and nothing further is taken.
    bool feed(std::span<const std::byte> bytes);
    void close() { m_closed = true; }

    bool hasNews() const { return m_hasNews; }
    // Everything newest; the answers only once.
    LiveUpdate takeNews();

private:
    TideDecoder m_decoder;
    std::vector<DeviceHistory> m_histories;
    std::optional<Error> m_damage;
    bool m_hasNews = false;
    bool m_closed = false;
};

} // namespace tidemark::ui
