// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/file_name_dialog.h"
#include "ui/window/live_controller.h"
#include "ui/window/lower_views.h"
#include "ui/window/main_window.h"
#include "ui/window/message_bar.h"
#include "ui/window/picture_file.h"
#include "ui/window/recording_views.h"
#include "ui/window/session_keeper.h"
#include "ui/window/settled_view.h"
#include "ui/window/view_dock.h"
#include "ui/window/view_exporter.h"

#include <QCloseEvent>
#include <QFileInfo>
#include <QMessageBox>

// The part of the window that writes files, and sees to it that nothing unsaved is lost.
namespace tidemark::ui {

QString MainWindow::askFileName(const QString& title, const QString& suggested, const QString& filter)
{
    if (m_options.askFileName)
        return m_options.askFileName(suggested);
    return askFileNameToSave(this, title, suggested, filter);
}

void MainWindow::save()
{
    const auto recording = m_state.recording();
    if (!recording || m_saver.isSaving())
        return;
    const QString workload = QString::fromStdString(recording->recording.workload);
    const QString base = !m_source.isEmpty() ? QFileInfo(m_source).completeBaseName()
        : workload.isEmpty()                 ? tr("recording")
                                             : workload;
    const QString path = askFileName(
        tr("Save the recording"), base + QStringLiteral(".tide"), tr("Tidemark recordings (*.tide)"));
    if (path.isEmpty())
        m_whenSaved = {};
    else
        m_saver.save(recording, path);
}

void MainWindow::exportPicture(QWidget& view)
{
    const QString path = askFileName(tr("Export a picture"), tr("tidemark.png"), pictureNameFilter());
    if (path.isEmpty())
        return;
    m_exporter->write(view, path, false, [this, &view] { return isSettledView(m_state, view); });
}

// A view behind another's tab is brought to the front: it draws nothing while nobody sees it.
void MainWindow::exportView(DockedView view)
{
    LowerViews* lower = m_views->lower();
    const auto name = QLatin1String(dockedViewInfos()[indexOf(view)].name);
    const QString path =
        askFileName(tr("Export a picture"), tr("tidemark-%1.png").arg(name), pictureNameFilter());
    if (path.isEmpty())
        return;
    const bool wasSeen = lower->isSeen(view);
    lower->showView(view);
    QWidget& page = *lower->dock(view)->page();
    m_exporter->write(page, path, !wasSeen, [this, &page] { return isSettledView(m_state, page); });
}

bool MainWindow::hasUnsaved() const
{
    return m_live->isShown() && m_state.recording() != m_saved;
}

UnsavedChoice MainWindow::askUnsaved()
{
    if (m_options.askUnsaved)
        return m_options.askUnsaved();
    QMessageBox box(QMessageBox::Question, tr("Tidemark"),
        m_live->isLive() ? tr("The recording is still running and not saved.")
                         : tr("This recording is not saved."),
        QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, this);
    box.setInformativeText(tr("Save it as a .tide file?"));
    box.setDefaultButton(QMessageBox::Save);
    switch (box.exec()) {
    case QMessageBox::Save:
        return UnsavedChoice::Save;
    case QMessageBox::Discard:
        return UnsavedChoice::Discard;
    default:
        return UnsavedChoice::Cancel;
    }
}

void MainWindow::letGo(std::function<void()> then)
{
    const UnsavedChoice choice = hasUnsaved() ? askUnsaved() : UnsavedChoice::Discard;
    if (choice == UnsavedChoice::Discard) {
        then();
    } else if (choice == UnsavedChoice::Save) {
        m_whenSaved = std::move(then);
        m_saveOnEnd = m_live->isLive();
        if (m_saveOnEnd)
            m_live->stop();
        else
            save();
    }
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    m_isClosing = true;
    if (!m_mayClose) {
        letGo([this] {
            m_mayClose = true;
            if (!m_isClosing) // once a save is done
                close();
        });
    }
    m_isClosing = false;
    event->setAccepted(m_mayClose);
    if (!m_mayClose)
        return;
    remember();
    m_session->save();
    m_opener.cancel();
    // A recorder may take a moment to end; the window does not stay that long.
    QMetaObject::invokeMethod(m_live, &LiveController::forget, Qt::QueuedConnection);
}

} // namespace tidemark::ui
