// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/forward_scopes.h"

namespace tidemark {

void ForwardScopes::remember(std::uint64_t thread, std::int64_t sequenceNumber, const std::string* path)
{
    if (sequenceNumber < 0 || path == nullptr)
        return;
    const std::lock_guard lock(m_mutex);
    m_entries[place(thread, sequenceNumber)] = {thread, sequenceNumber, path};
}

const std::string* ForwardScopes::find(std::uint64_t thread, std::int64_t sequenceNumber) const
{
    if (sequenceNumber < 0)
        return nullptr;
    const std::lock_guard lock(m_mutex);
    const Entry& entry = m_entries[place(thread, sequenceNumber)];
    return entry.thread == thread && entry.sequenceNumber == sequenceNumber ? entry.path : nullptr;
}

} // namespace tidemark
