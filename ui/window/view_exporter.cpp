// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/view_exporter.h"

#include "ui/window/picture_file.h"

#include <QWidget>
#include <utility>

namespace tidemark::ui {

ViewExporter::ViewExporter(QObject* parent, std::chrono::milliseconds patience)
    : QObject(parent)
    , m_patience(patience)
{
    m_look.setInterval(pictureLookPause);
    connect(&m_look, &QTimer::timeout, this, &ViewExporter::look);
}

void ViewExporter::write(QWidget& view, const QString& path, bool isFresh, SettledWait::Ready isReady)
{
    m_view = &view;
    m_path = path;
    if (!isFresh && view.isVisible() && isReady())
        return finish();
    // One that is drawn already is whole as soon as it is ready; that of a run that goes on never rests.
    const auto quiet = isFresh ? pictureQuiet : std::chrono::milliseconds(0);
    m_wait.emplace(std::move(isReady), quiet, m_patience);
    m_look.start();
}

void ViewExporter::look()
{
    if (!m_view || !m_view->isVisible()) {
        end();
        Q_EMIT failed(tr("%1 was not written: its view was closed before it was drawn.").arg(m_path));
        return;
    }
    switch (m_wait->look(*m_view)) {
    case SettledWait::State::Waiting:
        return;
    case SettledWait::State::Settled:
        return finish();
    case SettledWait::State::GivenUp:
        end();
        Q_EMIT failed(tr("%1 was not written: its view is still being worked out; export it again once it "
                         "is complete.")
                          .arg(m_path));
    }
}

void ViewExporter::finish()
{
    end();
    const QString trouble = writePicture(*m_view, m_path);
    if (trouble.isEmpty())
        Q_EMIT written(m_path);
    else
        Q_EMIT failed(trouble);
}

void ViewExporter::end()
{
    m_look.stop();
    m_wait.reset();
}

} // namespace tidemark::ui
