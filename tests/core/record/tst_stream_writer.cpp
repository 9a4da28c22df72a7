// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/stream_writer.h"

#include <QtTest>
#include <array>
#include <csignal>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace tidemark;

class TestStreamWriter : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void moreThanThePipeHolds();
    void aReaderThatTakesNothingIsGivenUpInAHurry();
    void aSlowReaderIsWaitedFor();
    void aClosedReaderIsAnError();

private:
    void closeReadEnd();

    std::array<int, 2> m_pipe = {-1, -1};
};

void TestStreamWriter::init()
{
    std::signal(SIGPIPE, SIG_IGN); // as the recorder's thread has it
    QCOMPARE(pipe(m_pipe.data()), 0);
}

void TestStreamWriter::cleanup()
{
    closeReadEnd();
    close(m_pipe[1]);
}

void TestStreamWriter::closeReadEnd()
{
    if (m_pipe[0] >= 0)
        close(m_pipe[0]);
    m_pipe[0] = -1;
}

void TestStreamWriter::moreThanThePipeHolds()
{
    std::vector<std::byte> sent(1'000'000);
    for (std::size_t i = 0; i < sent.size(); ++i)
        sent[i] = std::byte(i * 7 >> 3);
    std::thread writing([&] { QVERIFY(StreamWriter(m_pipe[1]).write(sent).has_value()); });
    std::vector<std::byte> received(sent.size());
    for (std::size_t at = 0; at < received.size();) {
        const ssize_t count = read(m_pipe[0], received.data() + at, received.size() - at);
        QVERIFY(count > 0);
        at += std::size_t(count);
    }
    writing.join();
    QVERIFY(received == sent);
}

void TestStreamWriter::aReaderThatTakesNothingIsGivenUpInAHurry()
{
    StreamWriter writer(m_pipe[1], std::chrono::milliseconds(50));
    writer.hurry();
    const auto written = writer.write(std::vector<std::byte>(1'000'000));
    QVERIFY(!written.has_value());
    QVERIFY2(written.error().message.find("took nothing for 0.05 s") != std::string::npos,
        written.error().message.c_str());
}

// Slower than the patience in all, but never still for so long.
void TestStreamWriter::aSlowReaderIsWaitedFor()
{
    std::thread reading([fd = m_pipe[0]] {
        std::array<std::byte, 65536> buffer = {};
        for (std::size_t left = 400'000; left > 0;) {
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
            left -= std::size_t(read(fd, buffer.data(), std::min(left, buffer.size())));
        }
    });
    StreamWriter writer(m_pipe[1], std::chrono::milliseconds(400));
    writer.hurry();
    const auto written = writer.write(std::vector<std::byte>(400'000));
    QVERIFY2(written.has_value(), written ? "" : written.error().message.c_str());
    reading.join();
}

void TestStreamWriter::aClosedReaderIsAnError()
{
    closeReadEnd();
    const auto written = StreamWriter(m_pipe[1]).write(std::vector<std::byte>(10));
    QVERIFY(!written.has_value());
    QVERIFY(written.error().message.find("its reader went away") != std::string::npos);
}

QTEST_GUILESS_MAIN(TestStreamWriter)
#include "tst_stream_writer.moc"
