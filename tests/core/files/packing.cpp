// SPDX-License-Identifier: GPL-3.0-or-later
#include "packing.h"

#include "pickle_writer.h"

#include <zlib.h>
#include <zstd.h>

namespace tidemark::tests {

namespace {

QByteArray deflated(const QByteArray& bytes, int window)
{
    z_stream stream{};
    deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, window, 9, Z_DEFAULT_STRATEGY);
    QByteArray packed(static_cast<qsizetype>(deflateBound(&stream, static_cast<uLong>(bytes.size()))) + 64,
        Qt::Uninitialized);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.constData()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    deflate(&stream, Z_FINISH);
    packed.truncate(static_cast<qsizetype>(stream.total_out));
    deflateEnd(&stream);
    return packed;
}

QByteArray packedBy(std::uint16_t method, const QByteArray& content)
{
    if (method == 8)
        return deflated(content, -MAX_WBITS);
    return method == 93 ? zstdOf(content) : content;
}

void addFields(PickleWriter& to, const ZipFields& fields)
{
    to.little(fields.flags, 2).little(fields.method, 2).little(0, 4).little(fields.checksum, 4);
    to.little(fields.packedSize, 4).little(fields.size, 4);
}

} // namespace

QByteArray gzipOf(const QByteArray& bytes)
{
    return deflated(bytes, MAX_WBITS + 16);
}

QByteArray zstdOf(const QByteArray& bytes, int level)
{
    QByteArray packed(static_cast<qsizetype>(ZSTD_compressBound(static_cast<std::size_t>(bytes.size()))),
        Qt::Uninitialized);
    const std::size_t size = ZSTD_compress(packed.data(), static_cast<std::size_t>(packed.size()),
        bytes.constData(), static_cast<std::size_t>(bytes.size()), level);
    packed.truncate(static_cast<qsizetype>(size));
    return packed;
}

QByteArray skippableFrame(const QByteArray& content)
{
    return PickleWriter()
        .little(ZSTD_MAGIC_SKIPPABLE_START, 4)
        .little(static_cast<std::uint64_t>(content.size()), 4)
        .raw({content.constData(), static_cast<std::size_t>(content.size())})
        .bytes();
}

QByteArray zipOf(const std::vector<ZipFile>& files)
{
    QByteArray archive;
    QByteArray table;
    for (const ZipFile& file : files) {
        const QByteArray packed = packedBy(file.method, file.content);
        ZipFields fields;
        fields.method = file.method;
        fields.checksum =
            static_cast<std::uint32_t>(crc32_z(0, reinterpret_cast<const Bytef*>(file.content.constData()),
                static_cast<z_size_t>(file.content.size())));
        fields.packedSize = static_cast<std::uint32_t>(packed.size());
        fields.size = static_cast<std::uint32_t>(file.content.size());
        fields.place = static_cast<std::uint32_t>(archive.size());
        const std::string_view name(file.name.constData(), static_cast<std::size_t>(file.name.size()));
        PickleWriter local;
        local.little(0x04034b50, 4).little(20, 2);
        addFields(local, fields);
        local.little(name.size(), 2).little(0, 2).raw(name);
        archive += local.bytes() + packed;
        if (file.lie)
            file.lie(fields);
        PickleWriter central;
        central.little(0x02014b50, 4).little(20, 2).little(20, 2);
        addFields(central, fields);
        central.little(name.size(), 2).little(0, 2).little(0, 2).little(0, 2).little(0, 2).little(0, 4);
        central.little(fields.place, 4).raw(name);
        table += central.bytes();
    }
    PickleWriter end;
    end.little(0x06054b50, 4).little(0, 4).little(files.size(), 2).little(files.size(), 2);
    end.little(static_cast<std::uint64_t>(table.size()), 4);
    end.little(static_cast<std::uint64_t>(archive.size()), 4).little(0, 2);
    return archive + table + end.bytes();
}

QByteArray pageOf(const QByteArray& base64)
{
    return "\n<!DOCTYPE html>\n<html>\n<body>\n<script type=\"module\">\n"
           "const local_files = [{\"name\": \"snapshot.pickle\", \"base64\": \""
        + base64 + "\"}]\nadd_local_files(local_files, 'Active Memory Timeline')\n</script>\n</body>\n";
}

} // namespace tidemark::tests
