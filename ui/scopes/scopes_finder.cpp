// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scopes/scopes_finder.h"

namespace tidemark::ui {

ScopesFinder::ScopesFinder(QObject* parent)
    : QObject(parent)
{ }

void ScopesFinder::find(const ScopesQuestion& question)
{
    m_job.start([this, question](const std::stop_token& stop) -> NewestJob::Use {
        ScopeOptions options;
        options.columns = allStatColumns();
        options.detail = question.detail;
        options.step = question.step;
        auto tables = scopeTables(question.recording->recording, question.device,
            question.recording->histories[question.device], options, stop);
        if (stop.stop_requested())
            return {};
        return [this, tables = std::move(tables)] { tell(tables); };
    });
}

void ScopesFinder::tell(const Expected<std::vector<ScopeTable>>& tables)
{
    if (tables && !tables->empty())
        Q_EMIT found(std::make_shared<const ScopeTable>(tables->front()));
    else if (!tables)
        Q_EMIT failed(QString::fromStdString(tables.error().message));
}

} // namespace tidemark::ui
