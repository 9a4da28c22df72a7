// SPDX-License-Identifier: GPL-3.0-or-later

// Stands in for what carries a recorder to another machine: `ssh HOST WORDS...` and the like. Called ssh it
// joins the words with spaces and lets a shell take the line apart again, as ssh does; under any other name
// it hands them on one by one, as srun and kubectl do. It passes standard input and output on byte by byte,
// and misbehaves by the options before HOST.

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <poll.h>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace {

constexpr int connectionFailed = 255;
constexpr int commandNotFound = 127;

struct Options {
    bool joins = false;
    bool refuses = false;
    bool isTerminal = false; // rewrites line ends, as one does
    bool keepsInput = false; // does not pass standard input on
    unsigned delay = 0; // milliseconds before anything happens
    long dropAfter = -1; // bytes of output after which the connection is lost
    std::string banner; // comes on standard output before anything else
    std::string pidFile; // where to note the process on the other side
    std::string host;
    std::vector<std::string> words;
};

Options readOptions(int argc, char** argv)
{
    Options options;
    options.joins = std::filesystem::path(argv[0]).filename() == "ssh";
    int i = 1;
    for (; i < argc && std::string(argv[i]).starts_with("--"); ++i) {
        const std::string word = argv[i];
        const auto next = [&] { return std::string(i + 1 < argc ? argv[++i] : ""); };
        if (word == "--refuse")
            options.refuses = true;
        else if (word == "--terminal")
            options.isTerminal = true;
        else if (word == "--no-input")
            options.keepsInput = true;
        else if (word == "--delay")
            options.delay = static_cast<unsigned>(std::stoul(next()));
        else if (word == "--drop-after")
            options.dropAfter = std::stol(next());
        else if (word == "--banner")
            options.banner = next();
        else if (word == "--pid-file")
            options.pidFile = next();
    }
    if (i < argc)
        options.host = argv[i++];
    options.words.assign(argv + std::min(i, argc), argv + argc);
    return options;
}

[[noreturn]] void becomeTheOtherSide(const Options& options)
{
    std::vector<std::string> words = options.words;
    if (options.joins) {
        std::string line;
        for (const std::string& word : words)
            line += (line.empty() ? "" : " ") + word;
        words = {"/bin/sh", "-c", line};
    }
    std::vector<char*> argv;
    for (std::string& word : words)
        argv.push_back(word.data());
    argv.push_back(nullptr);
    ::execvp(argv.front(), argv.data());
    std::fprintf(stderr, "exec: \"%s\": executable file not found in $PATH\n", argv.front());
    std::_Exit(commandNotFound);
}

bool writeAll(int target, const char* bytes, std::size_t count)
{
    while (count > 0) {
        const ssize_t written = ::write(target, bytes, count);
        if (written < 0 && errno != EINTR)
            return false;
        bytes += std::max<ssize_t>(written, 0);
        count -= static_cast<std::size_t>(std::max<ssize_t>(written, 0));
    }
    return true;
}

class Connection {
public:
    explicit Connection(const Options& options)
        : m_options(options)
        , m_left(options.dropAfter)
    {
        std::array<int, 2> down = {};
        std::array<int, 2> up = {};
        if (::pipe(down.data()) != 0 || ::pipe(up.data()) != 0)
            std::_Exit(connectionFailed);
        m_child = ::fork();
        if (m_child == 0) {
            ::dup2(down[0], STDIN_FILENO);
            ::dup2(up[1], STDOUT_FILENO);
            for (const int end : {down[0], down[1], up[0], up[1]})
                ::close(end);
            becomeTheOtherSide(options);
        }
        ::close(down[0]);
        ::close(up[1]);
        m_input = down[1];
        m_output = up[0];
        if (options.keepsInput) {
            ::close(m_input);
            m_inputOpen = false;
        }
        if (!options.pidFile.empty())
            std::ofstream(options.pidFile, std::ios::app) << m_child << '\n';
    }

    // The exit code, as ssh has it.
    int carry()
    {
        while (m_output >= 0) {
            std::array<pollfd, 2> sources{
                {{m_inputOpen ? STDIN_FILENO : -1, POLLIN, 0}, {m_output, POLLIN, 0}}};
            if (::poll(sources.data(), sources.size(), -1) < 0)
                continue;
            if (sources[0].revents != 0)
                passInput();
            if (sources[1].revents != 0)
                passOutput();
            if (m_left == 0) {
                std::fprintf(stderr, "Connection to %s closed by remote host.\n", m_options.host.c_str());
                return connectionFailed;
            }
        }
        int status = 0;
        ::waitpid(m_child, &status, 0);
        return WIFEXITED(status) ? WEXITSTATUS(status) : connectionFailed;
    }

private:
    void passInput()
    {
        const ssize_t got = ::read(STDIN_FILENO, m_buffer.data(), m_buffer.size());
        if (got > 0 && writeAll(m_input, m_buffer.data(), static_cast<std::size_t>(got)))
            return;
        ::close(m_input);
        m_inputOpen = false;
    }

    void passOutput()
    {
        const std::size_t most =
            m_left < 0 ? m_buffer.size() : std::min(m_buffer.size(), static_cast<std::size_t>(m_left));
        const ssize_t got = ::read(m_output, m_buffer.data(), most);
        if (got <= 0) {
            ::close(m_output);
            m_output = -1;
            return;
        }
        std::string piece(m_buffer.data(), static_cast<std::size_t>(got));
        if (m_options.isTerminal)
            for (std::size_t i = 0; (i = piece.find('\n', i)) != std::string::npos; i += 2)
                piece.insert(i, 1, '\r');
        if (!writeAll(STDOUT_FILENO, piece.data(), piece.size()))
            std::_Exit(connectionFailed);
        if (m_left > 0)
            m_left -= got;
    }

    const Options& m_options;
    std::array<char, 16 * 1024> m_buffer = {};
    pid_t m_child = -1;
    int m_input = -1; // the other side's
    int m_output = -1;
    bool m_inputOpen = true;
    long m_left; // bytes until the connection is lost; negative: it is not
};

} // namespace

int main(int argc, char** argv)
{
    const Options options = readOptions(argc, argv);
    std::signal(SIGPIPE, SIG_IGN);
    ::usleep(options.delay * 1000);
    if (options.refuses) {
        std::fprintf(stderr, "ssh: connect to host %s port 22: Connection refused\n", options.host.c_str());
        return connectionFailed;
    }
    if (!options.banner.empty() && !writeAll(STDOUT_FILENO, options.banner.data(), options.banner.size()))
        return connectionFailed;
    return Connection(options).carry();
}
