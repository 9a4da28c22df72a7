// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/window/long_snapshot.h"

#include <QFile>
#include <utility>

namespace tidemark::tests {

namespace {

constexpr std::uint64_t mebibyte = 1024 * 1024;
constexpr int segmentCount = 48;

std::uint64_t addressOf(int segment)
{
    return 0x7f00'0000'0000 + static_cast<std::uint64_t>(segment) * 256 * mebibyte;
}

// Large enough that a block of this size gets a segment of its own, without rounding.
std::uint64_t sizeOf(int segment)
{
    return (20 + 2 * static_cast<std::uint64_t>(segment * 7 % 17)) * mebibyte;
}

class PickleWriter {
public:
    explicit PickleWriter(QFile& file)
        : m_file(file)
    { }

    PickleWriter& code(const char* opcodes)
    {
        m_bytes += opcodes;
        return *this;
    }

    PickleWriter& text(const char* text)
    {
        m_bytes += '\x8c';
        m_bytes += static_cast<char>(qstrlen(text));
        m_bytes += text;
        return *this;
    }

    PickleWriter& number(std::uint64_t value)
    {
        m_bytes.append("\x8a\x08", 2);
        for (int i = 0; i < 8; ++i)
            m_bytes += static_cast<char>(value >> (8 * i));
        return *this;
    }

    void flush(qsizetype most)
    {
        if (m_bytes.size() < most)
            return;
        m_file.write(m_bytes);
        m_bytes.clear();
    }

private:
    QFile& m_file;
    QByteArray m_bytes;
};

void writeSegments(PickleWriter& out)
{
    out.text("segments").code("](");
    for (int i = 0; i < segmentCount; ++i) {
        out.code("}(").text("device").number(0);
        out.text("address").number(addressOf(i)).text("total_size").number(sizeOf(i));
        out.text("stream").number(0).text("segment_type").text("large").text("blocks").code("](}(");
        out.text("address").number(addressOf(i)).text("size").number(sizeOf(i));
        out.text("requested_size").number(0).text("state").text("inactive").code("ueu");
    }
    out.code("e");
}

// One list of events, in pieces of a thousand.
class EventWriter {
public:
    EventWriter(PickleWriter& out, bool isWhole)
        : m_out(out)
        , m_isWhole(isWhole)
    { }

    void add(const char* action, int segment)
    {
        constexpr int lost = segmentCount + segmentCount / 2;
        if (m_number++ < lost && !m_isWhole)
            return;
        if (m_inPiece == 0)
            m_out.code("(");
        m_out.code("}(").text("action").text(action).text("addr").number(addressOf(segment));
        m_out.text("size").number(sizeOf(segment)).text("stream").number(0);
        m_out.text("time_us").number(1'700'000'000'000'000 + static_cast<std::uint64_t>(m_number) * 20);
        m_out.code("u");
        if (++m_inPiece == 1000)
            endPiece();
        m_out.flush(1 << 20);
    }

    void endPiece()
    {
        if (std::exchange(m_inPiece, 0) > 0)
            m_out.code("e");
    }

    int number() const { return m_number; }

private:
    PickleWriter& m_out;
    bool m_isWhole;
    int m_number = 0;
    int m_inPiece = 0;
};

void writeEvents(PickleWriter& out, int events, bool isWhole)
{
    EventWriter writer(out, isWhole);
    for (int i = 0; i < segmentCount; ++i)
        writer.add("segment_alloc", i);
    // Like training steps: up to a peak, which differs from step to step, and down again.
    for (int step = 0; writer.number() < events; ++step) {
        const int peak = segmentCount - step * 5 % 23;
        for (int i = 0; i < peak; ++i)
            writer.add("alloc", i);
        for (int i = peak - 1; i >= 0; --i) {
            writer.add("free_requested", i);
            writer.add("free_completed", i);
        }
    }
    writer.endPiece();
}

} // namespace

bool writeLongSnapshot(const QString& path, int events, bool isWhole)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return false;
    PickleWriter out(file);
    out.code("\x80\x04}(");
    writeSegments(out);
    out.text("device_traces").code("](]");
    writeEvents(out, events, isWhole);
    out.code("eu.");
    out.flush(0);
    return file.error() == QFileDevice::NoError;
}

} // namespace tidemark::tests
