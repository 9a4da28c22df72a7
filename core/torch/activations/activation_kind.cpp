// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/activations/activation_kind.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace tidemark {

namespace {

constexpr std::array<std::string_view, 5> activationNames = {"none", "int8", "int8-hooks", "int4", "offload"};

} // namespace

std::string_view nameOf(ActivationKind kind)
{
    return activationNames[static_cast<std::size_t>(kind)];
}

Expected<ActivationKind> parseActivationKind(std::string_view name)
{
    const auto* const found = std::find(activationNames.begin(), activationNames.end(), name);
    if (found != activationNames.end())
        return static_cast<ActivationKind>(found - activationNames.begin());
    return fail(fmt::format("'{}' is no way to keep activations: use none, int8 (Mesa's way), int8-hooks "
                            "(GACT's way), int4 or offload.",
        name));
}

} // namespace tidemark
