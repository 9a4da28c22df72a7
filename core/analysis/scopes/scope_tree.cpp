// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/scopes/scope_tree.h"

#include "core/analysis/context_name.h"
#include "core/analysis/holders/allocation_module.h"

#include <algorithm>
#include <fmt/format.h>

namespace tidemark {

namespace {

constexpr std::uint32_t deepest = 200; // what is nested deeper counts as this deep

std::string_view fileName(std::string_view path)
{
    const std::size_t slash = path.find_last_of("/\\");
    return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

// PyTorch's names for phases, without what stands around them.
std::string_view phaseWord(std::string_view name)
{
    if (name.starts_with("Optimizer.step#"))
        return "optimizer";
    if (name.starts_with("## ") && name.ends_with(" ##") && name.size() > 6)
        return name.substr(3, name.size() - 6);
    return name;
}

} // namespace

ScopeTree::ScopeTree(const Recording& recording, ScopeDetail detail)
    : m_recording(recording)
    , m_detail(detail)
    , m_chainOfStack(recording.stacks.size())
{
    m_chainOfStack[0].isKnown = true;
    for (std::uint32_t i = 0; i < recording.frames.size(); ++i) {
        const Frame& frame = recording.frames[FrameIndex{i}];
        if (frame.kind == FrameKind::Scope)
            m_scopeNames.try_emplace(recording.strings[frame.function], frame.function);
    }
}

std::uint32_t ScopeTree::add(std::vector<ScopeNode>& nodes, Index& index, std::uint32_t parent,
    ScopeKind kind, StringIndex name, FrameIndex frame)
{
    if (nodes[parent].depth >= deepest)
        return parent;
    const auto place = static_cast<std::uint32_t>(nodes.size());
    const auto [found, isNew] = index.try_emplace(Key{parent, kind, name.value, frame.value}, place);
    if (isNew)
        nodes.push_back({parent, nodes[parent].depth + 1, kind, name, frame});
    return found->second;
}

std::uint32_t ScopeTree::annotated(std::uint32_t parent, const Annotation& annotation)
{
    const bool isPhase = annotation.kind == AnnotationKind::Phase;
    const ScopeNode& outer = m_nodes[parent];
    // torch.profiler notes the optimizer as a phase, and inside it torch.optim its step: one phase.
    if (isPhase && outer.kind == ScopeKind::Phase
        && phaseWord(m_recording.strings[outer.name]) == phaseWord(m_recording.strings[annotation.name]))
        return parent;
    return add(m_nodes, m_index, parent, isPhase ? ScopeKind::Phase : ScopeKind::Range, annotation.name);
}

std::uint32_t ScopeTree::placeOf(std::uint32_t base, ContextIndex context)
{
    const std::uint32_t chain = chainOf(m_recording.contexts[context].stack);
    if (chain == 0)
        return base;
    const std::uint64_t key = (std::uint64_t(base) << 32) | chain;
    if (const auto known = m_places.find(key); known != m_places.end())
        return known->second;
    m_wanted.clear();
    for (std::uint32_t at = chain; at != 0; at = m_chains[at].parent)
        m_wanted.push_back(at);
    std::uint32_t place = base;
    for (; !m_wanted.empty(); m_wanted.pop_back()) {
        const ScopeNode& wanted = m_chains[m_wanted.back()];
        place = add(m_nodes, m_index, place, wanted.kind, wanted.name, wanted.frame);
    }
    m_places.emplace(key, place);
    return place;
}

// From the outermost frame that is not known yet inwards.
std::uint32_t ScopeTree::chainOf(StackIndex stack)
{
    std::vector<StackIndex> unknown;
    while (!m_chainOfStack[stack.value].isKnown) {
        unknown.push_back(stack);
        stack = m_recording.stacks[stack].caller;
    }
    for (; !unknown.empty(); unknown.pop_back()) {
        const Chain outer = m_chainOfStack[stack.value];
        stack = unknown.back();
        m_chainOfStack[stack.value] = extended(outer, m_recording.stacks[stack].frame);
    }
    return m_chainOfStack[stack.value].leaf;
}

ScopeTree::Chain ScopeTree::extended(Chain outer, FrameIndex index)
{
    const Frame& frame = m_recording.frames[index];
    outer.isKnown = true;
    if (frame.kind == FrameKind::Scope) {
        outer.scopes = outer.leaf = withModules(outer.scopes, frame.function);
    } else if (frame.kind == FrameKind::Operation) {
        if (m_detail.operators && outer.leaf == outer.scopes)
            outer.leaf = add(m_chains, m_chainIndex, outer.scopes, ScopeKind::Operator, frame.function);
    } else if (m_detail.lines && isOwnLine(index)) {
        outer.scopes = outer.leaf =
            add(m_chains, m_chainIndex, outer.scopes, ScopeKind::Line, frame.function, index);
    }
    return outer;
}

// The scope inside `chain`, and around it the modules of its path that are not there yet.
std::uint32_t ScopeTree::withModules(std::uint32_t chain, StringIndex scope)
{
    std::vector<StringIndex> missing = {scope};
    std::vector<std::string_view> outer = modulePrefixes(m_recording.strings[scope]);
    for (outer.pop_back(); !outer.empty(); outer.pop_back()) {
        const auto module = m_scopeNames.find(outer.back());
        if (module == m_scopeNames.end())
            continue;
        std::uint32_t around = chain;
        while (around != 0 && m_chains[around].name != module->second)
            around = m_chains[around].parent;
        if (around != 0)
            break;
        missing.push_back(module->second);
    }
    for (; !missing.empty(); missing.pop_back())
        chain = add(m_chains, m_chainIndex, chain, ScopeKind::Scope, missing.back());
    return chain;
}

bool ScopeTree::isOwnLine(FrameIndex index)
{
    const Frame& frame = m_recording.frames[index];
    return frame.kind == FrameKind::Source
        && !isFrameworkCode(m_recording.strings[frame.function], m_recording.strings[frame.file]);
}

void ScopeTree::pathTo(std::uint32_t node, std::uint32_t base, std::vector<std::uint32_t>& path) const
{
    path.clear();
    for (; node != base && node != root; node = m_nodes[node].parent)
        path.push_back(node);
    std::reverse(path.begin(), path.end());
}

std::string ScopeTree::title(std::uint32_t node) const
{
    const ScopeNode& shown = m_nodes[node];
    const std::string_view name = m_recording.strings[shown.name];
    if (shown.kind == ScopeKind::Phase)
        return std::string(phaseWord(name));
    if (shown.kind != ScopeKind::Line)
        return std::string(name);
    const Frame& frame = m_recording.frames[shown.frame];
    return fmt::format("{}:{} {}", fileName(m_recording.strings[frame.file]), frame.line, name);
}

} // namespace tidemark
