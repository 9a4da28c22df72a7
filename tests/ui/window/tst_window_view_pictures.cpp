// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_data.h"
#include "tests/ui/window/window_fixture.h"
#include "ui/active_memory/active_memory_page.h"
#include "ui/tables/tables_page.h"
#include "ui/window/colour_scheme.h"
#include "ui/window/lower_views.h"
#include "ui/window/message_bar.h"
#include "ui/window/recording_views.h"
#include "ui/window/view_exporter.h"

#include <QFile>
#include <QImage>
#include <QLabel>
#include <QSignalSpy>

using namespace tidemark;
using namespace tidemark::ui;
using namespace tidemark::tests;

class TestWindowViewPictures : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { applyColourScheme(ColourScheme::Light); }
    void everyViewIsWritten_data();
    void everyViewIsWritten();
    void whatIsWorkedOutIsWaitedFor_data();
    void whatIsWorkedOutIsWaitedFor();
    void whatTakesTooLongIsNotWritten();
    void layouts_data();
    void layouts();
    void aFloatingView_data() { layouts_data(); }
    void aFloatingView();
    void cleanupTestCase() { m_shared.reset(); }

private:
    std::unique_ptr<WindowFixture> m_shared; // shows something in each view
};

void TestWindowViewPictures::everyViewIsWritten_data()
{
    QTest::addColumn<int>("view");
    for (const DockedViewInfo& info : dockedViewInfos())
        QTest::newRow(info.name) << static_cast<int>(info.view);
}

// Two ranks, compared with another file, so that each view has something to show.
void TestWindowViewPictures::everyViewIsWritten()
{
    QFETCH(const int, view);
    const auto which = static_cast<DockedView>(view);
    const QString file = QStringLiteral("vgg.pickle");
    if (!m_shared)
        m_shared = std::make_unique<WindowFixture>();
    WindowFixture& fixture = *m_shared;
    LowerViews& lower = *fixture.window->views()->lower();
    if (!fixture.window->viewState()->recording()) {
        fixture.window->resize(1400, 900);
        fixture.window->openFiles({testDataFile(file), testDataFile(QStringLiteral("vary.pickle"))});
        QTRY_VERIFY_WITH_TIMEOUT(fixture.window->viewState()->recording()
                && !fixture.window->viewState()->isPreview() && !fixture.window->showsStartPage(),
            patience);
        fixture.window->compareWith(testDataFile(file));
        QTRY_VERIFY_WITH_TIMEOUT(lower.isMeaningful(DockedView::Compared), patience);
    }
    lower.tables()->showTable(TablesPage::Allocations); // the longest to find
    if (!lower.isMeaningful(which))
        QSKIP("this recording has one device");
    lower.showView(which == DockedView::Map ? DockedView::Steps : DockedView::Map);
    const std::array<std::pair<const char*, const char*>, 3> kinds = {
        {{"svg", "<?xml"}, {"png", "\x89PNG"}, {"pdf", "%PDF-"}}};
    for (const auto& [ending, begin] : kinds) {
        const QString name =
            QStringLiteral("view-%1.%2").arg(QLatin1String(QTest::currentDataTag()), QLatin1String(ending));
        fixture.saveAs = fixture.folder.filePath(name);
        fixture.window->messages()->dismiss();
        fixture.window->actions().exportViews[indexOf(which)]->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(fixture.window->messages()->text(),
            QStringLiteral("The picture is in %1.").arg(fixture.saveAs), patience);
        QVERIFY(lower.isSeen(which));
        QFile written(fixture.saveAs);
        QVERIFY(written.open(QIODevice::ReadOnly));
        const QByteArray content = written.readAll();
        QVERIFY(content.startsWith(begin));
        if (qstrcmp(ending, "svg") == 0)
            QVERIFY(content.contains("<text") && !content.contains("Finding"));
        QFile::remove(pictureFile(name));
        QFile::copy(fixture.saveAs, pictureFile(name));
        if (qstrcmp(ending, "png") == 0) {
            const QImage image(fixture.saveAs);
            QVERIFY(image.width() > 300 && image.height() > 100);
            QVERIFY(image.width() < 1400); // not the whole window
        }
    }
}

void TestWindowViewPictures::whatIsWorkedOutIsWaitedFor_data()
{
    QTest::addColumn<bool>("isFresh");
    QTest::newRow("shown for this") << true;
    QTest::newRow("seen already") << false;
}

// However still it is.
void TestWindowViewPictures::whatIsWorkedOutIsWaitedFor()
{
    QFETCH(const bool, isFresh);
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("view.png"));
    QLabel view(QStringLiteral("Finding out what was allocated …"));
    view.show();
    ViewExporter exporter;
    const QSignalSpy written(&exporter, &ViewExporter::written);
    int looks = 0;
    bool isReady = false;
    exporter.write(view, file, isFresh, [&] {
        ++looks;
        return isReady;
    });
    QTRY_VERIFY_WITH_TIMEOUT(looks > 20, patience);
    QVERIFY(!QFile::exists(file));
    isReady = true;
    view.setText(QStringLiteral("3 allocations"));
    const QImage whole = view.grab().toImage();
    QTRY_COMPARE_WITH_TIMEOUT(written.size(), 1, patience);
    QCOMPARE(QImage(file), whole.convertToFormat(QImage(file).format()));
}

void TestWindowViewPictures::whatTakesTooLongIsNotWritten()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("view.png"));
    QLabel view(QStringLiteral("Finding out what was allocated …"));
    view.show();
    ViewExporter exporter(nullptr, std::chrono::milliseconds(1));
    const QSignalSpy failed(&exporter, &ViewExporter::failed);
    exporter.write(view, file, false, [] { return false; });
    QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, patience);
    QVERIFY(failed.front().front().toString().contains(QStringLiteral("still being worked out")));
    QVERIFY(!exporter.isWaiting());
    QVERIFY(!QFile::exists(file));
}

void TestWindowViewPictures::layouts_data()
{
    QTest::addColumn<bool>("isDark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
}

void TestWindowViewPictures::layouts()
{
    QFETCH(const bool, isDark);
    WindowFixture fixture;
    applyColourScheme(isDark ? ColourScheme::Dark : ColourScheme::Light);
    fixture.window->resize(1500, 950);
    fixture.open(testDataFile(QStringLiteral("vgg.pickle")));
    LowerViews& lower = *fixture.window->views()->lower();
    fixture.window->viewState()->setCursor(fixture.eventCount() / 2);
    const auto save = [&](const char* name) {
        QTest::qWait(300);
        QVERIFY(fixture.window->grab().save(pictureFile(
            QStringLiteral("layout-%1-%2.png")
                .arg(QLatin1String(name), isDark ? QStringLiteral("dark") : QStringLiteral("light")))));
    };
    save("first");
    lower.setBeside(DockedView::ActiveMemory, true);
    QVERIFY(lower.isSeen(DockedView::Map) && lower.isSeen(DockedView::ActiveMemory));
    QTRY_VERIFY_WITH_TIMEOUT(lower.activeMemory()->isSettled(), patience);
    save("beside");
    lower.closeView(DockedView::Details);
    lower.setBeside(DockedView::Memory, true);
    save("three");
    lower.resetLayout();
    fixture.window->resize(900, 600);
    save("small");
}

void TestWindowViewPictures::aFloatingView()
{
    QFETCH(const bool, isDark);
    WindowFixture fixture;
    applyColourScheme(isDark ? ColourScheme::Dark : ColourScheme::Light);
    fixture.window->resize(1400, 900);
    fixture.open(testDataFile(QStringLiteral("vgg.pickle")));
    LowerViews& lower = *fixture.window->views()->lower();
    lower.setFloating(DockedView::ActiveMemory, true);
    QTRY_VERIFY_WITH_TIMEOUT(lower.activeMemory()->isSettled(), patience);
    QTest::qWait(200);
    QWidget* window = lower.activeMemory()->window();
    QVERIFY(window != fixture.window.get());
    QVERIFY(window->grab().save(
        pictureFile(QStringLiteral("layout-floating-%1.png")
                        .arg(isDark ? QStringLiteral("dark") : QStringLiteral("light")))));
}

QTEST_MAIN(TestWindowViewPictures)
#include "tst_window_view_pictures.moc"
