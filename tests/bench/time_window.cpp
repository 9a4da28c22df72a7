// SPDX-License-Identifier: GPL-3.0-or-later
// The real window and one's own recording: opening it, moving the cursor through it, and doing nothing.
// time_window FILE
// Milliseconds of the clock for opening, of the window's thread for the rest; bytes of memory once it is
// open; the share of one core that the window takes while nothing happens.
#include "core/analysis/curves/turning_peaks.h"
#include "tests/bench/measuring.h"
#include "ui/map/fragmentation_map.h"
#include "ui/timeline/timeline_plot.h"
#include "ui/window/main_window.h"
#include "ui/window/recording_views.h"

#include <QApplication>
#include <QEventLoop>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <random>

using namespace tidemark;
using namespace tidemark::tests;
using namespace tidemark::ui;

namespace {

constexpr int patience = 120'000; // milliseconds

// As a program runs, without QTest's looking every ten milliseconds.
void runFor(int milliseconds)
{
    QEventLoop loop;
    QTimer::singleShot(milliseconds, &loop, &QEventLoop::quit);
    loop.exec();
}

// Until nothing that was begun is under way; what is queued is painted.
void settle()
{
    runFor(500);
}

bool open(MainWindow& window, const QString& file)
{
    const ViewState& state = *window.viewState();
    auto* plot = window.findChild<TimelinePlot*>();
    double first = 0; // when there are curves on the screen
    QObject::connect(plot, &TimelinePlot::frameLaidOut, plot, [&] {
        if (first == 0 && state.hasDevice() && state.history().eventCount() > 0)
            first = wallMilliseconds();
    });
    const double start = wallMilliseconds();
    const double cpu = processMilliseconds();
    window.openFile(file);
    const bool isOpen =
        QTest::qWaitFor([&] { return state.recording() && !state.isPreview() && first > 0; }, patience);
    const double end = wallMilliseconds();
    const double used = processMilliseconds() - cpu;
    plot->disconnect(plot);
    if (!isOpen)
        return false;
    settle();
    const auto events = static_cast<double>(state.history().eventCount());
    tell("events", events);
    tell("first_curves_ms", first - start);
    tell("open_ms", end - start);
    tell("open_cpu_ms", used);
    tell("resident_bytes", residentBytes());
    return true;
}

// The state at a place anywhere, the map of it, and all else that shows the cursor.
void moveCursor(MainWindow& window)
{
    ViewState& state = *window.viewState();
    std::mt19937_64 random(3);
    std::vector<double> times;
    for (int move = 0; move < 60; ++move) {
        const std::size_t position = random() % (state.history().eventCount() + 1);
        const double start = threadMilliseconds();
        state.setCursor(position);
        for (int i = 0; i < 3; ++i)
            QCoreApplication::processEvents();
        times.push_back(threadMilliseconds() - start);
    }
    tell("cursor_ms", medianOf(times));
    tell("cursor_longest_ms", *std::max_element(times.begin(), times.end()));
}

// What "next peak" looks through at each press.
void findPeaks(const ViewState& state)
{
    std::vector<double> times;
    for (int round = 0; round < 9; ++round) {
        const double start = threadMilliseconds();
        const CurveView curves = state.curves();
        (void)turningPeaks(curves, Curve::Allocated, notableFall(curves, Curve::Allocated));
        times.push_back(threadMilliseconds() - start);
    }
    tell("peaks_ms", medianOf(times));
}

void rest()
{
    constexpr int seconds = 5;
    settle();
    const double start = processMilliseconds();
    runFor(seconds * 1000);
    tell("idle_percent", (processMilliseconds() - start) / (seconds * 10.0));
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 2) {
        std::fputs("Usage: time_window FILE\n", stderr);
        return 2;
    }
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    const QTemporaryDir folder;
    WindowOptions options;
    options.settingsFile = folder.filePath(QStringLiteral("settings.ini"));
    options.recorder = RecorderProgram{};
    MainWindow window(options);
    window.resize(1920, 1080);
    window.show();
    settle();
    if (!open(window, QString::fromLocal8Bit(argv[1]))) {
        std::fprintf(stderr, "%s is not opened\n", argv[1]);
        return 1;
    }
    moveCursor(window);
    findPeaks(*window.viewState());
    rest();
    return 0;
}
