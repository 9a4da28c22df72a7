// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/open_recording.h"
#include "tests/support/test_data.h"
#include "tests/ui/live/live_support.h"
#include "tests/ui/window/window_fixture.h"
#include "ui/details/figures.h"
#include "ui/live/remote_words.h"
#include "ui/window/colour_scheme.h"
#include "ui/window/live_controller.h"
#include "ui/window/message_bar.h"
#include "ui/window/place_form.h"
#include "ui/window/record_form.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QRadioButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QToolButton>

using namespace tidemark;
using namespace tidemark::ui;
using namespace tidemark::tests;
using State = RecorderProcess::State;

namespace {

template <class Widget>
Widget* find(const WindowFixture& fixture, const char* name)
{
    return fixture.window->findChild<Widget*>(QLatin1String(name));
}

State stateOf(const WindowFixture& fixture)
{
    const RecorderProcess* recorder = fixture.window->live()->recorder();
    return recorder ? recorder->state() : State::Idle;
}

// As a person types it and leaves the field.
void type(QLineEdit* field, const QString& text)
{
    field->setText(text);
    Q_EMIT field->editingFinished();
}

QString problemOf(const WindowFixture& fixture)
{
    for (const QLabel* label : fixture.window->form()->place()->findChildren<QLabel*>())
        if (label->objectName() == QLatin1String("problem") && !label->isHidden())
            return label->text();
    return {};
}

bool offers(const WindowFixture& fixture, const char* workload)
{
    return find<QRadioButton>(fixture, (QByteArray("workload-") + workload).constData()) != nullptr;
}

void takePictures(const WindowFixture& fixture, const QString& name)
{
    applyColourScheme(ColourScheme::Light);
    fixture.window->grab().save(pictureFile(name + QStringLiteral(".png")));
    applyColourScheme(ColourScheme::Dark);
    QCoreApplication::processEvents();
    fixture.window->grab().save(pictureFile(name + QStringLiteral("-dark.png")));
    applyColourScheme(ColourScheme::Light);
}

} // namespace

class TestWindowElsewhere : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { applyColourScheme(ColourScheme::Light); }
    void aNewcomerSeesNothingOfIt();
    void whatIsThereIsAskedAndOffered();
    void theKeyboardGoesFromTopToBottom();
    void failuresAreSaidAndAskedAgain();
    void itIsRememberedAndNotAskedUnbidden();
    void theAllocatorIsAChoiceOnCudaOnly();
    void aRecordingElsewhere();
    void nothingCameIsSaid();
    void waitingCanBeCancelled();
    void aLostConnectionIsSaidAndKept();
    void ranksAreSteeredAsOne();
    void aFailedRankIsNamed();

private:
    QString carrier(const QString& name, const QStringList& options = {}) const
    {
        return asTyped(QStringList(m_carriers.path(name)) + options + QStringList(QStringLiteral("gpu-box")));
    }
    void runOn(const WindowFixture& fixture, const QString& name, const QStringList& options = {}) const
    {
        fixture.window->form()->place()->setPlace(
            {carrier(name, options), asTyped({QStringLiteral(TIDEMARK_FAKE_RECORDER)})});
    }

    CarrierFolder m_carriers;
};

void TestWindowElsewhere::aNewcomerSeesNothingOfIt()
{
    WindowFixture fixture;
    QTRY_VERIFY_WITH_TIMEOUT(offers(fixture, "train"), patience);
    for (const char* name : {"runOn", "recorder", "device", "allocator", "ranks", "askRecorder"})
        QVERIFY2(!find<QWidget>(fixture, name)->isVisible(), name);
    QCOMPARE(problemOf(fixture), QString());
    RunOptions plain;
    fixture.window->form()->place()->addTo(plain);
    QCOMPARE(plain, RunOptions());
    QCOMPARE(find<QLineEdit>(fixture, "recorder")->placeholderText(), QStringLiteral(TIDEMARK_FAKE_RECORDER));
    QCoreApplication::processEvents(); // the list has just come
    fixture.window->grab().save(pictureFile(QStringLiteral("where-folded.png")));
}

void TestWindowElsewhere::whatIsThereIsAskedAndOffered()
{
    WindowFixture fixture;
    fixture.options.recorder = RecorderProgram{};
    fixture.reopen();
    QVERIFY(!offers(fixture, "train"));
    find<QLineEdit>(fixture, "recorder")->setText(QStringLiteral(TIDEMARK_FAKE_RECORDER));
    type(find<QLineEdit>(fixture, "runOn"),
        carrier(QStringLiteral("ssh"), {QStringLiteral("--delay"), QStringLiteral("200")}));
    QVERIFY(fixture.button("startRecording")->isEnabled()); // nobody has to wait
    QTRY_VERIFY_WITH_TIMEOUT(offers(fixture, "train"), patience);
    auto* device = find<QComboBox>(fixture, "device");
    QCOMPARE(device->count(), 2);
    device->setCurrentIndex(1);
    QCOMPARE(device->currentText(), QStringLiteral("cuda:0 · Imagined GPU, 80.0 GiB"));
    QCOMPARE(fixture.window->form()->options().device, QStringLiteral("cuda:0"));
    find<QSpinBox>(fixture, "ranks")->setValue(2);
    fixture.window->form()->place()->setPlace({QStringLiteral("ssh gpu-box"), QString()});
    QCOMPARE(find<QLineEdit>(fixture, "recorder")->placeholderText(), QStringLiteral("tidemark-record"));
    takePictures(fixture, QStringLiteral("where-open"));
}

void TestWindowElsewhere::theKeyboardGoesFromTopToBottom()
{
    WindowFixture fixture;
    QTRY_VERIFY_WITH_TIMEOUT(offers(fixture, "train"), patience);
    find<QToolButton>(fixture, "fold")->setChecked(true);
    fixture.window->activateWindow();
    find<QToolButton>(fixture, "fold")->setFocus();
    for (const char* name : {"runOn", "recorder", "device", "ranks"}) { // no choice of allocators on the CPU
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        QVERIFY(QApplication::focusWidget());
        const auto* wanted = find<QWidget>(fixture, name);
        QVERIFY2(
            wanted == QApplication::focusWidget() || wanted->isAncestorOf(QApplication::focusWidget()), name);
    }
}

void TestWindowElsewhere::failuresAreSaidAndAskedAgain()
{
    WindowFixture fixture;
    QTRY_VERIFY_WITH_TIMEOUT(offers(fixture, "train"), patience);
    type(find<QLineEdit>(fixture, "runOn"), carrier(QStringLiteral("ssh"), {QStringLiteral("--refuse")}));
    QTRY_VERIFY_WITH_TIMEOUT(problemOf(fixture).contains(QStringLiteral("Connection refused")), patience);
    QVERIFY(problemOf(fixture).contains(QStringLiteral("tidemark-record --list --json"))); // what was run
    QVERIFY(fixture.button("startRecording")->isEnabled());
    auto* again = find<QToolButton>(fixture, "askRecorder");
    QVERIFY(again->isVisible());
    takePictures(fixture, QStringLiteral("where-refused"));

    // In the meantime the other machine woke up.
    runOn(fixture, QStringLiteral("ssh"));
    again->click();
    QTRY_COMPARE_WITH_TIMEOUT(find<QComboBox>(fixture, "device")->count(), 2, patience);
    QCOMPARE(problemOf(fixture), QString());
    QVERIFY(!again->isVisible());
}

void TestWindowElsewhere::itIsRememberedAndNotAskedUnbidden()
{
    WindowFixture fixture;
    runOn(fixture, QStringLiteral("ssh"));
    RunOptions options = fixture.runOptions(QStringLiteral("train"), 3);
    options.device = QStringLiteral("cuda:1");
    options.allocator = QStringLiteral("tidemark");
    options.ranks = 2;
    fixture.window->startRecording(options);
    QTRY_VERIFY_WITH_TIMEOUT(fixture.eventCount() > 0, patience);
    const RecorderPlace place = fixture.window->form()->place()->place();
    fixture.reopen();
    QCOMPARE(fixture.window->form()->place()->place(), place);
    const RunOptions kept = fixture.window->form()->options();
    QCOMPARE(kept.device, options.device);
    QCOMPARE(kept.allocator, options.allocator);
    QCOMPARE(kept.ranks, options.ranks);
    QVERIFY(find<QLineEdit>(fixture, "runOn")->isVisible());
    // Whoever only opens a file connects to nothing.
    auto* ask = find<QToolButton>(fixture, "askRecorder");
    QVERIFY(ask->isVisible());
    QVERIFY(!offers(fixture, "train"));
    ask->click();
    QTRY_VERIFY_WITH_TIMEOUT(offers(fixture, "train"), patience);
}

void TestWindowElsewhere::theAllocatorIsAChoiceOnCudaOnly()
{
    WindowFixture fixture;
    auto* device = find<QComboBox>(fixture, "device");
    auto* allocator = find<QComboBox>(fixture, "allocator");
    QVERIFY(!allocator->isEnabled());
    device->setEditText(QStringLiteral("cuda:0, cuda:1"));
    QVERIFY(allocator->isEnabled());
    allocator->setCurrentIndex(1);
    QCOMPARE(fixture.window->form()->options().device, QStringLiteral("cuda:0,cuda:1"));
    QCOMPARE(fixture.window->form()->options().allocator, QStringLiteral("tidemark"));
    device->setEditText(QStringLiteral("cpu"));
    QCOMPARE(fixture.window->form()->options().allocator, QString());
}

void TestWindowElsewhere::aRecordingElsewhere()
{
    WindowFixture fixture;
    const QString pids = m_carriers.file(QStringLiteral("elsewhere"));
    runOn(fixture, QStringLiteral("ssh"), {QStringLiteral("--pid-file"), pids});
    fixture.window->startRecording(fixture.runOptions(QStringLiteral("train")));
    QTRY_VERIFY_WITH_TIMEOUT(fixture.eventCount() > 100, patience);
    QVERIFY(fixture.button("emptyCacheButton")->isEnabled());
    QTest::mouseClick(fixture.button("emptyCacheButton"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(
        fixture.window->messages()->text().startsWith(QStringLiteral("Empty cache")), patience);
    fixture.window->close();
    QTRY_COMPARE_WITH_TIMEOUT(::kill(m_carriers.processes(pids).front(), 0), -1, patience);
}

void TestWindowElsewhere::nothingCameIsSaid()
{
    WindowFixture fixture;
    runOn(fixture, QStringLiteral("ssh"), {QStringLiteral("--banner"), QStringLiteral("Welcome!\n")});
    fixture.window->startRecording(fixture.runOptions(QStringLiteral("train")));
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(fixture), State::Failed, patience);
    QVERIFY(fixture.window->showsStartPage());
    QCOMPARE(fixture.window->messages()->tone(), MessageBar::Tone::Trouble);
    const QString said = fixture.window->messages()->text();
    QVERIFY2(said.contains(QStringLiteral("“Welcome!”")), qPrintable(said));
    takePictures(fixture, QStringLiteral("where-greeting"));
}

void TestWindowElsewhere::waitingCanBeCancelled()
{
    WindowFixture fixture;
    runOn(fixture, QStringLiteral("ssh"), {QStringLiteral("--delay"), QStringLiteral("60000")});
    fixture.window->startRecording(fixture.runOptions(QStringLiteral("train")));
    MessageBar* messages = fixture.window->messages();
    QTRY_VERIFY_WITH_TIMEOUT(messages->showsProgress(), patience);
    QVERIFY2(messages->text().contains(QStringLiteral("gpu-box")), qPrintable(messages->text()));
    fixture.window->grab().save(pictureFile(QStringLiteral("where-waiting.png")));
    for (QToolButton* button : messages->findChildren<QToolButton*>())
        if (button->text() == QLatin1String("Cancel"))
            button->click();
    QTRY_VERIFY_WITH_TIMEOUT(!fixture.window->live()->isLive(), patience);
    QVERIFY(!messages->showsProgress());
}

void TestWindowElsewhere::aLostConnectionIsSaidAndKept()
{
    WindowFixture fixture;
    runOn(fixture, QStringLiteral("ssh"), {QStringLiteral("--drop-after"), QStringLiteral("30000")});
    fixture.window->startRecording(fixture.runOptions(QStringLiteral("train")));
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(fixture), State::Failed, patience);
    const QString said = fixture.window->messages()->text();
    QVERIFY2(said.contains(QStringLiteral("was lost after")), qPrintable(said));
    QVERIFY2(said.contains(QStringLiteral("Everything received is kept")), qPrintable(said));
    QVERIFY(fixture.eventCount() > 100);
    fixture.window->grab().save(pictureFile(QStringLiteral("where-lost.png")));
}

void TestWindowElsewhere::ranksAreSteeredAsOne()
{
    WindowFixture fixture;
    RunOptions options = fixture.runOptions(QStringLiteral("train"));
    options.ranks = 2;
    fixture.window->startRecording(options);
    QTRY_VERIFY_WITH_TIMEOUT(
        stateOf(fixture) == State::Running && fixture.window->live()->recorder()->newest().status.step > 15,
        patience);
    QTest::keyClick(fixture.window.get(), Qt::Key_F5);
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(fixture), State::Paused, patience);
    const QString running = fixture.window->live()->runText();
    QVERIFY2(running.contains(QStringLiteral("2 ranks, step ≥ ")), qPrintable(running));
    takePictures(fixture, QStringLiteral("where-ranks"));

    const ViewState& state = *fixture.window->viewState();
    QCOMPARE(state.recording()->recording.devices.size(), std::size_t(2));
    const std::vector<Composition> newest = fixture.window->live()->recorder()->newest().newest;
    const std::uint64_t wholeFree = newest[0].wholeFree + newest[1].wholeFree;
    QPushButton* button = fixture.button("emptyCacheButton");
    QCOMPARE(button->text(), QStringLiteral("Empty cache · %1").arg(bytesText(wholeFree, ByteUnits::Binary)));
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(
        fixture.window->messages()->text().startsWith(
            QStringLiteral("Empty cache returned %1").arg(bytesText(wholeFree, ByteUnits::Binary))),
        patience);
    QVERIFY(fixture.window->messages()->text().contains(QStringLiteral("of 2 ranks")));
    for (std::size_t rank = 0; rank < 2; ++rank) {
        const DeviceHistory& history = state.recording()->histories[rank];
        QCOMPARE(history.valueAt(Curve::Reserved, history.eventCount()),
            static_cast<std::int64_t>(newest[rank].reserved - newest[rank].wholeFree));
    }

    // Saved as one file with the devices of both.
    fixture.window->actions().stop->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(fixture), State::Finished, patience);
    fixture.saveAs = fixture.path(QStringLiteral("ranks.tide"));
    fixture.window->actions().save->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(
        fixture.window->messages()->text().startsWith(QStringLiteral("Saved")), patience);
    const auto saved = openRecording(fixture.saveAs.toStdString());
    QVERIFY(saved);
    QCOMPARE(saved->devices.size(), std::size_t(2));
    QCOMPARE(saved->devices[1].source, std::string("rank 1"));
    QCOMPARE(saved->devices[1].events.size(), state.recording()->recording.devices[1].events.size());
}

void TestWindowElsewhere::aFailedRankIsNamed()
{
    WindowFixture fixture;
    RunOptions options = fixture.runOptions(QStringLiteral("quit"));
    options.ranks = 2;
    options.settings = {QStringLiteral("misbehaves=1")};
    fixture.window->startRecording(options);
    QTRY_VERIFY_WITH_TIMEOUT(
        fixture.window->messages()->text().startsWith(QStringLiteral("Rank 1: ")), patience);
    QVERIFY(fixture.window->messages()->text().contains(QStringLiteral("The other ranks go on.")));
    QVERIFY(fixture.window->live()->isLive());
    fixture.window->grab().save(pictureFile(QStringLiteral("where-rank-failed.png")));
    fixture.window->actions().stop->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(fixture), State::Failed, patience);
    QVERIFY(!fixture.window->viewState()->recording()->recording.warnings.empty());
}

QTEST_MAIN(TestWindowElsewhere)
#include "tst_window_elsewhere.moc"
