// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/workload_catalogue.h"

#include "core/torch/deit/deit.h"
#include "core/torch/mlp.h"
#include "core/torch/playground.h"
#include "core/torch/transformer.h"
#include "core/torch/vgg.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace tidemark {

namespace {

using MadeWorkload = std::unique_ptr<Workload>;

MadeWorkload makeMlp(const WorkloadPlace& place, const OptionValues& options)
{
    return std::make_unique<Mlp>(place, options);
}

MadeWorkload makeVgg(const WorkloadPlace& place, const OptionValues& options)
{
    return std::make_unique<Vgg>(place, options);
}

MadeWorkload makeDeit(const WorkloadPlace& place, const OptionValues& options)
{
    return std::make_unique<Deit>(place, options);
}

MadeWorkload makeTransformer(const WorkloadPlace& place, const OptionValues& options)
{
    return std::make_unique<Transformer>(place, options);
}

MadeWorkload makePlayground(const WorkloadPlace&, const OptionValues&)
{
    return std::make_unique<Playground>();
}

} // namespace

std::span<const WorkloadEntry> workloadCatalogue()
{
    static const std::array catalogue = {
        WorkloadEntry{"transformer",
            "A small language model; a new sequence length each step, which is what fragments memory.", true,
            Transformer::options(), &makeTransformer, &Transformer::objection},
        WorkloadEntry{"vgg", "VGG in torchvision's layout on small images; few and large tensors.", true,
            Vgg::options(), &makeVgg},
        WorkloadEntry{"deit",
            "A vision transformer under mixed precision; much of what the backward pass needs stays in "
            "single.",
            true, Deit::options(), &makeDeit, &Deit::objection},
        WorkloadEntry{"mlp", "A multilayer perceptron; every step asks for the same sizes.", true,
            Mlp::options(), &makeMlp},
        WorkloadEntry{"playground", "Nothing happens until commands come: alloc 64MiB, free 1, empty_cache.",
            false, {}, &makePlayground},
    };
    return catalogue;
}

Expected<const WorkloadEntry*> findWorkload(std::string_view name)
{
    const auto catalogue = workloadCatalogue();
    const auto found = std::find_if(catalogue.begin(), catalogue.end(),
        [name](const WorkloadEntry& entry) { return entry.name == name; });
    if (found != catalogue.end())
        return &*found;
    std::string names;
    for (const WorkloadEntry& entry : catalogue)
        names += fmt::format("{}{}", names.empty() ? "" : ", ", entry.name);
    return fail(fmt::format("There is no workload '{}'. The workloads are: {}.", name, names));
}

} // namespace tidemark
