// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/reserved/composition.h"
#include "core/base/bytes.h"
#include "made_recording.h"
#include "opened.h"
#include "ui/details/details_html.h"
#include "ui/details/figures.h"

#include <QTest>

using namespace tidemark;
using namespace tidemark::ui;
using namespace tidemark::tests;

namespace {

std::shared_ptr<const AnalyzedRecording> made()
{
    return std::make_shared<const AnalyzedRecording>(analyze(madeRecording()));
}

QString rowOf(const std::vector<TextRow>& rows, const QString& label)
{
    for (const TextRow& row : rows) {
        if (row.label == label)
            return plainText(row.value);
    }
    return QStringLiteral("(no row)");
}

} // namespace

class TestDetailsText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void seconds_data();
    void seconds();
    void surplus_data();
    void surplus();
    void links();
    void momentWords_data();
    void momentWords();
    void figuresSumToReserved_data();
    void figuresSumToReserved();
    void origin();
    void pins();
    void events_data();
    void events();
    void blocks_data();
    void blocks();
    void blockRows();
    void stack();
    void frameworkFrames_data();
    void frameworkFrames();
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

void TestDetailsText::surplus_data()
{
    QTest::addColumn<quint64>("asked");
    QTest::addColumn<quint64>("given");
    QTest::addColumn<QString>("text");
    QTest::newRow("exact") << quint64(512) << quint64(512) << QStringLiteral("+0 %");
    QTest::newRow("nothing asked") << quint64(0) << quint64(512) << QStringLiteral("+0 %");
    QTest::newRow("tiny") << quint64(4'000'000) << quint64(4'000'256) << QStringLiteral("+<0.1 %");
    QTest::newRow("some") << quint64(98'304'000) << quint64(98'566'144) << QStringLiteral("+0.3 %");
    QTest::newRow("much") << quint64(400) << quint64(512) << QStringLiteral("+28 %");
    QTest::newRow("most") << quint64(4) << quint64(512) << QStringLiteral("+12700 %");
}

void TestDetailsText::surplus()
{
    QFETCH(quint64, asked);
    QFETCH(quint64, given);
    QTEST(surplusText(asked, given), "text");
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

void TestDetailsText::blocks_data()
{
    QTest::addColumn<int>("position");
    QTest::addColumn<quint64>("address");
    QTest::addColumn<QString>("headline");
    QTest::addColumn<QString>("state");
    QTest::newRow("scope") << 2 << quint64(firstSegment) << "layers.0 · aten::linear"
                           << "allocated";
    QTest::newRow("inside") << 2 << quint64(firstSegment + 4'000'255) << "layers.0 · aten::linear"
                            << "allocated";
    QTest::newRow("beside") << 2 << quint64(firstSegment + 4'000'256)
                            << "Free beside live blocks · Empty cache cannot return it"
                            << "free";
    QTest::newRow("source") << 4 << quint64(secondSegment) << "train · project/train.py:131"
                            << "allocated";
    QTest::newRow("waiting") << 6 << quint64(firstSegment) << "layers.0 · aten::linear"
                             << "freed, waiting for another stream";
    QTest::newRow("whole") << 7 << quint64(firstSegment) << "Whole free segment · Empty cache returns it"
                           << "free";
    QTest::newRow("nothing known") << 6 << quint64(secondSegment + 5'000'192)
                                   << "A block · what allocated it is not recorded"
                                   << "allocated";
    QTest::newRow("nowhere") << 6 << quint64(0x10) << "No segment holds 0x10 at this moment."
                             << "(no row)";
    QTest::newRow("not yet") << 2 << quint64(secondSegment)
                             << "No segment holds 0x7f0100000000 at this moment."
                             << "(no row)";
}

void TestDetailsText::blocks()
{
    QFETCH(int, position);
    QFETCH(quint64, address);
    ViewState state;
    state.setRecording(made(), false);
    state.setCursor(static_cast<std::size_t>(position));
    const BlockText text = blockText(*momentOf(state), address);
    QTEST(plainText(text.headline), "headline");
    QTEST(rowOf(text.rows, QStringLiteral("state")), "state");
}

void TestDetailsText::blockRows()
{
    ViewState state;
    state.setRecording(made(), false);
    state.setCursor(6);
    const BlockText text = blockText(*momentOf(state), secondSegment + 100);
    QCOMPARE(rowOf(text.rows, QStringLiteral("address")), QStringLiteral("0x7f0100000000"));
    QCOMPARE(rowOf(text.rows, QStringLiteral("asked for")), QStringLiteral("5,000,000 B"));
    QCOMPARE(rowOf(text.rows, QStringLiteral("given")), QStringLiteral("5,000,192 B (+<0.1 %)"));
    QCOMPARE(rowOf(text.rows, QStringLiteral("stream · pool")), QStringLiteral("stream 0 · large"));
    QCOMPARE(rowOf(text.rows, QStringLiteral("place")), QStringLiteral("start of a 20.0 MiB segment"));
    QCOMPARE(rowOf(text.rows, QStringLiteral("born")), QStringLiteral("event 4 · step 0 · backward"));
    QCOMPARE(rowOf(text.rows, QStringLiteral("age")), QStringLiteral("2 events · 3.000 ms"));
    QCOMPARE(rowOf(blockText(*momentOf(state), secondSegment + 5'000'192).rows, QStringLiteral("place")),
        QStringLiteral("4.77 MiB into a 20.0 MiB segment"));
    const BlockText free = blockText(*momentOf(state), secondSegment + 8'000'000);
    QCOMPARE(rowOf(free.rows, QStringLiteral("size")), QStringLiteral("13,970,944 B"));
    QCOMPARE(rowOf(free.rows, QStringLiteral("asked for")), QStringLiteral("(no row)"));
    const QString hover = hoverText(text);
    QVERIFY(hover.contains(QStringLiteral("5,000,192 B")));
    QVERIFY(hover.contains(QStringLiteral("project/train.py:131")));
    QVERIFY(!hover.contains(QStringLiteral("adamw.py")));
}

void TestDetailsText::stack()
{
    ViewState state;
    state.setRecording(made(), false);
    state.setCursor(4);
    const BlockText text = blockText(*momentOf(state), secondSegment);
    QCOMPARE(text.frames.size(), std::size_t(4));
    QCOMPARE(text.frames[1].place, QStringLiteral("optim/adamw.py:110"));
    QCOMPARE(stackAsText(text.frames),
        QStringLiteral("at::detail::empty_generic\n"
                       "_init_group  /usr/lib/python3/site-packages/torch/optim/adamw.py:110\n"
                       "train  /home/user/project/train.py:131\n"
                       "<module>  /home/user/project/train.py:200"));
    QVERIFY(text.note.empty());
    state.setCursor(6);
    QCOMPARE(plainText(blockText(*momentOf(state), secondSegment + 5'000'192).note),
        QStringLiteral("No stack was recorded with this allocation."));
}

void TestDetailsText::frameworkFrames_data()
{
    QTest::addColumn<QString>("function");
    QTest::addColumn<QString>("file");
    QTest::addColumn<bool>("isFramework");
    QTest::newRow("own") << "train"
                         << "/home/user/train.py" << false;
    QTest::newRow("own C++") << "main"
                             << "/home/user/workload.cpp" << false;
    QTest::newRow("own torch folder name") << "train"
                                           << "/home/user/torchrun_job.py" << false;
    QTest::newRow("Python's own Pythagoras") << "Pythagoras"
                                             << "/home/user/geometry.py" << false;
    QTest::newRow("torch") << "step"
                           << "/usr/lib/python3/dist-packages/torch/optim/adamw.py" << true;
    QTest::newRow("relative torch") << "step"
                                    << "torch/optim/adamw.py" << true;
    QTest::newRow("aten") << "at::empty"
                          << "??" << true;
    QTest::newRow("with a result") << "bool at::cuda::gemm<float, at::Half>(bool, long)"
                                   << "Blas.cpp" << true;
    QTest::newRow("own, takes a tensor") << "void train(at::Tensor const&)"
                                         << "/home/user/train.cpp" << false;
    QTest::newRow("cpp path") << "f"
                              << "/pytorch/aten/src/ATen/Functions.cpp" << true;
    QTest::newRow("interpreter") << "_PyEval_EvalFrameDefault"
                                 << "" << true;
    QTest::newRow("frozen") << "_call"
                            << "<frozen importlib._bootstrap>" << true;
}

void TestDetailsText::frameworkFrames()
{
    QFETCH(QString, function);
    QFETCH(QString, file);
    QFETCH(bool, isFramework);
    StringInterner strings;
    FrameInterner frames;
    StackInterner stacks;
    const Frame frame{
        strings.intern(function.toStdString()), strings.intern(file.toStdString()), 3, FrameKind::Source};
    const StackIndex stack = stacks.intern({frames.intern(frame), {}});
    Recording recording;
    recording.strings = strings.table();
    recording.frames = frames.table();
    recording.stacks = stacks.table();
    const auto texts = framesOf(recording, stack);
    QCOMPARE(texts.size(), std::size_t(1));
    QCOMPARE(texts[0].isFramework, isFramework);
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
