// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/torch/activations/operator_kind.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tidemark {

// How what one call of an operator keeps is packed.
struct OperatorRule {
    bool isEnabled = true; // off: kept as it is
    int levels = 256; // to quantise to
    double decay = 0.9; // of running ranges
    bool isStochastic = true; // how codes are rounded

    bool operator==(const OperatorRule&) const = default;
};

// A policy as Mesa's policy files write it, one statement after the other, of which later ones win:
//     on gelu: enable=off
//     on matmul: by_index=0,2-4 level=16 rounding=nearest
//     on all:
//         ema_decay: 0.99
// Kinds of operators are those of nameOf(OperatorKind), "fc", and "all". An index counts the calls of that
// kind in a forward pass that keep something, from 0. Words are separated by blanks or line ends, statements
// by ";" as well; "#" begins a remark that ends with its line.
class ActivationRules {
public:
    ActivationRules() = default; // changes nothing
    // What is wrong is refused with line, column and what is valid there.
    static Expected<ActivationRules> parse(std::string_view text);
    static std::string help(); // the grammar in a few lines

    // `rule` as the statements change it for that call.
    OperatorRule applied(OperatorRule rule, OperatorKind kind, std::int64_t index) const;
    int mostLevels() const; // that any statement asks for; 0: none does

private:
    friend class ActivationRulesParser;
    struct Statement {
        std::optional<OperatorKind> kind; // none: all
        std::vector<std::pair<std::int64_t, std::int64_t>> indexes; // first and last; empty: all
        std::optional<bool> isEnabled;
        std::optional<int> levels;
        std::optional<double> decay;
        std::optional<bool> isStochastic;
    };
    std::vector<Statement> m_statements;
};

} // namespace tidemark
