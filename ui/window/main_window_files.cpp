// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/reserved/composition.h"
#include "ui/timeline/timeline_view.h"
#include "ui/window/experiment_controller.h"
#include "ui/window/file_notes.h"
#include "ui/window/help_pages.h"
#include "ui/window/live_controller.h"
#include "ui/window/main_window.h"
#include "ui/window/message_bar.h"
#include "ui/window/navigator.h"
#include "ui/window/oom_notice.h"
#include "ui/window/recording_views.h"
#include "ui/window/run_header.h"
#include "ui/window/session_keeper.h"
#include "ui/window/start_page.h"
#include "ui/window/status_line.h"
#include "ui/window/view_exporter.h"
#include "ui/window/view_menu.h"

#include <QAction>
#include <QClipboard>
#include <QDir>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QInputDialog>
#include <QMenu>
#include <QMimeData>
#include <QUrl>

// The part of the window that opens files, and shows what is in them.
namespace tidemark::ui {

namespace {

QStringList localFiles(const QMimeData* data)
{
    QStringList files;
    for (const QUrl& url : data->urls())
        if (url.isLocalFile())
            files << url.toLocalFile();
    return files;
}

// "rank0.pickle", "rank0.pickle and 7 more".
QString nameOf(const QStringList& paths)
{
    const QString first = QFileInfo(QDir::cleanPath(paths.value(0))).fileName();
    return paths.size() < 2 ? first : MainWindow::tr("%1 and %2 more").arg(first).arg(paths.size() - 1);
}

const BlockInfo* largestLiveBlock(const SegmentList& list, const SegmentInfo& segment)
{
    const BlockInfo* largest = nullptr;
    for (const BlockInfo& block : list.blocksOf(segment))
        if (block.state != BlockState::Inactive && (!largest || block.size > largest->size))
            largest = &block;
    return largest;
}

} // namespace

void MainWindow::connectFileActions()
{
    connect(m_actions.newRecording, &QAction::triggered, this, &MainWindow::showStartPage);
    connect(m_actions.open, &QAction::triggered, this, &MainWindow::chooseFile);
    connect(m_actions.openFolder, &QAction::triggered, this, &MainWindow::chooseFolder);
    connect(m_actions.save, &QAction::triggered, this, &MainWindow::save);
    connect(m_actions.exportPicture, &QAction::triggered, this, [this] { exportPicture(*m_views); });
    connect(
        m_actions.exportTimeline, &QAction::triggered, this, [this] { exportPicture(*m_views->timeline()); });
    connect(m_viewMenu, &ViewMenu::exportWanted, this, &MainWindow::exportView);
    connect(m_exporter, &ViewExporter::written, this, [this](const QString& path) {
        m_messages->say(MessageBar::Tone::Note, tr("The picture is in %1.").arg(path));
    });
    connect(m_exporter, &ViewExporter::failed, this,
        [this](const QString& sentence) { m_messages->say(MessageBar::Tone::Trouble, sentence); });
    connect(m_actions.quit, &QAction::triggered, this, &QWidget::close);
}

void MainWindow::connectFiles()
{
    connect(m_start, &StartPage::openRequested, this, &MainWindow::chooseFile);
    connect(m_start, &StartPage::folderRequested, this, &MainWindow::chooseFolder);
    connect(m_start, &StartPage::backRequested, this, &MainWindow::showRecordingPage);
    connect(m_start, &StartPage::fileChosen, this, &MainWindow::openFile);
    connect(&m_opener, &FileOpener::progressed, this, &MainWindow::showOpening);
    connect(&m_opener, &FileOpener::previewed, this, &MainWindow::showPreview);
    connect(&m_opener, &FileOpener::opened, this, &MainWindow::showOpened);
    connect(&m_opener, &FileOpener::failed, this, [this](const QStringList& paths, const QString& sentence) {
        endPreview();
        for (const QString& path : paths)
            m_recent.remove(QFileInfo(path).absoluteFilePath());
        m_start->refreshRecent();
        refreshRecentMenu();
        const bool isOpen = m_state.recording() && !showsStartPage();
        m_messages->say(MessageBar::Tone::Trouble,
            isOpen ? tr("%1 What was open before is still shown.").arg(sentence) : sentence);
    });
    connect(&m_opener, &FileOpener::finished, this, [this] {
        endPreview();
        if (m_messages->showsProgress())
            m_messages->dismiss();
    });
}

void MainWindow::connectSaving()
{
    connect(&m_saver, &FileSaver::saved, this,
        [this](const QString& path, const std::shared_ptr<const AnalyzedRecording>& recording) {
            m_saved = recording;
            QString trouble; // with the notes
            if (recording == m_state.recording()) {
                m_navigator->setFile(QFileInfo(path).absoluteFilePath());
                trouble = m_session->moveTo(QFileInfo(path).absoluteFilePath());
            }
            m_recent.add(path);
            refreshRecentMenu();
            m_messages->say(trouble.isEmpty() ? MessageBar::Tone::Note : MessageBar::Tone::Trouble,
                tr("Saved as %1. %2").arg(path, trouble).trimmed());
            if (const auto then = std::exchange(m_whenSaved, {}))
                letGo(then);
        });
    connect(&m_saver, &FileSaver::progressed, this, [this](const QString& path, int percent) {
        m_messages->showProgress(
            tr("Saving %1 …").arg(QFileInfo(path).fileName()), percent, [this] { m_saver.cancel(); });
    });
    connect(&m_saver, &FileSaver::failed, this, [this](const QString&, const QString& sentence) {
        m_whenSaved = {};
        if (sentence.isEmpty())
            return;
        m_messages->say(MessageBar::Tone::Trouble, sentence);
    });
}

void MainWindow::connectComparison()
{
    connect(m_actions.compare, &QAction::triggered, this, [this] {
        const QString path = QFileDialog::getOpenFileName(this, tr("Compare with a recording"), {},
            tr("Recordings and snapshots (*.tide *.pickle *.pkl *.json *.gz *.zst *.zip *.html);;All files "
               "(*)"));
        if (!path.isEmpty())
            compareWith(path);
    });
    connect(&m_otherOpener, &FileOpener::progressed, this, [this](const OpeningProgress& progress) {
        m_messages->showProgress(tr("Reading %1 …").arg(nameOf(m_otherOpener.paths())), progress.percent,
            [this] { m_otherOpener.cancel(); });
    });
    connect(&m_otherOpener, &FileOpener::opened, this,
        [this](const QStringList& paths, const std::shared_ptr<const AnalyzedRecording>& recording) {
            if (!m_state.recording() || showsStartPage())
                return;
            m_experiments->compare(
                recording, nameOf(paths), m_source.isEmpty() ? tr("this recording") : m_source);
        });
    connect(&m_otherOpener, &FileOpener::failed, this, [this](const QStringList&, const QString& sentence) {
        m_messages->say(MessageBar::Tone::Trouble, sentence);
    });
    connect(&m_otherOpener, &FileOpener::finished, this, [this] {
        if (m_messages->showsProgress())
            m_messages->dismiss();
    });
}

void MainWindow::compareWith(const QString& path)
{
    m_otherOpener.open({path});
}

// One of them may be a link to a moment in a file.
void MainWindow::openFiles(const QStringList& paths)
{
    std::optional<PlaceLink> link;
    if (paths.size() == 1 && !QFileInfo::exists(paths.front())) {
        const auto parsed = parsePlaceLink(paths.front());
        if (!parsed) {
            m_messages->say(
                MessageBar::Tone::Trouble, tr("%1.").arg(QString::fromStdString(parsed.error().message)));
            return;
        }
        link = *parsed;
    }
    m_navigator->setComing(link);
    m_opener.open(link ? QStringList{link->file} : paths);
}

void MainWindow::showOpening(const OpeningProgress& progress)
{
    const QString name = nameOf(m_opener.paths());
    QString sentence = progress.stage == OpeningProgress::Stage::Reading
        ? tr("Reading %1 …").arg(name)
        : tr("Following the events of %1 …").arg(name);
    if (progress.percent >= 0)
        sentence += tr(" %1 %").arg(progress.percent);
    if (m_beforePreview) // a snapshot tells the allocator's settings behind its events
        sentence += tr(" · the curves so far, under default settings until the file's are read");
    m_messages->showProgress(sentence, progress.percent, [this] { m_opener.cancel(); });
    if (m_beforePreview)
        m_status->setReadingText(tr("figures of the part read so far"));
}

// Nothing that could be lost gives way to a file which is only on its way.
void MainWindow::showPreview(const std::shared_ptr<const AnalyzedRecording>& recording)
{
    if (!recording || m_live->isShown())
        return endPreview();
    const bool isFirst = !m_beforePreview;
    if (isFirst) {
        m_session->save();
        m_beforePreview = {
            m_state.recording(), placeOf(m_state), m_state.notes(), m_source, showsStartPage()};
        m_source = nameOf(m_opener.paths());
        m_header->setSource(m_source);
        m_status->setReadingText(tr("Reading …"));
    }
    m_state.setRecording(recording, !isFirst, true);
    if (isFirst)
        showRecordingPage();
}

void MainWindow::endPreview()
{
    if (!m_beforePreview)
        return;
    const BeforePreview before = *std::exchange(m_beforePreview, std::nullopt);
    m_source = before.source;
    m_header->setSource(m_source);
    m_status->setReadingText({});
    m_state.setRecording(before.recording, false);
    m_state.setNotes(before.notes);
    if (before.place)
        goTo(m_state, *before.place);
    if (before.wasStartPage || !before.recording)
        showStartPage();
    else
        refreshActions();
}

void MainWindow::showOpened(
    const QStringList& paths, const std::shared_ptr<const AnalyzedRecording>& recording)
{
    letGo([this, paths, recording] {
        const bool isFuller = std::exchange(m_beforePreview, std::nullopt).has_value();
        const std::optional<ViewPlace> place = isFuller ? placeOf(m_state) : std::nullopt;
        const bool staysAway = isFuller && showsStartPage();
        m_live->forget();
        m_experiments->cancel();
        m_messages->dismiss();
        if (!isFuller)
            m_session->save(); // of what was shown before
        m_source = nameOf(paths);
        m_saved = recording;
        for (const QString& path : paths)
            m_recent.add(path);
        refreshRecentMenu();
        m_header->setSource(m_source);
        m_header->setRunText({}, false);
        m_header->setSteers(false);
        m_status->setReadingText({});
        m_state.setRecording(recording, false);
        if (place)
            goTo(m_state, *place);
        const QString single =
            paths.size() == 1 ? QDir::cleanPath(QFileInfo(paths.front()).absoluteFilePath()) : QString();
        m_navigator->setFile(single);
        const QString trouble = m_session->open(single, !m_navigator->isComing());
        const QString missing = m_navigator->arrive();
        if (staysAway)
            showStartPage();
        else
            showRecordingPage();
        m_session->arrangeViews();
        sayNotes(recording->recording, (missing + QLatin1Char(' ') + trouble).trimmed());
    });
}

// What is shown is in no file.
void MainWindow::forgetFile()
{
    m_navigator->setFile({});
    m_session->open({}, false);
}

void MainWindow::sayNotes(const Recording& recording, const QString& trouble)
{
    const FileNotes notes = notesOf(recording);
    std::vector<MessageBar::Link> links = {m_oom->link()};
    QString sentence = m_oom->sentence();
    if (!sentence.isEmpty() && !notes.headline.isEmpty())
        sentence += QLatin1Char(' ');
    sentence = (sentence + notes.headline + QLatin1Char(' ') + trouble).trimmed();
    if (sentence.isEmpty())
        return;
    if (!notes.recipe.isEmpty()) {
        sentence += QLatin1Char(' ') + notes.recipe;
        links.push_back({tr("Copy the line"),
            [recipe = notes.recipe] { QGuiApplication::clipboard()->setText(recipe); }, true});
    }
    if (notes.all.size() > 1 || (notes.all.size() == 1 && !notes.headline.contains(notes.all.front())))
        links.push_back({tr("All notes (%1)").arg(notes.all.size()),
            [this, notes] { showPage(this, tr("Notes on %1").arg(m_source), notesPage(notes)); }, true});
    const bool isTrouble = notes.isTrouble || !trouble.isEmpty();
    m_messages->say(isTrouble ? MessageBar::Tone::Trouble : MessageBar::Tone::Note, sentence, links);
}

void MainWindow::refreshRecentMenu()
{
    m_actions.recent->clear();
    for (const RecentFile& file : m_recent.files()) {
        QAction* action = m_actions.recent->addAction(QFileInfo(file.path).fileName());
        action->setStatusTip(file.path);
        connect(action, &QAction::triggered, this, [this, path = file.path] { openFile(path); });
    }
    m_actions.recent->setEnabled(!m_recent.files().isEmpty());
    if (m_recent.files().isEmpty())
        return;
    m_actions.recent->addSeparator();
    connect(m_actions.recent->addAction(tr("&Clear this list")), &QAction::triggered, this, [this] {
        m_recent.clear();
        refreshRecentMenu();
        m_start->refreshRecent();
    });
}

void MainWindow::chooseFile()
{
    const QStringList paths = QFileDialog::getOpenFileNames(this, tr("Open recordings"), {},
        tr("Recordings and snapshots (*.tide *.pickle *.pkl *.json *.gz *.zst *.zip *.html);;All files (*)"));
    if (!paths.isEmpty())
        openFiles(paths);
}

void MainWindow::chooseFolder()
{
    const QString path = QFileDialog::getExistingDirectory(this, tr("Open the recordings in a folder"));
    if (!path.isEmpty())
        openFile(path);
}

void MainWindow::askMark()
{
    auto* dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Mark"));
    dialog->setLabelText(tr("Name of this moment:"));
    connect(dialog, &QInputDialog::textValueSelected, this, [this](const QString& name) {
        if (!name.trimmed().isEmpty())
            m_live->send(QStringLiteral("mark ") + name.simplified());
    });
    dialog->open();
}

void MainWindow::selectNextPin()
{
    const SegmentList* segments = m_state.segments();
    if (!segments)
        return;
    const std::vector<PinnedSegment> pinned =
        pinnedSegments(*segments, settingsOf(m_state.recording()->recording, m_state.device()));
    if (pinned.empty()) {
        m_messages->say(MessageBar::Tone::Note,
            tr("At the cursor no free memory lies beside live blocks; %1 looks again at another moment.")
                .arg(m_actions.nextPin->shortcut().toString(QKeySequence::NativeText)));
        return;
    }
    const SegmentInfo& segment = segments->segments[pinned[m_pin++ % pinned.size()].segment];
    if (const BlockInfo* block = largestLiveBlock(*segments, segment))
        m_state.setSelectedAddress(block->address);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (!localFiles(event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    openFiles(localFiles(event->mimeData()));
    event->acceptProposedAction();
}

} // namespace tidemark::ui
