// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/record/line_buffer.h"
#include "core/torch/recording_run.h"

#include <thread>

namespace tidemark {

// Listens to everything from outside while a run goes on, from a thread of its own: command lines on standard
// input, SIGINT, SIGTERM and SIGHUP, and a reader of the stream that goes away.
class CommandListener {
public:
    // From here on the first signal asks the listener for a clean end and the second one ends the process;
    // call it before there is a listener. Whichever thread the signal reaches: libraries start threads before
    // main().
    static void catchSignals();

    // `run` must outlive this. `output` is where the stream goes. `echo`: answers also go to standard error.
    // `endsWithInput`: the end of standard input stops the run; else it only means that no command comes.
    CommandListener(RecordingRun& run, int output, bool echo, bool endsWithInput);
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
    bool m_endsWithInput;
    bool m_inputOpen = true;
    bool m_outputOpen = true;
    LineBuffer m_lines;
    int m_wake = -1; // an eventfd: the listener is to end
    std::thread m_thread;
};

} // namespace tidemark
