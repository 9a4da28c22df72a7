// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scopes/scopes_finder.h"

#include "ui/successive_work.h"

namespace tidemark::ui {

ScopesFinder::ScopesFinder(QObject* parent)
    : QObject(parent)
{ }

void ScopesFinder::cancel()
{
    ++m_generation;
    m_thread.request_stop();
    m_isBusy = false;
}

void ScopesFinder::find(const ScopesQuestion& question)
{
    cancel();
    m_isBusy = true;
    workNext(m_thread, [this, question, generation = m_generation](const std::stop_token& stop) {
        ScopeOptions options;
        options.columns = allStatColumns();
        options.detail = question.detail;
        options.step = question.step;
        auto tables = scopeTables(question.recording->recording, question.device,
            question.recording->histories[question.device], options, stop);
        if (stop.stop_requested())
            return;
        QMetaObject::invokeMethod(
            this, [this, generation, tables = std::move(tables)] { take(generation, tables); },
            Qt::QueuedConnection);
    });
}

void ScopesFinder::take(std::uint64_t generation, const Expected<std::vector<ScopeTable>>& tables)
{
    if (generation != m_generation)
        return;
    m_isBusy = false;
    if (tables && !tables->empty())
        Q_EMIT found(std::make_shared<const ScopeTable>(tables->front()));
    else if (!tables)
        Q_EMIT failed(QString::fromStdString(tables.error().message));
}

} // namespace tidemark::ui
