// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/view_exporter.h"

#include "ui/window/picture_file.h"

#include <QWidget>

namespace tidemark::ui {

namespace {

constexpr int lookInterval = 50; // milliseconds
constexpr int quietEnough = 300;
constexpr int waitAtMost = 15'000;

} // namespace

ViewExporter::ViewExporter(QObject* parent)
    : QObject(parent)
{
    m_look.setInterval(lookInterval);
    connect(&m_look, &QTimer::timeout, this, &ViewExporter::look);
}

void ViewExporter::write(QWidget& view, const QString& path, bool isFresh)
{
    m_view = &view;
    m_path = path;
    if (!isFresh)
        return finish();
    m_last = {};
    m_total.start();
    m_quiet.start();
    m_look.start();
}

void ViewExporter::look()
{
    if (!m_view || !m_view->isVisible())
        return finish();
    QImage now = m_view->grab().toImage();
    if (now != m_last)
        m_quiet.restart();
    m_last = std::move(now);
    if (m_quiet.elapsed() >= quietEnough || m_total.elapsed() >= waitAtMost)
        finish();
}

void ViewExporter::finish()
{
    m_look.stop();
    m_last = {};
    if (!m_view || !m_view->isVisible()) {
        Q_EMIT failed(tr("%1 was not written: its view was closed before it was drawn.").arg(m_path));
        return;
    }
    const QString trouble = writePicture(*m_view, m_path);
    if (trouble.isEmpty())
        Q_EMIT written(m_path);
    else
        Q_EMIT failed(trouble);
}

} // namespace tidemark::ui
