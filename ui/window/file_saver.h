// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analyzed_recording.h"
#include "core/base/error.h"

#include <QObject>
#include <memory>
#include <thread>

namespace tidemark::ui {

// Writes a recording as .tide on a worker, one at a time.
class FileSaver : public QObject {
    Q_OBJECT

public:
    explicit FileSaver(QObject* parent = nullptr);

    // isSaving() must be false.
    void save(std::shared_ptr<const AnalyzedRecording> recording, const QString& path);
    bool isSaving() const { return m_thread.joinable(); }

Q_SIGNALS:
    void saved(const QString& path, std::shared_ptr<const tidemark::AnalyzedRecording> recording);
    void failed(const QString& path, const QString& sentence);

private:
    std::jthread m_thread;
};

} // namespace tidemark::ui
