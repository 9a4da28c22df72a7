// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/analysis/labelled_recording.h"
#include "tests/support/test_data.h"
#include "ui/flame/flame_graph.h"
#include "ui/groups/group_follower.h"
#include "ui/memory/groups_pane.h"
#include "ui/memory/memory_page.h"
#include "ui/memory/tensors_pane.h"
#include "ui/window/colour_scheme.h"
#include "ui/window/look.h"
#include "ui/window/lower_views.h"
#include "ui/window/recording_views.h"

#include <QClipboard>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>
#include <QTest>

using namespace tidemark;
using namespace tidemark::tests;
using namespace tidemark::ui;

namespace {

std::shared_ptr<const AnalyzedRecording> shared(Recording recording)
{
    return std::make_shared<const AnalyzedRecording>(analyze(std::move(recording)));
}

struct Shown {
    explicit Shown(Recording recording = labelledTraining())
        : follower(state)
        , page(state)
    {
        setLook(&page, pageLook(applicationTheme()));
        page.resize(1200, 420);
        page.show();
        state.setRecording(shared(std::move(recording)), false);
        settle();
    }

    // Until the page shows the moment that it is asked for.
    void settle()
    {
        if (!QTest::qWaitFor([this] { return page.isSettled(); }, 60'000))
            qFatal("Nothing is found");
    }

    QString text(const char* label) const { return page.findChild<QLabel*>(QLatin1String(label))->text(); }

    ViewState state;
    GroupFollower follower;
    MemoryPage page;
};

std::uint64_t sumOf(const MemoryFacts& facts)
{
    std::uint64_t sum = 0;
    for (const GroupHolding& holding : facts.holdings)
        sum += holding.bytes;
    return sum;
}

} // namespace

class TestMemoryPage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { applyColourScheme(ColourScheme::Light); }
    void sumsAreAllocatedAtAnyCursor();
    void thePeakStaysWhereverTheCursorGoes();
    void everyKindIsShown_data();
    void everyKindIsShown();
    void aChosenGroupIsLookedAt();
    void tensorsAreListedSortedAndCopied();
    void whatIsMissingIsSaid();
    void theLastQuestionIsAnswered();
    void growingRunsAreFollowed();
    void nothingIsFoundWhileHidden();
    void theWindowHasIt();
    void narrowWindowsKeepTheNames();
    void pictures_data();
    void pictures();
};

void TestMemoryPage::sumsAreAllocatedAtAnyCursor()
{
    Shown shown;
    for (const std::size_t position : {std::size_t(0), std::size_t(9), std::size_t(60), std::size_t(150)}) {
        shown.state.setCursor(position);
        QTRY_COMPARE_WITH_TIMEOUT(shown.page.facts()->position, position, 60'000);
        const auto allocated =
            static_cast<std::uint64_t>(shown.state.history().valueAt(Curve::Allocated, position));
        QCOMPARE(sumOf(*shown.page.facts()), allocated);
        QCOMPARE(shown.page.facts()->tree->bytes[0], allocated);
        QCOMPARE(shown.page.facts()->tensors.allocated, allocated);
        const QAbstractItemModel* rows = shown.page.groups()->table()->model();
        QCOMPARE(rows->index(rows->rowCount() - 1, 0).data().toString(), QStringLiteral("allocated"));
        QCOMPARE(rows->index(rows->rowCount() - 1, GroupTable::Bytes)
                     .data(Qt::ToolTipRole)
                     .toString()
                     .section(u' ', 0, 0)
                     .remove(u','),
            QString::number(allocated));
    }
}

void TestMemoryPage::thePeakStaysWhereverTheCursorGoes()
{
    Shown shown;
    const DeviceHistory& history = shown.state.history();
    shown.state.setCursor(20);
    using Moment = MemoryPage::Moment;
    const std::pair<Moment, Curve> moments[] = {{Moment::AllocatedPeak, Curve::Allocated},
        {Moment::ActivePeak, Curve::Active}, {Moment::ReservedPeak, Curve::Reserved}};
    for (const auto& [moment, curve] : moments) {
        shown.page.setMoment(moment);
        QTRY_COMPARE_WITH_TIMEOUT(shown.page.facts()->position, history.peak(curve).position, 60'000);
    }
    shown.page.setMoment(Moment::AllocatedPeak);
    QTRY_COMPARE_WITH_TIMEOUT(shown.page.facts()->position, history.peak(Curve::Allocated).position, 60'000);
    QCOMPARE(static_cast<std::int64_t>(sumOf(*shown.page.facts())), history.peak(Curve::Allocated).bytes);
    shown.state.setCursor(40);
    shown.settle();
    QCOMPARE(shown.page.facts()->position, history.peak(Curve::Allocated).position);
    for (QPushButton* button : shown.page.findChildren<QPushButton*>())
        if (button->text() == QStringLiteral("Go there"))
            button->click();
    QCOMPARE(shown.state.cursor(), history.peak(Curve::Allocated).position);
}

void TestMemoryPage::everyKindIsShown_data()
{
    QTest::addColumn<int>("by");
    for (const GroupBy by : allGroupBys)
        QTest::newRow(std::string(groupByName(by)).c_str()) << static_cast<int>(by);
}

void TestMemoryPage::everyKindIsShown()
{
    QFETCH(const int, by);
    Shown shown;
    shown.page.setMoment(MemoryPage::Moment::AllocatedPeak);
    shown.page.setBy(static_cast<GroupBy>(by));
    QTRY_VERIFY_WITH_TIMEOUT(shown.page.facts()->grouping.by == static_cast<GroupBy>(by), 60'000);
    QVERIFY(shown.page.groups()->table()->model()->rowCount() > 2);
    QVERIFY(shown.page.groups()->flame()->tree()->size() > 2);
    QVERIFY(shown.text("memoryNote").isEmpty());
}

void TestMemoryPage::aChosenGroupIsLookedAt()
{
    Shown shown;
    shown.page.setMoment(MemoryPage::Moment::AllocatedPeak);
    shown.settle();
    QTableView* table = shown.page.groups()->table();
    table->setFocus();
    table->selectRow(1);
    const FlameGraph* flame = shown.page.groups()->flame();
    QCOMPARE(flame->tree()->name[flame->focusNode()],
        table->model()->index(1, GroupTable::Group).data().toString().toStdString());
    QVERIFY(
        shown.text("flamePath").startsWith(QString::fromStdString(flame->tree()->name[flame->focusNode()])));
    auto* up = shown.page.findChild<QPushButton*>(QStringLiteral("flameUp"));
    QVERIFY(up->isEnabled());
    up->click();
    QCOMPARE(flame->focusNode(), 0U);
    QVERIFY(!up->isEnabled());
    shown.page.findChild<QLineEdit*>(QStringLiteral("flameSearch"))->setText(QStringLiteral("classifier"));
    QVERIFY(shown.text("flamePath").startsWith(QStringLiteral("found in ")));
}

void TestMemoryPage::tensorsAreListedSortedAndCopied()
{
    Shown shown;
    shown.page.setMoment(MemoryPage::Moment::AllocatedPeak);
    shown.page.showTensors(true);
    shown.settle();
    TensorsPane* pane = shown.page.tensors();
    QVERIFY(pane->isVisible());
    const QAbstractItemModel* rows = pane->table()->model();
    const TensorTable& table = shown.page.facts()->tensors;
    QCOMPARE(rows->rowCount(), static_cast<int>(table.rows.size() + table.unnamed.size()));
    QVERIFY(rows->rowCount() > 12);
    const QStringList lines = pane->csv().split(u'\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), rows->rowCount() + 1);
    QVERIFY(lines[0].startsWith(QStringLiteral("name,category,shape,dtype,kept by,requested,rounded")));
    std::uint64_t sum = 0;
    std::uint64_t last = UINT64_MAX;
    for (int i = 1; i < lines.size(); ++i) {
        // No name of this recording has a comma; shapes have none but one number.
        const std::uint64_t rounded = lines[i].split(u',')[TensorList::Rounded].toULongLong();
        QVERIFY(rounded <= last);
        last = rounded;
        sum += rounded;
    }
    QCOMPARE(static_cast<std::int64_t>(sum), shown.state.history().peak(Curve::Allocated).bytes);
    pane->table()->sortByColumn(TensorList::Name, Qt::AscendingOrder);
    QVERIFY(rows->index(0, 0).data().toString() <= rows->index(5, 0).data().toString());
    shown.page.findChild<QLineEdit*>(QStringLiteral("tensorSearch"))
        ->setText(QStringLiteral("CLASSIFIER.0.weight"));
    QVERIFY(rows->rowCount() >= 2);
    for (int i = 0; i < rows->rowCount(); ++i)
        QVERIFY(rows->index(i, 0).data().toString().contains(QStringLiteral("classifier.0.weight")));
    pane->table()->selectRow(0);
    pane->table()->setFocus();
    QTest::keySequence(pane->table(), QKeySequence::Copy);
    QCOMPARE(QGuiApplication::clipboard()->text(), pane->selectedText());
    QVERIFY(pane->selectedText().contains(QStringLiteral("classifier.0.weight")));
}

void TestMemoryPage::whatIsMissingIsSaid()
{
    LabelledTraining options;
    options.hasLabels = false;
    options.hasScopes = false;
    Shown shown(labelledTraining(options));
    QVERIFY(shown.text("memoryNote").contains(QStringLiteral("no labels of tensors")));
    shown.page.setBy(GroupBy::Module);
    QTRY_VERIFY_WITH_TIMEOUT(shown.text("memoryNote").contains(QStringLiteral("no module names")), 60'000);
    shown.page.showTensors(true);
    QTRY_VERIFY(shown.text("memoryNote").contains(QStringLiteral("No tensor is named")));
    shown.state.setRecording(nullptr, false);
    QCOMPARE(shown.text("memoryNothing"), QStringLiteral("No recording is open."));
}

// Those before it are given up, wherever their work is.
void TestMemoryPage::theLastQuestionIsAnswered()
{
    Shown shown;
    for (int round = 0; round < 20; ++round)
        for (const GroupBy by : allGroupBys) {
            shown.page.setBy(by);
            if (round % 3 == 0)
                QCoreApplication::processEvents();
        }
    QTRY_COMPARE_WITH_TIMEOUT(shown.page.facts()->grouping.by, allGroupBys.back(), 60'000);
    shown.state.setCursor(7);
    shown.page.setBy(GroupBy::Category);
    shown.state.setRecording(shared(labelledTraining()), false); // nothing of the one before comes any more
    QVERIFY(!shown.page.facts());
    QTRY_VERIFY_WITH_TIMEOUT(shown.page.facts(), 60'000);
    QCOMPARE(shown.page.facts()->device->recording, shown.state.recording());
    QCOMPARE(shown.page.facts()->grouping.by, GroupBy::Category);
}

void TestMemoryPage::growingRunsAreFollowed()
{
    const Recording whole = labelledTraining();
    Recording half = whole;
    half.devices[0].events = {};
    for (std::size_t i = 0; i < whole.devices[0].events.size() / 2; ++i)
        half.devices[0].events.append(whole.devices[0].events[i]);
    Shown shown(half);
    shown.state.setRecording(shared(whole), true);
    QTRY_COMPARE_WITH_TIMEOUT(shown.page.facts()->position, shown.state.history().eventCount(), 60'000);
    QCOMPARE(static_cast<std::int64_t>(sumOf(*shown.page.facts())),
        shown.state.history().valueAt(Curve::Allocated, shown.state.history().eventCount()));
}

void TestMemoryPage::nothingIsFoundWhileHidden()
{
    ViewState state;
    GroupFollower follower(state);
    MemoryPage page(state);
    state.setRecording(shared(labelledTraining()), false);
    QTest::qWait(150);
    QVERIFY(!state.allocations());
    page.show();
    QTRY_VERIFY_WITH_TIMEOUT(page.facts() != nullptr, 60'000);
    page.hide();
    QVERIFY(!state.areAllocationsWanted());
}

void TestMemoryPage::theWindowHasIt()
{
    ViewState state;
    RecordingViews views(&state);
    views.resize(1800, 800);
    views.show();
    state.setRecording(shared(labelledTraining()), false);
    views.lower()->showMemory();
    QVERIFY(views.lower()->memory()->isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(views.lower()->memory()->facts() != nullptr, 60'000);
    // There is room for every column, from the first.
    const QTableView* rows = views.lower()->memory()->groups()->table();
    QTRY_VERIFY(!rows->isColumnHidden(GroupTable::Share));
    views.lower()->showMap();
    QVERIFY(!views.lower()->memory()->isVisible());
}

void TestMemoryPage::narrowWindowsKeepTheNames()
{
    ViewState state;
    RecordingViews views(&state);
    views.resize(900, 700);
    views.show();
    views.lower()->showMemory();
    MemoryPage* page = views.lower()->memory();
    page->setBy(GroupBy::Module);
    state.setRecording(shared(labelledTraining()), false);
    QTRY_VERIFY_WITH_TIMEOUT(page->facts() != nullptr, 60'000);
    const QTableView* rows = page->groups()->table();
    QVERIFY(rows->columnWidth(GroupTable::Group) >= 120);
    QVERIFY(rows->isColumnHidden(GroupTable::Share)); // the figures say it, too
    QTest::qWait(100);
    QVERIFY(views.grab().toImage().save(pictureFile(QStringLiteral("memory-narrow.png"))));
    views.resize(1800, 700);
    QTRY_VERIFY(!rows->isColumnHidden(GroupTable::Share));
    const QHeaderView* header = rows->horizontalHeader();
    QTRY_VERIFY(header->length() >= rows->viewport()->width()); // the names take what is left
}

void TestMemoryPage::pictures_data()
{
    QTest::addColumn<int>("by");
    QTest::addColumn<bool>("isDark");
    QTest::addColumn<bool>("isTensors");
    QTest::newRow("category") << static_cast<int>(GroupBy::Category) << false << false;
    QTest::newRow("module-dark") << static_cast<int>(GroupBy::Module) << true << false;
    QTest::newRow("stack") << static_cast<int>(GroupBy::Stack) << false << false;
    QTest::newRow("tensors") << static_cast<int>(GroupBy::Category) << false << true;
    QTest::newRow("tensors-dark") << static_cast<int>(GroupBy::Category) << true << true;
}

void TestMemoryPage::pictures()
{
    QFETCH(const int, by);
    QFETCH(const bool, isDark);
    QFETCH(const bool, isTensors);
    applyColourScheme(isDark ? ColourScheme::Dark : ColourScheme::Light);
    LabelledTraining options;
    options.layers = 6;
    ViewState state;
    RecordingViews views(&state);
    views.resize(1500, 900);
    views.show();
    views.lower()->showMemory();
    MemoryPage* page = views.lower()->memory();
    page->setMoment(MemoryPage::Moment::AllocatedPeak);
    page->setBy(static_cast<GroupBy>(by));
    page->showTensors(isTensors);
    state.setRecording(shared(labelledTraining(options)), false);
    state.setColourBy(GroupBy::Category);
    state.setCursor(state.history().peak(Curve::Allocated).position);
    QTRY_VERIFY_WITH_TIMEOUT(page->facts() != nullptr && state.colouring() != nullptr, 60'000);
    QTest::qWait(200);
    QVERIFY(views.grab().toImage().save(
        pictureFile(QStringLiteral("memory-%1.png").arg(QString::fromLatin1(QTest::currentDataTag())))));
}

QTEST_MAIN(TestMemoryPage)
#include "tst_memory_page.moc"
