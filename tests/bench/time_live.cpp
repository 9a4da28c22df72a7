// SPDX-License-Identifier: GPL-3.0-or-later
// The real window while it records: this program is the window, and started by itself it is the recorder too,
// which tells a steady million events a second. time_live [SECONDS [EVENTS_A_SECOND]]
#include "core/record/recorder.h"
#include "tests/bench/measuring.h"
#include "ui/timeline/timeline_plot.h"
#include "ui/window/live_controller.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QApplication>
#include <QEventLoop>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <poll.h>
#include <string>
#include <thread>
#include <utility>

using namespace tidemark;
using namespace tidemark::tests;
using namespace tidemark::ui;

namespace {

constexpr double defaultRate = 1e6; // events a second
constexpr int patience = 60'000; // milliseconds

// As a program runs, without QTest's looking every ten milliseconds.
void runFor(int milliseconds)
{
    QEventLoop loop;
    QTimer::singleShot(milliseconds, &loop, &QEventLoop::quit);
    loop.exec();
}

// Two thousand places that are freed and taken again in turn, so that every event makes sense. What one event
// costs the recorder is measured elsewhere.
class SteadyEvents {
public:
    explicit SteadyEvents(DeviceRecorder& device)
        : m_device(device)
    {
        m_device.onEvent({Action::SegmentAlloc, base, places * placeBytes, 0, {}, 0});
    }

    void tellOne()
    {
        const std::uint64_t address = base + m_place * placeBytes;
        const std::uint64_t size = 512 * (1 + (m_place * 7 + m_round * 13) % (placeBytes / 512));
        switch (m_round == 0 ? 2 : m_part) {
        case 0:
            m_device.onEvent({Action::FreeRequested, address, m_sizes[m_place], 0, {}, m_sizes[m_place]});
            ++m_part;
            return;
        case 1:
            m_device.onEvent({Action::FreeCompleted, address, m_sizes[m_place], 0, {}, m_sizes[m_place]});
            ++m_part;
            return;
        default:
            m_device.onEvent({Action::Alloc, address, size, 0, {}, size});
            m_sizes[m_place] = size;
            m_part = 0;
            if (++m_place == places) {
                m_place = 0;
                ++m_round;
            }
        }
    }

private:
    static constexpr std::uint64_t base = 0x7f0000000000;
    static constexpr std::uint64_t places = 2000;
    static constexpr std::uint64_t placeBytes = 64 * 1024;

    DeviceRecorder& m_device;
    std::vector<std::uint64_t> m_sizes = std::vector<std::uint64_t>(places);
    std::uint64_t m_place = 0;
    std::uint64_t m_round = 0;
    int m_part = 0;
};

// What the window says; false: nobody listens any more.
bool readCommands(bool& isPaused, bool& isStopped, int milliseconds)
{
    pollfd source{STDIN_FILENO, POLLIN, 0};
    if (::poll(&source, 1, milliseconds) <= 0)
        return true;
    char text[512];
    const ssize_t got = ::read(STDIN_FILENO, text, sizeof text);
    if (got <= 0)
        return false;
    const std::string_view words(text, static_cast<std::size_t>(got));
    if (words.find("pause") != std::string_view::npos)
        isPaused = true;
    if (words.find("resume") != std::string_view::npos)
        isPaused = false;
    if (words.find("stop") != std::string_view::npos)
        isStopped = true;
    return true;
}

int record(double rate)
{
    RunDescription run;
    run.producer = "time_live";
    run.workload = "steady";
    run.devices = {{0, "cpu", 0}};
    const auto recorder = Recorder::start(STDOUT_FILENO, run);
    if (!recorder)
        return 2;
    SteadyEvents events((*recorder)->device());
    (*recorder)->status({RecorderState::Running, 0, 0, {}});
    bool isPaused = false;
    bool wasPaused = false;
    bool isStopped = false;
    double told = 0;
    double last = wallMilliseconds();
    while (!isStopped && readCommands(isPaused, isStopped, isPaused ? 100 : 0)) {
        const double now = wallMilliseconds();
        const double due = isPaused ? 0 : (now - last) * rate / 1e3;
        last = now;
        for (told += due; told >= 1; told -= 1)
            events.tellOne();
        if (std::exchange(wasPaused, isPaused) != isPaused)
            (*recorder)->status({isPaused ? RecorderState::Paused : RecorderState::Running, 0, 0, {}});
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    (*recorder)->status({RecorderState::Finished, 0, 0, {}});
    const bool isWhole = (*recorder)->lostEvents() == 0;
    return (*recorder)->finish() && isWhole ? 0 : 2;
}

double epochMilliseconds()
{
    return millisecondsOf(CLOCK_REALTIME);
}

// Of one frame after the other, while the window follows the newest event.
struct Frames {
    std::vector<double> lags; // from the recorder's newest event in the picture to the picture
    std::vector<double> distances; // from the frame before
    double last = 0;
};

class LiveWindow {
public:
    explicit LiveWindow(const QString& recorder)
        : m_window(optionsFor(recorder))
        , m_state(*m_window.viewState())
        , m_plot(m_window.findChild<TimelinePlot*>())
    {
        m_window.resize(1920, 1080);
        m_window.show();
        QObject::connect(m_plot, &TimelinePlot::frameLaidOut, m_plot, [this] { note(); });
    }

    bool start()
    {
        RunOptions run;
        run.workload = QStringLiteral("steady");
        m_window.startRecording(run);
        return QTest::qWaitFor([this] { return events() > 1e5; }, patience);
    }

    void measure(int seconds)
    {
        m_frames = {};
        const double memory = residentBytes();
        const double before = events();
        const double start = wallMilliseconds();
        const double cpu = threadMilliseconds();
        const double all = processMilliseconds();
        runFor(seconds * 1000);
        const double elapsed = wallMilliseconds() - start;
        tell("live_events_per_second", (events() - before) / elapsed * 1e3);
        tell("live_frames_per_second", static_cast<double>(m_frames.lags.size()) / elapsed * 1e3);
        tell("live_lag_ms", medianOf(m_frames.lags));
        tell("live_longest_lag_ms", longest(m_frames.lags));
        tell("live_longest_frame_ms", longest(m_frames.distances));
        const double used = threadMilliseconds() - cpu;
        tell("live_window_thread_percent", used / elapsed * 100);
        tell("live_frame_ms", used / std::max(static_cast<double>(m_frames.lags.size()), 1.0));
        tell("live_process_percent", (processMilliseconds() - all) / elapsed * 100);
        tell("live_bytes_per_event", (residentBytes() - memory) / (events() - before));
    }

    bool pause()
    {
        m_window.actions().pause->trigger();
        const auto isPaused = [this] {
            const RecorderProcess* recorder = m_window.live()->recorder();
            return recorder && recorder->state() == RecorderProcess::State::Paused;
        };
        return QTest::qWaitFor(isPaused, patience);
    }

    void rest(int seconds)
    {
        runFor(1000);
        const double start = processMilliseconds();
        runFor(seconds * 1000);
        tell("paused_percent", (processMilliseconds() - start) / (seconds * 10.0));
    }

    bool stop()
    {
        m_window.live()->stop();
        return QTest::qWaitFor([this] { return !m_window.live()->isLive(); }, patience)
            && m_window.live()->recorder()->state() == RecorderProcess::State::Finished;
    }

private:
    WindowOptions optionsFor(const QString& recorder) const
    {
        WindowOptions options;
        options.settingsFile = m_folder.filePath(QStringLiteral("settings.ini"));
        options.recorder = RecorderProgram{recorder, {QStringLiteral("--record")}};
        options.askUnsaved = [] { return UnsavedChoice::Discard; };
        return options;
    }

    double events() const
    {
        return m_state.hasDevice() ? static_cast<double>(m_state.history().eventCount()) : 0;
    }

    void note()
    {
        if (events() == 0)
            return;
        const auto& times = m_state.device().events.timeUs();
        const double newest = static_cast<double>(times[times.size() - 1]) / 1e3;
        // Once it is painted, too.
        QMetaObject::invokeMethod(
            m_plot, [this, newest] { noteOnScreen(newest); }, Qt::QueuedConnection);
    }

    void noteOnScreen(double newest)
    {
        const double now = wallMilliseconds();
        if (m_frames.last > 0)
            m_frames.distances.push_back(now - m_frames.last);
        m_frames.last = now;
        m_frames.lags.push_back(epochMilliseconds() - newest);
    }

    static double longest(const std::vector<double>& values)
    {
        return values.empty() ? 0 : *std::max_element(values.begin(), values.end());
    }

    QTemporaryDir m_folder;
    MainWindow m_window;
    ViewState& m_state;
    TimelinePlot* m_plot;
    Frames m_frames;
};

int show(const char* program, int seconds)
{
    LiveWindow window(QString::fromLocal8Bit(program));
    if (!window.start()) {
        std::fputs("No events come.\n", stderr);
        return 1;
    }
    window.measure(seconds);
    if (!window.pause()) {
        std::fputs("The recorder does not pause.\n", stderr);
        return 1;
    }
    window.rest(5);
    if (!window.stop()) {
        std::fputs("The recorder lost events, or did not end well.\n", stderr);
        return 1;
    }
    return 0;
}

} // namespace

int main(int argc, char** argv)
{
    const bool asksForWorkloads =
        std::any_of(argv, argv + argc, [](const char* word) { return std::strcmp(word, "--list") == 0; });
    if (asksForWorkloads)
        return std::puts(R"({"workloads": [], "devices": []})") < 0;
    const char* rate = std::getenv("TIDEMARK_BENCH_RATE");
    if (argc > 1 && std::strcmp(argv[1], "--record") == 0)
        return record(rate ? std::atof(rate) : defaultRate);
    const int seconds = argc > 1 ? std::atoi(argv[1]) : 10;
    if (argc > 2)
        qputenv("TIDEMARK_BENCH_RATE", argv[2]);
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    return show(argv[0], seconds);
}
