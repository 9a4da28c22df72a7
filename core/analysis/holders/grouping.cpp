// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/holders/grouping.h"

#include "core/analysis/context_name.h"
#include "core/analysis/holders/allocation_module.h"
#include "core/analysis/scopes/enclosing_annotations.h"

#include <algorithm>
#include <boost/unordered/unordered_flat_map.hpp>
#include <fmt/format.h>
#include <numeric>

namespace tidemark {

namespace {

constexpr std::size_t groupingLookDistance = 65536;
constexpr std::uint32_t noGroup = UINT32_MAX;

// From the memory that stays to the memory that comes and goes.
constexpr std::array<MemoryCategory, memoryCategoryCount> categoryOrder = {MemoryCategory::Parameter,
    MemoryCategory::Buffer, MemoryCategory::OptimizerState, MemoryCategory::Gradient, MemoryCategory::Input,
    MemoryCategory::Activation, MemoryCategory::PackedActivation, MemoryCategory::Workspace,
    MemoryCategory::Temporary, MemoryCategory::Unexplained};

std::string_view untoldName(GroupBy by)
{
    switch (by) {
    case GroupBy::Category:
        return nameOf(MemoryCategory::Unexplained);
    case GroupBy::DataType:
        return nameOf(DataType::Unknown);
    case GroupBy::Module:
        return "outside any module";
    case GroupBy::Phase:
        return "outside any phase";
    case GroupBy::Step:
        return "outside any step";
    case GroupBy::Operator:
        return "no operator told";
    case GroupBy::Stack:
        return "no stack told";
    }
    return {};
}

// "forward (model.py:31) · aten::linear".
std::string stackName(const Recording& recording, ContextIndex context)
{
    const ContextName name = nameOf(recording, context);
    std::string text(name.what);
    if (!name.frame.isNone()) {
        const Frame& frame = recording.frames[name.frame];
        const std::string_view file = recording.strings[frame.file];
        if (!file.empty())
            text += fmt::format(" ({}:{})", file.substr(file.rfind('/') + 1), frame.line);
    }
    if (!name.detail.empty())
        text += fmt::format(" · {}", name.detail);
    return text.empty() ? "?" : text;
}

// Finds groups in the order in which allocations come.
class Grouper {
public:
    Grouper(const Recording& recording, std::size_t device, const Attribution& attribution, GroupBy by)
        : m_recording(recording)
        , m_attribution(attribution)
        , m_annotations(recording, device, by == GroupBy::Step ? AnnotationKind::Step : AnnotationKind::Phase)
    {
        m_result.by = by;
        if (by == GroupBy::Operator || by == GroupBy::Stack || by == GroupBy::Module)
            m_ofContext.assign(recording.contexts.size(), noGroup);
    }

    void run(const std::stop_token& stop)
    {
        m_result.groupOf.reserve(m_attribution.allocations.size());
        for (const Allocation& allocation : m_attribution.allocations) {
            if (m_result.groupOf.size() % groupingLookDistance == 0 && stop.stop_requested()) {
                m_result.isComplete = false;
                return;
            }
            m_result.groupOf.push_back(groupFor(allocation));
        }
    }

    Grouping take()
    {
        if (m_result.by != GroupBy::Module) // its parents stay before their children
            sortGroups();
        return std::move(m_result);
    }

private:
    std::uint32_t groupFor(const Allocation& allocation)
    {
        switch (m_result.by) {
        case GroupBy::Category:
            return groupOfCategory(allocation.category);
        case GroupBy::DataType:
            return groupOfType(allocation.dataType);
        case GroupBy::Phase:
        case GroupBy::Step:
            return groupOfMoment(allocation);
        case GroupBy::Module:
            return groupOfModule(allocation);
        case GroupBy::Operator:
        case GroupBy::Stack:
            break;
        }
        std::uint32_t& known = m_ofContext[allocation.context.value];
        if (known == noGroup)
            known = groupOfContext(allocation.context);
        return known;
    }

    std::uint32_t add(MemoryGroup group)
    {
        m_result.groups.push_back(std::move(group));
        return static_cast<std::uint32_t>(m_result.groups.size() - 1);
    }

    // The group of a number, made by `make` when it is new.
    template <class Make>
    std::uint32_t numbered(std::uint64_t number, Make make)
    {
        const auto [found, isNew] = m_byNumber.try_emplace(number, noGroup);
        if (isNew)
            found->second = add(make());
        return found->second;
    }

    bool isByMoment() const { return m_result.by == GroupBy::Phase || m_result.by == GroupBy::Step; }

    std::uint32_t untold()
    {
        return numbered(UINT64_MAX, [&] {
            MemoryGroup group;
            group.name = untoldName(m_result.by);
            group.order = isByMoment() ? 1 : UINT32_MAX; // what was there before all else lies below
            group.isTold = false;
            return group;
        });
    }

    std::uint32_t groupOfCategory(MemoryCategory category)
    {
        return numbered(static_cast<std::uint64_t>(category), [category] {
            MemoryGroup group;
            group.name = nameOf(category);
            group.order = static_cast<std::uint32_t>(
                std::find(categoryOrder.begin(), categoryOrder.end(), category) - categoryOrder.begin());
            group.category = category;
            group.isTold = category != MemoryCategory::Unexplained;
            return group;
        });
    }

    std::uint32_t groupOfType(DataType type)
    {
        if (type == DataType::Unknown)
            return untold();
        return numbered(static_cast<std::uint64_t>(type), [type] {
            MemoryGroup group;
            group.name = nameOf(type);
            group.order = static_cast<std::uint32_t>(type);
            return group;
        });
    }

    std::uint32_t groupOfMoment(const Allocation& allocation)
    {
        if (allocation.event == Allocation::beforeRecording)
            return numbered(UINT64_MAX - 1, [] {
                MemoryGroup group;
                group.name = "before the recording";
                group.isTold = false;
                return group;
            });
        const std::uint32_t place = m_annotations.at(allocation.event);
        if (place == EnclosingAnnotations::none)
            return untold();
        const Annotation& annotation = m_recording.annotations[place];
        // Phases come again in each step under one name; steps are each for itself.
        const std::uint64_t key = m_result.by == GroupBy::Phase ? annotation.name.value : place;
        return numbered(key, [&] {
            MemoryGroup group;
            group.name = m_recording.strings[annotation.name];
            group.order = static_cast<std::uint32_t>(m_result.groups.size() + 2);
            return group;
        });
    }

    std::uint32_t groupOfModule(const Allocation& allocation)
    {
        for (const TensorLabel& label : m_attribution.labelsOf(allocation))
            if (const std::string_view owner = moduleOf(m_recording, label); !owner.empty())
                return groupOfPath(owner);
        std::uint32_t& known = m_ofContext[allocation.context.value];
        if (known == noGroup) {
            const std::string_view scope = scopeOf(m_recording, allocation.context);
            known = scope.empty() ? untold() : groupOfPath(scope);
        }
        return known;
    }

    std::uint32_t groupOfPath(std::string_view path)
    {
        if (const auto found = m_byName.find(path); found != m_byName.end())
            return found->second;
        std::uint32_t group = noGroup;
        for (const std::string_view part : modulePrefixes(path))
            group = groupOfPart(part, group);
        return m_byName[path] = group;
    }

    std::uint32_t groupOfPart(std::string_view path, std::uint32_t parent)
    {
        if (const auto found = m_byName.find(path); found != m_byName.end())
            return found->second;
        MemoryGroup group;
        group.name = path;
        if (parent != noGroup)
            group.parent = parent;
        group.order = static_cast<std::uint32_t>(m_result.groups.size());
        return m_byName[path] = add(std::move(group));
    }

    std::uint32_t groupOfContext(ContextIndex context)
    {
        if (m_result.by == GroupBy::Operator) {
            const std::string_view name = operatorOf(m_recording, context);
            return name.empty() ? untold() : groupOfPathless(name);
        }
        const StackIndex stack = m_recording.contexts[context].stack;
        if (stack.isNone())
            return untold();
        return numbered(stack.value, [&] {
            MemoryGroup group;
            group.name = stackName(m_recording, context);
            group.order = static_cast<std::uint32_t>(m_result.groups.size());
            group.stack = stack;
            return group;
        });
    }

    std::uint32_t groupOfPathless(std::string_view name)
    {
        const auto [found, isNew] = m_byName.try_emplace(name, noGroup);
        if (isNew) {
            MemoryGroup group;
            group.name = name;
            group.order = static_cast<std::uint32_t>(m_result.groups.size());
            found->second = add(std::move(group));
        }
        return found->second;
    }

    void sortGroups()
    {
        std::vector<MemoryGroup>& groups = m_result.groups;
        std::vector<std::uint32_t> places(groups.size());
        std::iota(places.begin(), places.end(), 0U);
        std::stable_sort(places.begin(), places.end(), [&](std::uint32_t left, std::uint32_t right) {
            return groups[left].order < groups[right].order;
        });
        std::vector<MemoryGroup> sorted;
        std::vector<std::uint32_t> moved(groups.size());
        for (const std::uint32_t place : places) {
            moved[place] = static_cast<std::uint32_t>(sorted.size());
            sorted.push_back(std::move(groups[place]));
        }
        groups = std::move(sorted);
        for (std::uint32_t& group : m_result.groupOf)
            group = moved[group];
    }

    const Recording& m_recording;
    const Attribution& m_attribution;
    EnclosingAnnotations m_annotations;
    Grouping m_result;
    std::vector<std::uint32_t> m_ofContext; // by ContextIndex
    boost::unordered_flat_map<std::uint64_t, std::uint32_t> m_byNumber;
    boost::unordered_flat_map<std::string_view, std::uint32_t> m_byName; // views of the recording's strings
};

} // namespace

bool Grouping::isTold() const
{
    return std::any_of(groups.begin(), groups.end(), [](const MemoryGroup& group) { return group.isTold; });
}

Grouping groupAllocations(const Recording& recording, std::size_t device, const Attribution& attribution,
    GroupBy by, const std::stop_token& stop)
{
    Grouper grouper(recording, device, attribution, by);
    grouper.run(stop);
    return grouper.take();
}

std::vector<GroupHolding> holdingsOf(
    const Grouping& grouping, const Attribution& attribution, std::span<const std::uint32_t> alive)
{
    std::vector<GroupHolding> all(grouping.groups.size());
    for (const std::uint32_t place : alive) {
        GroupHolding& holding = all[grouping.groupOf[place]];
        holding.bytes += attribution.allocations[place].bytes;
        ++holding.count;
    }
    for (std::size_t i = all.size(); i-- > 0;) { // children before parents
        GroupHolding& holding = all[i];
        holding.group = static_cast<std::uint32_t>(i);
        holding.totalBytes += holding.bytes;
        holding.totalCount += holding.count;
        if (const std::uint32_t parent = grouping.groups[i].parent; parent != MemoryGroup::noParent) {
            all[parent].totalBytes += holding.totalBytes;
            all[parent].totalCount += holding.totalCount;
        }
    }
    std::erase_if(all, [](const GroupHolding& holding) { return holding.totalCount == 0; });
    std::stable_sort(all.begin(), all.end(), [](const GroupHolding& left, const GroupHolding& right) {
        return left.bytes != right.bytes ? left.bytes > right.bytes : left.totalBytes > right.totalBytes;
    });
    return all;
}

} // namespace tidemark
