// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/container/packed_source.h"

#include <zlib.h>

namespace tidemark {

// Unpacks zlib's deflate: a gzip file with any number of members, or the bare stream of a zip archive's
// member.
class InflateSource : public PackedSource {
public:
    enum class Form : std::uint8_t { Gzip, Bare };

    // `packed` must stay. `name` is what sentences call it: "gzip file".
    InflateSource(ByteSource& packed, Form form, std::string name, const UnpackLimit& limit);
    InflateSource(const InflateSource&) = delete;
    InflateSource& operator=(const InflateSource&) = delete;
    ~InflateSource() override;

private:
    Step unpack(std::span<std::byte> buffer, std::size_t& made) override;
    Step endOfMember();
    bool nextMember();

    z_stream m_stream{};
    Form m_form;
    bool m_isBetweenMembers = false;
};

} // namespace tidemark
