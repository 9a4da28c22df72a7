// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/replay/untold_words.h"

#include <algorithm>

namespace tidemark {

namespace {

bool isAnyGuessed(const Attribution& attribution)
{
    return std::any_of(attribution.allocations.begin(), attribution.allocations.end(),
        [](const Allocation& allocation) { return allocation.category != MemoryCategory::Unexplained; });
}

} // namespace

std::string untoldSentence(const Grouping& grouping, const Attribution& attribution)
{
    if (grouping.by == GroupBy::Category && attribution.hasLabels)
        return {};
    if (grouping.by == GroupBy::Category && !attribution.allocations.empty())
        return isAnyGuessed(attribution)
            ? "This recording has no labels of tensors: when allocations lived and what made them tells "
              "temporaries and workspaces, and nothing tells what the rest is for. tidemark-record writes "
              "labels."
            : "This recording has no labels of tensors, and nothing else in it tells what memory is for. "
              "tidemark-record writes labels.";
    if (grouping.isTold() || attribution.allocations.empty())
        return {};
    switch (grouping.by) {
    case GroupBy::Category:
        break;
    case GroupBy::DataType:
        return "This recording has no element types: it was made without labels of tensors. "
               "tidemark-record writes them.";
    case GroupBy::Module:
        return "This recording has no module names: snapshots of PyTorch carry none. tidemark-record writes "
               "them; by stack, a snapshot tells the functions that allocated.";
    case GroupBy::Phase:
        return "This recording has no phases. In PyTorch, torch.profiler.record_function(\"## forward ##\") "
               "notes one; tidemark-record notes them itself.";
    case GroupBy::Step:
        return "This recording has no training steps. In PyTorch, torch.profiler.profile with step() notes "
               "them; tidemark-record notes them itself.";
    case GroupBy::Operator:
        return "This recording names no operators: it was made without C++ stacks (stacks=\"all\"). By "
               "stack, it may tell the functions that allocated.";
    case GroupBy::Stack:
        return "This recording has no stacks: it was made with stacks or context switched off "
               "(torch.cuda.memory._record_memory_history).";
    }
    return {};
}

} // namespace tidemark
