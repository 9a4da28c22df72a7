// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

namespace tidemark {

// In which module an operator of the forward pass ran, by the sequence number that it shares with its node in
// the backward pass (at::RecordFunction::seqNr()). Remembers the newest 65,536 numbers.
class ForwardScopes {
public:
    void remember(std::int64_t sequenceNumber, const std::string* path);
    const std::string* find(std::int64_t sequenceNumber) const; // null: not known

private:
    static constexpr std::size_t capacity = 65536;

    struct Entry {
        std::int64_t sequenceNumber = -1;
        const std::string* path = nullptr;
    };
    static std::size_t place(std::int64_t sequenceNumber)
    {
        return static_cast<std::size_t>(sequenceNumber) % capacity;
    }

    mutable std::mutex m_mutex;
    std::vector<Entry> m_entries = std::vector<Entry>(capacity);
};

} // namespace tidemark
