// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/holders/call_tree.h"

#include "core/analysis/holders/allocation_module.h"

#include <algorithm>
#include <boost/container_hash/hash.hpp>
#include <boost/unordered/unordered_flat_map.hpp>
#include <fmt/format.h>
#include <string_view>
#include <tuple>

namespace tidemark {

namespace {

// Outermost first.
using CallPath = std::vector<std::string>;

std::string frameName(const Recording& recording, const Frame& frame)
{
    std::string name(recording.strings[frame.function]);
    const std::string_view file = recording.strings[frame.file];
    if (!file.empty() && file != "??")
        name += fmt::format(" ({}:{})", file.substr(file.rfind('/') + 1), frame.line);
    return name.empty() ? "?" : name;
}

CallPath framesOf(const Recording& recording, StackIndex innermost)
{
    CallPath path;
    for (StackIndex stack = innermost; !stack.isNone(); stack = recording.stacks[stack].caller)
        path.push_back(frameName(recording, recording.frames[recording.stacks[stack].frame]));
    std::reverse(path.begin(), path.end());
    return path;
}

// "features", then "features.0": each part with what leads to it.
void addModule(CallPath& path, std::string_view module)
{
    for (const std::string_view part : modulePrefixes(module))
        path.emplace_back(part);
}

// Nodes in the order in which they are found; sorted at the end.
class TreeBuilder {
public:
    TreeBuilder() { m_nodes.push_back({0, "all", 0, 0, {}}); }

    // The node at a path's end.
    std::uint32_t nodeAt(const CallPath& path)
    {
        std::uint32_t node = 0;
        for (const std::string& name : path)
            node = childOf(node, name);
        return node;
    }

    // To the node, and all above it.
    void add(std::uint32_t node, std::uint64_t bytes)
    {
        for (; node != 0; node = m_nodes[node].parent)
            count(node, bytes);
        count(0, bytes);
    }

    CallTree take()
    {
        CallTree tree;
        // A path may have as many frames as a recursion makes: no recursion here.
        std::vector<std::pair<std::uint32_t, std::uint32_t>> due = {{0, 0}}; // node, parent's place
        while (!due.empty()) {
            const auto [node, parent] = due.back();
            due.pop_back();
            const auto place = static_cast<std::uint32_t>(tree.size());
            append(tree, m_nodes[node], parent);
            auto& children = m_nodes[node].children;
            std::stable_sort(children.begin(), children.end(), [&](std::uint32_t left, std::uint32_t right) {
                return m_nodes[left].bytes < m_nodes[right].bytes; // the last one is taken first
            });
            for (const std::uint32_t child : children)
                due.emplace_back(child, place);
        }
        for (std::size_t i = tree.size(); i-- > 1;)
            tree.end[tree.parent[i]] = std::max(tree.end[tree.parent[i]], tree.end[i]);
        return tree;
    }

private:
    struct Node {
        std::uint32_t parent = 0;
        std::string name;
        std::uint64_t bytes = 0;
        std::uint64_t count = 0;
        std::vector<std::uint32_t> children;
    };

    void count(std::uint32_t node, std::uint64_t bytes)
    {
        m_nodes[node].bytes += bytes;
        ++m_nodes[node].count;
    }

    std::uint32_t childOf(std::uint32_t parent, const std::string& name)
    {
        const auto [found, isNew] =
            m_places.try_emplace(std::pair(parent, name), static_cast<std::uint32_t>(m_nodes.size()));
        if (isNew) {
            m_nodes[parent].children.push_back(found->second);
            m_nodes.push_back({parent, name, 0, 0, {}});
        }
        return found->second;
    }

    static void append(CallTree& tree, Node& node, std::uint32_t parent)
    {
        const bool isRoot = tree.size() == 0;
        tree.depth.push_back(isRoot ? 0 : tree.depth[parent] + 1);
        tree.parent.push_back(parent);
        tree.bytes.push_back(node.bytes);
        tree.count.push_back(node.count);
        tree.name.push_back(std::move(node.name));
        tree.end.push_back(static_cast<std::uint32_t>(tree.size()));
    }

    std::vector<Node> m_nodes;
    boost::unordered_flat_map<std::pair<std::uint32_t, std::string>, std::uint32_t> m_places;
};

CallPath pathOf(
    const Recording& recording, const Attribution& attribution, const Grouping& grouping, std::uint32_t place)
{
    const Allocation& allocation = attribution.allocations[place];
    const MemoryGroup& group = grouping.groups[grouping.groupOf[place]];
    if (grouping.by == GroupBy::Stack && group.isTold)
        return framesOf(recording, recording.contexts[allocation.context].stack);
    CallPath path;
    if (grouping.by != GroupBy::Module || !group.isTold)
        path.push_back(group.name);
    if (grouping.by == GroupBy::Stack)
        return path;
    addModule(path, moduleOf(recording, attribution, allocation));
    if (grouping.by == GroupBy::Operator)
        return path;
    if (const std::string_view name = operatorOf(recording, allocation.context); !name.empty())
        path.emplace_back(name);
    return path;
}

// Of many allocations that have one path only the first one's is made.
class KnownPaths {
public:
    KnownPaths(const Recording& recording, const Attribution& attribution, const Grouping& grouping)
        : m_recording(recording)
        , m_attribution(attribution)
        , m_grouping(grouping)
    { }

    std::uint32_t nodeOf(std::uint32_t place, TreeBuilder& builder)
    {
        const Allocation& allocation = m_attribution.allocations[place];
        const bool isLabelled = allocation.labelCount > 0 && m_grouping.by != GroupBy::Stack;
        const std::string_view module =
            isLabelled ? moduleOf(m_recording, m_attribution, allocation) : std::string_view();
        const auto [known, isNew] = m_nodes.try_emplace(
            Kind{allocation.context.value, m_grouping.groupOf[place], module}, std::uint32_t(0));
        if (isNew)
            known->second = builder.nodeAt(pathOf(m_recording, m_attribution, m_grouping, place));
        return known->second;
    }

private:
    // Without labels the module is that of the context.
    using Kind = std::tuple<std::uint32_t, std::uint32_t, std::string_view>;

    const Recording& m_recording;
    const Attribution& m_attribution;
    const Grouping& m_grouping;
    boost::unordered_flat_map<Kind, std::uint32_t, boost::hash<Kind>> m_nodes;
};

} // namespace

std::uint64_t CallTree::ownBytes(std::size_t node) const
{
    std::uint64_t own = bytes[node];
    for (std::uint32_t child = static_cast<std::uint32_t>(node) + 1; child < end[node]; child = end[child])
        own -= bytes[child];
    return own;
}

CallTree callTreeOf(const Recording& recording, const Attribution& attribution, const Grouping& grouping,
    std::span<const std::uint32_t> alive, const std::stop_token& stop)
{
    constexpr std::size_t pathsBetweenLooks = 4096;
    TreeBuilder builder;
    KnownPaths paths(recording, attribution, grouping);
    for (std::size_t i = 0; i < alive.size(); ++i) {
        if (i % pathsBetweenLooks == 0 && stop.stop_requested())
            break;
        builder.add(paths.nodeOf(alive[i], builder), attribution.allocations[alive[i]].bytes);
    }
    return builder.take();
}

} // namespace tidemark
