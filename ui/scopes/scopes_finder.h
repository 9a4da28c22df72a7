// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analyzed_recording.h"
#include "core/analysis/scopes/scopes.h"

#include <QObject>
#include <memory>
#include <thread>

namespace tidemark::ui {

// What a scopes table is made of.
struct ScopesQuestion {
    std::shared_ptr<const AnalyzedRecording> recording;
    std::size_t device = 0;
    ScopeDetail detail;
    std::optional<std::int64_t> step; // nothing: the most of all

    bool operator==(const ScopesQuestion&) const = default;
};

// Makes scopes tables, with every column, on a worker: the next question ends the one before.
class ScopesFinder : public QObject {
    Q_OBJECT

public:
    explicit ScopesFinder(QObject* parent = nullptr);

    void find(const ScopesQuestion& question);
    void cancel();
    bool isBusy() const { return m_isBusy; }

Q_SIGNALS:
    void found(std::shared_ptr<const tidemark::ScopeTable> table);
    void failed(const QString& sentence);

private:
    void take(std::uint64_t generation, const Expected<std::vector<ScopeTable>>& tables);

    std::uint64_t m_generation = 0;
    bool m_isBusy = false;
    std::jthread m_thread;
};

} // namespace tidemark::ui
