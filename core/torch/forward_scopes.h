// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

namespace tidemark {

// In which module an operator of the forward pass ran, by what it shares with its node in the backward pass:
// its thread (at::RecordFunction::currentThreadId(), and forwardThreadId() there) and the sequence number
// that each thread counts for itself (seqNr()). Remembers about the newest 65,536.
class ForwardScopes {
public:
    void remember(std::uint64_t thread, std::int64_t sequenceNumber, const std::string* path);
    const std::string* find(std::uint64_t thread, std::int64_t sequenceNumber) const; // null: not known

private:
    static constexpr std::size_t capacity = 65536;

    struct Entry {
        std::uint64_t thread = 0;
        std::int64_t sequenceNumber = -1;
        const std::string* path = nullptr;
    };
    static std::size_t place(std::uint64_t thread, std::int64_t sequenceNumber)
    {
        constexpr std::size_t apart = 7919; // threads that count alike do not push each other out
        return (static_cast<std::size_t>(sequenceNumber) + thread * apart) % capacity;
    }

    mutable std::mutex m_mutex;
    std::vector<Entry> m_entries = std::vector<Entry>(capacity);
};

} // namespace tidemark
