// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/main_window.h"

#include "ui/compare/comparison_page.h"
#include "ui/details/details_pane.h"
#include "ui/experiment/experiment_panel.h"
#include "ui/live/workload_catalogue.h"
#include "ui/timeline/timeline_view.h"
#include "ui/whatif/what_if_page.h"
#include "ui/window/colours_choice.h"
#include "ui/window/experiment_controller.h"
#include "ui/window/glossary_dialog.h"
#include "ui/window/help_pages.h"
#include "ui/window/live_controller.h"
#include "ui/window/lower_views.h"
#include "ui/window/message_bar.h"
#include "ui/window/navigator.h"
#include "ui/window/oom_notice.h"
#include "ui/window/place_form.h"
#include "ui/window/playground_bar.h"
#include "ui/window/record_form.h"
#include "ui/window/recording_views.h"
#include "ui/window/run_header.h"
#include "ui/window/session_keeper.h"
#include "ui/window/source_opener.h"
#include "ui/window/start_page.h"
#include "ui/window/status_line.h"
#include "ui/window/units_choice.h"
#include "ui/window/view_exporter.h"
#include "ui/window/view_menu.h"

#include <QAction>
#include <QEvent>
#include <QFileInfo>
#include <QMenu>
#include <QShortcut>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace tidemark::ui {

namespace {

const QString geometryKey = QStringLiteral("window/geometry");
const QString layoutKey = QStringLiteral("window/layout");

QString settingsPath(const WindowOptions& options)
{
    if (!options.settingsFile.isEmpty())
        return options.settingsFile;
    return QSettings(
        QSettings::IniFormat, QSettings::UserScope, QStringLiteral("tidemark"), QStringLiteral("tidemark"))
        .fileName();
}

} // namespace

MainWindow::MainWindow(WindowOptions options)
    : m_options(std::move(options))
    , m_settings(settingsPath(m_options), QSettings::IniFormat)
    , m_recent(m_settings)
    , m_actions(*this)
{
    setObjectName(QStringLiteral("mainWindow"));
    setAcceptDrops(true);
    buildPages();
    m_navigator = new Navigator(m_state, m_actions, *m_messages, this);
    connect(m_navigator, &Navigator::linkEntered, this, &MainWindow::openFile);
    m_session = new SessionKeeper(m_state, m_actions, *m_views->lower(), *m_messages, this);
    m_sources = new SourceOpener(m_settings, *m_messages, this);
    m_oom = new OomNotice(m_state, m_actions, *m_messages, this);
    m_live = new LiveController(m_state, m_actions, *m_messages, this);
    m_live->setOomLink([this] { return m_oom->link(); });
    connectFileActions();
    connectViewActions();
    connectQuestions();
    connectHelpActions();
    connectLive();
    connectFiles();
    connectSaving();
    connectExperiments();
    connectComparison();
    refreshRecentMenu();
    restore();

    connectRecorder();
    showStartPage();
}

MainWindow::~MainWindow()
{
    m_live->forget();
    // Before what they show: widgets are told of focus and size while they go.
    delete takeCentralWidget();
}

// The form as it was left. What a recorder elsewhere can do is asked when the person wants it, not whenever
// a window opens.
void MainWindow::connectRecorder()
{
    PlaceForm* place = form()->place();
    form()->setFoundRecorder(m_options.recorder.value_or(findRecorder()));
    form()->setOptions(savedRunOptions(m_settings));
    place->setPlace(savedRecorderPlace(m_settings));
    place->setUnits(m_state.units());
    connect(&m_state, &ViewState::unitsChanged, place, [this, place] { place->setUnits(m_state.units()); });
    m_catalogue = new WorkloadCatalogue(this);
    connect(m_catalogue, &WorkloadCatalogue::asked, place, &PlaceForm::showAsking);
    connect(m_catalogue, &WorkloadCatalogue::answered, form(), &RecordForm::setOffer);
    connect(m_catalogue, &WorkloadCatalogue::failed, place, &PlaceForm::showFailure);
    connect(
        place, &PlaceForm::askWanted, m_catalogue, [this, place] { m_catalogue->ask(place->recorder()); });
    if (place->recorder().isElsewhere())
        place->showUnasked();
    else
        m_catalogue->ask(place->recorder());
}

void MainWindow::buildPages()
{
    m_messages = new MessageBar(this);
    m_start = new StartPage(m_recent, this);
    m_header = new RunHeader(&m_state, m_actions, this);
    m_playground = new PlaygroundBar(this);
    m_experimentPanel = new ExperimentPanel(this);
    m_views = new RecordingViews(&m_state, this);
    m_viewMenu = new ViewMenu(m_actions, *m_views, this);
    m_exporter = new ViewExporter(this);

    m_pages = new QStackedWidget(this);
    m_pages->addWidget(m_start);
    m_pages->addWidget(m_views);
    auto* centre = new QWidget(this);
    auto* column = new QVBoxLayout(centre);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    // Messages come below the buttons, which thus stay under the mouse.
    column->addWidget(m_header);
    column->addWidget(m_playground);
    column->addWidget(m_messages);
    column->addWidget(m_experimentPanel);
    column->addWidget(m_pages, 1);
    setCentralWidget(centre);
    m_status = new StatusLine(&m_state, this);
    setStatusBar(m_status);
}

RecordForm* MainWindow::form() const
{
    return m_start->form();
}

void MainWindow::connectViewActions()
{
    connect(m_actions.axisEvents, &QAction::triggered, this, [this] { m_state.setAxis(TimeAxis::Events); });
    connect(m_actions.axisTime, &QAction::triggered, this, [this] { m_state.setAxis(TimeAxis::Time); });
    connect(&m_state, &ViewState::axisChanged, this, [this] {
        (m_state.axis() == TimeAxis::Events ? m_actions.axisEvents : m_actions.axisTime)->setChecked(true);
    });
    connect(m_actions.fit, &QAction::triggered, &m_state, &ViewState::fitRange);
    connect(m_actions.follow, &QAction::triggered, &m_state, &ViewState::setFollowsEnd);
    connect(&m_state, &ViewState::cursorChanged, this,
        [this] { m_actions.follow->setChecked(m_state.followsEnd()); });
    connect(m_actions.nextPin, &QAction::triggered, this, &MainWindow::selectNextPin);
    connect(m_actions.showRecording, &QAction::triggered, this, &MainWindow::showRecordingPage);
    auto* leave = new QShortcut(Qt::Key_Escape, m_start);
    leave->setContext(Qt::WidgetWithChildrenShortcut);
    connect(leave, &QShortcut::activated, m_actions.showRecording, &QAction::trigger);
    connectColours(m_actions, m_settings);
    connectUnits(m_state, m_actions, m_settings);
}

void MainWindow::connectQuestions()
{
    connect(m_actions.freeCurves, &QAction::toggled, &m_freeCurves, &FreeCurves::setOn);
    connect(m_actions.driverCurves, &QAction::toggled, m_views->timeline(), &TimelineView::setDriverShown);
    connect(m_actions.capacity, &QAction::toggled, m_views->timeline(), &TimelineView::setCapacityShown);
    connect(&m_state, &ViewState::recordingGrown, this, &MainWindow::refreshDriverActions);
    connect(&m_state, &ViewState::deviceChanged, this, &MainWindow::refreshDriverActions);
    connect(m_views->details(), &DetailsPane::sourceAsked, m_sources, &SourceOpener::open);
    connect(m_actions.editor, &QAction::triggered, m_sources, &SourceOpener::askCommand);
    connect(m_views->details(), &DetailsPane::otherSettingsAsked, this, [this](std::size_t position) {
        m_views->lower()->showWhatIf();
        m_views->lower()->whatIf()->askOutOfMemory(position);
    });
    connect(m_actions.emptyCacheHere, &QAction::triggered, this, [this] {
        m_views->lower()->showWhatIf();
        m_views->lower()->whatIf()->emptyCacheHere();
    });
}

void MainWindow::connectHelpActions()
{
    connect(m_actions.keys, &QAction::triggered, this,
        [this] { showPage(this, tr("Keys"), keysPage(m_actions)); });
    connect(m_actions.glossary, &QAction::triggered, this, [this] { showGlossary({}); });
    connect(m_views->details(), &DetailsPane::termAsked, this, &MainWindow::showGlossary);
    connect(m_actions.about, &QAction::triggered, this,
        [this] { showPage(this, tr("About Tidemark"), aboutPage()); });
}

void MainWindow::showGlossary(const QString& words)
{
    auto* dialog = new GlossaryDialog(this);
    connect(dialog, &GlossaryDialog::bandChosen, &m_state, &ViewState::setHighlightedBand);
    connect(dialog, &QObject::destroyed, &m_state, [this] { m_state.setHighlightedBand(Band::Nothing); });
    dialog->search(words);
    dialog->show();
}

void MainWindow::connectLive()
{
    connect(form(), &RecordForm::startRequested, this, [this] { startRecording(form()->options()); });
    connect(m_actions.start, &QAction::triggered, this, [this] {
        if (form()->problem().isEmpty())
            startRecording(form()->options());
        else
            showStartPage();
    });
    connect(m_actions.mark, &QAction::triggered, this, &MainWindow::askMark);
    connect(m_live, &LiveController::recordingBegan, this, &MainWindow::showLiveRun);
    connect(m_live, &LiveController::changed, this, [this] {
        m_header->setRunText(m_live->runText(), m_live->isLive());
        m_header->setSteers(m_live->isShown() && m_live->isLive());
    });
    connect(m_live, &LiveController::answered, m_playground, &PlaygroundBar::take);
    connect(m_live, &LiveController::pinsWanted, this, [this] {
        if (showsStartPage())
            showRecordingPage();
        m_state.setFollowsEnd(true); // what stayed is what is there now
        selectNextPin();
    });
    connect(m_live, &LiveController::ended, this, [this] {
        m_playground->setEnabled(false);
        if (m_live->isShown()) // else another recording is
            m_oom->showReasonOfEnd();
        // Not from here, where the run itself speaks: while a dialog asks for a name it may be let go of.
        if (std::exchange(m_saveOnEnd, false))
            QMetaObject::invokeMethod(this, &MainWindow::save, Qt::QueuedConnection);
    });
    connect(m_playground, &PlaygroundBar::command, m_live, &LiveController::send);
    connect(&m_state, &ViewState::recordingChanged, this, &MainWindow::refreshActions);
}

void MainWindow::connectExperiments()
{
    ComparisonPage* compared = m_views->lower()->compared();
    m_experiments =
        new ExperimentController(m_state, *m_messages, *m_experimentPanel, *compared->comparison(), this);
    connect(compared->comparison(), &Comparison::begun, this, [this, compared] {
        if (!compared->comparison()->question().experiment) // those have a panel above
            m_views->lower()->showCompared();
    });
    connect(m_start, &StartPage::experimentRequested, this, [this](ExperimentKind kind) {
        letGo([this, kind] {
            m_session->save();
            m_opener.cancel();
            m_live->forget();
            m_experiments->start(kind, form()->place()->recorder(), form()->options().device);
        });
    });
    connect(m_experiments, &ExperimentController::finished, this, &MainWindow::showExperiment);
}

void MainWindow::showExperiment(const std::shared_ptr<const AnalyzedRecording>& recording)
{
    forgetFile(); // not saved
    m_source = tr("%1 (experiment)").arg(m_experiments->title());
    m_saved = recording; // it can be made again, and saved all the same
    m_header->setSource(m_source);
    m_header->setRunText({}, false);
    m_header->setSteers(false);
    m_state.setRecording(recording, false);
    showRecordingPage();
}

void MainWindow::startRecording(const RunOptions& options)
{
    letGo([this, options] {
        m_session->save();
        m_messages->dismiss();
        m_opener.cancel();
        m_experiments->cancel();
        saveRunOptions(m_settings, options);
        saveRecorderPlace(m_settings, form()->place()->place());
        form()->setOptions(options);
        m_live->start(form()->place()->recorder(), options);
    });
}

void MainWindow::showLiveRun()
{
    forgetFile();
    m_source.clear();
    m_saved = nullptr;
    m_header->setSource({});
    m_header->setSteers(true);
    m_playground->reset();
    m_playground->setEnabled(true);
    showRecordingPage();
}

void MainWindow::showStartPage()
{
    m_start->refreshRecent();
    m_pages->setCurrentWidget(m_start);
    m_experiments->leave();
    m_header->hide();
    m_playground->hide();
    m_status->hide();
    refreshActions();
}

bool MainWindow::showsStartPage() const
{
    return m_pages->currentWidget() == m_start;
}

void MainWindow::showRecordingPage()
{
    if (!m_state.recording())
        return;
    m_pages->setCurrentWidget(m_views);
    m_header->show();
    m_playground->setVisible(m_live->isShown() && m_live->isPlayground());
    m_status->show();
    m_experiments->show();
    m_views->setFocus();
    refreshActions();
}

void MainWindow::refreshActions()
{
    const bool open = m_state.hasDevice();
    const bool shown = open && !showsStartPage();
    m_actions.save->setEnabled(shown && !m_beforePreview);
    m_actions.compare->setEnabled(shown && !m_beforePreview);
    m_viewMenu->setShown(shown);
    for (QAction* action : {m_actions.exportPicture, m_actions.exportTimeline, m_actions.axisEvents,
             m_actions.axisTime, m_actions.fit, m_actions.follow, m_actions.nextPin, m_actions.freeCurves})
        action->setEnabled(shown);
    refreshDriverActions();
    m_actions.emptyCacheHere->setEnabled(shown && m_state.recording()->recording.complete);
    m_actions.showRecording->setEnabled(open && !shown);
    m_start->setOpenRecording(open ? m_source : QString(), open);
    refreshTitle();
}

void MainWindow::refreshDriverActions()
{
    const bool shown = m_state.hasDevice() && !showsStartPage();
    m_actions.driverCurves->setEnabled(shown && !m_state.device().driver.empty());
    m_actions.capacity->setEnabled(shown && m_state.device().capacity > 0);
}

void MainWindow::refreshTitle()
{
    QString name = m_source;
    if (name.isEmpty() && m_state.recording())
        name = QString::fromStdString(m_state.recording()->recording.workload);
    setWindowTitle(name.isEmpty() || showsStartPage() ? tr("Tidemark") : tr("%1 — Tidemark").arg(name));
}

void MainWindow::restore()
{
    resize(1400, 900);
    restoreGeometry(m_settings.value(geometryKey).toByteArray());
    m_views->lower()->restoreLayout(m_settings.value(layoutKey).toByteArray());
}

void MainWindow::remember()
{
    m_settings.setValue(geometryKey, saveGeometry());
    m_settings.setValue(layoutKey, m_views->lower()->saveLayout());
    m_settings.sync();
}

void MainWindow::changeEvent(QEvent* event)
{
    QMainWindow::changeEvent(event);
    if (event->type() != QEvent::PaletteChange || !m_status)
        return;
    // Qt does not tell widgets that have a style sheet.
    m_start->applyTheme();
    m_header->applyTheme();
    m_playground->applyTheme();
    m_messages->applyTheme();
    m_experimentPanel->applyTheme();
    m_views->lower()->applyTheme();
}

} // namespace tidemark::ui
