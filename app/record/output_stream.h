// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <string>

namespace tidemark {

// The open file that a recording goes to; closed when this goes, unless it is standard output.
class OutputStream {
public:
    // An empty path is standard output, which must not be a terminal. What a file holds stays in it until
    // discardOldContent(): a run that cannot begin takes nothing away.
    static Expected<OutputStream> open(const std::string& path);
    ~OutputStream();
    OutputStream(OutputStream&& other) noexcept;
    OutputStream& operator=(OutputStream&&) = delete;

    int descriptor() const { return m_descriptor; }
    void discardOldContent() const;

private:
    explicit OutputStream(int descriptor);

    int m_descriptor = -1;
};

} // namespace tidemark
