// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/foreign/foreign_formats.h"
#include "core/files/open_recording.h"
#include "tests/support/test_data.h"

#include <QtTest>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

std::span<const std::byte> bytesOf(const QByteArray& bytes)
{
    return std::as_bytes(std::span(bytes.constData(), std::size_t(bytes.size())));
}

// One field of a protobuf message that has a length below 128.
QByteArray field(int number, const QByteArray& content)
{
    return QByteArray(1, char(number << 3 | 2)) + QByteArray(1, char(content.size())) + content;
}

// A pprof profile with these texts in its string table.
QByteArray profile(const QList<QByteArray>& strings)
{
    QByteArray bytes = field(1, QByteArray("\x08\x01\x10\x02")) + field(1, QByteArray("\x08\x03\x10\x04"));
    bytes += field(2, QByteArray("\x0a\x01\x01\x12\x02\x01\x02"));
    for (const QByteArray& string : QList<QByteArray>{""} + strings)
        bytes += field(6, string);
    return bytes;
}

QByteArray elf(char type, char machine)
{
    QByteArray bytes("\x7f"
                     "ELF\2\1\1",
        7);
    bytes.resize(64, '\0');
    bytes[16] = type;
    bytes[18] = machine;
    return bytes;
}

} // namespace

class TestForeign : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatPeopleHaveIsNamed_data();
    void whatPeopleHaveIsNamed();
    void recordingsAreNotTakenForSomethingElse();
    void wordsInsideRecordingsDoNotCount();
    void shortHeadsAreNoTrap();
};

void TestForeign::whatPeopleHaveIsNamed_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("words");
    const auto row = [](const char* name, const QByteArray& bytes, const char* words) {
        QTest::newRow(name) << bytes << QString::fromLatin1(words);
    };
    row("JAX", profile({"allocations", "count", "space", "bytes", "kind", "buffer"}), "profile of JAX");
    row("Go heap", profile({"alloc_space", "bytes", "inuse_space"}), "pprof profile, of a program");
    row("RMM", "Thread,Time,Action,Pointer,Size,Stream\n1,10:00:00:000001,allocate,0x7f00,512,0\n",
        "log of RMM");
    row("TensorFlow",
        "2024-01-01 10:00:00.1: W external/xla/xla/tsl/framework/bfc_allocator.cc:482] Allocator (GPU_0_bfc) "
        "ran "
        "out of memory trying to allocate 286.00MiB\n",
        "BFC allocator");
    row("TensorFlow, the bins only",
        "Bin (256): \tTotal Chunks: 1, Chunks in use: 1.\nChunk at 0x7f00 of size 256\n", "BFC allocator");
    row("ONNX Runtime",
        "BFCArena::AllocateRawInternal Failed to allocate memory for requested buffer of size 9",
        "ONNX Runtime");
    row("memory_summary",
        "|====|\n|                  PyTorch CUDA memory summary, device ID 0                 |\n",
        "memory_summary()");
    row("a log", "Traceback\ntorch.OutOfMemoryError: CUDA out of memory. Tried to allocate 20.00 MiB. GPU 0",
        "out-of-memory message");
    row("pytorch_memlab",
        "Total Tensors: 2099200  Used Memory: 8.01M\nThe allocated memory on cuda:0: 8.01M\n",
        "pytorch_memlab");
    row("jemalloc", "heap_v2/524288\n  t*: 28106: 56637512 [0: 0]\n", "jemalloc");
    row("Massif", "desc: --massif-out-file=x\ncmd: ./a\ntime_unit: i\nmem_heap_B=0\n", "Massif");
    row("memray", QByteArray("memray\0\x0c\0\0\0", 11), "memray");
    row("SQLite of snapshots", QByteArray("SQLite format 3\0", 16) + "CREATE TABLE device_traces (id)",
        "snapshot of PyTorch written as an SQLite");
    row("Nsight Systems",
        QByteArray("SQLite format 3\0", 16) + "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start)",
        "Nsight Systems");
    row("SQLite", QByteArray("SQLite format 3\0", 16) + QByteArray(100, '\0'), "an SQLite database");
    row("an old checkpoint",
        QByteArray("\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19.\x80\x02", 17),
        "checkpoint of PyTorch");
    row("a checkpoint's data.pkl",
        QByteArray("\x80\x02}q\x00(X\x06\0\0\0weightq\x01"
                   "ctorch._utils\n_rebuild_tensor_v2\nq\x02",
            54),
        "checkpoint of PyTorch");
    row("safetensors",
        QByteArray("\x40\0\0\0\0\0\0\0", 8) + R"({"w":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})",
        "safetensors");
    row("numpy", QByteArray("\x93NUMPY\1\0", 8), "NumPy");
    row("HDF5", "\x89HDF\r\n\x1a\n", "HDF5");
    row("GGUF", QByteArray("GGUF\3\0\0\0", 8), "GGUF");
    row("a GPU's core dump", elf(4, '\xbe'), "core dump of the GPU");
    row("a core dump", elf(4, 62), "core dump of a program");
    row("a program", elf(2, 62), "a program or a library");
    row("SVG", "<?xml version=\"1.0\" standalone=\"no\"?>\n<svg version=\"1.1\" width=\"1200\">",
        "picture (SVG)");
    row("PNG", QByteArray("\x89PNG\r\n\x1a\n\0\0\0\0", 12), "it is a picture");
    row("PDF", "%PDF-1.7\n", "PDF");
}

void TestForeign::whatPeopleHaveIsNamed()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, words);
    const auto recording = openBytes(bytesOf(bytes));
    QVERIFY(!recording.has_value());
    const QString message = QString::fromStdString(recording.error().message);
    QVERIFY2(message.contains(words), qPrintable(message));
    QVERIFY2(message.startsWith(QStringLiteral("it is ")) && message.endsWith(QLatin1Char('.')),
        qPrintable(message));
    QVERIFY(!message.contains(QLatin1Char('\n')));
}

void TestForeign::recordingsAreNotTakenForSomethingElse()
{
    int seen = 0;
    for (const char* name : {"annotations", "cpp_stacks", "ddp_rank0", "deit_tiny", "graphs", "oom", "rand",
             "segments_only", "segments_only_list", "vary", "outside/torch20_history",
             "outside/torch211_training", "outside/made_up"}) {
        const QByteArray bytes = testData(QLatin1String(name) + QStringLiteral(".pickle"));
        QVERIFY2(!looksForeign(bytesOf(bytes.left(1024 * 1024))), name);
        ++seen;
    }
    QCOMPARE(seen, 13);
}

// Words in a snapshot's texts do not make it a log.
void TestForeign::wordsInsideRecordingsDoNotCount()
{
    const QByteArray words = "BFCAllocator CUDA out of memory. Tried to allocate memory summary, device ID";
    for (const QByteArray& bytes : {"{\"segments\": [], \"device_traces\": [], \"note\": \"" + words + "\"}",
             "(dp0\nVsegments\np1\n(lp2\nsV" + words, "}q\x01(U" + words, "  [\"" + words + "\"]"})
        QVERIFY2(!looksForeign(bytesOf(bytes)), bytes.constData());
    QVERIFY(looksForeign(bytesOf(words)));
}

void TestForeign::shortHeadsAreNoTrap()
{
    const QByteArray jax = profile({"allocations", "space", "buffer"});
    for (qsizetype length = 0; length < jax.size(); ++length)
        (void)looksForeign(bytesOf(jax.left(length)));
    for (int byte = 0; byte < 256; ++byte)
        QVERIFY(!looksForeign(bytesOf(QByteArray(1, char(byte)))));
}

QTEST_GUILESS_MAIN(TestForeign)
#include "tst_foreign.moc"
