// SPDX-License-Identifier: GPL-3.0-or-later
#include "tide_bytes.h"

#include <QtEndian>
#include <zlib.h>

namespace tidemark::tests {

namespace {

constexpr qsizetype fileHeader = 16;
constexpr qsizetype frameHeader = 12;

template <class Number>
QByteArray littleEndian(Number value)
{
    QByteArray bytes(sizeof value, '\0');
    qToLittleEndian(value, bytes.data());
    return bytes;
}

} // namespace

QByteArray RawFrame::bytes() const
{
    const QByteArray head = littleEndian(type) + littleEndian(flags) + littleEndian(quint32(payload.size()));
    const QByteArray checked = head + payload;
    const uLong checksum =
        crc32_z(0, reinterpret_cast<const Bytef*>(checked.constData()), std::size_t(checked.size()));
    return head + littleEndian(quint32(checksum)) + payload;
}

QList<RawFrame> framesOf(const QByteArray& tide)
{
    QList<RawFrame> frames;
    for (qsizetype at = fileHeader; at + frameHeader <= tide.size();) {
        const char* header = tide.constData() + at;
        const auto length = qsizetype(qFromLittleEndian<quint32>(header + 4));
        frames.append({at, qFromLittleEndian<quint16>(header), qFromLittleEndian<quint16>(header + 2),
            tide.mid(at + frameHeader, length)});
        at += frameHeader + length;
    }
    return frames;
}

QByteArray headerBytes(quint16 major, quint16 minor)
{
    return QByteArray("\x89TIDE\r\n\x1a", 8) + littleEndian(major) + littleEndian(minor)
        + littleEndian(quint32(0));
}

QByteArray varint(quint64 value)
{
    QByteArray bytes;
    for (; value >= 0x80; value >>= 7)
        bytes.append(char(value | 0x80));
    return bytes + char(value);
}

QByteArray text(const QByteArray& text)
{
    return varint(quint64(text.size())) + text;
}

} // namespace tidemark::tests
