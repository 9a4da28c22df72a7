// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tidemark::tests {

// Writes a pickle of protocol 4 as Python does (framed, texts and containers in the memo), without keeping
// anything of it but the numbers of the texts.
class PickleStream {
public:
    using Memo = std::uint32_t;

    explicit PickleStream(std::FILE* file);

    void text(std::string_view text); // by reference from the second time on
    void number(std::uint64_t value);
    void boolean(bool value) { code(value ? '\x88' : '\x89'); }
    void real(double value);

    Memo beginDict(); // then keys and values, then endDict()
    void endDict() { code('u'); }
    Memo beginList(); // items in batches of a thousand
    void nextItem();
    void endList();
    void pair(std::uint64_t first, std::uint64_t second);
    void reference(Memo memo);

    void end();
    bool failed() const { return std::ferror(m_file) != 0; }

private:
    void code(char opcode);
    void little(std::uint64_t value, int bytes);
    Memo memoize();
    void writeFrame();

    std::FILE* m_file;
    std::string m_frame;
    Memo m_nextMemo = 0;
    std::unordered_map<std::string, Memo> m_texts;
    std::vector<std::size_t> m_items; // in the batch of each open list, the innermost last
};

} // namespace tidemark::tests
