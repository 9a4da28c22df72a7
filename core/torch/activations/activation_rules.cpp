// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/activations/activation_rules.h"

#include "core/torch/activations/activation_rules_parser.h"

#include <algorithm>

namespace tidemark {

Expected<ActivationRules> ActivationRules::parse(std::string_view text)
{
    return ActivationRulesParser(text).parse();
}

OperatorRule ActivationRules::applied(OperatorRule rule, OperatorKind kind, std::int64_t index) const
{
    for (const Statement& statement : m_statements) {
        const bool isOfKind = !statement.kind || *statement.kind == kind;
        const bool isAtIndex = statement.indexes.empty()
            || std::any_of(statement.indexes.begin(), statement.indexes.end(),
                [index](const auto& range) { return index >= range.first && index <= range.second; });
        if (!isOfKind || !isAtIndex)
            continue;
        rule.isEnabled = statement.isEnabled.value_or(rule.isEnabled);
        rule.levels = statement.levels.value_or(rule.levels);
        rule.decay = statement.decay.value_or(rule.decay);
        rule.isStochastic = statement.isStochastic.value_or(rule.isStochastic);
    }
    return rule;
}

int ActivationRules::mostLevels() const
{
    int most = 0;
    for (const Statement& statement : m_statements)
        most = std::max(most, statement.levels.value_or(0));
    return most;
}

std::string ActivationRules::help()
{
    return "A policy for activations is one statement after the other, of which later ones win:\n"
           "  on KIND: [by_index=LIST] [enable=on|off] [level=2..256] [ema_decay=0..1]\n"
           "           [rounding=stochastic|nearest]\n"
           "  KIND is all, "
        + operatorKindNames()
        + ".\n"
          "  by_index counts the calls of that kind in a forward pass, from 0, as in by_index=0,2-4; if not\n"
          "  given, or all, every one is meant. Statements end with ; or where the next one begins.\n"
          "  For example: --activation-policy 'on gelu: enable=off; on matmul: by_index=0 level=16'";
}

} // namespace tidemark
