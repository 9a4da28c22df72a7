// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>
#include <cstdint>
#include <string>
#include <string_view>

namespace tidemark {

// What a text of a recording is; one text may be several things at once.
enum TextUse : std::uint16_t {
    UseFile = 1, // of a frame
    UseFrameworkFunction = 2, // of a frame of PyTorch's own source
    UseForeignFunction = 4, // of a frame in no file that is no program's own, as its function's name tells
    UseFunction = 8, // of any other frame
    UseOperator = 16,
    UsePath = 32, // "features.0.weight": modules and tensors
    UseNote = 64, // annotations, marks, moments
    UseShape = 128,
    UseJson = 256, // an object of further keys
    UseForeignElsewhere = 512, // as UseForeignFunction, in a file that is not PyTorch's
};

// Texts in place of others: the same for the same text, another for another, and of the same make, so that
// what is told apart or belongs together by its name still is and does. PyTorch's own names stay.
class StandIns {
public:
    // `uses` is a sum of TextUse; 0: any other text.
    std::string of(std::string_view text, unsigned uses);
    std::string settingName(std::string_view name);
    // A text of PYTORCH_ALLOC_CONF, key:value,key:value.
    std::string conf(std::string_view text);

private:
    std::string made(std::string_view text, unsigned uses);
    std::string word(std::string_view kind, std::string_view text);
    std::string path(std::string_view text);
    std::string file(std::string_view text);
    std::string note(std::string_view text);
    std::string json(std::string_view text);

    boost::unordered_flat_map<std::string, std::string> m_words; // by kind and text
    boost::unordered_flat_map<std::string, std::uint32_t> m_counts; // by kind
    boost::unordered_flat_map<std::string, std::string> m_texts; // by text
    boost::unordered_flat_set<std::string> m_given;
};

} // namespace tidemark
