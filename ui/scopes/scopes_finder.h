// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analyzed_recording.h"
#include "core/analysis/scopes/scopes.h"
#include "ui/newest_job.h"

#include <QObject>
#include <memory>

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
    void cancel() { m_job.forget(); }
    bool isBusy() const { return m_job.isBusy(); }

Q_SIGNALS:
    void found(std::shared_ptr<const tidemark::ScopeTable> table);
    void failed(const QString& sentence);

private:
    void tell(const Expected<std::vector<ScopeTable>>& tables);

    NewestJob m_job;
};

} // namespace tidemark::ui
