// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/flame/treemap_layout.h"

#include <QTest>
#include <algorithm>
#include <cmath>
#include <map>
#include <random>

using namespace tidemark;
using namespace tidemark::ui;

namespace {

std::uint64_t chosenTreeSeed()
{
    bool isGiven = false;
    const std::uint64_t seed = qEnvironmentVariable("TIDEMARK_SEED").toULongLong(&isGiven);
    return isGiven ? seed : 20261130;
}

// A node below the last node of the tree's path so far, with what is below it.
void addNode(
    CallTree& tree, std::mt19937_64& random, std::uint32_t parent, std::uint32_t depth, std::uint64_t bytes)
{
    const auto node = static_cast<std::uint32_t>(tree.size());
    tree.parent.push_back(parent);
    tree.depth.push_back(depth);
    tree.end.push_back(0);
    tree.bytes.push_back(bytes);
    tree.count.push_back(1);
    tree.name.push_back("node " + std::to_string(node));
    std::vector<std::uint64_t> parts;
    std::uint64_t left = bytes;
    const bool isWhole = random() % 4 == 0; // one below it holds all
    for (std::uint64_t i = depth < 6 ? random() % 7 : 0; i > 0 && left > 1; --i) {
        parts.push_back(isWhole ? left : 1 + random() % left);
        left -= parts.back();
    }
    std::sort(parts.rbegin(), parts.rend());
    for (const std::uint64_t part : parts)
        addNode(tree, random, node, depth + 1, part);
    tree.end[node] = static_cast<std::uint32_t>(tree.size());
}

CallTree randomTree(std::mt19937_64& random)
{
    CallTree tree;
    addNode(tree, random, 0, 0, 1'000 + random() % 1'000'000'000);
    return tree;
}

double areaOf(const QRectF& rect)
{
    return rect.width() * rect.height();
}

// The box that each box lies in: the last one before it of one level less. -1 of the first.
std::vector<int> parentsOf(const std::vector<TreemapBox>& boxes)
{
    std::vector<int> parents;
    std::map<int, int> lastOfLevel;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        parents.push_back(boxes[i].level == 0 ? -1 : lastOfLevel.at(boxes[i].level - 1));
        lastOfLevel[boxes[i].level] = static_cast<int>(i);
    }
    return parents;
}

} // namespace

class TestTreemapLayout : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void areasAreShares();
    void boxesTileTheirParents();
    void everyPixelHasOneLeaf();
    void squares();
    void whatHoldsAllStandsForItsParent();
    void nothingToShow();

private:
    std::mt19937_64 m_random;
};

void TestTreemapLayout::initTestCase()
{
    qInfo("seed %llu; set TIDEMARK_SEED for another", static_cast<unsigned long long>(chosenTreeSeed()));
    m_random.seed(chosenTreeSeed());
}

void TestTreemapLayout::areasAreShares()
{
    std::size_t own = 0;
    for (int round = 0; round < 200; ++round) {
        const CallTree tree = randomTree(m_random);
        const auto focus = static_cast<std::uint32_t>(m_random() % tree.size());
        const QRectF room(7, 3, 40 + double(m_random() % 1000), 30 + double(m_random() % 700));
        for (const TreemapBox& box : layoutTreemap(tree, focus, room)) {
            const std::uint64_t bytes = box.isOwn ? tree.ownBytes(box.node) : tree.bytes[box.node];
            const double share = double(bytes) / double(tree.bytes[focus]);
            QVERIFY(std::abs(areaOf(box.rect) - share * areaOf(room)) < 1e-6 * areaOf(room));
            // Drawn on whole pixels each edge moves by half a pixel at most.
            const double width = std::round(box.rect.right()) - std::round(box.rect.left());
            const double height = std::round(box.rect.bottom()) - std::round(box.rect.top());
            QVERIFY(std::abs(width - box.rect.width()) <= 1 && std::abs(height - box.rect.height()) <= 1);
            own += box.isOwn ? 1 : 0;
        }
    }
    QVERIFY(own > 50);
}

void TestTreemapLayout::boxesTileTheirParents()
{
    std::size_t compared = 0;
    for (int round = 0; round < 200; ++round) {
        const CallTree tree = randomTree(m_random);
        const QRectF room(0, 0, 50 + double(m_random() % 900), 50 + double(m_random() % 500));
        const auto boxes = layoutTreemap(tree, 0, room);
        const auto parents = parentsOf(boxes);
        std::vector<double> filled(boxes.size());
        for (std::size_t i = 1; i < boxes.size(); ++i) {
            const TreemapBox& parent = boxes[static_cast<std::size_t>(parents[i])];
            QVERIFY(!parent.isLeaf);
            QVERIFY(parent.rect.adjusted(-1e-6, -1e-6, 1e-6, 1e-6).contains(boxes[i].rect));
            filled[static_cast<std::size_t>(parents[i])] += areaOf(boxes[i].rect);
            for (std::size_t j = 1; j < i; ++j) {
                if (parents[j] != parents[i])
                    continue;
                QVERIFY(areaOf(boxes[i].rect & boxes[j].rect) < 1e-6 * areaOf(room));
                ++compared;
            }
        }
        for (std::size_t i = 0; i < boxes.size(); ++i)
            QVERIFY(boxes[i].isLeaf || std::abs(filled[i] - areaOf(boxes[i].rect)) < 1e-6 * areaOf(room));
    }
    QVERIFY(compared > 1000);
}

void TestTreemapLayout::everyPixelHasOneLeaf()
{
    for (int round = 0; round < 20; ++round) {
        const CallTree tree = randomTree(m_random);
        const QRectF room(0, 0, 120, 90);
        const auto boxes = layoutTreemap(tree, 0, room, 4, 4);
        for (int y = 0; y < 90; ++y) {
            for (int x = 0; x < 120; ++x) {
                const QPointF middle(x + 0.5, y + 0.5);
                std::vector<std::size_t> leaves;
                for (std::size_t i = 0; i < boxes.size(); ++i)
                    if (boxes[i].isLeaf && boxes[i].rect.contains(middle))
                        leaves.push_back(i);
                const auto hit = treemapBoxAt(boxes, middle);
                QVERIFY(hit);
                // A middle that lies on a border to the last bit belongs to either side.
                QVERIFY(leaves.size() == 1 ? *hit == leaves[0]
                                           : std::any_of(boxes.begin(), boxes.end(), [&](const auto& box) {
                                                 return std::abs(box.rect.left() - middle.x()) < 1e-6
                                                     || std::abs(box.rect.top() - middle.y()) < 1e-6
                                                     || std::abs(box.rect.right() - middle.x()) < 1e-6
                                                     || std::abs(box.rect.bottom() - middle.y()) < 1e-6;
                                             }));
            }
        }
        QVERIFY(!treemapBoxAt(boxes, {-1, 5}) && !treemapBoxAt(boxes, {5, 91}));
    }
}

// The example of the paper: 6, 6, 4, 3, 2, 2, 1 in 6 by 4.
void TestTreemapLayout::squares()
{
    CallTree tree;
    const auto add = [&](std::uint32_t depth, std::uint64_t bytes) {
        tree.parent.push_back(0);
        tree.depth.push_back(depth);
        tree.end.push_back(static_cast<std::uint32_t>(tree.size()));
        tree.bytes.push_back(bytes);
        tree.count.push_back(1);
        tree.name.emplace_back("node");
    };
    add(0, 24);
    for (const std::uint64_t bytes : {6, 6, 4, 3, 2, 2, 1})
        add(1, bytes);
    tree.end[0] = 8;
    const auto boxes = layoutTreemap(tree, 0, QRectF(0, 0, 6, 4), 1, 1);
    QCOMPARE(boxes.size(), std::size_t(8));
    const auto is = [&](std::size_t place, double x, double y, double width, double height) {
        const QRectF& rect = boxes[place].rect;
        return std::abs(rect.x() - x) < 1e-9 && std::abs(rect.y() - y) < 1e-9
            && std::abs(rect.width() - width) < 1e-9 && std::abs(rect.height() - height) < 1e-9;
    };
    QVERIFY(is(1, 0, 0, 3, 2));
    QVERIFY(is(2, 0, 2, 3, 2));
    QVERIFY(is(3, 3, 0, 12.0 / 7, 7.0 / 3));
    QVERIFY(is(4, 3 + 12.0 / 7, 0, 9.0 / 7, 7.0 / 3));
}

void TestTreemapLayout::whatHoldsAllStandsForItsParent()
{
    CallTree tree; // all > module > module.layer > two operators
    tree.parent = {0, 0, 1, 2, 2};
    tree.end = {5, 5, 5, 4, 5};
    tree.depth = {0, 1, 2, 3, 3};
    tree.bytes = {10, 10, 10, 7, 3};
    tree.count = {2, 2, 2, 1, 1};
    tree.name = {"all", "module", "module.layer", "mm", "add"};
    const auto boxes = layoutTreemap(tree, 0, QRectF(0, 0, 100, 100));
    QCOMPARE(boxes.size(), std::size_t(3));
    QCOMPARE(boxes[0].node, 0U); // what is looked at stays itself
    QCOMPARE(boxes[1].node, 3U);
    QCOMPARE(boxes[2].node, 4U);
    tree.bytes = {20, 10, 10, 7, 3}; // half of all in none below
    const auto halves = layoutTreemap(tree, 0, QRectF(0, 0, 100, 100));
    QCOMPARE(halves.size(), std::size_t(5));
    QCOMPARE(halves[1].node, 1U); // module, of which module.layer holds all
    QCOMPARE(halves[1].inner, 2U);
    QVERIFY(!halves[1].isLeaf && halves[4].isOwn && halves[4].node == 0);
}

void TestTreemapLayout::nothingToShow()
{
    QVERIFY(layoutTreemap({}, 0, QRectF(0, 0, 10, 10)).empty());
    CallTree tree;
    std::mt19937_64 random(3);
    addNode(tree, random, 0, 0, 100);
    QVERIFY(layoutTreemap(tree, 0, QRectF()).empty());
    QVERIFY(layoutTreemap(tree, static_cast<std::uint32_t>(tree.size()), QRectF(0, 0, 10, 10)).empty());
    tree.bytes[0] = 0;
    QVERIFY(layoutTreemap(tree, 0, QRectF(0, 0, 10, 10)).empty());
}

QTEST_GUILESS_MAIN(TestTreemapLayout)
#include "tst_treemap_layout.moc"
