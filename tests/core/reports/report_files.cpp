// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/reports/report_files.h"

#include "core/files/open_recording.h"

#include <algorithm>

namespace tidemark::tests {

namespace {

std::string_view viewOf(const PickleWriter& writer)
{
    return {writer.bytes().constData(), static_cast<std::size_t>(writer.bytes().size())};
}

} // namespace

ReportFile& ReportFile::segment(
    std::uint64_t address, std::uint64_t size, std::string_view state, std::string_view more)
{
    m_segments.raw("}(")
        .text("device")
        .number(0)
        .text("address")
        .number(address)
        .text("total_size")
        .number(size);
    m_segments.text("segment_type").text("large").raw(more).text("blocks").raw("](}(");
    m_segments.text("address").number(address).text("size").number(size).text("requested_size").number(size);
    m_segments.text("state").text(state).raw("ueu");
    return *this;
}

QByteArray ReportFile::bytes() const
{
    PickleWriter file;
    file.raw("\x80\x04}(").text("segments").raw("](").raw(viewOf(m_segments)).raw("e");
    file.text("device_traces").raw("](](").raw(viewOf(m_events)).raw("ee").raw(viewOf(m_top));
    return file.raw("u.").bytes();
}

AnalyzedRecording ReportFile::analyzed() const
{
    return analyze(recordingFrom(bytes()));
}

std::string pickled(std::uint64_t number)
{
    return PickleWriter().number(number).bytes().toStdString();
}

std::string pickled(std::string_view text)
{
    return PickleWriter().text(text).bytes().toStdString();
}

std::string pickledPair(std::uint64_t first, std::uint64_t second)
{
    return PickleWriter().number(first).number(second).raw("\x86").bytes().toStdString();
}

Recording recordingFrom(const QByteArray& bytes)
{
    auto recording =
        openBytes(std::as_bytes(std::span(bytes.constData(), static_cast<std::size_t>(bytes.size()))));
    if (!recording)
        qFatal("%s", recording.error().message.c_str());
    return std::move(*recording);
}

bool says(const Recording& recording, const char* words)
{
    return std::any_of(recording.warnings.begin(), recording.warnings.end(),
        [words](const std::string& warning) { return warning.find(words) != std::string::npos; });
}

QString warningsOf(const Recording& recording)
{
    QString text;
    for (const std::string& warning : recording.warnings)
        text += QString::fromStdString(warning) + QLatin1Char('\n');
    return text;
}

} // namespace tidemark::tests
