// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/string_table.h"

#include <cstring>

namespace tidemark {

namespace {
constexpr std::size_t blockSize = 64 * 1024;
} // namespace

StringTable::StringTable()
{
    m_views.push_back(std::string_view());
}

StringIndex StringTable::add(std::string_view text)
{
    if (m_blockUsed + text.size() > m_blockSize || m_blocks.empty()) {
        m_blockSize = std::max(blockSize, text.size());
        m_blocks.push_back(std::shared_ptr<char[]>(new char[m_blockSize]));
        m_blockUsed = 0;
    }
    char* target = m_blocks.back().get() + m_blockUsed;
    if (!text.empty())
        std::memcpy(target, text.data(), text.size());
    m_blockUsed += text.size();
    m_views.push_back(std::string_view(target, text.size()));
    return {static_cast<std::uint32_t>(m_views.size() - 1)};
}

StringIndex StringInterner::intern(std::string_view text)
{
    if (text.empty())
        return {};
    const auto found = m_index.find(text);
    if (found != m_index.end())
        return found->second;
    const StringIndex index = m_table.add(text);
    m_index.emplace(m_table[index], index);
    return index;
}

} // namespace tidemark
