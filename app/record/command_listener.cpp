// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/command_listener.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <fmt/format.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

namespace tidemark {

namespace {

sigset_t stopSignals()
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    return set;
}

constexpr int unused = -1; // poll() passes over it

} // namespace

void CommandListener::blockSignals()
{
    const sigset_t set = stopSignals();
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
    std::signal(SIGPIPE, SIG_IGN); // a reader that went away is an error of write()
    std::signal(SIGTTIN, SIG_IGN); // in the background of a shell there are just no commands
}

CommandListener::CommandListener(RecordingRun& run, int output, bool echo)
    : m_run(run)
    , m_output(output)
    , m_echo(echo)
{
    const sigset_t set = stopSignals();
    m_signals = ::signalfd(-1, &set, SFD_CLOEXEC);
    m_wake = ::eventfd(0, EFD_CLOEXEC);
    m_thread = std::thread([this] { listen(); });
}

CommandListener::~CommandListener()
{
    const std::uint64_t one = 1;
    while (::write(m_wake, &one, sizeof one) < 0 && errno == EINTR) { }
    m_thread.join();
    ::close(m_signals);
    ::close(m_wake);
}

void CommandListener::listen()
{
    for (;;) {
        // No events are asked for on the output: poll() then tells only of a reader that closed its end.
        std::array<pollfd, 4> sources = {{
            {m_wake, POLLIN, 0},
            {m_signalled ? unused : m_signals, POLLIN, 0},
            {m_inputOpen ? STDIN_FILENO : unused, POLLIN, 0},
            {m_outputOpen ? m_output : unused, 0, 0},
        }};
        if (::poll(sources.data(), sources.size(), -1) < 0)
            continue; // EINTR
        const auto& [wake, signals, input, output] = sources;
        if (wake.revents != 0)
            return;
        if (signals.revents != 0)
            takeSignal();
        if (input.revents != 0)
            takeInput();
        if ((output.revents & (POLLERR | POLLHUP)) != 0) {
            m_outputOpen = false;
            m_run.stop();
        }
    }
}

void CommandListener::takeSignal()
{
    signalfd_siginfo info = {};
    if (::read(m_signals, &info, sizeof info) < 0)
        return;
    m_signalled = true;
    // From now on this thread takes the signals as the system means them: a second one ends the process.
    const sigset_t set = stopSignals();
    pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
    m_run.stop();
}

void CommandListener::takeInput()
{
    std::array<char, 4096> piece = {};
    const ssize_t count = ::read(STDIN_FILENO, piece.data(), piece.size());
    if (count < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    if (count > 0)
        m_lines.append({piece.data(), static_cast<std::size_t>(count)});
    while (const auto line = m_lines.takeLine())
        execute(*line);
    if (count <= 0) {
        m_inputOpen = false;
        execute(m_lines.takeRest());
        m_run.commandsEnded();
    }
}

void CommandListener::execute(const std::string& line)
{
    if (line.find_first_not_of(" \t\r") == std::string::npos)
        return;
    const Answer answer = m_run.command(line);
    if (m_echo)
        fmt::print(stderr, "{}{}\n", answer.ok ? "" : "Refused: ", answer.text);
}

} // namespace tidemark
