// SPDX-License-Identifier: GPL-3.0-or-later
// What a table says of its rows: how many there are, why there are none, what is being done with them.
#include "core/analysis/tables/cell_text.h"
#include "ui/details/figures.h"
#include "ui/plain_tip.h"
#include "ui/tables/table_pane.h"

#include <QLabel>
#include <QLineEdit>
#include <QStackedWidget>
#include <QTableView>

namespace tidemark::ui {

using namespace Qt::Literals::StringLiterals;

// What takes a moment only is not worth a word.
void TablePane::showProgress()
{
    const auto& shown = m_writer.isBusy() ? m_exported : m_progress;
    const std::uint64_t total = shown ? shown->total.load() : 0;
    const std::uint64_t percent = total == 0 ? 0 : shown->done.load() * 100 / total;
    m_count->setText((m_writer.isBusy() ? tr("Exporting … %1 %") : tr("Searching … %1 %")).arg(percent));
}

QString TablePane::countWords() const
{
    const std::size_t all = m_rows.source()->size();
    const std::size_t shown = m_rows.order()->size();
    QString text = QString::fromStdString(countedRows(*m_rows.source(), all));
    if (shown != all)
        text = tr("%1 of %2").arg(countText(shown), text);
    if (!m_note.isEmpty())
        text += u" · "_s + m_note;
    return text;
}

QString TablePane::whyNone() const
{
    if (!m_source)
        return m_why;
    if (m_source->size() == 0)
        return QString::fromStdString(m_source->whyEmpty());
    if (m_finder.isBusy())
        return tr("Searching …");
    const QString all = QString::fromStdString(countedRows(*m_source, m_source->size()));
    if (!m_choice.query.isEmpty()) {
        const QString none = tr("None of %1 is found by “%2”.").arg(all, m_search->text());
        const std::string mistake = likelyMistake(*m_source, m_choice.query);
        return mistake.empty() ? none : none + u"\n"_s + QString::fromStdString(mistake) + u'.';
    }
    if (m_choice.filter.isAll())
        return tr("None of %1 is in the part of the timeline that is in view.").arg(all);
    return tr("None of %1 is of what is looked at; Escape shows all of it.").arg(all);
}

// The table where it has rows, else why it has none.
void TablePane::say()
{
    const bool hasRows = m_rows.rowCount() > 0;
    if (m_finder.isBusy() || m_writer.isBusy()) {
        if (!m_progressClock.isActive())
            m_progressClock.start();
    } else {
        m_progressClock.stop();
        const QString words = !m_report.isEmpty() ? m_report : hasRows ? countWords() : QString();
        m_count->setText(m_mistake.isEmpty() ? words : m_mistake);
        m_count->setToolTip(plainTip(m_count->text()));
        m_count->setForegroundRole(m_mistake.isEmpty() ? QPalette::PlaceholderText : QPalette::WindowText);
    }
    m_empty->setText(hasRows ? QString() : whyNone());
    m_place->setCurrentWidget(hasRows ? static_cast<QWidget*>(m_table) : m_empty);
}

// What was just done, for a while in the place of the count.
void TablePane::report(const QString& words)
{
    m_report = words;
    m_reportEnd.stop();
    if (!words.isEmpty())
        m_reportEnd.start();
    say();
}

} // namespace tidemark::ui
