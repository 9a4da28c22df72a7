// SPDX-License-Identifier: GPL-3.0-or-later
// What the details say about the selected block.
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

class TestBlockText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void surplus_data();
    void surplus();
    void blocks_data();
    void blocks();
    void blockRows();
    void stack();
    void frameworkFrames_data();
    void frameworkFrames();
};

void TestBlockText::surplus_data()
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

void TestBlockText::surplus()
{
    QFETCH(quint64, asked);
    QFETCH(quint64, given);
    QTEST(surplusText(asked, given), "text");
}

void TestBlockText::blocks_data()
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

void TestBlockText::blocks()
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

void TestBlockText::blockRows()
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

void TestBlockText::stack()
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

void TestBlockText::frameworkFrames_data()
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

void TestBlockText::frameworkFrames()
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

QTEST_MAIN(TestBlockText)
#include "tst_block_text.moc"
