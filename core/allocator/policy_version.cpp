// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/allocator/policy_version.h"

#include "core/allocator/allocator_settings.h"

#include <charconv>
#include <fmt/format.h>
#include <optional>

namespace tidemark {

namespace {

struct Release {
    unsigned major = 0;
    unsigned minor = 0;
};

// The first two numbers of "2.5.1+cu124".
std::optional<Release> readRelease(std::string_view text)
{
    Release release;
    const char* const end = text.data() + text.size();
    const auto major = std::from_chars(text.data(), end, release.major);
    if (major.ec != std::errc() || major.ptr == end || *major.ptr != '.')
        return std::nullopt;
    const auto minor = std::from_chars(major.ptr + 1, end, release.minor);
    const bool isWhole =
        minor.ptr == end || *minor.ptr == '.' || *minor.ptr == '+' || *minor.ptr == 'a' || *minor.ptr == 'r';
    return minor.ec == std::errc() && isWhole ? std::optional(release) : std::nullopt;
}

PolicyVersion::UseOnOom useOnOomOf(unsigned minor)
{
    if (minor < 8)
        return PolicyVersion::UseOnOom::Never;
    return minor < 11 ? PolicyVersion::UseOnOom::AfterRetry : PolicyVersion::UseOnOom::BeforeReleases;
}

} // namespace

Expected<PolicyVersion> PolicyVersion::parse(std::string_view text)
{
    const auto release = readRelease(text);
    if (!release)
        return fail(fmt::format(
            "\"{}\" is no release of PyTorch: releases are written 2.1 to 2.11, or like 2.5.1+cu124.", text));
    if (release->major < 2 || (release->major == 2 && release->minor < 1))
        return fail(
            fmt::format("PyTorch {} is too old: the allocator's policy is known from PyTorch 2.1 on.", text));
    PolicyVersion version;
    if (release->major > 2)
        return version;
    const unsigned minor = release->minor;
    version.expandableInPrivatePools = minor >= 5;
    version.releasesSkipExpandable = minor >= 5;
    version.hasMaxNonSplitRounding = minor >= 6;
    version.limitsAtFullFraction = minor <= 5;
    version.useOnOom = useOnOomOf(minor);
    version.asksNewestPoolFirst = minor >= 11;
    version.hasLargeSegmentSize = minor >= 11;
    version.hasExpandablePerRequest = minor >= 11;
    return version;
}

AllocatorSettings PolicyVersion::heard(AllocatorSettings settings) const
{
    const AllocatorSettings defaults;
    if (!hasMaxNonSplitRounding)
        settings.maxNonSplitRounding = defaults.maxNonSplitRounding;
    if (!hasLargeSegmentSize)
        settings.largeSegmentSize = defaults.largeSegmentSize;
    return settings;
}

} // namespace tidemark
