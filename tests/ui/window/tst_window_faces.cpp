// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/tide_file.h"
#include "tests/support/test_data.h"
#include "tests/ui/window/window_fixture.h"
#include "ui/details/details_pane.h"
#include "ui/devices/devices_canvas.h"
#include "ui/devices/devices_page.h"
#include "ui/timeline/sampled_curves.h"
#include "ui/window/colour_scheme.h"
#include "ui/window/lower_views.h"
#include "ui/window/message_bar.h"
#include "ui/window/recording_views.h"
#include "ui/window/status_line.h"

#include <QClipboard>
#include <QComboBox>
#include <QDialog>
#include <QDropEvent>
#include <QFile>
#include <QLabel>
#include <QMimeData>
#include <QTextBrowser>
#include <QToolButton>

using namespace tidemark;
using namespace tidemark::ui;
using namespace tidemark::tests;

// What somebody sees of files that are not simply whole.
class TestWindowFaces : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { applyColourScheme(ColourScheme::Light); }
    void filesSayWhatTheyLack_data();
    void filesSayWhatTheyLack();
    void aFileCutInItsEventsSaysSo_data();
    void aFileCutInItsEventsSaysSo();
    void segmentsOnlyComeWithARecipe();
    void notesAreListed();
    void ranksAreDevicesOfOneRecording_data();
    void ranksAreDevicesOfOneRecording();
    void pinnedHostMemoryHasItsOwnName();
    void sampledCurvesAreDrawn_data();
    void sampledCurvesAreDrawn();
    void filesHaveNoButtonsThatSteer();
    void thereIsAWayToTheStartPageAndBack();
};

void TestWindowFaces::filesSayWhatTheyLack_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("message"); // part of it; empty: none
    QTest::addColumn<QString>("wholeness");
    QTest::newRow("whole") << "rand_small.pickle"
                           << ""
                           << "history whole";
    QTest::newRow("begins in the middle") << "wrapped.pickle"
                                          << "beginning is missing"
                                          << "history partial: its start is rebuilt from its end";
    QTest::newRow("segments") << "segments_only.pickle"
                              << "state at one moment"
                              << "no history, segments only";
    QTest::newRow("a list of segments") << "segments_only_list.pickle"
                                        << "state at one moment"
                                        << "no history, segments only";
}

void TestWindowFaces::filesSayWhatTheyLack()
{
    QFETCH(QString, file);
    QFETCH(QString, message);
    QFETCH(QString, wholeness);
    WindowFixture fixture;
    fixture.window->resize(1400, 900);
    fixture.open(testDataFile(file));
    const MessageBar* messages = fixture.window->messages();
    QCOMPARE(messages->isVisible(), !message.isEmpty());
    QVERIFY2(messages->text().contains(message), qPrintable(messages->text()));
    QCOMPARE(fixture.window->statusLine()->wholeness(), wholeness);
    QTest::qWait(200);
    fixture.window->grab().save(pictureFile(QStringLiteral("face-%1.png").arg(file.section(u'.', 0, 0))));
}

void TestWindowFaces::aFileCutInItsEventsSaysSo_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("percent");
    QTest::newRow("in the events") << "rand_small.pickle" << 60;
    QTest::newRow("in the segments") << "rand_small.pickle" << 1;
    QTest::newRow("near the end") << "vgg.pickle" << 99;
}

void TestWindowFaces::aFileCutInItsEventsSaysSo()
{
    QFETCH(QString, file);
    QFETCH(int, percent);
    WindowFixture fixture;
    fixture.window->resize(1400, 900);
    const QByteArray bytes = testData(file);
    const QByteArray part = bytes.left(bytes.size() * percent / 100);
    const QString path = fixture.path(QStringLiteral("cut.pickle"));
    QFile cut(path);
    QVERIFY(cut.open(QIODevice::WriteOnly) && cut.write(part) == part.size());
    cut.close();
    fixture.open(path);
    const MessageBar* messages = fixture.window->messages();
    QCOMPARE(messages->tone(), MessageBar::Tone::Trouble);
    QVERIFY(messages->isVisible());
    QString place = QLocale(QLocale::English).toString(part.size());
    QVERIFY2(messages->text().contains(QStringLiteral("ends early, at byte ") + place),
        qPrintable(messages->text()));
    const QString wholeness = fixture.window->statusLine()->wholeness();
    QVERIFY2(wholeness.contains(QStringLiteral("the file ends early")), qPrintable(wholeness));
    QVERIFY2(!wholeness.contains(QStringLiteral("lost")), qPrintable(wholeness));
    QVERIFY2(!wholeness.contains(QStringLiteral("whole")), qPrintable(wholeness));
    QTest::qWait(300);
    const QString details = fixture.window->views()->details()->toPlainText();
    QVERIFY2(!details.contains(QStringLiteral("tells no events")), qPrintable(details));
    fixture.window->grab().save(pictureFile(QStringLiteral("face-cut-%1.png").arg(percent)));
    fixture.window->actions().schemeDark->trigger();
    QTest::qWait(300);
    fixture.window->grab().save(pictureFile(QStringLiteral("face-cut-%1-dark.png").arg(percent)));
}

void TestWindowFaces::segmentsOnlyComeWithARecipe()
{
    WindowFixture fixture;
    fixture.open(testDataFile(QStringLiteral("segments_only.pickle")));
    const MessageBar* messages = fixture.window->messages();
    QVERIFY(messages->text().contains(QStringLiteral("_record_memory_history")));
    QVERIFY(fixture.window->viewState()->segments()->segments.size() > 0);
    auto* copy = fixture.window->findChild<QToolButton*>(QStringLiteral("messageLink"));
    QVERIFY(copy->isVisible());
    QGuiApplication::clipboard()->clear();
    QTest::mouseClick(copy, Qt::LeftButton);
    const QString line = QGuiApplication::clipboard()->text();
    QVERIFY(line.startsWith(QStringLiteral("torch.cuda.memory._record_memory_history(")));
    QVERIFY(messages->text().contains(line));
}

void TestWindowFaces::notesAreListed()
{
    WindowFixture fixture;
    fixture.open(testDataFile(QStringLiteral("wrapped.pickle")));
    const auto& warnings = fixture.window->viewState()->recording()->recording.warnings;
    QVERIFY(warnings.size() > 1);
    auto* all = fixture.window->findChild<QToolButton*>(QStringLiteral("messageLink"));
    QCOMPARE(all->text(), QStringLiteral("All notes (%1)").arg(warnings.size()));
    QTest::mouseClick(all, Qt::LeftButton);
    const auto* dialog = fixture.window->findChild<QDialog*>();
    QVERIFY(dialog);
    const QString text = dialog->findChild<QTextBrowser*>()->toPlainText();
    for (const std::string& warning : warnings)
        QVERIFY2(text.contains(QString::fromStdString(warning)), warning.c_str());
}

void TestWindowFaces::ranksAreDevicesOfOneRecording_data()
{
    QTest::addColumn<bool>("isFolder");
    QTest::newRow("two files dropped") << false;
    QTest::newRow("a folder") << true;
}

void TestWindowFaces::ranksAreDevicesOfOneRecording()
{
    QFETCH(bool, isFolder);
    WindowFixture fixture;
    fixture.window->resize(1400, 900);
    QDir folder(fixture.path(QStringLiteral("job")));
    QVERIFY(folder.mkpath(QStringLiteral(".")));
    QList<QUrl> urls;
    for (const char* name : {"ddp_rank0.pickle", "ddp_rank1.pickle"}) {
        const QString copy = folder.filePath(QLatin1String(name));
        QVERIFY(QFile::copy(testDataFile(QLatin1String(name)), copy));
        urls << QUrl::fromLocalFile(copy);
    }
    QMimeData data;
    data.setUrls(isFolder ? QList<QUrl>{QUrl::fromLocalFile(folder.path())} : urls);
    // Qt gives a drop to what accepted the drag.
    QDragEnterEvent enter(QPoint(200, 200), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(fixture.window.get(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(QPointF(200, 200), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(fixture.window.get(), &drop);
    // The first rank may be seen before the second has been read.
    const auto isAllThere = [&] {
        const auto recording = fixture.window->viewState()->recording();
        return recording && recording->recording.complete && recording->recording.devices.size() == 2;
    };
    QTRY_VERIFY_WITH_TIMEOUT(isAllThere() && !fixture.window->showsStartPage(), patience);
    QVERIFY2(fixture.eventCount() > 0, qPrintable(fixture.window->messages()->text()));

    const auto* devices = fixture.window->findChild<QComboBox*>(QStringLiteral("devices"));
    QVERIFY(devices && devices->isVisible());
    QCOMPARE(devices->count(), 2);
    for (int i = 0; i < 2; ++i) {
        const QString text = devices->itemText(i);
        const QString wanted = QStringLiteral("rank %1 · cuda:%1 — peak reserved %2").arg(i);
        QCOMPARE(text, wanted.arg(i == 0 ? QStringLiteral("652 MiB") : QStringLiteral("756 MiB")));
    }
    QVERIFY(fixture.window->windowTitle().startsWith(
        isFolder ? QStringLiteral("job") : QStringLiteral("ddp_rank0.pickle and 1 more")));
    QTest::qWait(200);
    fixture.window->grab().save(pictureFile(QStringLiteral("face-ranks.png")));
    QAction* sideBySide = fixture.window->actions().view(DockedView::Devices);
    QVERIFY(sideBySide->isEnabled());
    sideBySide->trigger();
    QVERIFY(fixture.window->views()->lower()->devices()->isVisible());
    QCOMPARE(fixture.window->focusWidget(), fixture.window->views()->lower()->devices()->canvas());
    QTest::qWait(200);
    fixture.window->grab().save(pictureFile(QStringLiteral("face-devices.png")));
}

void TestWindowFaces::pinnedHostMemoryHasItsOwnName()
{
    WindowFixture fixture;
    fixture.open(testDataFile(QStringLiteral("snapshots/everything_protocol4.pickle")));
    const auto* devices = fixture.window->findChild<QComboBox*>(QStringLiteral("devices"));
    QStringList names;
    for (int i = 0; i < devices->count(); ++i)
        names << devices->itemText(i);
    QVERIFY2(names.filter(QStringLiteral("pinned host memory")).size() == 1, qPrintable(names.join(u'|')));
    QVERIFY2(names.filter(QStringLiteral("cuda:-")).isEmpty(), qPrintable(names.join(u'|')));
}

void TestWindowFaces::sampledCurvesAreDrawn_data()
{
    QTest::addColumn<bool>("dark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
}

void TestWindowFaces::sampledCurvesAreDrawn()
{
    QFETCH(bool, dark);
    Recording recording;
    recording.format = "sampled curves";
    Device& device = recording.devices.emplace_back();
    for (const char* name : {"allocated", "reserved", "activation", "gradient"}) {
        SampledCurve& curve = device.curves.emplace_back();
        curve.name = name;
        const auto scale = static_cast<std::int64_t>(device.curves.size());
        for (std::int64_t i = 0; i < 2000; ++i) {
            curve.timeUs.push_back(1'700'000'000'000'000 + i * 1500);
            curve.bytes.push_back((scale << 30) + ((i * i * scale) % 997) * 500'000);
        }
    }
    WindowFixture fixture;
    fixture.window->resize(1400, 900);
    const QString path = fixture.path(QStringLiteral("curves.tide"));
    QVERIFY(writeTide(recording, path.toStdString()));
    fixture.open(path);
    const SampledCurves* curves = fixture.window->views()->sampledCurves();
    QVERIFY(curves->isVisible());
    QCOMPARE(curves->graphCount(), 4);
    QVERIFY(curves->readoutAt(15'000).contains(QStringLiteral("activation")));
    QCOMPARE(curves->readoutAt(0).section(u'\n', 1, 1), QStringLiteral("allocated  1.00 GiB"));
    const auto* noMap = fixture.window->findChild<QLabel*>(QStringLiteral("noMap"));
    QVERIFY(noMap->isVisible() && noMap->text().contains(QStringLiteral("No map")));
    QCOMPARE(fixture.window->statusLine()->wholeness(), QStringLiteral("sampled curves, no events"));
    (dark ? fixture.window->actions().schemeDark : fixture.window->actions().schemeLight)->trigger();
    QTest::qWait(300);
    fixture.window->grab().save(
        pictureFile(dark ? QStringLiteral("face-curves-dark.png") : QStringLiteral("face-curves.png")));
    // Another file brings the timeline back.
    fixture.open(testDataFile(QStringLiteral("rand_small.pickle")));
    QVERIFY(!curves->isVisible());
    QVERIFY(!noMap->isVisible());
}

void TestWindowFaces::filesHaveNoButtonsThatSteer()
{
    WindowFixture fixture;
    fixture.open(testDataFile(QStringLiteral("vgg.pickle")));
    for (const char* name : {"followButton", "pauseButton", "stepButton", "stopButton", "emptyCacheButton",
             "resetPeakButton", "markButton"})
        QVERIFY2(!fixture.button(name)->isVisible(), name);
    const auto* prediction = fixture.window->findChild<QLabel*>(QStringLiteral("prediction"));
    QVERIFY(prediction->isVisible());
    QVERIFY2(prediction->text().contains(QStringLiteral("Empty cache would have returned")),
        qPrintable(prediction->text()));
    fixture.window->startRecording(fixture.runOptions(QStringLiteral("train")));
    QTRY_VERIFY_WITH_TIMEOUT(fixture.button("emptyCacheButton")->isVisible(), patience);
    QVERIFY(fixture.button("followButton")->isVisible());
    QVERIFY(!prediction->isVisible());
}

void TestWindowFaces::thereIsAWayToTheStartPageAndBack()
{
    WindowFixture fixture;
    QVERIFY(!fixture.button("backToRecording")->isVisible());
    fixture.open(testDataFile(QStringLiteral("rand_small.pickle")));
    QTest::mouseClick(fixture.button("newRecordingButton"), Qt::LeftButton);
    QVERIFY(fixture.window->showsStartPage());
    QVERIFY(fixture.button("backToRecording")->text().contains(QStringLiteral("rand_small.pickle")));
    QTest::mouseClick(fixture.button("backToRecording"), Qt::LeftButton);
    QVERIFY(!fixture.window->showsStartPage());
}

QTEST_MAIN(TestWindowFaces)
#include "tst_window_faces.moc"
