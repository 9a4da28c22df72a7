// SPDX-License-Identifier: GPL-3.0-or-later
#include "recorder_reader.h"

#include <QtTest>
#include <array>
#include <chrono>
#include <poll.h>
#include <unistd.h>

namespace tidemark::tests {

RecorderReader::RecorderReader()
{
    std::array<int, 2> ends = {-1, -1};
    if (pipe(ends.data()) != 0)
        QTest::qFail("no pipe", __FILE__, __LINE__);
    m_readEnd = ends[0];
    m_writeEnd = ends[1];
}

RecorderReader::~RecorderReader()
{
    closeWriteEnd();
    closeReadEnd();
}

void RecorderReader::closeWriteEnd()
{
    if (m_writeEnd >= 0)
        close(m_writeEnd);
    m_writeEnd = -1;
}

void RecorderReader::closeReadEnd()
{
    if (m_readEnd >= 0)
        close(m_readEnd);
    m_readEnd = -1;
}

bool RecorderReader::readSome()
{
    std::array<std::byte, 65536> buffer = {};
    const ssize_t count = read(m_readEnd, buffer.data(), buffer.size());
    if (count <= 0)
        return false;
    const auto fed = m_decoder.feed(std::span(buffer).first(std::size_t(count)));
    if (!fed)
        QTest::qFail(fed.error().message.c_str(), __FILE__, __LINE__);
    return fed.has_value();
}

Recording RecorderReader::readAll()
{
    while (!m_decoder.ended() && readSome()) { }
    m_decoder.endOfInput();
    return m_decoder.snapshot();
}

bool RecorderReader::readUntil(const std::function<bool(TideDecoder&)>& isThere)
{
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    while (!isThere(m_decoder)) {
        pollfd request = {m_readEnd, POLLIN, 0};
        if (poll(&request, 1, 100) > 0 && !readSome())
            return isThere(m_decoder);
        if (std::chrono::steady_clock::now() > end)
            return false;
    }
    return true;
}

std::unique_ptr<Recorder> startRecorder(int fd, std::size_t bufferBytes)
{
    RunDescription run;
    run.producer = "a test";
    run.workload = "none";
    run.allocatorConf = "max_split_size_mb:64";
    run.settings = {{"steps", "3"}};
    run.devices = {{0, "cpu", 1 << 30}};
    auto recorder = Recorder::start(fd, run, bufferBytes);
    if (!recorder)
        QTest::qFail(recorder.error().message.c_str(), __FILE__, __LINE__);
    return recorder ? std::move(*recorder) : nullptr;
}

AllocatorEvent numbered(std::uint64_t number)
{
    return {Action::Alloc, 0x7f0000000000 + number * 512, number, 0};
}

std::string stackOf(const Recording& recording, ContextIndex context)
{
    std::string names;
    StackIndex at = recording.contexts[context].stack;
    while (!at.isNone()) {
        const Stack& stack = recording.stacks[at];
        names += names.empty() ? "" : " < ";
        names += recording.strings[recording.frames[stack.frame].function];
        at = stack.caller;
    }
    return names;
}

std::string threadOf(const Recording& recording, ContextIndex context)
{
    return std::string(recording.strings[recording.contexts[context].thread]);
}

} // namespace tidemark::tests
