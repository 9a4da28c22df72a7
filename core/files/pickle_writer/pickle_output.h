// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/output_file.h"

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <deque>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark {

// Writes a pickle of protocol 4 opcode by opcode, as Python's pickler does: each text once, then by its
// number in the memo; lists in batches of 1000, which PyTorch's viewer needs. Nothing of what was written is
// kept but the memo.
class PickleOutput {
public:
    using Json = nlohmann::ordered_json;

    explicit PickleOutput(OutputFile& file);

    void none() { put('N'); }
    void boolean(bool value) { put(value ? '\x88' : '\x89'); }
    void natural(std::uint64_t value);
    void integer(std::int64_t value);
    void real(double value);
    // `text` must stay where it is until all is written; what is no UTF-8 is made readable.
    void text(std::string_view text);
    void pair(std::uint64_t first, std::uint64_t second);
    void json(const Json& value);

    void emptyDict() { put('}'); }
    void emptyList() { put(']'); }
    // Fills the dict just begun with fewer than a thousand keys: key and value in turn, between the two
    // calls.
    void beginItems() { put('('); }
    void endDict() { put('u'); }
    // Fills the list just begun.
    class Items;

    // Gives the value just written a number by which it can be written again.
    std::uint32_t memoize();
    void recall(std::uint32_t number);

    // Writes what has come together, when it is enough. The first error stays.
    Expected<void> flush();
    Expected<void> finish();

private:
    void put(char opcode) { m_bytes.push_back(opcode); }
    void little(std::uint64_t value, int bytes);
    void longInteger(std::uint64_t value, bool isNegative);
    void json(const Json& value, int depth);
    std::string_view kept(const std::string& text);

    OutputFile& m_file;
    std::string m_bytes;
    std::uint32_t m_memoized = 0;
    boost::unordered_flat_map<std::string_view, std::uint32_t> m_texts;
    std::deque<std::string> m_copies; // of texts that do not stay
};

// item() goes before each item; the end of its life is the end of the list.
class PickleOutput::Items {
public:
    explicit Items(PickleOutput& out)
        : m_out(out)
    { }
    Items(const Items&) = delete;
    Items& operator=(const Items&) = delete;
    ~Items() { endBatch(); }

    void item()
    {
        if (m_items == batchSize)
            endBatch();
        if (m_items++ == 0)
            m_out.put('(');
    }

private:
    static constexpr std::size_t batchSize = 1000;

    void endBatch()
    {
        if (m_items > 0)
            m_out.put('e');
        m_items = 0;
    }

    PickleOutput& m_out;
    std::size_t m_items = 0; // of the batch
};

} // namespace tidemark
