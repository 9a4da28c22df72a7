// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/status_line.h"

#include "ui/details/figures.h"
#include "ui/details/moment.h"
#include "ui/theme.h"
#include "ui/view_state.h"
#include "ui/window/file_notes.h"
#include "ui/window/look.h"

#include <QEvent>
#include <QLabel>
#include <QTextDocumentFragment>

namespace tidemark::ui {

namespace {

QString figure(const QString& name, const QString& value, const QColor& muted)
{
    return QStringLiteral("<span style='color:%1'>%2</span>&nbsp;%3&nbsp;&nbsp; ")
        .arg(muted.name(), name, value.toHtmlEscaped());
}

} // namespace

StatusLine::StatusLine(ViewState* state, QWidget* parent)
    : QStatusBar(parent)
    , m_state(state)
    , m_figures(new QLabel(this))
    , m_wholeness(makeMutedLabel({}, this))
{
    setObjectName(QStringLiteral("statusLine"));
    m_figures->setTextFormat(Qt::RichText);
    m_figures->setContentsMargins(8, 2, 8, 2);
    m_wholeness->setContentsMargins(8, 2, 8, 2);
    addWidget(m_figures, 1);
    addPermanentWidget(m_wholeness);
    connect(state, &ViewState::recordingChanged, this, &StatusLine::refresh);
    connect(state, &ViewState::recordingGrown, this, &StatusLine::refresh);
    connect(state, &ViewState::deviceChanged, this, &StatusLine::refresh);
    connect(state, &ViewState::filterChanged, this, &StatusLine::refresh);
    connect(state, &ViewState::curvesChanged, this, &StatusLine::refresh);
    connect(state, &ViewState::cursorChanged, this, &StatusLine::refresh);
    connect(state, &ViewState::unitsChanged, this, &StatusLine::refresh);
    refresh();
}

void StatusLine::refresh()
{
    if (!m_state->hasDevice()) {
        m_figures->clear();
        m_wholeness->clear();
        return;
    }
    const QColor muted = applicationTheme().mutedText;
    const Device& device = m_state->device();
    const DeviceHistory& history = m_state->history();
    const std::size_t position = m_state->cursor();
    if (history.eventCount() == 0 && !device.curves.empty()) {
        m_figures->clear(); // the curves carry their own
        m_wholeness->setText(wholenessText(m_state->recording()->recording, device));
        return;
    }
    QString text =
        figure(tr("event"), tr("%1 of %2").arg(countText(position), countText(history.eventCount())), muted);
    if (const auto time = microsecondsAt(device, position))
        text += figure(tr("time"), secondsText(*time), muted);
    if (!m_state->filter().isAll())
        text += figure(tr("only"), filterName(device, m_state->filter(), m_state->units()), muted);
    const CurveView curves = m_state->curves();
    const auto add = [&](const QString& name, Curve curve) {
        const std::int64_t bytes = curves.valueAt(curve, position);
        text += figure(name,
            bytesText(static_cast<std::uint64_t>(std::max<std::int64_t>(bytes, 0)), m_state->units()), muted);
    };
    add(tr("allocated"), Curve::Allocated);
    add(tr("active"), Curve::Active);
    if (curves.hasReserved())
        add(tr("reserved"), Curve::Reserved);
    if (device.capacity != 0)
        text += figure(tr("device"), bytesText(device.capacity, m_state->units()), muted);
    m_figures->setText(text);
    m_figures->setAccessibleName(figures());

    m_wholeness->setText(
        m_reading.isEmpty() ? wholenessText(m_state->recording()->recording, device) : m_reading);
}

void StatusLine::setReadingText(const QString& text)
{
    m_reading = text;
    refresh();
}

QString StatusLine::figures() const
{
    return QTextDocumentFragment::fromHtml(m_figures->text())
        .toPlainText()
        .replace(QChar(QChar::Nbsp), QLatin1Char(' '))
        .simplified();
}

QString StatusLine::wholeness() const
{
    return m_wholeness->text();
}

void StatusLine::changeEvent(QEvent* event)
{
    QStatusBar::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_figures)
        refresh();
}

} // namespace tidemark::ui
