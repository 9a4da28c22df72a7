// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/live/run_options.h"
#include "ui/navigation/view_place.h"
#include "ui/view_state.h"
#include "ui/window/file_opener.h"
#include "ui/window/file_saver.h"
#include "ui/window/filter_follower.h"
#include "ui/window/free_curves.h"
#include "ui/window/recent_files.h"
#include "ui/window/window_actions.h"
#include "ui/window/window_options.h"

#include <QMainWindow>
#include <QSettings>
#include <optional>

class QStackedWidget;

namespace tidemark::ui {

class ExperimentController;
class ExperimentPanel;
class LiveController;
class MessageBar;
class Navigator;
class SessionKeeper;
class SourceOpener;
class OomNotice;
class PlaygroundBar;
class RecordForm;
class RecordingViews;
class RunHeader;
class StartPage;
class StatusLine;
class ViewExporter;
class ViewMenu;
class WorkloadCatalogue;

// The window: a page to start from, and a page that shows one recording, live or from a file.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    explicit MainWindow(WindowOptions options = {});
    ~MainWindow() override;

    void openFile(const QString& path) { openFiles({path}); }
    // Several files, or a folder, are shown as one recording.
    void openFiles(const QStringList& paths);
    void compareWith(const QString& path);
    void startRecording(const RunOptions& options);
    void showStartPage();

    ViewState* viewState() { return &m_state; }
    LiveController* live() const { return m_live; }
    ExperimentController* experiments() const { return m_experiments; }
    MessageBar* messages() const { return m_messages; }
    RecordForm* form() const;
    RecordingViews* views() const { return m_views; }
    Navigator* navigator() const { return m_navigator; }
    SessionKeeper* session() const { return m_session; }
    StatusLine* statusLine() const { return m_status; }
    const WindowActions& actions() const { return m_actions; }
    const RecentFiles& recentFiles() const { return m_recent; }
    bool showsStartPage() const;

protected:
    void closeEvent(QCloseEvent* event) override;
    void changeEvent(QEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    // What was shown before a file that is still being read.
    struct BeforePreview {
        std::shared_ptr<const AnalyzedRecording> recording;
        std::optional<ViewPlace> place;
        std::vector<Note> notes;
        QString source;
        bool wasStartPage = false;
    };

    void buildPages();
    void connectFileActions();
    void connectViewActions();
    void connectQuestions();
    void connectHelpActions();
    void showGlossary(const QString& words);
    void connectLive();
    void connectRecorder();
    void connectFiles();
    void connectSaving();
    void connectExperiments();
    void connectComparison();
    void showExperiment(const std::shared_ptr<const AnalyzedRecording>& recording);
    void showRecordingPage();
    void showLiveRun();
    void showOpening(const OpeningProgress& progress);
    void showPreview(const std::shared_ptr<const AnalyzedRecording>& recording);
    void endPreview(); // what was open before is there again
    void showOpened(const QStringList& paths, const std::shared_ptr<const AnalyzedRecording>& recording);
    void forgetFile();
    void sayNotes(const Recording& recording, const QString& trouble);
    void refreshActions();
    void refreshDriverActions();
    void refreshRecentMenu();
    void refreshTitle();
    void chooseFile();
    void chooseFolder();
    void save();
    void exportPicture(QWidget& view);
    void exportView(DockedView view);
    void askMark();
    void selectNextPin();
    bool hasUnsaved() const;
    // Calls `then` once the present run is saved or given up; not at all when the person changes their mind.
    void letGo(std::function<void()> then);
    UnsavedChoice askUnsaved();
    QString askFileName(const QString& title, const QString& suggested, const QString& filter);
    void restore();
    void remember();

    WindowOptions m_options;
    QSettings m_settings;
    RecentFiles m_recent;
    ViewState m_state;
    FreeCurves m_freeCurves{m_state};
    FilterFollower m_filterFollower{m_state};
    WindowActions m_actions;
    FileOpener m_opener;
    FileOpener m_otherOpener; // of what is compared with
    FileSaver m_saver;
    LiveController* m_live = nullptr;
    MessageBar* m_messages = nullptr;
    OomNotice* m_oom = nullptr;
    Navigator* m_navigator = nullptr;
    SessionKeeper* m_session = nullptr;
    SourceOpener* m_sources = nullptr;
    ExperimentPanel* m_experimentPanel = nullptr;
    ExperimentController* m_experiments = nullptr;
    QStackedWidget* m_pages = nullptr;
    StartPage* m_start = nullptr;
    RunHeader* m_header = nullptr;
    PlaygroundBar* m_playground = nullptr;
    RecordingViews* m_views = nullptr;
    ViewMenu* m_viewMenu = nullptr;
    ViewExporter* m_exporter = nullptr;
    StatusLine* m_status = nullptr;
    WorkloadCatalogue* m_catalogue = nullptr;
    std::optional<BeforePreview> m_beforePreview; // there while a file is shown that is still being read
    QString m_source; // file name of what is shown; empty for a live run
    std::shared_ptr<const AnalyzedRecording> m_saved; // written to a file, or came from one
    std::function<void()> m_whenSaved;
    bool m_saveOnEnd = false;
    bool m_mayClose = false;
    bool m_isClosing = false; // inside closeEvent
    std::size_t m_pin = 0; // which of the pinned segments comes next
};

} // namespace tidemark::ui
