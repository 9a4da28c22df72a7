// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace tidemark {

// Bytes that come from front to back: a file, or what is packed in one.
class ByteSource {
public:
    virtual ~ByteSource() = default;

    // Fills the buffer as far as the content goes; fewer bytes only at its end.
    virtual Expected<std::size_t> read(std::span<std::byte> buffer) = 0;

    // How many bytes there are in all; 0: not known.
    virtual std::uint64_t size() const { return 0; }
    // Bytes read so far.
    virtual std::uint64_t position() const = 0;
    // Known once the end was reached: a sentence, without its stop, on what is wrong with the packing; empty
    // when nothing is.
    virtual std::string flaw() const { return {}; }
    // Whether, by that flaw, the content ended before its end.
    virtual bool isCut() const { return false; }
};

} // namespace tidemark
