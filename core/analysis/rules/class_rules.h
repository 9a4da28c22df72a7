// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/holders/grouping.h"
#include "core/analysis/rules/name_pattern.h"
#include "core/base/error.h"

#include <optional>

namespace tidemark {

// One's own classes of memory, for recordings that do not say what it is for, or say it otherwise.
//
// A line each, "NAME = KEY:PATTERN KEY:PATTERN ..."; a # begins a comment. All patterns of a line (see
// NamePattern; in quotes where it has blanks) must hold:
//   stack       the function or the file of any frame
//   module      the module that owns the tensor, or in which it was made
//   operator    the operator that made it
//   annotation  any annotation that was open when it was made
//   tensor      the name of the tensor in it
//   category    what Tidemark takes it for: parameter, gradient, ...
// The first line that holds gives the class, whatever the recording itself says. Several lines may give one
// name. What no line holds belongs to no class.
class ClassRules {
public:
    enum class Key : std::uint8_t { Stack, Module, Operator, Annotation, Tensor, Category };

    struct Term {
        Key key = Key::Stack;
        NamePattern pattern;
    };
    struct Rule {
        std::string name;
        std::vector<Term> terms;
    };

    // Fails with the line where one cannot be read.
    static Expected<ClassRules> parse(std::string_view text);

    const std::vector<Rule>& rules() const { return m_rules; }

private:
    std::vector<Rule> m_rules;
};

// Which allocation is of which class: a group for each name, in the order of the rules, and one, not told,
// for what is of none.
Grouping groupByRules(const Recording& recording, std::size_t device, const Attribution& attribution,
    const ClassRules& rules, const std::stop_token& stop = {});

} // namespace tidemark
