// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/file_format.h"

#include "core/files/container/containers.h"
#include "core/files/container/html_page.h"
#include "core/files/foreign/foreign_formats.h"
#include "core/files/json/json_snapshot.h"
#include "core/files/profile/kineto_trace.h"
#include "core/files/profile/memory_timeline.h"
#include "core/files/snapshot_reader.h"
#include "core/files/tide_file.h"
#include "core/files/tide_reader.h"

#include <array>

namespace tidemark {

std::span<const FileFormat> fileFormats()
{
    using enum FileFormat::Role;
    static constexpr std::array formats{
        FileFormat{Recording, looksLikeTide, readTide},
        // Some are pickles, too, but of something else.
        FileFormat{Named, looksForeign, nameForeign},
        FileFormat{Recording, looksLikeSnapshot, readWhole<readSnapshot>},
        FileFormat{Recording, looksLikeRawMemoryTimeline, readRawMemoryTimeline},
        FileFormat{Recording, looksLikeMemoryTimeline, readMemoryTimeline},
        FileFormat{Recording, looksLikeTraceEvents, readTraceEvents},
        FileFormat{Recording, looksLikeJsonSnapshot, readWhole<readJsonSnapshot>},
        FileFormat{Named, looksPackedOtherwise, namePacking},
        // Any other JSON: a snapshot's keys may come late. Keep it last.
        FileFormat{Named, looksLikeJson, readWhole<readJsonSnapshot>},
    };
    return formats;
}

std::span<const ContainerFormat> containerFormats()
{
    static constexpr std::array formats{
        ContainerFormat{"gzip file", looksLikeGzip, gzipMembers},
        ContainerFormat{"zstd file", looksLikeZstd, zstdMembers},
        ContainerFormat{"zip archive", looksLikeZip, zipMembers},
        ContainerFormat{"web page", looksLikePage, pageMembers},
    };
    return formats;
}

} // namespace tidemark
