// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/analysis/labelled_recording.h"
#include "tests/support/test_data.h"
#include "ui/flame/flame_graph.h"
#include "ui/flame/treemap.h"
#include "ui/groups/group_follower.h"
#include "ui/memory/groups_pane.h"
#include "ui/memory/memory_page.h"
#include "ui/window/colour_scheme.h"
#include "ui/window/look.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMouseEvent>
#include <QPushButton>
#include <QTest>

using namespace tidemark;
using namespace tidemark::tests;
using namespace tidemark::ui;

namespace {

// The Memory page with a training at the peak of what it allocated, as a treemap.
struct Shown {
    explicit Shown(GroupBy by = GroupBy::Module)
    {
        setLook(&page, pageLook(applicationTheme()));
        page.resize(1200, 420);
        page.setBy(by);
        page.setMoment(MemoryPage::Moment::AllocatedPeak);
        page.groups()->showTreemap(true);
        page.show();
        LabelledTraining options;
        options.layers = 6;
        state.setRecording(
            std::make_shared<const AnalyzedRecording>(analyze(labelledTraining(options))), false);
        if (!QTest::qWaitFor([this] { return isThere(); }, 60'000))
            qFatal("Nothing is found");
        (void)page.grab();
    }

    bool isThere() const
    {
        return page.facts() != nullptr && page.facts()->position == peak() && treemap().tree() != nullptr
            && !treemap().boxes().empty();
    }
    std::size_t peak() const { return state.history().peak(Curve::Allocated).position; }
    Treemap& treemap() const { return *page.groups()->treemap(); }
    FlameGraph& flame() const { return *page.groups()->flame(); }
    const CallTree& tree() const { return *treemap().tree(); }
    QString path() const { return page.findChild<QLabel*>(QStringLiteral("flamePath"))->text(); }

    // A box that is divided and large enough to be clicked.
    const TreemapBox* group() const
    {
        for (const TreemapBox& box : treemap().boxes())
            if (box.level == 1 && !box.isLeaf && box.rect.width() > 30 && box.rect.height() > 30)
                return &box;
        return nullptr;
    }

    ViewState state;
    GroupFollower follower{state};
    MemoryPage page{state};
};

} // namespace

class TestTreemap : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { applyColourScheme(ColourScheme::Light); }
    void areasAreTheBytesThatAreAlive();
    void aClickGoesOneLevelIn();
    void theKeyboardDoesItAll();
    void hoversTell();
    void bothPicturesAreAtTheSamePlace();
    void searchesArePaler();
    void coloursAreThoseOfTheFlameGraph();
    void pictures_data();
    void pictures();
};

void TestTreemap::areasAreTheBytesThatAreAlive()
{
    for (const GroupBy by : {GroupBy::Category, GroupBy::Module, GroupBy::Operator, GroupBy::Stack}) {
        const Shown shown(by);
        const auto& boxes = shown.treemap().boxes();
        QCOMPARE(shown.tree().bytes[0],
            static_cast<std::uint64_t>(shown.state.history().peak(Curve::Allocated).bytes));
        const double area = double(shown.treemap().width()) * shown.treemap().height();
        double leaves = 0;
        for (const TreemapBox& box : boxes) {
            if (!box.isLeaf)
                continue;
            const std::uint64_t bytes =
                box.isOwn ? shown.tree().ownBytes(box.node) : shown.tree().bytes[box.node];
            const double wanted = area * double(bytes) / double(shown.tree().bytes[0]);
            QVERIFY(std::abs(box.rect.width() * box.rect.height() - wanted) < 1e-6 * area);
            leaves += double(bytes);
        }
        QCOMPARE(static_cast<std::uint64_t>(leaves), shown.tree().bytes[0]);
    }
}

void TestTreemap::aClickGoesOneLevelIn()
{
    const Shown shown;
    Treemap& map = shown.treemap();
    const TreemapBox* group = shown.group();
    QVERIFY(group);
    const std::uint32_t node = group->node;
    QTest::mouseClick(&map, Qt::LeftButton, {}, group->rect.center().toPoint());
    QCOMPARE(map.focusNode(), node);
    QCOMPARE(map.boxes()[0].node, node); // it fills the picture
    QCOMPARE(map.boxes()[0].rect.size(), QSizeF(map.size()));
    QCOMPARE(shown.path(), map.sentence(node));
    QTest::mouseClick(&map, Qt::RightButton, {}, {10, 10});
    QVERIFY(map.focusNode() < node);
    QVERIFY(
        shown.tree().bytes[map.focusNode()] > shown.tree().bytes[node]); // what looks the same is left out
    while (map.focusNode() != 0)
        shown.page.findChild<QPushButton*>(QStringLiteral("flameUp"))->click();
    QVERIFY(!shown.page.findChild<QPushButton*>(QStringLiteral("flameUp"))->isEnabled());
}

void TestTreemap::theKeyboardDoesItAll()
{
    const Shown shown;
    Treemap& map = shown.treemap();
    map.setFocus();
    QTest::keyClick(&map, Qt::Key_Down);
    QCOMPARE(map.selectedNode(), 1U); // the largest
    QTest::keyClick(&map, Qt::Key_Right);
    QCOMPARE(map.selectedNode(), shown.tree().end[1]);
    QVERIFY(map.accessibleDescription().startsWith(
        QString::fromStdString(shown.tree().name[map.selectedNode()])));
    QTest::keyClick(&map, Qt::Key_Left);
    QTest::keyClick(&map, Qt::Key_Return);
    QCOMPARE(map.focusNode(), 1U);
    QTest::keyClick(&map, Qt::Key_Backspace);
    QCOMPARE(map.focusNode(), 0U);
}

void TestTreemap::hoversTell()
{
    const Shown shown;
    Treemap& map = shown.treemap();
    for (std::size_t i = 0; i < map.boxes().size(); ++i) {
        const TreemapBox& box = map.boxes()[i];
        if (!box.isLeaf || box.rect.width() < 3 || box.rect.height() < 3)
            continue;
        QCOMPARE(treemapBoxAt(map.boxes(), box.rect.center()), std::optional(i));
        QMouseEvent event(QEvent::MouseMove, box.rect.center(), map.mapToGlobal(box.rect.center()),
            Qt::NoButton, Qt::NoButton, {});
        QApplication::sendEvent(&map, &event);
        QCOMPARE(map.cursor().shape(), Qt::PointingHandCursor);
        QVERIFY(map.tipText(box.node).contains(QString::fromStdString(shown.tree().name[box.node])));
    }
}

void TestTreemap::bothPicturesAreAtTheSamePlace()
{
    const Shown shown;
    auto* box = shown.page.findChild<QComboBox*>(QStringLiteral("memoryPicture"));
    QVERIFY(shown.treemap().isVisible() && !shown.flame().isVisible());
    const TreemapBox* group = shown.group();
    QVERIFY(group);
    const std::uint32_t node = group->node;
    shown.treemap().lookAt(node);
    box->setCurrentIndex(0);
    QVERIFY(!shown.treemap().isVisible() && shown.flame().isVisible());
    QCOMPARE(shown.flame().focusNode(), node);
    shown.flame().goUp();
    QCOMPARE(shown.path(), shown.flame().sentence(shown.tree().parent[node]));
    box->setCurrentIndex(1);
    QCOMPARE(shown.treemap().focusNode(), shown.tree().parent[node]);
}

void TestTreemap::searchesArePaler()
{
    const Shown shown(GroupBy::Category);
    const QImage before = shown.treemap().grab().toImage();
    auto* search = shown.page.findChild<QLineEdit*>(QStringLiteral("flameSearch"));
    search->setText(QStringLiteral("param"));
    QVERIFY(shown.path().startsWith(QStringLiteral("found in")));
    QVERIFY(shown.treemap().grab().toImage() != before);
    search->setText(QStringLiteral("no such name"));
    QCOMPARE(shown.path(), QStringLiteral("found nowhere"));
    search->clear();
    QCOMPARE(shown.treemap().grab().toImage(), before);
}

void TestTreemap::coloursAreThoseOfTheFlameGraph()
{
    const Shown shown;
    const Theme theme = Theme::fromPalette(shown.treemap().palette());
    const QImage map = shown.treemap().grab().toImage();
    std::size_t compared = 0;
    for (const TreemapBox& box : shown.treemap().boxes()) {
        if (!box.isLeaf || box.node == 0 || box.rect.width() < 12 || box.rect.height() < 24)
            continue;
        const std::size_t hue = std::hash<std::string>()(shown.tree().name[box.node]) % theme.bands.size();
        const QPoint corner = box.rect.bottomRight().toPoint() - QPoint(4, 3); // under the names
        QCOMPARE(map.pixelColor(corner).name(), theme.bands[hue].name());
        ++compared;
    }
    QVERIFY(compared > 3);
}

void TestTreemap::pictures_data()
{
    QTest::addColumn<int>("by");
    QTest::addColumn<int>("scheme");
    QTest::newRow("module") << static_cast<int>(GroupBy::Module) << static_cast<int>(ColourScheme::Light);
    QTest::newRow("module-dark") << static_cast<int>(GroupBy::Module) << static_cast<int>(ColourScheme::Dark);
    QTest::newRow("category-contrast")
        << static_cast<int>(GroupBy::Category) << static_cast<int>(ColourScheme::HighContrastLight);
    QTest::newRow("stack-contrast-dark")
        << static_cast<int>(GroupBy::Stack) << static_cast<int>(ColourScheme::HighContrastDark);
    QTest::newRow("operator") << static_cast<int>(GroupBy::Operator) << static_cast<int>(ColourScheme::Light);
}

void TestTreemap::pictures()
{
    QFETCH(const int, by);
    QFETCH(const int, scheme);
    applyColourScheme(static_cast<ColourScheme>(scheme));
    Shown shown(static_cast<GroupBy>(by));
    shown.treemap().setFocus();
    shown.treemap().select(1);
    QVERIFY(shown.page.grab().toImage().save(
        pictureFile(QStringLiteral("treemap-%1.png").arg(QString::fromLatin1(QTest::currentDataTag())))));
}

QTEST_MAIN(TestTreemap)
#include "tst_treemap.moc"
