// SPDX-License-Identifier: GPL-3.0-or-later
// What the details say about fragmentation, and about why a segment was needed.
#include "core/base/bytes.h"
#include "made_recording.h"
#include "opened.h"
#include "tests/support/test_data.h"
#include "ui/details/block_text.h"
#include "ui/details/details_pane.h"
#include "ui/details/moment_text.h"
#include "ui/view_state.h"

#include <QTest>
#include <QTextCursor>

using namespace tidemark;
using namespace tidemark::ui;
using namespace tidemark::tests;

namespace {

MomentText textAt(ViewState& state, std::size_t position)
{
    state.setCursor(position);
    return momentText(*momentOf(state));
}

// The position behind the n-th event of a kind, from one.
std::size_t positionOf(const Device& device, Action action, int n)
{
    for (std::size_t i = 0; i < device.events.size(); ++i) {
        if (device.events.action()[i] == action && --n == 0)
            return i + 1;
    }
    return 0;
}

bool clickText(QTextBrowser& pane, const QString& text, bool isLast)
{
    pane.moveCursor(isLast ? QTextCursor::End : QTextCursor::Start);
    if (!pane.find(text, isLast ? QTextDocument::FindBackward : QTextDocument::FindFlags()))
        return false;
    QTextCursor cursor = pane.textCursor();
    cursor.setPosition(cursor.selectionStart() + 2);
    pane.setTextCursor(cursor);
    QTest::mouseClick(pane.viewport(), Qt::LeftButton, {}, pane.cursorRect(cursor).center());
    return true;
}

} // namespace

class TestDetailsReasons : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void fragmentationSums_data();
    void fragmentationSums();
    void fragmentationWords();
    void reasonsStandAtSegmentEvents();
    void reasonWordsLink();
    void freeIsNoWait();
    void segmentsAreDated();
    void sectionsUnfold();
    void pictures_data();
    void pictures();
};

void TestDetailsReasons::fragmentationSums_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"vary", "record_stream", "expandable_vary", "graphs", "oom", "rand_streams"})
        QTest::newRow(name) << QString::fromLatin1(name) + QStringLiteral(".pickle");
}

void TestDetailsReasons::fragmentationSums()
{
    QFETCH(QString, name);
    ViewState state;
    state.setRecording(opened(name), false);
    const std::size_t end = state.history().eventCount();
    for (std::size_t position = 0; position <= end; position += std::max<std::size_t>(end / 20, 1)) {
        const FragmentationText text = textAt(state, position).fragmentation;
        std::uint64_t sum = 0;
        for (const FigureRow& row : text.split)
            sum += row.bytes;
        QCOMPARE(sum, text.reserved.bytes);
        QCOMPARE(static_cast<std::int64_t>(sum), state.history().valueAt(Curve::Reserved, position));
        QVERIFY(text.headline.empty() == text.pools.empty());
    }
}

void TestDetailsReasons::fragmentationWords()
{
    ViewState state;
    state.setRecording(made(), false);
    const FragmentationText text = textAt(state, 9).fragmentation;
    QCOMPARE(plainText(text.headline), QStringLiteral("38.1 MiB free in 3 pieces, the largest 20.0 MiB"));
    QCOMPARE(text.pools.size(), std::size_t(1));
    QCOMPARE(text.pools[0].name, QStringLiteral("large · stream 0"));
    QCOMPARE(text.pools[0].pieces, std::size_t(3));
    QCOMPARE(text.pools[0].largest, 20 * mebibyte);
    QCOMPARE(text.splitTitle, QStringLiteral("Reserved, by cause"));
    QCOMPARE(text.split.size(), std::size_t(5));
    QVERIFY(textAt(state, 0).fragmentation.headline.empty());
    state.setRecording(opened(QStringLiteral("rand_streams.pickle")), false);
    const FragmentationText streams = textAt(state, state.history().eventCount() / 2).fragmentation;
    QVERIFY(streams.splitTitle.startsWith(QStringLiteral("Reserved, for requests on stream ")));
    QCOMPARE(streams.split.back().label, QStringLiteral("free, for other streams only"));
    QVERIFY(streams.split.back().bytes > 0);
}

void TestDetailsReasons::reasonsStandAtSegmentEvents()
{
    ViewState state;
    state.setRecording(made(), false);
    for (std::size_t position = 0; position <= 10; ++position) {
        const MomentText text = textAt(state, position);
        QCOMPARE(text.reason.has_value(), position == 1 || position == 3 || position == 10);
    }
    QCOMPARE(textAt(state, 3).reason->title, QStringLiteral("Why this segment?"));
    QCOMPARE(textAt(state, 10).reason->title, QStringLiteral("Why no memory was found"));
    state.setRecording(opened(QStringLiteral("expandable_vary.pickle")), false);
    QVERIFY(textAt(state, positionOf(state.device(), Action::SegmentMap, 3)).reason.has_value());
}

void TestDetailsReasons::reasonWordsLink()
{
    ViewState state;
    state.setRecording(made(), false);
    // 16,971,264 B are free in the first segment: the second one was not needed by PyTorch's rules.
    const ReasonWords words = *textAt(state, 3).reason;
    QCOMPARE(plainText(words.first[0]),
        QStringLiteral(
            "The alloc at event 4 asked for 5,000,000 bytes (4.77 MiB), rounded to 5,000,192, from the "
            "large pool on stream 0; a segment of 20,971,520 bytes (20.0 MiB) was got for it at event 3."));
    QCOMPARE(words.first[0][1].link, std::optional(Link{Link::Kind::Moment, 4}));
    QVERIFY(plainText(words.first[1]).startsWith(QStringLiteral("By PyTorch's rules the free block of")));
    QCOMPARE(words.first[1][1].link, std::optional(Link{Link::Kind::Block, firstSegment + 4'000'256}));
    QVERIFY(words.avoided.empty());
}

void TestDetailsReasons::freeIsNoWait()
{
    ViewState state;
    state.setRecording(made(), false);
    QCOMPARE(textAt(state, 6).figures[1].label, QStringLiteral("waiting for a stream"));
    QVERIFY(plainText(textAt(state, 6).emptyCache).contains(QStringLiteral("waits for the other streams")));
    const MomentText freeing = textAt(state, 8);
    QCOMPARE(freeing.figures[1].label, QStringLiteral("being freed"));
    QVERIFY(freeing.figures[1].bytes > 0);
    QVERIFY(!plainText(freeing.emptyCache).contains(QStringLiteral("waits")));
    const BlockText block = blockText(*momentOf(state), secondSegment);
    QCOMPARE(plainText(block.rows[0].value), QStringLiteral("being freed"));
}

void TestDetailsReasons::segmentsAreDated()
{
    ViewState state;
    state.setRecording(made(), false);
    state.setCursor(6);
    const BlockText block = blockText(*momentOf(state), secondSegment + 100);
    for (const TextRow& row : block.rows) {
        if (row.label != QStringLiteral("segment since"))
            continue;
        QCOMPARE(plainText(row.value), QStringLiteral("event 3"));
        QCOMPARE(row.value[0].link, std::optional(Link{Link::Kind::Moment, 3}));
        return;
    }
    QFAIL("no row tells since when the segment is there");
}

void TestDetailsReasons::sectionsUnfold()
{
    ViewState state;
    state.setRecording(opened(QStringLiteral("vary.pickle")), false);
    state.setCursor(positionOf(state.device(), Action::SegmentAlloc, 40));
    DetailsPane pane(state);
    pane.resize(340, 1600);
    pane.show();
    QVERIFY(QTest::qWaitForWindowExposed(&pane));
    QVERIFY(pane.toPlainText().contains(QStringLiteral("WHY THIS SEGMENT?")));
    QVERIFY(!pane.toPlainText().contains(QStringLiteral("Free there:")));
    QVERIFY(!pane.toPlainText().contains(QStringLiteral("pinned by live blocks")));
    QVERIFY(clickText(pane, QStringLiteral("Show more"), true));
    QVERIFY(pane.toPlainText().contains(QStringLiteral("pinned by live blocks")));
    QVERIFY(!pane.toPlainText().contains(QStringLiteral("Free there:")));
    QVERIFY(clickText(pane, QStringLiteral("Show more"), false));
    QVERIFY(pane.toPlainText().contains(QStringLiteral("Free there:")));
    QVERIFY(clickText(pane, QStringLiteral("Show less"), true));
    QVERIFY(!pane.toPlainText().contains(QStringLiteral("pinned by live blocks")));
}

void TestDetailsReasons::pictures_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("action");
    QTest::addColumn<int>("number");
    QTest::newRow("vary") << "vary" << int(Action::SegmentAlloc) << 60;
    QTest::newRow("rand_streams") << "rand_streams" << int(Action::SegmentAlloc) << 60;
    QTest::newRow("expandable_vary") << "expandable_vary" << int(Action::SegmentMap) << 12;
    QTest::newRow("oom") << "oom" << int(Action::Oom) << 1;
}

void TestDetailsReasons::pictures()
{
    QFETCH(QString, name);
    QFETCH(int, action);
    QFETCH(int, number);
    ViewState state;
    state.setRecording(opened(name + QStringLiteral(".pickle")), false);
    state.setCursor(positionOf(state.device(), static_cast<Action>(action), number));
    QVERIFY(state.cursor() > 0);
    for (const bool isDark : {false, true}) {
        DetailsPane pane(state);
        pane.setPalette(isDark ? darkPalette() : lightPalette());
        pane.resize(340, 1500);
        pane.show();
        QVERIFY(QTest::qWaitForWindowExposed(&pane));
        const QString theme = isDark ? QStringLiteral("dark") : QStringLiteral("light");
        QVERIFY(pane.grab().save(pictureFile(QStringLiteral("reason_%1_%2.png").arg(name, theme))));
        clickText(pane, QStringLiteral("Show more"), true);
        clickText(pane, QStringLiteral("Show more"), false);
        pane.moveCursor(QTextCursor::Start);
        QVERIFY(pane.grab().save(pictureFile(QStringLiteral("reason_%1_%2_open.png").arg(name, theme))));
    }
}

QTEST_MAIN(TestDetailsReasons)
#include "tst_details_reasons.moc"
