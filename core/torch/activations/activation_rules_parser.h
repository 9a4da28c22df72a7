// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/torch/activations/activation_rules.h"

#include <cstddef>

namespace tidemark {

// Reads a policy once, from its beginning to its end.
class ActivationRulesParser {
public:
    explicit ActivationRulesParser(std::string_view text); // must outlive this

    Expected<ActivationRules> parse();

private:
    using Statement = ActivationRules::Statement;

    // A piece of the text, and where it begins.
    struct Word {
        std::string_view text;
        std::size_t begin = 0;
    };

    void skipBlank(); // remarks as well
    bool atEnd() const { return m_place == m_text.size(); }
    char next() const { return m_text[m_place]; }
    Word takeWord(); // up to a blank or one of = : ; #
    tl::unexpected<Error> refuse(std::size_t place, const std::string& reason) const;

    Expected<void> readStatement(Statement& statement);
    Expected<void> readSetting(Statement& statement, const Word& name);
    Expected<void> apply(Statement& statement, const Word& name, const Word& value);
    Expected<void> readIndexes(Statement& statement, const Word& value);

    std::string_view m_text;
    std::size_t m_place = 0;
};

} // namespace tidemark
