// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/recording.h"

#include <boost/container_hash/hash.hpp>
#include <boost/unordered/unordered_flat_map.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark {

enum class ScopeKind : std::uint8_t {
    Root, // of the tree: everything
    Phase, // an annotation: forward, backward, optimizer
    Range, // an annotation that the program named
    Scope, // a name that the workload gave: a module path
    Operator, // that the program asked for inside the scope
    Line, // of the program's own source
};

// What the tree tells apart besides annotations and scopes.
struct ScopeDetail {
    bool operators = false; // the outermost one inside a scope
    bool lines = false; // the frames that are not the framework's

    bool operator==(const ScopeDetail&) const = default;
};

struct ScopeNode {
    std::uint32_t parent = 0;
    std::uint32_t depth = 0; // of the root 0
    ScopeKind kind = ScopeKind::Root;
    StringIndex name;
    FrameIndex frame; // of a line
};

// Every way of being nested in annotations and scopes that a recording has: annotations outside, in them what
// the stacks tell. Grows as it is asked; parents come before children.
//
// The module of a path stands around it where the recording names that module as a scope: the backward pass
// tells "blocks.0.attention" alone, and it goes where the forward pass has it.
class ScopeTree {
public:
    static constexpr std::uint32_t root = 0;

    // `recording` must outlive the tree.
    ScopeTree(const Recording& recording, ScopeDetail detail);

    std::uint32_t annotated(std::uint32_t parent, const Annotation& annotation);
    // Where something happened inside `base`; `base` itself where the context names nothing.
    std::uint32_t placeOf(std::uint32_t base, ContextIndex context);

    std::size_t size() const { return m_nodes.size(); }
    const ScopeNode& operator[](std::uint32_t node) const { return m_nodes[node]; }
    // The nodes from the one below `base` to `node`, outermost first.
    void pathTo(std::uint32_t node, std::uint32_t base, std::vector<std::uint32_t>& path) const;
    // "features.0", "backward" of "## backward ##", "model.py:12 forward".
    std::string title(std::uint32_t node) const;

private:
    struct Key {
        std::uint32_t parent = 0;
        ScopeKind kind = ScopeKind::Root;
        std::uint32_t name = 0;
        std::uint32_t frame = 0;

        bool operator==(const Key&) const = default;
        friend std::size_t hash_value(const Key& key)
        {
            std::size_t seed = 0;
            boost::hash_combine(seed, (std::uint64_t(key.parent) << 32) | key.name);
            boost::hash_combine(seed, (std::uint64_t(key.frame) << 8) | static_cast<unsigned>(key.kind));
            return seed;
        }
    };
    // What a stack says: its scopes, and the outermost operator in the innermost of them. Places in m_chains.
    struct Chain {
        std::uint32_t scopes = 0;
        std::uint32_t leaf = 0;
        bool isKnown = false;
    };
    using Index = boost::unordered_flat_map<Key, std::uint32_t, boost::hash<Key>>;

    std::uint32_t add(std::vector<ScopeNode>& nodes, Index& index, std::uint32_t parent, ScopeKind kind,
        StringIndex name, FrameIndex frame = {});
    std::uint32_t chainOf(StackIndex stack);
    Chain extended(Chain outer, FrameIndex frame);
    std::uint32_t withModules(std::uint32_t chain, StringIndex scope);
    bool isOwnLine(FrameIndex frame);

    const Recording& m_recording;
    ScopeDetail m_detail;
    std::vector<ScopeNode> m_nodes = {ScopeNode()};
    Index m_index;
    std::vector<ScopeNode> m_chains = {ScopeNode()}; // the same without annotations
    Index m_chainIndex;
    std::vector<Chain> m_chainOfStack;
    boost::unordered_flat_map<std::string_view, StringIndex> m_scopeNames;
    boost::unordered_flat_map<std::uint64_t, std::uint32_t> m_places; // by base and chain
    std::vector<std::uint32_t> m_wanted; // while a place is looked for
};

} // namespace tidemark
