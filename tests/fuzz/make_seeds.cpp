// SPDX-License-Identifier: GPL-3.0-or-later
// Makes the seeds of the fuzz targets out of the recordings in tests/data: small files as they are, the
// beginning of large ones, small ones as .tide and as .gz. make_seeds TESTS_DATA TARGET
#include "core/files/snapshot_reader.h"
#include "core/files/tide_file.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <vector>
#include <zlib.h>
#include <zstd.h>

namespace fs = std::filesystem;

namespace {

using Bytes = std::vector<char>;

constexpr std::size_t mostBytes = 40'000; // of a seed
constexpr std::size_t mostUnpacked = 2'000'000; // larger recordings show nothing that these do not

Bytes contentOf(const fs::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return Bytes(std::istreambuf_iterator<char>(file), {});
}

Bytes unpack(const Bytes& packed)
{
    const unsigned long long size = ZSTD_getFrameContentSize(packed.data(), packed.size());
    if (size > mostUnpacked)
        return {};
    Bytes result(size);
    const std::size_t got = ZSTD_decompress(result.data(), result.size(), packed.data(), packed.size());
    return ZSTD_isError(got) != 0 ? Bytes() : result;
}

void save(const fs::path& path, const Bytes& bytes)
{
    std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

void savePacked(const fs::path& path, const Bytes& bytes)
{
    const gzFile file = gzopen(path.c_str(), "wb");
    gzwrite(file, bytes.data(), static_cast<unsigned>(bytes.size()));
    gzclose(file);
}

void saveAsTide(const fs::path& path, const Bytes& pickle)
{
    const auto recording = tidemark::readSnapshot(std::as_bytes(std::span(pickle)));
    if (recording)
        (void)tidemark::writeTide(*recording, path);
}

} // namespace

int main(int count, char** arguments)
{
    if (count != 3) {
        std::fputs("make_seeds TESTS_DATA TARGET\n", stderr);
        return 2;
    }
    const fs::path target = arguments[2];
    for (const char* folder : {"snapshot", "tide", "file"})
        fs::create_directories(target / folder);
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(arguments[1])) {
        const bool isPacked = entry.path().extension() == ".zst";
        const bool isHostile = entry.path().parent_path().filename() == "hostile";
        if (!entry.is_regular_file() || (!isPacked && !isHostile))
            continue;
        Bytes bytes = isPacked ? unpack(contentOf(entry.path())) : contentOf(entry.path());
        const std::string name = entry.path().stem().string();
        const bool isSmall = bytes.size() <= mostBytes;
        const bool isPickle = name.ends_with(".pickle");
        if (isSmall && isPickle) {
            saveAsTide(target / "tide" / (name + ".tide"), bytes);
            savePacked(target / "file" / (name + ".gz"), bytes);
        }
        bytes.resize(std::min(bytes.size(), mostBytes));
        if (!bytes.empty() && (isPickle || isHostile))
            save(target / "snapshot" / name, bytes);
        if (!bytes.empty() && !isPickle)
            save(target / "file" / name, bytes);
    }
}
