// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/record/line_buffer.h"
#include "core/torch/recording_run.h"

#include <thread>

namespace tidemark {

// Listens to everything from outside while a run goes on, from a thread of its own: command lines on standard
// input, SIGINT and SIGTERM, and a reader of the stream that goes away.
class CommandListener {
public:
    // Keeps the signals from interrupting any thread; call it in main() before there is a second thread.
    static void blockSignals();

    // `run` must outlive this. `output` is where the stream goes. `echo`: answers also go to standard error.
    CommandListener(RecordingRun& run, int output, bool echo);
    ~CommandListener();
    CommandListener(const CommandListener&) = delete;
    CommandListener& operator=(const CommandListener&) = delete;

private:
    void listen();
    void takeInput();
    void takeSignal();
    void execute(const std::string& line);

    RecordingRun& m_run;
    int m_output;
    bool m_echo;
    bool m_inputOpen = true;
    bool m_outputOpen = true;
    bool m_signalled = false;
    LineBuffer m_lines;
    int m_signals = -1; // a signalfd
    int m_wake = -1; // an eventfd: the listener is to end
    std::thread m_thread;
};

} // namespace tidemark
