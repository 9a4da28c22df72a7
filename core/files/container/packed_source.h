// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/container/byte_buffer.h"
#include "core/files/container/unpack_limit.h"

#include <string>

namespace tidemark {

// What all that unpacks has in common: packed bytes come in pieces, and whatever is wrong with them ends the
// content with a sentence that says where. What came before stays.
class PackedSource : public ByteSource {
public:
    Expected<std::size_t> read(std::span<std::byte> buffer) final;
    std::uint64_t position() const final { return m_position; }
    std::string flaw() const final { return m_flaw; }
    bool isCut() const final { return m_isCut; }

protected:
    enum class Step : std::uint8_t { GoesOn, NeedsMore, Ends };

    // `unpackBy`: the command that does the same by hand, for a message.
    PackedSource(ByteSource& packed, std::string name, std::string_view unpackBy, const UnpackLimit& limit);

    // Unpacks from packedBytes() into the buffer, and says how much it made.
    virtual Step unpack(std::span<std::byte> buffer, std::size_t& made) = 0;

    std::span<const std::byte> packedBytes() const;
    void take(std::size_t count) { m_begin += count; }
    // Puts further packed bytes behind those that are there. False: there are none.
    bool more();
    // The place in the packed file of the first byte that was not taken.
    std::uint64_t packedPosition() const { return m_packed.position() - (m_end - m_begin); }

    Step damagedHere();
    Step endsEarly();
    void remark(std::string sentence); // what does no harm to the content
    const std::string& name() const { return m_name; }

private:
    static constexpr std::size_t pieceSize = 256 * 1024;

    ByteSource& m_packed;
    std::string m_name;
    std::string_view m_unpackBy;
    const UnpackLimit& m_limit;
    ByteBuffer m_piece;
    std::size_t m_begin = 0; // of what is still to be unpacked in m_piece
    std::size_t m_end = 0;
    std::uint64_t m_position = 0;
    std::string m_flaw;
    std::string m_readError;
    bool m_isCut = false;
    bool m_hasEnded = false;
};

} // namespace tidemark
