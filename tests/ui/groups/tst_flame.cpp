// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/flame/flame_graph.h"

#include <QScrollArea>
#include <QSignalSpy>
#include <QTest>
#include <map>
#include <random>

using namespace tidemark;
using namespace tidemark::ui;

namespace {

// A random tree in depth-first order, siblings with most bytes first.
class RandomTree {
public:
    explicit RandomTree(unsigned seed)
        : m_random(seed)
    {
        add(0, 1'000'000, 0);
    }

    CallTree tree;

private:
    void add(std::uint32_t parent, std::uint64_t bytes, std::uint32_t depth)
    {
        const auto node = static_cast<std::uint32_t>(tree.size());
        tree.parent.push_back(parent);
        tree.end.push_back(0);
        tree.depth.push_back(depth);
        tree.bytes.push_back(bytes);
        tree.count.push_back(1 + m_random() % 9);
        tree.name.push_back(node == 0 ? "all" : "n" + std::to_string(m_random() % 30));
        std::vector<std::uint64_t> parts;
        std::uint64_t left = bytes;
        for (auto i = m_random() % 5; i > 0 && left > 20 && depth < 7; --i) {
            parts.push_back(1 + m_random() % left);
            left -= parts.back();
        }
        std::sort(parts.rbegin(), parts.rend());
        for (const std::uint64_t part : parts)
            add(node, part, depth + 1);
        tree.end[node] = static_cast<std::uint32_t>(tree.size());
    }

    std::mt19937 m_random;
};

// all > features (60) > a (40), b (15); all > head (30)
std::shared_ptr<const CallTree> smallTree()
{
    CallTree tree;
    tree.parent = {0, 0, 1, 1, 0};
    tree.end = {5, 4, 3, 4, 5};
    tree.depth = {0, 1, 2, 2, 1};
    tree.bytes = {100, 60, 40, 15, 30};
    tree.count = {9, 5, 3, 2, 1};
    tree.name = {"all", "features", "aten::conv", "aten::relu", "head"};
    return std::make_shared<const CallTree>(std::move(tree));
}

} // namespace

class TestFlame : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void boxesAreAsWideAsTheyHoldBytes();
    void clicksLookCloserAndBack();
    void keysWalkThroughTheTree();
    void searchAddsUpTheOuterMatches();
    void aNewTreeKeepsThePlace();
    void wordsAreExact();
    void nothingToShow();
};

void TestFlame::boxesAreAsWideAsTheyHoldBytes()
{
    std::mt19937 random(11);
    for (unsigned seed = 0; seed < 40; ++seed) {
        const CallTree tree = RandomTree(seed).tree;
        const auto focus = static_cast<std::uint32_t>(random() % tree.size());
        const double width = 900;
        const auto boxes = layoutFlame(tree, focus, width, 20, 0);
        std::map<std::uint32_t, QRectF> places;
        std::map<double, double> rowEnd;
        for (const FlameBox& box : boxes) {
            places[box.node] = box.rect;
            QVERIFY(box.rect.left() >= rowEnd[box.rect.top()] - 1e-6); // none over another
            rowEnd[box.rect.top()] = box.rect.right();
            QCOMPARE(box.rect.top(), tree.depth[box.node] * 20.0);
        }
        std::size_t above = 0;
        for (const FlameBox& box : boxes) {
            if (box.isAbove) {
                ++above;
                QCOMPARE(box.rect.width(), width);
                QVERIFY(box.node < focus && tree.end[box.node] >= tree.end[focus]);
                continue;
            }
            const double share =
                static_cast<double>(tree.bytes[box.node]) / static_cast<double>(tree.bytes[focus]);
            QVERIFY(std::abs(box.rect.width() - width * share) < 1e-6);
            if (box.node != focus) {
                const QRectF& parent = places.at(tree.parent[box.node]);
                QVERIFY(box.rect.left() >= parent.left() - 1e-6 && box.rect.right() <= parent.right() + 1e-6);
            }
            QCOMPARE(flameNodeAt(boxes, box.rect.center()), std::optional(box.node));
        }
        QCOMPARE(above, std::size_t(tree.depth[focus]));
        QCOMPARE(boxes.size() - above, std::size_t(tree.end[focus] - focus));
        for (const FlameBox& box : layoutFlame(tree, focus, width, 20, 3))
            QVERIFY(box.rect.width() >= 3);
    }
}

void TestFlame::clicksLookCloserAndBack()
{
    FlameGraph graph;
    graph.setTree(smallTree());
    graph.resize(500, 200);
    graph.show();
    const QSignalSpy changes(&graph, &FlameGraph::focusChanged);
    const int row = graph.minimumHeight() / 3;
    QTest::mouseClick(&graph, Qt::LeftButton, {}, {100, row + row / 2}); // features
    QCOMPARE(graph.focusNode(), 1U);
    QTest::mouseClick(&graph, Qt::LeftButton, {}, {480, 2 * row + row / 2}); // beyond 40 + 15 of 60
    QCOMPARE(graph.focusNode(), 1U);
    QTest::mouseClick(&graph, Qt::LeftButton, {}, {400, 2 * row + row / 2}); // 15 of 60, behind the 40
    QCOMPARE(graph.focusNode(), 3U);
    QTest::mouseClick(&graph, Qt::RightButton, {}, {5, 5});
    QCOMPARE(graph.focusNode(), 1U);
    QTest::mouseClick(&graph, Qt::LeftButton, {}, {250, row / 2}); // all
    QCOMPARE(graph.focusNode(), 0U);
    QCOMPARE(changes.count(), 4);
}

void TestFlame::keysWalkThroughTheTree()
{
    FlameGraph graph;
    graph.setTree(smallTree());
    const auto press = [&](int key) {
        QTest::keyClick(&graph, static_cast<Qt::Key>(key));
        return graph.selectedNode();
    };
    QCOMPARE(press(Qt::Key_Down), 1U);
    QCOMPARE(press(Qt::Key_Right), 4U);
    QCOMPARE(press(Qt::Key_Right), 4U);
    QCOMPARE(press(Qt::Key_Left), 1U);
    QCOMPARE(press(Qt::Key_Down), 2U);
    QCOMPARE(press(Qt::Key_Right), 3U);
    QCOMPARE(press(Qt::Key_Down), 3U);
    QCOMPARE(press(Qt::Key_Up), 1U);
    QCOMPARE(press(Qt::Key_Return), 1U);
    QCOMPARE(graph.focusNode(), 1U);
    QCOMPARE(press(Qt::Key_Up), 1U); // not above what is looked at
    QCOMPARE(press(Qt::Key_Backspace), 0U);
    QCOMPARE(graph.focusNode(), 0U);
    graph.lookAt(2);
    press(Qt::Key_Escape);
    QCOMPARE(graph.focusNode(), 1U);
    press(Qt::Key_Home);
    QCOMPARE(graph.focusNode(), 0U);
}

void TestFlame::searchAddsUpTheOuterMatches()
{
    std::mt19937 random(3);
    for (unsigned seed = 0; seed < 40; ++seed) {
        const CallTree tree = RandomTree(seed).tree;
        const QString text = QStringLiteral("N%1").arg(random() % 10);
        const std::vector<bool> matches = flameMatches(tree, text);
        std::uint64_t expected = 0;
        for (std::uint32_t node = 1; node < tree.size(); ++node) {
            QCOMPARE(bool(matches[node]),
                QString::fromStdString(tree.name[node]).contains(text, Qt::CaseInsensitive));
            bool isInside = false;
            for (std::uint32_t above = tree.parent[node]; above != 0; above = tree.parent[above])
                isInside = isInside || matches[above];
            expected += matches[node] && !isInside ? tree.bytes[node] : 0;
        }
        QCOMPARE(matchedBytes(tree, matches), expected);
    }
    FlameGraph graph;
    graph.setTree(smallTree());
    QSignalSpy found(&graph, &FlameGraph::searched);
    graph.setSearch(QStringLiteral("ATEN"));
    QCOMPARE(found.takeLast().at(0).toULongLong(), 55ULL);
    graph.setSearch({});
    QCOMPARE(found.takeLast().at(1).toBool(), false);
}

void TestFlame::aNewTreeKeepsThePlace()
{
    FlameGraph graph;
    graph.setTree(smallTree());
    graph.lookAt(3);
    CallTree other = *smallTree();
    std::swap(other.name[2], other.name[3]);
    graph.setTree(std::make_shared<const CallTree>(other));
    QCOMPARE(graph.focusNode(), 2U);
    other.name[2] = "aten::gelu";
    graph.setTree(std::make_shared<const CallTree>(other));
    QCOMPARE(graph.focusNode(), 1U); // what it was part of
}

void TestFlame::wordsAreExact()
{
    FlameGraph graph;
    graph.setTree(smallTree());
    QCOMPARE(graph.sentence(1), QStringLiteral("features: 60 B (60 B), 60.0 % of all, 5 blocks"));
    QCOMPARE(graph.sentence(4), QStringLiteral("head: 30 B (30 B), 30.0 % of all, 1 block"));
    QCOMPARE(graph.tipText(1),
        QStringLiteral("features\n60 B (60 B), 60.0 % of all, 5 blocks\n5 B of it in none of those below"));
    graph.select(4);
    QCOMPARE(graph.accessibleDescription(), graph.sentence(4));
}

void TestFlame::nothingToShow()
{
    FlameGraph graph;
    graph.resize(300, 100);
    graph.show();
    QTest::keyClick(&graph, Qt::Key_Down);
    QTest::mouseClick(&graph, Qt::LeftButton, {}, {10, 10});
    graph.goUp();
    graph.setSearch(QStringLiteral("x"));
    graph.setTree(smallTree());
    graph.setTree(nullptr);
    QCOMPARE(graph.focusNode(), 0U);
    QVERIFY(graph.sentence(0).isEmpty());
    CallTree empty;
    empty.parent = empty.depth = {0};
    empty.end = {1};
    empty.bytes = empty.count = {0};
    empty.name = {"all"};
    graph.setTree(std::make_shared<const CallTree>(empty));
    QVERIFY(graph.sentence(0).startsWith(QStringLiteral("all: 0 B")));
    (void)graph.grab();
}

QTEST_MAIN(TestFlame)
#include "tst_flame.moc"
