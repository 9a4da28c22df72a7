// SPDX-License-Identifier: GPL-3.0-or-later
// RecordReader: lists of frames, and of frames that are formatted already.
#include "core/files/snapshot/record_reader.h"

#include "core/files/formatted_frame.h"

namespace tidemark {

StackIndex RecordReader::stack(std::span<const Value> frames)
{
    StackIndex result;
    for (auto value = frames.rbegin(); value != frames.rend(); ++value) {
        const ObjectEntry entry = value->isObject() ? m_tables.objects[value->index()] : ObjectEntry{};
        if (entry.kind == ObjectKind::Frame)
            result = m_tables.builder.stack(FrameIndex{entry.index}, result);
        else
            m_tables.notes.count("something in a list of frames that is no frame");
    }
    return result;
}

StackIndex RecordReader::formattedStack(std::span<const Value> lines)
{
    StackIndex result;
    for (const Value& line : lines) {
        if (!line.isText())
            continue;
        const auto known = m_formatted.find(line.index());
        const FrameIndex frame = known != m_formatted.end() ? known->second : addFormatted(line);
        result = m_tables.builder.stack(frame, result);
    }
    return result;
}

// The same lines come again and again: each is taken apart once.
FrameIndex RecordReader::addFormatted(const Value& line)
{
    const FrameIndex frame = m_tables.builder.frame(formattedFrame(line));
    m_formatted.emplace(line.index(), frame);
    return frame;
}

// `  File "train.py", line 12, in step`, then the source line; anything else is a name. What the frame does
// not say again stays in its `extra`.
Frame RecordReader::formattedFrame(const Value& line)
{
    const std::string_view text = m_tables.strings[line.index()];
    Frame frame = frameOfLine(text, m_tables.builder);
    if (formattedLine(frame, m_tables.builder.strings()) != text) {
        m_kept.add(formattedKey, line);
        frame.extra = m_kept.take();
    }
    return frame;
}

} // namespace tidemark
