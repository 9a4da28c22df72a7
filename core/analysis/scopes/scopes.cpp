// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/scopes/scopes.h"

#include "core/analysis/scopes/scope_follower.h"
#include "core/trace/memory_events.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tidemark {

namespace {

// The gauges that the columns read; the first is allocated memory, for what stands beside them.
std::vector<StatGauge> gaugesOf(const std::vector<StatColumn>& columns)
{
    std::vector<StatGauge> gauges = {{StatKind::AllocatedBytes, StatPool::All}};
    for (const StatColumn& column : columns) {
        const StatGauge gauge = {column.kind, column.pool};
        if (std::find(gauges.begin(), gauges.end(), gauge) == gauges.end())
            gauges.push_back(gauge);
    }
    return gauges;
}

// Makes the rows of the nodes that were visited.
class RowMaker {
public:
    RowMaker(const ScopeTree& tree, const std::vector<StatColumn>& columns)
        : m_tree(tree)
        , m_columns(columns)
        , m_gauges(gaugesOf(columns))
        , m_children(tree.size())
    {
        for (std::uint32_t node = 1; node < tree.size(); ++node)
            m_children[tree[node].parent].push_back(node);
    }

    std::vector<ScopeRow> rows(const std::vector<ScopeFigures>& figures)
    {
        m_rows.clear();
        add(ScopeTree::root, ScopeRow::noParent, figures);
        return std::move(m_rows);
    }

private:
    // Where annotations do not nest, one may go on when the one around it has ended.
    void add(std::uint32_t node, std::uint32_t parent, const std::vector<ScopeFigures>& figures)
    {
        for (const std::uint32_t child : m_children[node]) {
            std::uint32_t around = parent;
            if (child < figures.size() && figures[child].visits > 0) {
                around = static_cast<std::uint32_t>(m_rows.size());
                m_rows.push_back(rowOf(child, parent, figures[child]));
            }
            add(child, around, figures);
        }
    }

    ScopeRow rowOf(std::uint32_t node, std::uint32_t parent, const ScopeFigures& figures) const
    {
        ScopeRow row;
        row.parent = parent;
        row.depth = parent == ScopeRow::noParent ? 0 : m_rows[parent].depth + 1;
        row.kind = m_tree[node].kind;
        row.name = m_tree.title(node);
        row.path = parent == ScopeRow::noParent ? row.name : m_rows[parent].path + " / " + row.name;
        if (row.kind == ScopeKind::Phase)
            row.phase = row.name;
        else if (parent != ScopeRow::noParent)
            row.phase = m_rows[parent].phase;
        row.figures = figures;
        row.figures.stats.clear();
        for (const StatColumn& column : m_columns) {
            const StatGauge gauge = {column.kind, column.pool};
            const auto place = std::find(m_gauges.begin(), m_gauges.end(), gauge) - m_gauges.begin();
            row.values.push_back(metricOf(figures.stats[static_cast<std::size_t>(place)], column.metric));
        }
        return row;
    }

    const ScopeTree& m_tree;
    const std::vector<StatColumn>& m_columns;
    std::vector<StatGauge> m_gauges;
    std::vector<std::vector<std::uint32_t>> m_children;
    std::vector<ScopeRow> m_rows;
};

std::string whyEmpty(const Device& device, const ScopeDetail& detail)
{
    if (!movesMemory(device.events))
        return "The events of this device move no memory: the recording tells only what there was at one "
               "moment.";
    if (detail.lines)
        return "Nothing of the recording lies in a scope, in a named range or in a line of the program: it "
               "was made without stacks.";
    return "The recording names no scopes and no ranges. Where it has stacks, the program's lines or the "
           "operators can be shown instead.";
}

Error noSuchStep(const std::vector<StepRange>& steps, std::int64_t wanted)
{
    if (steps.empty())
        return {fmt::format("there is no step {}: the recording names no training steps", wanted)};
    return {fmt::format("there is no step {}: the recording has steps {} to {}", wanted, steps.front().number,
        steps.back().number)};
}

// The numbers of the steps that get a table of their own.
Expected<std::vector<std::int64_t>> chosenSteps(
    const std::vector<StepRange>& steps, const ScopeOptions& options)
{
    std::vector<std::int64_t> chosen;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const bool isChosen = options.step ? steps[i].number == *options.step
                                           : options.every > 0 && (i + 1) % options.every == 0;
        if (isChosen)
            chosen.push_back(steps[i].number);
    }
    if (options.step && chosen.empty())
        return tl::unexpected(noSuchStep(steps, *options.step));
    if (options.every > 0 && !options.step && chosen.empty())
        return fail(fmt::format("every {} steps is too seldom: the recording has {} training step{}",
            options.every, steps.size(), steps.size() == 1 ? "" : "s"));
    return chosen;
}

std::string lowered(std::string_view text)
{
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(),
        [](unsigned char character) { return static_cast<char>(std::tolower(character)); });
    return result;
}

} // namespace

std::vector<StatColumn> defaultStatColumns()
{
    return {{StatKind::ActiveBytes, StatPool::All, StatMetric::Peak},
        {StatKind::ReservedBytes, StatPool::All, StatMetric::Peak}};
}

Expected<std::vector<ScopeTable>> scopeTables(const Recording& recording, std::size_t device,
    const DeviceHistory& history, const ScopeOptions& options, const std::stop_token& stop)
{
    const std::vector<StepRange> steps = stepRanges(recording, device);
    const auto chosen = chosenSteps(steps, options);
    if (!chosen)
        return tl::unexpected(chosen.error());
    ScopeTree tree(recording, options.detail);
    StatReplay replay(recording.devices[device], history, gaugesOf(options.columns));
    ScopeTally tally;
    ScopeFollower follower(recording, device, tree, replay, tally);
    std::vector<std::pair<std::optional<std::int64_t>, std::vector<ScopeFigures>>> figures;
    follower.run(
        [&](std::optional<std::int64_t> step) {
            if (step && std::binary_search(chosen->begin(), chosen->end(), *step))
                figures.emplace_back(step, tally.takeStep(step));
            else
                tally.foldStep(step);
        },
        stop);
    if (chosen->empty())
        figures.emplace_back(std::nullopt, tally.most());
    RowMaker maker(tree, options.columns);
    std::vector<ScopeTable> tables;
    for (const auto& [step, byNode] : figures) {
        ScopeTable table = {step, steps.size(), options.columns, maker.rows(byNode), {}};
        if (table.rows.empty())
            table.whyEmpty = whyEmpty(recording.devices[device], options.detail);
        tables.push_back(std::move(table));
    }
    return tables;
}

ScopeTable filtered(ScopeTable table, const std::vector<std::string>& texts)
{
    if (texts.empty() || table.rows.empty())
        return table;
    std::vector<std::string> wanted;
    for (const std::string& text : texts)
        wanted.push_back(lowered(text));
    std::vector<std::uint32_t> places(table.rows.size(), ScopeRow::noParent);
    std::vector<ScopeRow> rows;
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        ScopeRow& row = table.rows[i];
        const std::string path = lowered(row.path);
        const auto isInPath = [&](const std::string& text) { return path.find(text) != std::string::npos; };
        if (std::none_of(wanted.begin(), wanted.end(), isInPath))
            continue;
        if (row.parent != ScopeRow::noParent)
            row.parent = places[row.parent];
        places[i] = static_cast<std::uint32_t>(rows.size());
        rows.push_back(std::move(row));
    }
    table.rows = std::move(rows);
    if (table.rows.empty())
        table.whyEmpty = fmt::format("No scope's path contains \"{}\".", fmt::join(texts, "\" or \""));
    return table;
}

} // namespace tidemark
