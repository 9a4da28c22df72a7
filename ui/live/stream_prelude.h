// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <cstddef>
#include <span>
#include <vector>

namespace tidemark::ui {

// Watches the first bytes of what should be a .tide stream. What carries a recorder may talk before it does:
// a login script says hello, a program says on its standard output why it failed, a terminal rewrites line
// ends. That is said in words instead of as damage.
class StreamPrelude {
public:
    // The bytes of the stream so far, which begins as one should; empty while that is not known. Once it is,
    // pieces pass as they are. An error says what came instead, and what to do.
    Expected<std::span<const std::byte>> pass(std::span<const std::byte> piece);
    // Nothing more comes.
    Expected<void> end();

    bool isThrough() const { return m_isThrough; }

private:
    std::vector<std::byte> m_head; // kept until it is known what it is, then until the next piece
    bool m_isThrough = false;
};

// The sentence for text that came where a recorder's words should.
Error foreignText(std::span<const std::byte> head);

} // namespace tidemark::ui
