// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/reserved/composition.h"
#include "core/base/bytes.h"
#include "made_recording.h"
#include "opened.h"
#include "row_of.h"
#include "ui/details/details_html.h"
#include "ui/details/figures.h"

#include <QTest>

using namespace tidemark;
using namespace tidemark::ui;
using namespace tidemark::tests;

class TestDetailsText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void seconds_data();
    void seconds();
    void links();
    void momentWords_data();
    void momentWords();
    void figuresSumToReserved_data();
    void figuresSumToReserved();
    void origin();
    void pins();
    void events_data();
    void events();
    void phases_data();
    void phases();
    void emptyStates();
    void privatePools();
    void expandablePages();
    void html();
};

void TestDetailsText::seconds_data()
{
    QTest::addColumn<qint64>("microseconds");
    QTest::addColumn<QString>("text");
    QTest::newRow("none") << qint64(0) << QStringLiteral("0 µs");
    QTest::newRow("micro") << qint64(999) << QStringLiteral("999 µs");
    QTest::newRow("milli") << qint64(1250) << QStringLiteral("1.250 ms");
    QTest::newRow("seconds") << qint64(27'318'000) << QStringLiteral("27.318 s");
    QTest::newRow("minutes") << qint64(724'000'000) << QStringLiteral("12 min 04 s");
}

void TestDetailsText::seconds()
{
    QFETCH(qint64, microseconds);
    QTEST(secondsText(microseconds), "text");
}

void TestDetailsText::links()
{
    for (const Link& link : {Link{Link::Kind::Moment, 1608}, Link{Link::Kind::Block, ~std::uint64_t(0)},
             Link{Link::Kind::Frames, 0}, Link{Link::Kind::Fragmentation, 0}, Link{Link::Kind::Reason, 0},
             Link{Link::Kind::Band, 7}, Link{Link::Kind::Card, 1}, Link{Link::Kind::Term, 3}})
        QVERIFY(linkFromTarget(linkTarget(link)) == link);
    for (const QString& bad : {QStringLiteral(""), QStringLiteral("moment"), QStringLiteral("moment:x"),
             QStringLiteral("moment:-1"), QStringLiteral("file:3"), QStringLiteral("moment:1:2")})
        QVERIFY2(!linkFromTarget(bad), qPrintable(bad));
}

void TestDetailsText::momentWords_data()
{
    QTest::addColumn<int>("position");
    QTest::addColumn<QString>("title");
    QTest::addColumn<QString>("headline");
    QTest::addColumn<QString>("origin");
    QTest::addColumn<QString>("emptyCache");
    QTest::newRow("before") << 0 << "At the cursor · before the first event"
                            << "Nothing is reserved"
                            << ""
                            << "";
    QTest::newRow("segment") << 1 << "At the cursor · event 1"
                             << "20.0 MiB reserved, 0 B allocated"
                             << "Reserved reaches this level with this event."
                             << "Empty cache would return 20.0 MiB (1 segment).";
    QTest::newRow("block") << 2 << "At the cursor · event 2"
                           << "20.0 MiB reserved, 3.81 MiB allocated"
                           << "Reserved reached this level at event 1, when 3.81 MiB were allocated at once. "
                              "The request that made it rise: 3.81 MiB, by layers.0 in aten::linear."
                           << "Empty cache would return nothing: every segment holds live blocks. "
                              "16.2 MiB stay: 1 segment is held by its live blocks.";
    QTest::newRow("waiting")
        << 6 << "At the cursor · event 6"
        << "40.0 MiB reserved, 6.68 MiB allocated"
        << "Reserved reached this level at event 3 (step 0 · forward), when 8.58 MiB were "
           "allocated at once. The request that made it rise: 4.77 MiB, by train."
        << "Empty cache would return nothing: every segment holds live blocks. 29.5 MiB stay: "
           "2 segments are each held by their live blocks. It waits for the other streams "
           "first; what the 3.81 MiB hold may then come back too.";
    QTest::newRow("free segment")
        << 9 << "At the cursor · event 9"
        << "40.0 MiB reserved, 1.91 MiB allocated"
        << "Reserved reached this level at event 3 (step 0 · forward), when 8.58 MiB were "
           "allocated at once. The request that made it rise: 4.77 MiB, by train."
        << "Empty cache would return 20.0 MiB (1 segment). 18.1 MiB stay: 1 segment is held "
           "by its live blocks.";
}

void TestDetailsText::momentWords()
{
    QFETCH(int, position);
    ViewState state;
    state.setRecording(made(), false);
    state.setCursor(static_cast<std::size_t>(position));
    const MomentText text = momentText(*momentOf(state));
    QTEST(text.title, "title");
    QTEST(plainText(text.headline), "headline");
    QTEST(plainText(text.origin), "origin");
    QTEST(plainText(text.emptyCache), "emptyCache");
}

void TestDetailsText::figuresSumToReserved_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name :
        {"vary", "vgg", "record_stream", "expandable_vary", "graphs", "oom", "rand_streams"})
        QTest::newRow(name) << QString::fromLatin1(name) + QStringLiteral(".pickle");
}

void TestDetailsText::figuresSumToReserved()
{
    QFETCH(QString, name);
    ViewState state;
    state.setRecording(opened(name), false);
    const std::size_t end = state.history().eventCount();
    for (std::size_t position = 0; position <= end; position += std::max<std::size_t>(end / 40, 1)) {
        state.setCursor(position);
        const MomentText text = momentText(*momentOf(state));
        std::uint64_t sum = 0;
        for (const FigureRow& row : text.figures)
            sum += row.bytes;
        QCOMPARE(sum, text.reserved.bytes);
        QCOMPARE(static_cast<std::int64_t>(sum), state.history().valueAt(Curve::Reserved, position));
        QCOMPARE(static_cast<std::int64_t>(text.figures[0].bytes),
            state.history().valueAt(Curve::Allocated, position));
        QCOMPARE(text.insideLive[0].bytes + text.insideLive[1].bytes,
            text.figures[0].bytes + text.figures[1].bytes);
    }
}

void TestDetailsText::origin()
{
    // The link leads to the moment at which reserved rose: just before, it was lower.
    ViewState state;
    state.setRecording(opened(QStringLiteral("vary.pickle")), false);
    const std::size_t end = state.history().eventCount();
    for (std::size_t position = 10; position <= end; position += end / 30) {
        state.setCursor(position);
        const MomentText text = momentText(*momentOf(state));
        if (text.origin.size() < 2 || !text.origin[1].link)
            continue;
        const std::size_t risen = text.origin[1].link->value;
        const std::int64_t level = state.history().valueAt(Curve::Reserved, position);
        QVERIFY(state.history().valueAt(Curve::Reserved, risen) >= level);
        QVERIFY(state.history().valueAt(Curve::Reserved, risen - 1) < level);
        QVERIFY(risen <= position);
    }
}

void TestDetailsText::pins()
{
    ViewState state;
    state.setRecording(made(), false);
    state.setCursor(9);
    const MomentText text = momentText(*momentOf(state));
    QCOMPARE(text.pins.size(), std::size_t(1));
    QCOMPARE(text.pins[0].blockAddress, secondSegment + 5'000'192);
    QCOMPARE(plainText(text.pins[0].text), QStringLiteral("1.91 MiB in 1 block · 18.1 MiB free"));
    QVERIFY(text.pins[0].text[2].link == (Link{Link::Kind::Block, secondSegment + 5'000'192}));

    state.setRecording(opened(QStringLiteral("vary.pickle")), false);
    state.setCursor(state.history().eventCount() / 3);
    const MomentText many = momentText(*momentOf(state));
    QCOMPARE(many.pins.size() + many.pinsLeftOut, pinnedSegments(*state.segments()).size());
    for (const PinText& pin : many.pins)
        QVERIFY(!blockText(*momentOf(state), pin.blockAddress).rows.empty());
}

void TestDetailsText::events_data()
{
    QTest::addColumn<int>("position");
    QTest::addColumn<QString>("title");
    QTest::addColumn<QString>("label");
    QTest::addColumn<QString>("value");
    QTest::newRow("segment") << 1 << "segment_alloc"
                             << "segment"
                             << "20,971,520 B";
    QTest::newRow("alloc") << 2 << "alloc"
                           << "asked for"
                           << "4,000,000 B";
    QTest::newRow("address") << 2 << "alloc"
                             << "address"
                             << "0x7f0000000000";
    QTest::newRow("time") << 2 << "alloc"
                          << "time"
                          << "1.500 ms";
    QTest::newRow("phase") << 2 << "alloc"
                           << "during"
                           << "step 0 · forward";
    QTest::newRow("context") << 2 << "alloc"
                             << "in"
                             << "layers.0 · aten::linear";
    QTest::newRow("completed") << 7 << "free_completed"
                               << "asked for"
                               << "4,000,000 B";
    QTest::newRow("range") << 8 << "free_requested"
                           << "during"
                           << "tidy up";
    QTest::newRow("no phase") << 7 << "free_completed"
                              << "during"
                              << "(no row)";
    QTest::newRow("oom") << 10 << "oom"
                         << "address"
                         << "(no row)";
}

void TestDetailsText::events()
{
    QFETCH(int, position);
    QFETCH(QString, label);
    ViewState state;
    state.setRecording(made(), false);
    state.setCursor(static_cast<std::size_t>(position));
    const MomentText text = momentText(*momentOf(state));
    QTEST(text.eventTitle, "title");
    QTEST(rowOf(text.event, label), "value");
}

void TestDetailsText::phases_data()
{
    QTest::addColumn<int>("event");
    QTest::addColumn<QString>("text");
    QTest::newRow("outside") << 0 << "";
    QTest::newRow("first") << 1 << "step 0 · forward";
    QTest::newRow("border") << 3 << "step 0 · backward";
    QTest::newRow("end is outside") << 6 << "";
    QTest::newRow("range") << 7 << "tidy up";
}

void TestDetailsText::phases()
{
    QFETCH(int, event);
    QTEST(phaseOf(madeRecording(), 0, static_cast<std::uint64_t>(event)), "text");
}

void TestDetailsText::emptyStates()
{
    ViewState state;
    QVERIFY(detailsText(state).empty.startsWith(QStringLiteral("Nothing is open")));
    QVERIFY(!detailsText(state).moment);
    state.setRecording(std::make_shared<const AnalyzedRecording>(), false);
    QVERIFY(detailsText(state).empty.startsWith(QStringLiteral("This recording holds no device")));
    state.setRecording(made(), false);
    const DetailsText text = detailsText(state);
    QVERIFY(text.empty.isEmpty() && text.moment && !text.block);
    QVERIFY(detailsHtml(text, {}).contains(QStringLiteral("Select a block in the map")));
    state.setRecording(opened(QStringLiteral("segments_only_list.pickle")), false);
    QCOMPARE(plainText(detailsText(state).moment->origin),
        QStringLiteral("This file tells no events: this is the state that was saved."));
}

void TestDetailsText::privatePools()
{
    ViewState state;
    state.setRecording(opened(QStringLiteral("graphs.pickle")), false);
    bool isNamed = false;
    for (const SegmentInfo& segment : state.segments()->segments) {
        const BlockText text = blockText(*momentOf(state), segment.address);
        isNamed = isNamed
            || rowOf(text.rows, QStringLiteral("stream · pool")).contains(QStringLiteral("graph pool"));
    }
    QVERIFY(isNamed);
}

void TestDetailsText::expandablePages()
{
    // 60 MiB of an expandable segment: 10 held, 50 free, of which two pages of 20 MiB are whole.
    SegmentList list;
    SegmentInfo segment;
    segment.address = firstSegment;
    segment.totalSize = 60 * mebibyte;
    segment.blockCount = 2;
    segment.isLarge = true;
    segment.isExpandable = true;
    list.segments = {segment};
    BlockInfo held;
    held.address = firstSegment;
    held.size = held.requestedSize = 10 * mebibyte;
    held.state = BlockState::ActiveAllocated;
    BlockInfo rest;
    rest.address = firstSegment + held.size;
    rest.size = 50 * mebibyte;
    list.blocks = {held, rest};
    QCOMPARE(plainText(emptyCacheText(list, ByteUnits::Binary)),
        QStringLiteral(
            "Empty cache would return 40.0 MiB (whole pages). 10.0 MiB stay: 1 segment is held by its "
            "live blocks."));
}

void TestDetailsText::html()
{
    // What a file says is text, never markup.
    BlockText block;
    block.headline = {{QStringLiteral("<b>bold</b> & <a href='moment:1'>x</a>"), true}};
    block.frames = {{QStringLiteral("f<int>"), QStringLiteral("a<b>.py:3"), {}, FrameKind::Source, false},
        {QStringLiteral("at::g"), {}, {}, FrameKind::Source, true}};
    DetailsText text;
    text.moment = MomentText{};
    text.block = block;
    DetailsStyle style;
    const QString folded = detailsHtml(text, style);
    QVERIFY(folded.contains(QStringLiteral("&lt;b&gt;bold&lt;/b&gt; &amp; &lt;a href")));
    QVERIFY(folded.contains(QStringLiteral("f&lt;int&gt;")));
    QVERIFY(folded.contains(QStringLiteral("1 framework frame hidden")));
    QVERIFY(!folded.contains(QStringLiteral("at::g")));
    style.showsFramework = true;
    const QString unfolded = detailsHtml(text, style);
    QVERIFY(unfolded.contains(QStringLiteral("at::g")));
    QVERIFY(unfolded.contains(QStringLiteral("Hide the framework")));
}

QTEST_MAIN(TestDetailsText)
#include "tst_details_text.moc"
