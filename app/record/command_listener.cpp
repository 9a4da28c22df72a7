// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/command_listener.h"

#include "app/record/say.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <fmt/format.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace tidemark {

namespace {

constexpr std::array stopSignals = {SIGINT, SIGTERM, SIGHUP};

// An eventfd that counts signals. A signal handler reaches nothing but what lies outside every object.
std::atomic<int> signalCount = -1;

void countSignal(int)
{
    const int error = errno;
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = ::write(signalCount, &one, sizeof one);
    errno = error;
}

constexpr int unused = -1; // poll() passes over it

} // namespace

void CommandListener::catchSignals()
{
    signalCount = ::eventfd(0, EFD_CLOEXEC);
    struct sigaction action = {};
    action.sa_handler = countSignal;
    action.sa_flags = SA_RESTART;
    for (const int signal : stopSignals)
        ::sigaction(signal, &action, nullptr);
    std::signal(SIGPIPE, SIG_IGN); // a reader that went away is an error of write()
    std::signal(SIGTTIN, SIG_IGN); // in the background of a shell there are just no commands
}

CommandListener::CommandListener(RecordingRun& run, int output, bool echo, bool endsWithInput)
    : m_run(run)
    , m_output(output)
    , m_echo(echo)
    , m_endsWithInput(endsWithInput)
{
    m_wake = ::eventfd(0, EFD_CLOEXEC);
    m_thread = std::thread([this] { listen(); });
}

CommandListener::~CommandListener()
{
    const std::uint64_t one = 1;
    while (::write(m_wake, &one, sizeof one) < 0 && errno == EINTR) { }
    m_thread.join();
    ::close(m_wake);
}

void CommandListener::listen()
{
    for (;;) {
        // No events are asked for on the output: poll() then tells only of a reader that closed its end.
        std::array<pollfd, 4> sources = {{
            {m_wake, POLLIN, 0},
            {signalCount, POLLIN, 0},
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
    std::uint64_t count = 0;
    if (::read(signalCount, &count, sizeof count) < 0)
        return;
    for (const int signal : stopSignals)
        std::signal(signal, SIG_DFL);
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
        if (m_endsWithInput)
            m_run.stop();
        m_run.commandsEnded();
    }
}

void CommandListener::execute(const std::string& line)
{
    if (line.find_first_not_of(" \t\r") == std::string::npos)
        return;
    m_run.command(line, [echo = m_echo](const Answer& answer) {
        if (echo)
            say(fmt::format("{}{}\n", answer.ok ? "" : "Refused: ", answer.text));
    });
}

} // namespace tidemark
