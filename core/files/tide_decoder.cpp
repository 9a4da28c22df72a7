// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/tide_decoder.h"

#include "core/files/tide/frame_appliers.h"
#include "core/files/tide/frame_reader.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

namespace tidemark {

namespace {

using ApplyFrame = void (*)(tide::DecodedStream&, tide::PayloadReader&);

// By FrameType; 0 is not a type.
constexpr std::array<ApplyFrame, 23> appliers = {nullptr, tide::applyRun, tide::applyDevice, tide::applySlots,
    tide::applyStrings, tide::applyFrames, tide::applyStacks, tide::applyContexts, tide::applyEvents,
    tide::applyStateBlocks, tide::applyStateSegments, tide::applyAnnotations, tide::applyAnnotationEnds,
    tide::applyMarks, tide::applyStatistics, tide::applyAnswer, tide::applyStatus, tide::applyLostEvents,
    tide::applyWarnings, tide::applyEnd, tide::applyCurve, tide::applyDriverSamples, tide::applyTensorLabels};

constexpr std::size_t mostUnknownTypes = 16; // of which a note is kept

} // namespace

class TideDecoder::Impl {
public:
    Impl() { m_stream.recording().format = tide::ownFormat; }

    Expected<void> feed(std::span<const std::byte> bytes);
    void endOfInput();
    Recording snapshot() const;
    tide::DecodedStream& stream() { return m_stream; }
    const tide::DecodedStream& stream() const { return m_stream; }

private:
    Expected<void> apply(const tide::FrameView& frame);
    void passOver(const tide::FrameView& frame);

    tide::FrameReader m_frames;
    tide::DecodedStream m_stream;
    std::vector<std::uint16_t> m_unknownTypes;
    std::optional<Error> m_damage;
    bool m_hasBytesBehindEnd = false;
};

Expected<void> TideDecoder::Impl::feed(std::span<const std::byte> bytes)
{
    if (m_damage)
        return tl::unexpected(*m_damage);
    m_hasBytesBehindEnd = m_hasBytesBehindEnd || (m_stream.ended && !bytes.empty());
    if (m_stream.ended)
        return {};
    m_frames.feed(bytes);
    while (!m_stream.ended) {
        const auto frame = m_frames.next();
        Expected<void> applied;
        if (!frame)
            applied = tl::unexpected(frame.error());
        else if (!*frame)
            return {};
        else
            applied = apply(**frame);
        if (!applied) {
            m_damage = applied.error();
            return applied;
        }
    }
    m_hasBytesBehindEnd = m_frames.frameOffset() < m_frames.bytesTaken();
    return {};
}

Expected<void> TideDecoder::Impl::apply(const tide::FrameView& frame)
{
    if (frame.type == 0 || frame.type >= appliers.size() || (frame.flags & ~tide::packedFlag) != 0) {
        passOver(frame);
        return {};
    }
    const auto damaged = [&](const std::string& reason) {
        return fail(fmt::format("The recording is damaged at byte {}: the {} frame there cannot be read, {}.",
            frame.offset, tide::frameTypeName(static_cast<tide::FrameType>(frame.type)), reason));
    };
    const auto content = m_frames.content(frame);
    if (!content)
        return damaged(content.error().message);
    m_stream.minorVersion = m_frames.minorVersion();
    tide::PayloadReader in(*content, frame.payload.size());
    appliers[frame.type](m_stream, in);
    if (!in.ok())
        return damaged(in.problem());
    return {};
}

void TideDecoder::Impl::passOver(const tide::FrameView& frame)
{
    const bool isNoted =
        std::find(m_unknownTypes.begin(), m_unknownTypes.end(), frame.type) != m_unknownTypes.end();
    if (isNoted || m_unknownTypes.size() == mostUnknownTypes)
        return;
    m_unknownTypes.push_back(frame.type);
    m_stream.recording().warnings.push_back(
        fmt::format("The recording was written by a newer Tidemark: what its frames of "
                    "type {} say (the first at byte {}) is not shown.",
            frame.type, frame.offset));
}

void TideDecoder::Impl::endOfInput()
{
    Recording& recording = m_stream.recording();
    if (m_stream.ended) {
        if (m_hasBytesBehindEnd)
            recording.warnings.push_back(fmt::format(
                "What follows the recording's end at byte {} was not read.", m_frames.frameOffset()));
        return;
    }
    recording.complete = false;
    const std::uint64_t offset = m_frames.frameOffset();
    if (m_damage)
        recording.warnings.push_back(m_damage->message + " Everything before it was read.");
    else if (offset < m_frames.bytesTaken())
        recording.warnings.push_back(
            fmt::format("The recording is cut off at byte {}, inside the frame that begins at byte "
                        "{}. Everything before that frame was read.",
                m_frames.bytesTaken(), offset));
    else
        recording.warnings.push_back(fmt::format(
            "The recording stops at byte {} without its end: the recorder was killed, or is still running. "
            "Everything up to there was read.",
            offset));
}

Recording TideDecoder::Impl::snapshot() const
{
    return m_stream.builder.snapshot();
}

TideDecoder::TideDecoder()
    : m_impl(std::make_unique<Impl>())
{ }

TideDecoder::~TideDecoder() = default;

Expected<void> TideDecoder::feed(std::span<const std::byte> bytes)
{
    return m_impl->feed(bytes);
}

void TideDecoder::endOfInput()
{
    m_impl->endOfInput();
}

Recording TideDecoder::snapshot() const
{
    return m_impl->snapshot();
}

RecorderStatus TideDecoder::status() const
{
    return std::as_const(*m_impl).stream().status;
}

std::vector<Answer> TideDecoder::takeAnswers()
{
    return std::exchange(m_impl->stream().answers, {});
}

bool TideDecoder::ended() const
{
    return std::as_const(*m_impl).stream().ended;
}

} // namespace tidemark
