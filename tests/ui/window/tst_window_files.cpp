// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_data.h"
#include "tests/ui/window/window_fixture.h"
#include "ui/details/figures.h"
#include "ui/window/message_bar.h"
#include "ui/window/status_line.h"

#include <QDropEvent>
#include <QFile>
#include <QFileInfo>
#include <QMenu>
#include <QMimeData>

using namespace tidemark;
using namespace tidemark::ui;
using namespace tidemark::tests;

namespace {

void write(const QString& path, const QByteArray& content)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(content);
}

void compareEvents(const Recording& left, const Recording& right)
{
    QCOMPARE(left.devices.size(), right.devices.size());
    for (std::size_t d = 0; d < left.devices.size(); ++d) {
        const EventColumns& a = left.devices[d].events;
        const EventColumns& b = right.devices[d].events;
        QCOMPARE(a.size(), b.size());
        for (std::size_t i = 0; i < a.size(); ++i) {
            QCOMPARE(a.action()[i], b.action()[i]);
            QCOMPARE(a.address()[i], b.address()[i]);
            QCOMPARE(a.sizes()[i], b.sizes()[i]);
            QCOMPARE(a.timeUs()[i], b.timeUs()[i]);
        }
    }
}

} // namespace

class TestWindowFiles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void opensASnapshot();
    void unreadableFilesLeaveTheWindowAsItWas_data();
    void unreadableFilesLeaveTheWindowAsItWas();
    void aTruncatedFileSaysWhereItEnds();
    void theLastFileAskedForWins();
    void cancelledFilesAreNotShown();
    void recentFilesAreKept();
    void recentFilesOpenFromTheStartPage();
    void filesCanBeDropped();
    void savedAndOpenedAgainIsEqual();
    void anUnwritablePlaceIsTold();
    void picturesAreExported();
};

void TestWindowFiles::opensASnapshot()
{
    WindowFixture fixture;
    QVERIFY(fixture.window->showsStartPage());
    QVERIFY(!fixture.window->actions().save->isEnabled());
    fixture.open(testDataFile(QStringLiteral("rand_small.pickle")));
    QVERIFY(!fixture.window->showsStartPage());
    QVERIFY(fixture.window->windowTitle().contains(QStringLiteral("rand_small.pickle")));
    QVERIFY(fixture.window->actions().save->isEnabled());
    QVERIFY(fixture.eventCount() > 0);
    const QString count = countText(fixture.eventCount());
    const QString figures = fixture.window->statusLine()->figures();
    QVERIFY2(figures.startsWith(QStringLiteral("event %1 of %1").arg(count)), qPrintable(figures));
    // Live controls rest, and say why.
    QAction* empty = fixture.window->actions().emptyCache;
    QVERIFY(!empty->isEnabled());
    QVERIFY(empty->toolTip().contains(QStringLiteral("running recording")));
    fixture.window->grab().save(pictureFile(QStringLiteral("window-snapshot.png")));
}

void TestWindowFiles::unreadableFilesLeaveTheWindowAsItWas_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("no such file") << QByteArray();
    QTest::newRow("words") << QByteArray("dear diary, today I used too much memory\n");
    QTest::newRow("a broken pickle") << QByteArray("\x80\x04\x95\xff\xff", 5);
}

void TestWindowFiles::unreadableFilesLeaveTheWindowAsItWas()
{
    QFETCH(QByteArray, content);
    WindowFixture fixture;
    fixture.open(testDataFile(QStringLiteral("rand_small.pickle")));
    const auto before = fixture.window->viewState()->recording();
    const QString path = fixture.path(QStringLiteral("bad.pickle"));
    if (!content.isEmpty())
        write(path, content);
    fixture.window->openFile(path);
    MessageBar* messages = fixture.window->messages();
    QTRY_VERIFY_WITH_TIMEOUT(messages->isVisible() && !messages->showsProgress(), patience);
    QCOMPARE(messages->tone(), MessageBar::Tone::Trouble);
    QVERIFY2(messages->text().contains(QStringLiteral("bad.pickle")), qPrintable(messages->text()));
    QCOMPARE(fixture.window->viewState()->recording(), before);
    QVERIFY(!fixture.window->showsStartPage());
    fixture.window->grab().save(pictureFile(QStringLiteral("window-error.png")));
}

void TestWindowFiles::aTruncatedFileSaysWhereItEnds()
{
    WindowFixture fixture;
    fixture.open(testDataFile(QStringLiteral("rand_small.pickle")));
    fixture.saveAs = fixture.path(QStringLiteral("whole.tide"));
    fixture.window->actions().save->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(
        fixture.window->messages()->text().startsWith(QStringLiteral("Saved")), patience);
    QFile whole(fixture.saveAs);
    QVERIFY(whole.open(QIODevice::ReadOnly));
    const QByteArray bytes = whole.readAll();
    const QString cut = fixture.path(QStringLiteral("cut.tide"));
    write(cut, bytes.left(bytes.size() - 9));
    fixture.open(cut);
    QVERIFY(!fixture.window->viewState()->recording()->recording.complete);
    QVERIFY(!fixture.window->messages()->text().isEmpty());
    QVERIFY(fixture.window->statusLine()->wholeness().contains(QStringLiteral("the file ends early")));
}

void TestWindowFiles::theLastFileAskedForWins()
{
    WindowFixture fixture;
    fixture.window->openFile(testDataFile(QStringLiteral("vgg.pickle")));
    fixture.window->openFile(testDataFile(QStringLiteral("rand_small.pickle")));
    QTRY_VERIFY_WITH_TIMEOUT(fixture.window->viewState()->recording(), patience);
    const auto shown = fixture.window->viewState()->recording();
    QTest::qWait(300);
    QCOMPARE(fixture.window->viewState()->recording(), shown);
    QVERIFY(fixture.window->windowTitle().contains(QStringLiteral("rand_small")));
    QCOMPARE(fixture.window->recentFiles().files().size(), 1);
}

void TestWindowFiles::cancelledFilesAreNotShown()
{
    FileOpener opener;
    int shown = 0;
    connect(&opener, &FileOpener::opened, this, [&shown] { ++shown; });
    opener.open({testDataFile(QStringLiteral("vgg.pickle"))});
    QVERIFY(opener.isOpening());
    opener.cancel();
    QVERIFY(!opener.isOpening());
    opener.open({testDataFile(QStringLiteral("rand_small.pickle"))});
    QTRY_COMPARE_WITH_TIMEOUT(shown, 1, patience);
    QTest::qWait(200);
    QCOMPARE(shown, 1);
}

void TestWindowFiles::recentFilesAreKept()
{
    WindowFixture fixture;
    const QString first = testDataFile(QStringLiteral("rand_small.pickle"));
    const QString second = testDataFile(QStringLiteral("roundup.pickle"));
    fixture.open(first);
    fixture.open(second);
    fixture.open(first);
    fixture.window->close();
    fixture.reopen();
    const auto files = fixture.window->recentFiles().files();
    QCOMPARE(files.size(), 2);
    QCOMPARE(files[0].path, QFileInfo(first).absoluteFilePath());
    QCOMPARE(files[1].path, QFileInfo(second).absoluteFilePath());
    QCOMPARE(files[0].opened.date(), QDate::currentDate());
    QCOMPARE(fixture.window->actions().recent->actions().size(), 4); // two files, a line, and Clear

    QSettings settings(fixture.path(QStringLiteral("many.ini")), QSettings::IniFormat);
    RecentFiles many(settings);
    for (int i = 0; i < 15; ++i)
        many.add(QStringLiteral("/file %1").arg(i));
    QCOMPARE(RecentFiles(settings).files().size(), RecentFiles::most);
    QCOMPARE(RecentFiles(settings).files().front().path, QStringLiteral("/file 14"));
}

void TestWindowFiles::recentFilesOpenFromTheStartPage()
{
    WindowFixture fixture;
    fixture.open(testDataFile(QStringLiteral("rand_small.pickle")));
    fixture.window->close();
    fixture.reopen();
    auto* entry = fixture.window->findChild<QPushButton*>(QStringLiteral("recentFile"));
    QVERIFY(entry && entry->text().contains(QStringLiteral("rand_small.pickle")));
    QVERIFY(entry->text().contains(QStringLiteral("today")));
    QTest::mouseClick(entry, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!fixture.window->showsStartPage(), patience);
}

void TestWindowFiles::filesCanBeDropped()
{
    WindowFixture fixture;
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(testDataFile(QStringLiteral("rand_small.pickle")))});
    QDragEnterEvent enter({200, 200}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(fixture.window.get(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(QPointF(200, 200), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(fixture.window.get(), &drop);
    QTRY_VERIFY_WITH_TIMEOUT(fixture.eventCount() > 0, patience);

    QMimeData text;
    text.setText(QStringLiteral("not a file"));
    QDragEnterEvent other({200, 200}, Qt::CopyAction, &text, Qt::LeftButton, Qt::NoModifier);
    other.ignore();
    QCoreApplication::sendEvent(fixture.window.get(), &other);
    QVERIFY(!other.isAccepted());
}

void TestWindowFiles::savedAndOpenedAgainIsEqual()
{
    WindowFixture fixture;
    fixture.open(testDataFile(QStringLiteral("vgg.pickle")));
    const auto before = fixture.window->viewState()->recording();
    fixture.saveAs = fixture.path(QStringLiteral("saved.tide"));
    QTest::keyClick(fixture.window.get(), Qt::Key_S, Qt::ControlModifier);
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(fixture.saveAs), patience);
    fixture.open(fixture.saveAs);
    const auto after = fixture.window->viewState()->recording();
    QVERIFY(after != before);
    compareEvents(before->recording, after->recording);
    for (const Curve curve : {Curve::Allocated, Curve::Active, Curve::Reserved})
        QCOMPARE(after->histories[0].peak(curve).bytes, before->histories[0].peak(curve).bytes);
}

void TestWindowFiles::anUnwritablePlaceIsTold()
{
    WindowFixture fixture;
    fixture.open(testDataFile(QStringLiteral("rand_small.pickle")));
    fixture.saveAs = QStringLiteral("/nowhere/at all/x.tide");
    fixture.window->actions().save->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(fixture.window->messages()->tone(), MessageBar::Tone::Trouble, patience);
    QVERIFY(fixture.window->messages()->text().contains(fixture.saveAs));
}

void TestWindowFiles::picturesAreExported()
{
    WindowFixture fixture;
    fixture.open(testDataFile(QStringLiteral("rand_small.pickle")));
    fixture.saveAs = fixture.path(QStringLiteral("views.png"));
    fixture.window->actions().exportPicture->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(fixture.saveAs), patience); // once all of it is there
    const QImage picture(fixture.saveAs);
    QVERIFY(picture.width() > 500 && picture.height() > 300);
}

QTEST_MAIN(TestWindowFiles)
#include "tst_window_files.moc"
