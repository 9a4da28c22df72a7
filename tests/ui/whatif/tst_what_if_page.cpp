// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/reserved/composition.h"
#include "core/simulate/empty_cache_moments.h"
#include "tests/support/test_data.h"
#include "tests/ui/details/opened.h"
#include "ui/whatif/simulated_map.h"
#include "ui/whatif/what_if_page.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

using namespace tidemark;
using namespace tidemark::tests;
using namespace tidemark::ui;

namespace {

constexpr int patience = 180'000;

// The page on a view state, and the hand on it.
struct PageDriver {
    explicit PageDriver(std::shared_ptr<const AnalyzedRecording> recording)
    {
        state.setRecording(std::move(recording), false);
        page = std::make_unique<WhatIfPage>(state);
        page->resize(1100, 360);
        page->show();
    }

    template <class Widget>
    Widget* part(const char* name) const
    {
        return page->findChild<Widget*>(QString::fromLatin1(name));
    }
    bool isIdle() const { return page->runner().task() == WhatIfRunner::Task::None; }
    void run(const QString& conf) const
    {
        part<QLineEdit>("whatIfConf")->setText(conf);
        part<QPushButton>("whatIfRun")->click();
    }
    const Device& device() const { return state.device(); }

    ViewState state;
    std::unique_ptr<WhatIfPage> page;
};

} // namespace

// What would have been, asked of a recording in the window.
class WhatIfPageTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void checksWhenItIsFirstSeen();
    void runLiesOverTheRecorded();
    void rowsChooseWhatIsShown();
    void emptyCacheAtTheCursor();
    void mapShowsTheSimulatedState();
    void suggestionsAreRankedAndRun();
    void otherRecordingEndsTheRun();
    void growingRunIsNotAsked();
    void faultIsSaid();
    void filterLeavesItOfAllMemory();
    void pictures();

private:
    std::shared_ptr<const AnalyzedRecording> m_vary;
};

void WhatIfPageTest::initTestCase()
{
    m_vary = opened(QStringLiteral("vary.pickle"));
}

void WhatIfPageTest::checksWhenItIsFirstSeen()
{
    PageDriver driver(m_vary);
    QTRY_VERIFY_WITH_TIMEOUT(driver.page->runner().program(), patience);
    const CheckResult& check = driver.page->runner().program()->check;
    QVERIFY(check.isEqual());
    QVERIFY(check.decisions > 1000);
    QVERIFY(driver.part<QLabel>("whatIfCheck")->text().contains(QStringLiteral("decides as PyTorch did")));
    QCOMPARE(driver.page->table().rowCount(), 1);
    QCOMPARE(driver.page->table().row(0).figures.peak.reserved,
        static_cast<std::uint64_t>(m_vary->histories[0].peak(Curve::Reserved).bytes));
}

void WhatIfPageTest::runLiesOverTheRecorded()
{
    PageDriver driver(m_vary);
    driver.run(QStringLiteral("expandable_segments:True"));
    QVERIFY(!driver.isIdle());
    QTRY_VERIFY_WITH_TIMEOUT(driver.page->shown(), patience);
    QVERIFY(driver.isIdle());
    const auto overlays = driver.state.overlays();
    QCOMPARE(overlays.size(), std::size_t(2));
    QCOMPARE(overlays[0]->values.size(), driver.device().events.size());
    std::int64_t peak = 0;
    for (std::size_t event = 0; event < overlays[0]->values.size(); ++event)
        peak = std::max(peak, overlays[0]->values[event]);
    const Simulation& simulation = driver.page->shown()->simulation;
    QCOMPARE(static_cast<std::uint64_t>(peak), simulation.figures.peak.reserved);
    QVERIFY(simulation.figures.peak.reserved < driver.page->table().row(0).figures.peak.reserved);
    // The program asks for the same, and expandable segments cut blocks closer to it.
    for (std::size_t event = 0; event < overlays[1]->values.size(); ++event)
        QVERIFY(overlays[1]->values[event] <= m_vary->histories[0].curve(Curve::Active)[event]);
}

void WhatIfPageTest::rowsChooseWhatIsShown()
{
    PageDriver driver(m_vary);
    driver.run(QStringLiteral("expandable_segments:True"));
    QTRY_VERIFY_WITH_TIMEOUT(driver.page->shown(), patience);
    const auto first = driver.page->shown();
    driver.run(QStringLiteral("roundup_power2_divisions:4"));
    QTRY_VERIFY_WITH_TIMEOUT(driver.page->shown() != first, patience);
    QCOMPARE(driver.page->table().rowCount(), 3);
    auto* rows = driver.part<QTableView>("whatIfRows");
    rows->selectRow(1);
    QCOMPARE(driver.page->shown(), first);
    rows->selectRow(0);
    QVERIFY(!driver.page->shown());
    QVERIFY(driver.state.overlays().empty());
}

void WhatIfPageTest::emptyCacheAtTheCursor()
{
    PageDriver driver(m_vary);
    const DeviceHistory& history = m_vary->histories[0];
    const std::size_t cursor = history.eventCount() / 2;
    driver.state.setCursor(cursor);
    driver.page->emptyCacheHere();
    QTRY_VERIFY_WITH_TIMEOUT(driver.page->shown(), patience);
    const auto& run = *driver.page->shown();
    QVERIFY(run.emptied);
    const Composition composition = [&] {
        const SegmentList list = history.segmentsAt(driver.device(), cursor);
        return compositionOf(list, settingsOf(m_vary->recording, driver.device()));
    }();
    QCOMPARE(run.emptied->returned, static_cast<std::int64_t>(composition.wholeFree));
    QVERIFY(run.emptied->returned > 0);
    QVERIFY(driver.part<QLabel>("whatIfSentence")->text().contains(QStringLiteral("would have returned")));
    if (run.emptied->regrown) {
        const std::size_t regrown = *run.emptied->regrown;
        const Pyramid& reserved = run.simulation.curve(Curve::Reserved);
        for (std::size_t at = cursor; at < regrown; ++at)
            QVERIFY(reserved[at - 1] < history.valueAt(Curve::Reserved, at));
        QVERIFY(reserved[regrown - 1] >= history.valueAt(Curve::Reserved, regrown));
    }
}

void WhatIfPageTest::mapShowsTheSimulatedState()
{
    PageDriver driver(m_vary);
    SimulatedMap map(driver.state);
    connect(driver.page.get(), &WhatIfPage::shownChanged, &map, &SimulatedMap::setRun);
    driver.run(QStringLiteral("expandable_segments:True"));
    QTRY_VERIFY_WITH_TIMEOUT(driver.page->shown(), patience);
    const Simulation& simulation = driver.page->shown()->simulation;
    const std::size_t events = driver.device().events.size();
    for (const std::size_t position : {events / 7, events / 2, events - 1, events}) {
        driver.state.setCursor(position);
        const SegmentList* segments = map.state().segments();
        QVERIFY(segments != nullptr);
        std::int64_t reserved = 0;
        for (const SegmentInfo& segment : segments->segments) {
            QVERIFY(segment.isExpandable);
            reserved += static_cast<std::int64_t>(segment.totalSize);
        }
        QCOMPARE(reserved, simulation.curve(Curve::Reserved)[position - 1]);
    }
    driver.part<QTableView>("whatIfRows")->selectRow(0);
    QVERIFY(map.state().segments() == nullptr);
}

void WhatIfPageTest::suggestionsAreRankedAndRun()
{
    PageDriver driver(m_vary);
    driver.part<QPushButton>("whatIfSuggest")->click();
    QTRY_VERIFY_WITH_TIMEOUT(driver.page->shown(), patience);
    const RunTable& table = driver.page->table();
    QVERIFY(table.rowCount() > 10);
    std::uint64_t least = UINT64_MAX;
    for (int row = 0; row < table.rowCount(); ++row) {
        if (table.row(row).figures.ooms == 0)
            least = std::min(least, table.row(row).figures.peak.reserved);
    }
    QCOMPARE(driver.page->shown()->simulation.figures.peak.reserved, least);
    QCOMPARE(driver.part<QLineEdit>("whatIfConf")->text(), driver.page->shown()->choice.conf);
}

void WhatIfPageTest::otherRecordingEndsTheRun()
{
    PageDriver driver(m_vary);
    QSignalSpy shown(driver.page.get(), &WhatIfPage::shownChanged);
    driver.run(QStringLiteral("expandable_segments:True"));
    const auto other = opened(QStringLiteral("vgg.pickle"));
    driver.state.setRecording(other, false);
    QTRY_VERIFY_WITH_TIMEOUT(driver.page->runner().program(), patience); // the other one's
    QTest::qWait(200);
    QCOMPARE(shown.size(), 0);
    QCOMPARE(driver.page->runner().program()->check.events, other->recording.devices[0].events.size());
}

void WhatIfPageTest::growingRunIsNotAsked()
{
    auto growing = *m_vary;
    growing.recording.complete = false;
    PageDriver driver(std::make_shared<const AnalyzedRecording>(std::move(growing)));
    QVERIFY(driver.isIdle());
    QVERIFY(!driver.part<QPushButton>("whatIfRun")->isEnabled());
    QVERIFY(driver.part<QLabel>("whatIfSentence")->text().contains(QStringLiteral("whole recording")));
}

void WhatIfPageTest::faultIsSaid()
{
    const auto unnamed = opened(QStringLiteral("rand.pickle"));
    QVERIFY(stepEnds(unnamed->recording, 0).empty());
    PageDriver driver(unnamed);
    // Not offered, but a page may be asked for more than it offers.
    driver.part<QComboBox>("whatIfEmptyCache")->setCurrentIndex(1);
    driver.part<QPushButton>("whatIfRun")->click();
    QTRY_VERIFY_WITH_TIMEOUT(!driver.part<QLabel>("whatIfSentence")->text().isEmpty(), patience);
    QVERIFY(!driver.page->shown());
    QVERIFY(driver.isIdle());
}

void WhatIfPageTest::filterLeavesItOfAllMemory()
{
    PageDriver driver(m_vary);
    const auto* note = driver.part<QLabel>("wholeMemoryNote");
    QVERIFY(note && note->isHidden());
    driver.state.setFilter(MemoryFilter::ofPool(PoolSlot(0)));
    QVERIFY(!note->isHidden());
    driver.state.setFilter({});
    QVERIFY(note->isHidden());
}

void WhatIfPageTest::pictures()
{
    PageDriver driver(m_vary);
    driver.page->resize(1250, 380);
    driver.part<QPushButton>("whatIfSuggest")->click();
    QTRY_VERIFY_WITH_TIMEOUT(driver.page->shown(), patience);
    QVERIFY(driver.page->grab().save(pictureFile(QStringLiteral("what_if_page.png"))));
}

QTEST_MAIN(WhatIfPageTest)
#include "tst_what_if_page.moc"
