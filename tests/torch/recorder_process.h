// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/tide_decoder.h"

#include <QProcess>
#include <QStringList>
#include <functional>
#include <optional>
#include <vector>

namespace tidemark::tests {

// tidemark-record as a child, its stream decoded as it comes, as the window has it. Killed at the end when it
// still runs.
class RecorderProcess {
public:
    // With --workload and so on; `output` is where the stream goes when it is not to be read from the pipe.
    explicit RecorderProcess(const QStringList& arguments);
    ~RecorderProcess();

    void send(const QByteArray& line); // a command
    void closeInput();
    // Sends a command and waits for its answer; nothing when none came.
    std::optional<Answer> ask(const QByteArray& line);

    // Reads on until `condition` holds. False: it did not come true in a minute, or not before the end.
    bool waitUntil(const std::function<bool()>& condition);
    bool waitForState(RecorderState state);
    // Reads on until the program has ended; its exit code, or nothing when it was killed or did not end.
    std::optional<int> waitForEnd();

    bool isRunning() const { return m_process.state() == QProcess::Running; }
    qint64 processId() const { return m_process.processId(); }
    std::int64_t residentBytes() const; // what the system says the process has resident
    void signal(int number) const;

    Recording recording() const { return m_decoder.snapshot(); }
    RecorderStatus status() const { return m_decoder.status(); }
    const std::vector<Answer>& answers() const { return m_answers; }
    bool ended() const { return m_decoder.ended(); }
    QString decodingError() const { return m_decodingError; } // empty: none
    QByteArray standardError() { return m_process.readAllStandardError(); }

private:
    void takeOutput();

    QProcess m_process;
    TideDecoder m_decoder;
    std::vector<Answer> m_answers;
    QString m_decodingError;
};

// Runs the program to its end without reading a stream.
struct PlainRun {
    int exitCode = -1;
    QByteArray output;
    QByteArray errors;
};
PlainRun runRecorder(const QStringList& arguments, const QByteArray& input = {});

} // namespace tidemark::tests
