// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/live/recorder_ending.h"
#include "ui/live/recorder_launch.h"
#include "ui/live/recorder_offer.h"

#include <QObject>
#include <QProcess>
#include <QTimer>
#include <memory>

namespace tidemark::ui {

// Asks a recorder, here or elsewhere, what it can run and on which devices. Nobody waits for it.
class WorkloadCatalogue : public QObject {
    Q_OBJECT

public:
    explicit WorkloadCatalogue(QObject* parent = nullptr);
    ~WorkloadCatalogue() override;

    // Gives up on the question before, of which nothing is heard any more.
    void ask(const RecorderProgram& recorder);
    bool isAsking() const { return m_process != nullptr; }

    // A recorder here is given up after this time, one elsewhere after four times as long.
    void setPatience(int milliseconds) { m_patience = milliseconds; }

Q_SIGNALS:
    void asked(); // or given up, without a word
    void answered(const tidemark::ui::RecorderOffer& offer);
    void failed(const QString& sentence); // what was run, what it said, what to do

private:
    void forget();
    void take();
    void giveUp();
    void end(RecorderEnding::Kind kind, const QString& reason);

    std::unique_ptr<QProcess> m_process;
    RecorderLaunch m_launch;
    QTimer m_timer;
    int m_patience = 30'000; // milliseconds; LibTorch may have to come from a slow disk
};

} // namespace tidemark::ui
