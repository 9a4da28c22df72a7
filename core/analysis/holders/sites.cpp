// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/holders/sites.h"

#include "core/analysis/context_name.h"
#include "core/analysis/holders/allocation_module.h"

#include <boost/unordered/unordered_flat_map.hpp>
#include <fmt/format.h>

namespace tidemark {

namespace {

constexpr std::uint32_t noSite = UINT32_MAX;

// Addresses in names, such as those of functions without symbols, differ from run to run.
std::string withoutAddresses(std::string_view name)
{
    std::string text;
    for (std::size_t i = 0; i < name.size(); ++i) {
        text += name[i];
        if (!text.ends_with("0x"))
            continue;
        text += "…";
        while (i + 1 < name.size()
            && std::string_view("0123456789abcdefABCDEF").find(name[i + 1]) != std::string_view::npos)
            ++i;
    }
    return text;
}

std::string_view lastPart(std::string_view path)
{
    return path.substr(path.find_last_of("/\\") + 1);
}

std::string frameText(const Recording& recording, const Frame& frame)
{
    std::string text = withoutAddresses(recording.strings[frame.function]);
    if (const std::string_view file = recording.strings[frame.file]; !file.empty())
        text += fmt::format(" ({}:{})", lastPart(file), frame.line);
    return text;
}

std::string placeName(const Recording& recording, ContextIndex context)
{
    const ContextName name = nameOf(recording, context);
    std::string text = name.frame.isNone() ? withoutAddresses(name.what)
                                           : frameText(recording, recording.frames[name.frame]);
    if (!name.detail.empty())
        text += " · " + withoutAddresses(name.detail);
    return text;
}

Site siteOfContext(const Recording& recording, ContextIndex context, SiteDetail detail)
{
    Site site;
    site.stack = recording.contexts[context].stack;
    if (detail == SiteDetail::Scope) {
        site.name = scopeOf(recording, context);
        if (site.name.empty())
            site.name = "outside any scope";
    } else {
        site.name = placeName(recording, context);
        if (site.name.empty())
            site.name = "no place told";
    }
    site.key = site.name;
    if (detail != SiteDetail::Stack || site.stack.isNone())
        return site;
    site.key.clear();
    for (StackIndex stack = site.stack; !stack.isNone(); stack = recording.stacks[stack].caller)
        site.key += frameText(recording, recording.frames[recording.stacks[stack].frame]) + '\n';
    return site;
}

} // namespace

Sites sitesOf(const Recording& recording, const Attribution& attribution, SiteDetail detail,
    const std::stop_token& stop)
{
    constexpr std::size_t allocationsBetweenLooks = 16384;
    Sites result;
    result.siteOf.reserve(attribution.allocations.size());
    std::vector<std::uint32_t> ofContext(recording.contexts.size(), noSite);
    boost::unordered_flat_map<std::string, std::uint32_t> ofKey;
    for (const Allocation& allocation : attribution.allocations) {
        if (result.siteOf.size() % allocationsBetweenLooks == 0 && stop.stop_requested())
            break;
        std::uint32_t& site = ofContext[allocation.context.value];
        if (site == noSite) {
            Site met = siteOfContext(recording, allocation.context, detail);
            const auto [found, isNew] =
                ofKey.try_emplace(met.key, static_cast<std::uint32_t>(result.sites.size()));
            if (isNew)
                result.sites.push_back(std::move(met));
            site = found->second;
        }
        result.siteOf.push_back(site);
    }
    return result;
}

} // namespace tidemark
