// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_data.h"
#include "tests/ui/window/window_fixture.h"
#include "ui/axis_room.h"
#include "ui/theme.h"
#include "ui/timeline/timeline_view.h"
#include "ui/window/colour_scheme.h"
#include "ui/window/help_pages.h"
#include "ui/window/message_bar.h"
#include "ui/window/picture.h"
#include "ui/window/record_form.h"

#include <QAbstractButton>
#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QSet>
#include <QSpinBox>
#include <algorithm>
#include <array>

using namespace tidemark;
using namespace tidemark::ui;
using namespace tidemark::tests;

namespace {

QList<QAction*> menuActions(const QMenu* menu)
{
    QList<QAction*> result;
    for (QAction* action : menu->actions()) {
        if (action->isSeparator())
            continue;
        if (action->menu())
            result += menuActions(action->menu());
        else
            result << action;
    }
    return result;
}

QList<QAction*> menuActions(const MainWindow& window)
{
    QList<QAction*> result;
    for (const QAction* menu : window.menuBar()->actions())
        result += menuActions(menu->menu());
    return result;
}

} // namespace

class TestWindowShell : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { applyColourScheme(ColourScheme::Light); }
    void aNewcomerIsTold();
    void theFormSaysWhatIsWrong_data();
    void theFormSaysWhatIsWrong();
    void optionsAreRemembered();
    void shortcutsAreThereAndUnique();
    void keysSteerTheView();
    void escapeLeavesTheStartPage();
    void everythingHasAName();
    void tabReachesEveryButton();
    void helpExplainsTheWords();
    void sizeAndDivisionAreRestored();
    void darkAndLight();
    void progressCanBeCancelled();
    void picturesShowTheViews_data();
    void picturesShowTheViews();
};

void TestWindowShell::aNewcomerIsTold()
{
    WindowFixture fixture;
    fixture.window->resize(1400, 900);
    QString everything;
    for (const QLabel* label : fixture.window->findChildren<QLabel*>())
        everything += label->text() + QLatin1Char('\n');
    for (const char* words :
        {"See where GPU memory goes", "press Start", "Empty cache", "drop them anywhere"})
        QVERIFY2(everything.contains(QLatin1String(words)), words);
    QTRY_VERIFY_WITH_TIMEOUT(
        fixture.window->findChild<QAbstractButton*>(QStringLiteral("workload-train")), patience);
    fixture.window->grab().save(pictureFile(QStringLiteral("window-start.png")));
}

void TestWindowShell::theFormSaysWhatIsWrong_data()
{
    QTest::addColumn<QString>("conf");
    QTest::addColumn<quint64>("limit");
    QTest::addColumn<QString>("settings");
    QTest::addColumn<QString>("problem"); // part of it; empty: fine
    QTest::newRow("nothing set") << "" << quint64(0) << ""
                                 << "";
    QTest::newRow("all set") << "max_split_size_mb:64,roundup_power2_divisions:4" << quint64(1 << 30)
                             << "batch=8"
                             << "";
    QTest::newRow("unknown key") << "max_split_mb:64" << quint64(0) << ""
                                 << "max_split_mb";
    QTest::newRow("bad value") << "max_split_size_mb:many" << quint64(0) << ""
                               << "max_split_size_mb";
    QTest::newRow("no value") << "" << quint64(0) << "batch"
                              << "key=value";
}

void TestWindowShell::theFormSaysWhatIsWrong()
{
    QFETCH(QString, conf);
    QFETCH(quint64, limit);
    QFETCH(QString, settings);
    QFETCH(QString, problem);
    WindowFixture fixture;
    RunOptions options = fixture.runOptions(QStringLiteral("train"));
    options.allocatorConf = conf;
    options.limit = limit;
    options.settings = settings.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    fixture.window->form()->setOptions(options);
    const QString said = fixture.window->form()->problem();
    QCOMPARE(said.isEmpty(), problem.isEmpty());
    QVERIFY2(said.contains(problem), qPrintable(said));
    QCOMPARE(fixture.button("startRecording")->isEnabled(), problem.isEmpty());
    // Beside the field too.
    int shown = 0;
    for (const QLabel* label : fixture.window->findChildren<QLabel*>(QStringLiteral("problem")))
        shown += !label->isHidden() && label->text() == said ? 1 : 0;
    QCOMPARE(shown, problem.isEmpty() ? 0 : 1);
}

void TestWindowShell::optionsAreRemembered()
{
    WindowFixture fixture;
    QTRY_VERIFY_WITH_TIMEOUT(
        fixture.window->findChild<QAbstractButton*>(QStringLiteral("workload-train")), patience);
    RunOptions options = fixture.runOptions(QStringLiteral("train"), 7);
    options.allocatorConf = QStringLiteral("max_split_size_mb:32");
    options.limit = 1536ULL << 20;
    options.settings = {QStringLiteral("batch=4")};
    options.seed = 11;
    options.hold = false;
    fixture.window->startRecording(options);
    QTRY_VERIFY_WITH_TIMEOUT(!fixture.window->showsStartPage(), patience);
    fixture.window->close();
    fixture.reopen();
    QTRY_VERIFY_WITH_TIMEOUT(
        fixture.window->findChild<QAbstractButton*>(QStringLiteral("workload-train")), patience);
    QVERIFY(fixture.window->form()->options() == options);
}

void TestWindowShell::shortcutsAreThereAndUnique()
{
    WindowFixture fixture;
    const std::array rare = {"scheme", "patterns", "units", "export-", "about"};
    QSet<QString> seen;
    for (const QAction* action : menuActions(*fixture.window)) {
        const QString name = action->objectName();
        // Settings, and pictures of one view: the current one has keys.
        const bool isRare = std::any_of(rare.begin(), rare.end(),
            [&name](const char* begin) { return name.startsWith(QLatin1String(begin)); });
        QVERIFY2(isRare || !action->shortcut().isEmpty(), qPrintable(name));
        QVERIFY2(!action->statusTip().isEmpty(), qPrintable(name));
        for (const QKeySequence& keys : action->shortcuts()) {
            QVERIFY2(!seen.contains(keys.toString()), qPrintable(keys.toString()));
            seen.insert(keys.toString());
        }
    }
    QVERIFY(seen.size() >= 60);
}

void TestWindowShell::keysSteerTheView()
{
    WindowFixture fixture;
    fixture.open(testDataFile(QStringLiteral("vgg.pickle")));
    ViewState& state = *fixture.window->viewState();
    MainWindow* window = fixture.window.get();
    QTest::keyClick(window, Qt::Key_2, Qt::ControlModifier);
    QCOMPARE(state.axis(), TimeAxis::Time);
    QVERIFY(fixture.window->actions().axisTime->isChecked());
    QTest::keyClick(window, Qt::Key_1, Qt::ControlModifier);
    QCOMPARE(state.axis(), TimeAxis::Events);

    state.setRange(100, 200);
    QTest::keyClick(window, Qt::Key_0, Qt::ControlModifier);
    QCOMPARE(state.rangeBegin(), 0.0);
    QCOMPARE(state.rangeEnd(), static_cast<double>(state.history().eventCount()) * axisReach);

    state.setCursor(50);
    QVERIFY(!fixture.window->actions().follow->isChecked());
    QTest::keyClick(window, Qt::Key_L, Qt::ControlModifier);
    QVERIFY(state.followsEnd());
    QCOMPARE(state.cursor(), state.history().eventCount());

    state.setCursor(state.history().peak(Curve::Active).position);
    QTest::keyClick(window, Qt::Key_P, Qt::ControlModifier);
    const auto first = state.selectedAddress();
    QVERIFY(first.has_value());
    QTest::keyClick(window, Qt::Key_P, Qt::ControlModifier);
    QVERIFY(state.selectedAddress() != first);
}

void TestWindowShell::escapeLeavesTheStartPage()
{
    WindowFixture fixture;
    fixture.open(testDataFile(QStringLiteral("rand_small.pickle")));
    QTest::keyClick(fixture.window.get(), Qt::Key_N, Qt::ControlModifier);
    QVERIFY(fixture.window->showsStartPage());
    QTest::keyClick(fixture.button("startRecording"), Qt::Key_Escape);
    QVERIFY(!fixture.window->showsStartPage());
}

void TestWindowShell::everythingHasAName()
{
    WindowFixture fixture;
    for (const QWidget* widget : fixture.window->findChildren<QWidget*>()) {
        if (!(widget->focusPolicy() & Qt::TabFocus) || widget->objectName().startsWith(QLatin1String("qt_")))
            continue;
        if (widget->window() != fixture.window.get())
            continue; // the list of a combo box
        const auto* button = qobject_cast<const QAbstractButton*>(widget);
        const bool named = !widget->accessibleName().isEmpty() || (button && !button->text().isEmpty())
            || qobject_cast<const QMenuBar*>(widget) || widget->isHidden();
        QVERIFY2(named,
            qPrintable(QStringLiteral("%1 %2").arg(
                QLatin1String(widget->metaObject()->className()), widget->objectName())));
    }
}

void TestWindowShell::tabReachesEveryButton()
{
    WindowFixture fixture;
    fixture.window->activateWindow();
    QSet<const QWidget*> reached;
    const QWidget* before = nullptr;
    for (int i = 0; i < 60; ++i) {
        QTest::keyClick(
            QApplication::focusWidget() ? QApplication::focusWidget() : fixture.window.get(), Qt::Key_Tab);
        const QWidget* now = QApplication::focusWidget();
        QVERIFY(now && now != before);
        before = now;
        reached.insert(now);
    }
    for (const char* name : {"startRecording", "openFile"})
        QVERIFY2(reached.contains(fixture.button(name)), name);
    QVERIFY(reached.contains(fixture.window->findChild<QSpinBox*>()));
}

void TestWindowShell::helpExplainsTheWords()
{
    QVERIFY(aboutPage().contains(QStringLiteral("GNU")));

    WindowFixture fixture;
    const QString keys = keysPage(fixture.window->actions());
    for (const QAction* action : menuActions(*fixture.window))
        if (!action->shortcut().isEmpty())
            QVERIFY2(keys.contains(action->statusTip().toHtmlEscaped()), qPrintable(action->objectName()));
    for (const std::pair<QString, QString>& control : TimelineView::controls())
        QVERIFY2(keys.contains(control.second), qPrintable(control.first));
    QTest::keyClick(fixture.window.get(), Qt::Key_F1);
    QVERIFY(fixture.window->findChild<QDialog*>());
    QTest::keyClick(fixture.window.get(), Qt::Key_F1, Qt::ShiftModifier);
    const auto dialogs = fixture.window->findChildren<QDialog*>();
    QCOMPARE(dialogs.size(), 2);
    dialogs.back()->grab().save(pictureFile(QStringLiteral("window-glossary.png")));
}

void TestWindowShell::sizeAndDivisionAreRestored()
{
    WindowFixture fixture;
    fixture.window->resize(1111, 777);
    fixture.window->close();
    fixture.reopen();
    QCOMPARE(fixture.window->size(), QSize(1111, 777));
}

void TestWindowShell::darkAndLight()
{
    WindowFixture fixture;
    fixture.window->resize(1400, 900);
    fixture.open(testDataFile(QStringLiteral("vgg.pickle")));
    QVERIFY(!Theme::fromPalette(fixture.window->palette()).isDark);
    fixture.window->actions().schemeDark->trigger();
    QVERIFY(Theme::fromPalette(fixture.window->palette()).isDark);
    QTest::qWait(300); // views draw anew a little later
    fixture.window->grab().save(pictureFile(QStringLiteral("window-dark.png")));
    // The header is dark to the last corner.
    const QImage picture = fixture.window->grab().toImage();
    QVERIFY(
        picture.pixelColor(picture.width() / 2, fixture.window->menuBar()->height() + 4).lightness() < 100);
    fixture.window->showStartPage();
    fixture.window->grab().save(pictureFile(QStringLiteral("window-start-dark.png")));
    fixture.window->close();
    applyColourScheme(ColourScheme::Light);
    fixture.reopen();
    QVERIFY(Theme::fromPalette(fixture.window->palette()).isDark);
    fixture.window->actions().schemeSystem->trigger();
    QVERIFY(!Theme::fromPalette(fixture.window->palette()).isDark);
}

void TestWindowShell::progressCanBeCancelled()
{
    WindowFixture fixture;
    MessageBar* messages = fixture.window->messages();
    int cancelled = 0;
    messages->showProgress(QStringLiteral("Opening vgg.pickle …"), 40, [&cancelled] { ++cancelled; });
    QVERIFY(messages->showsProgress());
    messages->showProgress(QStringLiteral("Opening vgg.pickle …"), 60, [&cancelled] { ++cancelled; });
    fixture.window->grab().save(pictureFile(QStringLiteral("window-progress.png")));
    auto* close = fixture.window->findChild<QAbstractButton*>(QStringLiteral("messageClose"));
    QCOMPARE(close->text(), QStringLiteral("Cancel"));
    QTest::mouseClick(close, Qt::LeftButton);
    QCOMPARE(cancelled, 1);
    QVERIFY(!messages->isVisible());
}

void TestWindowShell::picturesShowTheViews_data()
{
    QTest::addColumn<bool>("dark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
}

void TestWindowShell::picturesShowTheViews()
{
    QFETCH(bool, dark);
    auto recording = openRecording(testDataFile(QStringLiteral("vgg.pickle")).toStdString());
    QVERIFY(recording);
    const auto analyzed = std::make_shared<const AnalyzedRecording>(analyze(std::move(*recording)));
    PictureRequest request;
    request.title = QStringLiteral("vgg.pickle");
    request.size = {1200, 800};
    request.dark = dark;
    request.position = analyzed->histories.front().peak(Curve::Reserved).position;
    const QImage picture = pictureOf(analyzed, request).value_or(QImage());
    QCOMPARE(picture.size(), request.size);
    QCOMPARE(picture.pixelColor(2, 2).lightness() < 128, dark);
    picture.save(
        pictureFile(dark ? QStringLiteral("picture-dark.png") : QStringLiteral("picture-light.png")));
    request.view = PictureView::Memory;
    request.patience = std::chrono::milliseconds(0);
    const auto unfinished = pictureOf(analyzed, request);
    QVERIFY(!unfinished);
    QVERIFY(unfinished.error().message.find("still being worked out") != std::string::npos);
}

QTEST_MAIN(TestWindowShell)
#include "tst_window_shell.moc"
