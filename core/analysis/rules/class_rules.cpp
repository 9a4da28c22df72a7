// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/rules/class_rules.h"

#include "core/analysis/holders/allocation_module.h"
#include "core/analysis/rules/rule_lines.h"
#include "core/analysis/rules/stack_names.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <tuple>

namespace tidemark {

namespace {

using RuleKey = ClassRules::Key;

constexpr std::array<std::pair<std::string_view, RuleKey>, 6> ruleKeys = {
    {{"stack", RuleKey::Stack}, {"module", RuleKey::Module}, {"operator", RuleKey::Operator},
        {"annotation", RuleKey::Annotation}, {"tensor", RuleKey::Tensor}, {"category", RuleKey::Category}}};

// Takes the next word off the front; a piece in quotes is one word with what it stands behind.
Expected<std::string> takeWord(const RuleLine& line, std::string_view& text)
{
    std::string word;
    bool isQuoted = false;
    std::size_t at = 0;
    for (; at < text.size() && (isQuoted || (text[at] != ' ' && text[at] != '\t')); ++at) {
        if (text[at] == '"')
            isQuoted = !isQuoted;
        else
            word += text[at];
    }
    if (isQuoted)
        return inRuleLine(line, "a quote is opened and not closed");
    text = withoutBlanks(text.substr(at));
    return word;
}

Expected<ClassRules::Term> termOfRule(const RuleLine& line, std::string_view word)
{
    const std::size_t colon = word.find(':');
    const std::string_view name = word.substr(0, colon);
    for (const auto& [known, key] : ruleKeys) {
        if (name != known || colon == std::string_view::npos)
            continue;
        if (colon + 1 == word.size())
            return inRuleLine(line, fmt::format("\"{}\" has no pattern", word));
        return ClassRules::Term{key, NamePattern(word.substr(colon + 1))};
    }
    return inRuleLine(line,
        fmt::format("\"{}\" is no KEY:PATTERN; keys are stack, module, operator, annotation, tensor and "
                    "category",
            word));
}

Expected<ClassRules::Rule> ruleOf(const RuleLine& line)
{
    const std::size_t sign = line.text.find('=');
    ClassRules::Rule rule;
    rule.name = withoutBlanks(line.text.substr(0, sign));
    std::string_view rest =
        sign == std::string_view::npos ? std::string_view() : withoutBlanks(line.text.substr(sign + 1));
    if (rule.name.empty() || rest.empty())
        return inRuleLine(line, "a rule is NAME = KEY:PATTERN, such as tables = module:embed*");
    while (!rest.empty()) {
        const auto word = takeWord(line, rest);
        if (!word)
            return tl::unexpected(word.error());
        auto term = termOfRule(line, *word);
        if (!term)
            return tl::unexpected(term.error());
        rule.terms.push_back(std::move(*term));
    }
    return rule;
}

// The annotations of a device that are open at an event.
class OpenAnnotations {
public:
    OpenAnnotations(const Recording& recording, std::size_t device)
        : m_recording(recording)
    {
        for (std::size_t i = 0; i < recording.annotations.size(); ++i)
            if (recording.annotations[i].device == device)
                m_all.push_back(i);
        std::stable_sort(m_all.begin(), m_all.end(), [&](std::size_t left, std::size_t right) {
            return recording.annotations[left].startEvent < recording.annotations[right].startEvent;
        });
    }

    // Events never decrease from call to call.
    const std::vector<std::size_t>& at(std::uint64_t event)
    {
        const auto& annotations = m_recording.annotations;
        for (; m_next < m_all.size() && annotations[m_all[m_next]].startEvent <= event; ++m_next)
            m_open.push_back(m_all[m_next]);
        std::erase_if(m_open, [&](std::size_t place) { return annotations[place].endEvent <= event; });
        return m_open;
    }

private:
    const Recording& m_recording;
    std::vector<std::size_t> m_all; // by start
    std::vector<std::size_t> m_open;
    std::size_t m_next = 0;
};

class RuleJudge {
public:
    RuleJudge(const Recording& recording, std::size_t device, const Attribution& attribution,
        const std::vector<ClassRules::Rule>& rules)
        : m_recording(recording)
        , m_attribution(attribution)
        , m_rules(rules)
        , m_open(recording, device)
    {
        std::size_t stackTerms = 0;
        for (const ClassRules::Rule& rule : rules)
            stackTerms += rule.terms.size();
        m_known.assign(recording.contexts.size() * stackTerms, Unknown);
        m_termCount = stackTerms;
    }

    // The place of the first rule that holds; the number of rules: none.
    std::size_t ruleOf(const Allocation& allocation)
    {
        const std::vector<std::size_t>* open = nullptr;
        if (allocation.event != Allocation::beforeRecording)
            open = &m_open.at(allocation.event);
        std::size_t number = 0; // of the term
        for (std::size_t i = 0; i < m_rules.size(); ++i) {
            bool isHeld = true;
            for (const ClassRules::Term& term : m_rules[i].terms)
                isHeld = holds(term, number++, allocation, open) && isHeld;
            if (isHeld)
                return i;
        }
        return m_rules.size();
    }

private:
    enum : std::uint8_t { Unknown, No, Yes };

    bool holds(const ClassRules::Term& term, std::size_t number, const Allocation& allocation,
        const std::vector<std::size_t>* open)
    {
        switch (term.key) {
        case RuleKey::Category:
            return term.pattern.isIn(nameOf(allocation.category));
        case RuleKey::Module:
            return isIn(term, moduleOf(m_recording, m_attribution, allocation));
        case RuleKey::Tensor:
            return std::any_of(m_attribution.labelsOf(allocation).begin(),
                m_attribution.labelsOf(allocation).end(),
                [&](const TensorLabel& label) { return isIn(term, m_recording.strings[label.name]); });
        case RuleKey::Annotation:
            return open && std::any_of(open->begin(), open->end(), [&](std::size_t place) {
                return isIn(term, m_recording.strings[m_recording.annotations[place].name]);
            });
        case RuleKey::Stack:
        case RuleKey::Operator:
            break;
        }
        std::uint8_t& known = m_known[allocation.context.value * m_termCount + number];
        if (known == Unknown)
            known = isOfContext(term, allocation.context) ? Yes : No;
        return known == Yes;
    }

    static bool isIn(const ClassRules::Term& term, std::string_view name)
    {
        return !name.empty() && term.pattern.isIn(name);
    }

    bool isOfContext(const ClassRules::Term& term, ContextIndex context) const
    {
        if (term.key == RuleKey::Operator)
            return isIn(term, operatorOf(m_recording, context));
        return isAnyNameOfStack(
            m_recording, context, [&term](std::string_view name) { return isIn(term, name); });
    }

    const Recording& m_recording;
    const Attribution& m_attribution;
    const std::vector<ClassRules::Rule>& m_rules;
    OpenAnnotations m_open;
    std::vector<std::uint8_t> m_known; // by context and term
    std::size_t m_termCount = 0;
};

} // namespace

Expected<ClassRules> ClassRules::parse(std::string_view text)
{
    ClassRules rules;
    for (const RuleLine& line : ruleLines(text)) {
        auto rule = ruleOf(line);
        if (!rule)
            return tl::unexpected(rule.error());
        rules.m_rules.push_back(std::move(*rule));
    }
    if (rules.m_rules.empty())
        return fail("there is no rule in it; one is NAME = KEY:PATTERN, such as tables = module:embed*");
    return rules;
}

Grouping groupByRules(const Recording& recording, std::size_t device, const Attribution& attribution,
    const ClassRules& rules, const std::stop_token& stop)
{
    constexpr std::size_t allocationsBetweenLooks = 65536;
    Grouping result;
    std::vector<std::uint32_t> groupOfRule;
    for (const ClassRules::Rule& rule : rules.rules()) {
        const auto found = std::find_if(result.groups.begin(), result.groups.end(),
            [&rule](const MemoryGroup& group) { return group.name == rule.name; });
        groupOfRule.push_back(static_cast<std::uint32_t>(found - result.groups.begin()));
        if (found != result.groups.end())
            continue;
        MemoryGroup group;
        group.name = rule.name;
        group.order = groupOfRule.back();
        result.groups.push_back(std::move(group));
    }
    MemoryGroup rest;
    rest.name = "of no rule";
    rest.order = static_cast<std::uint32_t>(result.groups.size());
    rest.isTold = false;
    groupOfRule.push_back(rest.order);
    result.groups.push_back(std::move(rest));
    RuleJudge judge(recording, device, attribution, rules.rules());
    result.groupOf.reserve(attribution.allocations.size());
    for (const Allocation& allocation : attribution.allocations) {
        if (result.groupOf.size() % allocationsBetweenLooks == 0 && stop.stop_requested()) {
            result.isComplete = false;
            break;
        }
        result.groupOf.push_back(groupOfRule[judge.ruleOf(allocation)]);
    }
    return result;
}

} // namespace tidemark
