// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/torch/workload.h"

#include <fcntl.h>
#include <memory>
#include <unistd.h>

namespace tidemark::tests {

// A recorder whose stream nobody reads, for what only needs a place to run at.
class QuietRecorder {
public:
    QuietRecorder()
        : m_sink(::open("/dev/null", O_WRONLY | O_CLOEXEC))
    {
        RunDescription run;
        run.devices.resize(1);
        m_recorder = Recorder::start(m_sink, run).value();
    }
    ~QuietRecorder()
    {
        m_recorder.reset();
        ::close(m_sink);
    }
    QuietRecorder(const QuietRecorder&) = delete;
    QuietRecorder& operator=(const QuietRecorder&) = delete;

    WorkloadPlace place() { return {*m_recorder, c10::Device(c10::DeviceType::CPU)}; }

private:
    int m_sink;
    std::unique_ptr<Recorder> m_recorder;
};

} // namespace tidemark::tests
