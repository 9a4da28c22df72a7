// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>

namespace tidemark::tests {

// The frames of a .tide as tide-format.md describes them, told apart without the reader's own code.
struct RawFrame {
    qsizetype offset = 0;
    quint16 type = 0;
    quint16 flags = 0;
    QByteArray payload;

    QByteArray bytes() const; // with the checksum that belongs to it
};

QList<RawFrame> framesOf(const QByteArray& tide);
QByteArray headerBytes(quint16 major = 1, quint16 minor = 0);
QByteArray varint(quint64 value);
QByteArray text(const QByteArray& text); // its length and itself

} // namespace tidemark::tests
