// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <cstdint>
#include <functional>
#include <vector>

namespace tidemark::tests {

// Packs bytes in the ways that snapshots come in, whole and with lies in them.
QByteArray gzipOf(const QByteArray& bytes);
QByteArray zstdOf(const QByteArray& bytes, int level = 3);
QByteArray skippableFrame(const QByteArray& content);

// The numbers that a zip archive tells of a file, twice; `size` and the others may be made to lie.
struct ZipFields {
    std::uint16_t flags = 0;
    std::uint16_t method = 0;
    std::uint32_t checksum = 0;
    std::uint32_t packedSize = 0;
    std::uint32_t size = 0;
    std::uint32_t place = 0; // of its local record
};

struct ZipFile {
    QByteArray name;
    QByteArray content;
    std::uint16_t method = 8; // 0 stored, 8 deflate, 93 zstd; any other: stored under that name
    std::function<void(ZipFields&)> lie; // in the table of contents
};

QByteArray zipOf(const std::vector<ZipFile>& files);

// A page as torch/cuda/_memory_viz.py writes it; `base64` as it shall stand there.
QByteArray pageOf(const QByteArray& base64);

} // namespace tidemark::tests
