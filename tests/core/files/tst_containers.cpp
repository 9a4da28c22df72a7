// SPDX-License-Identifier: GPL-3.0-or-later
// What snapshots are packed in: broken, cut off, or made to do harm.
#include "core/base/bytes.h"
#include "core/files/open_recording.h"
#include "packing.h"
#include "pickle_writer.h"
#include "recording_difference.h"
#include "snapshot_summary.h"
#include "tests/support/test_data.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

QByteArray snapshot()
{
    return testData(QStringLiteral("graphs.pickle"));
}

// 100 MiB of zeros as one value of a pickle: a few kilobytes as .zst.
QByteArray bomb()
{
    constexpr int size = 100 * 1024 * 1024;
    return zstdOf(PickleWriter().raw("\x80\x04]B").little(size, 4).bytes() + QByteArray(size, '\0') + "a.");
}

QByteArray times(QByteArray bytes, int count, QByteArray (*pack)(const QByteArray&))
{
    for (int i = 0; i < count; ++i)
        bytes = pack(bytes);
    return bytes;
}

QString place(const char* front, qsizetype byte)
{
    return QString::fromLatin1(front) + QString::fromStdString(formatExact(byte));
}

QByteArray flipped(QByteArray bytes, qsizetype at)
{
    bytes[at] = static_cast<char>(~bytes[at]);
    return bytes;
}

} // namespace

class TestContainers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void opensWithAWarning_data();
    void opensWithAWarning();
    void isRefused_data();
    void isRefused();
    void refusedOnlyHereIsNamed_data();
    void refusedOnlyHereIsNamed();
    void manyTimesSmallerOpens();
    void cutAnywhere_data();
    void cutAnywhere();
    void damagedAnywhere_data();
    void damagedAnywhere();
    void severalRecordings();
};

void TestContainers::opensWithAWarning_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("complete");
    QTest::addColumn<QString>("warning"); // part of one; empty: there is none
    const QByteArray pickle = snapshot();
    const QByteArray base64 = pickle.toBase64();
    QTest::newRow("gzip") << gzipOf(pickle) << true << QString();
    QTest::newRow("gzip, zeros behind") << gzipOf(pickle) + QByteArray(512, '\0') << true << QString();
    QTest::newRow("gzip, something behind")
        << gzipOf(pickle) + "and a letter" << true
        << place("not gzip follows in the gzip file at byte ", gzipOf(pickle).size());
    QTest::newRow("gzip, its checksum is wrong") << flipped(gzipOf(pickle), gzipOf(pickle).size() - 8)
                                                 << false << QStringLiteral("gzip file is damaged");
    QTest::newRow("zstd, a frame to be passed over")
        << skippableFrame("x") + zstdOf(pickle) << true << QString();
    QTest::newRow("zstd, something behind")
        << zstdOf(pickle) + "and a letter" << true
        << place("not Zstandard follows in the zstd file at byte ", zstdOf(pickle).size());
    QTest::newRow("zip, its checksum is wrong")
        << zipOf({{"s.pickle", pickle, 8, [](ZipFields& fields) { fields.checksum ^= 1U; }}}) << true
        << QStringLiteral("s.pickle in the zip archive is not what was packed");
    QTest::newRow("zip, its size is a lie")
        << zipOf({{"s.pickle", pickle, 8, [](ZipFields& fields) { fields.size = 0xFFFFFFF0U; }}}) << true
        << QStringLiteral("is not what was packed");
    QTest::newRow("zip of a text and a snapshot")
        << zipOf({{"README", "Dear reader", 8, {}}, {"s.pickle", pickle, 8, {}}}) << true << QString();
    QTest::newRow("zip without its end") << zipOf({{"s.pickle", pickle, 8, {}}}).chopped(22) << true
                                         << QStringLiteral("zip archive ends early");
    QTest::newRow("page") << pageOf(base64) << true << QString();
    QTest::newRow("page, line ends") << pageOf(base64.left(100) + "\\n" + base64.mid(100) + "\\n") << true
                                     << QString();
    QTest::newRow("page, a stray character")
        << pageOf(base64.left(base64.size() - 8) + "?" + base64.right(8)) << false
        << QStringLiteral("snapshot in the page is damaged at byte");
}

void TestContainers::opensWithAWarning()
{
    QFETCH(QByteArray, bytes);
    QFETCH(bool, complete);
    QFETCH(QString, warning);
    const auto expected = openBytes(bytesOf(snapshot()));
    auto opened = openBytes(bytesOf(bytes));
    QVERIFY2(opened.has_value(), opened ? "" : opened.error().message.c_str());
    QCOMPARE(opened->complete, complete);
    QCOMPARE(opened->warnings.size() > expected->warnings.size(), !warning.isEmpty());
    if (warning.isEmpty()) {
        QCOMPARE(differenceOf(*opened, *expected), std::string());
        return;
    }
    const QString first = QString::fromStdString(opened->warnings.front());
    QVERIFY2(first.contains(warning) && first.endsWith(QLatin1Char('.')), qPrintable(first));
    QVERIFY(opened->devices.size() == expected->devices.size());
}

void TestContainers::isRefused_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("sentence");
    const QByteArray pickle = snapshot();
    const auto zipWith = [&pickle](std::uint16_t method, std::function<void(ZipFields&)> lie) {
        return zipOf({{"s.pickle", pickle, method, std::move(lie)}});
    };
    QTest::newRow("a zstd bomb") << bomb() << QStringLiteral("grows to more than 400 times its size");
    QTest::newRow("a bomb in gzip") << gzipOf(bomb())
                                    << QStringLiteral("grows to more than 400 times its size");
    QTest::newRow("a bomb in zip") << zipOf({{"bomb", bomb(), 0, {}}})
                                   << QStringLiteral("grows to more than 400 times its size");
    QTest::newRow("packed five times")
        << times(pickle, 5, gzipOf) << QStringLiteral("packed more than 4 times over");
    QTest::newRow("gzip of a text") << gzipOf("Dear reader")
                                    << QStringLiteral("in the gzip file: it is neither");
    QTest::newRow("gzip of nothing") << gzipOf("") << QStringLiteral("in the gzip file: the file is empty");
    QTest::newRow("gzip's first bytes")
        << gzipOf(pickle).left(3) << QStringLiteral("the gzip file ends early, at byte 3");
    QTest::newRow("zstd's first bytes")
        << zstdOf(pickle).left(6) << QStringLiteral("the zstd file ends early, at byte 6");
    QTest::newRow("gzip, damaged at once")
        << flipped(gzipOf(pickle), 10) << QStringLiteral("the gzip file is damaged");
    QTest::newRow("zip of nothing") << zipOf({}) << QStringLiteral("the zip archive is empty.");
    QTest::newRow("zip of a folder") << zipOf({{"folder/", "", 0, {}}})
                                     << QStringLiteral("the zip archive is empty.");
    QTest::newRow("zip of texts") << zipOf({{"a", "Dear", 8, {}}, {"b\nc", "reader", 8, {}}})
                                  << QStringLiteral("holds no memory snapshot, only a, b\\nc.");
    QTest::newRow("zip of two") << zipOf({{"rank0", pickle, 8, {}}, {"rank1", pickle, 8, {}}})
                                << QStringLiteral(
                                       "holds 2 recordings, and one is opened at a time: rank0, rank1");
    QTest::newRow("zip, encrypted") << zipWith(8, [](ZipFields& fields) { fields.flags |= 1U; })
                                    << QStringLiteral("s.pickle is encrypted");
    QTest::newRow("zip by an unknown method") << zipWith(99, {}) << QStringLiteral("packed by method 99");
    QTest::newRow("zip, a member beyond the end")
        << zipWith(8, [](ZipFields& fields) { fields.packedSize = 0x7FFFFFFF; })
        << QStringLiteral("table of contents names a place for its member 1");
    QTest::newRow("zip, a member at a wrong place")
        << zipWith(8, [](ZipFields& fields) { fields.place += 4; })
        << QStringLiteral("names a place for its member 1");
    QTest::newRow("zip, members over each other")
        << zipOf({{"a", pickle, 8, {}}, {"b", pickle, 8, [](ZipFields& fields) { fields.place = 0; }}})
        << QStringLiteral("overlap each other");
    QTest::newRow("page without a snapshot") << QByteArray("<!DOCTYPE html>\n<html><body>Hello</body></html>")
                                             << QStringLiteral("web page without a memory snapshot");
    QTest::newRow("page by PyTorch 2.0") << QByteArray("<html><script>let trace_data = {}</script></html>")
                                         << QStringLiteral("page by PyTorch 2.0");
    QTest::newRow("page with a picture")
        << QByteArray("<html><img src='data:image/png;base64,iVBORw0KGgo='></html>")
        << QStringLiteral("page with a picture");
    QTest::newRow("page with something else")
        << pageOf(QByteArray("Dear reader").toBase64())
        << QStringLiteral("in the web page, snapshot.pickle: it is neither");
    QTest::newRow("page with nothing") << pageOf("") << QStringLiteral("the file is empty");
}

void TestContainers::isRefused()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, sentence);
    const auto opened = openBytes(bytesOf(bytes));
    QVERIFY(!opened.has_value());
    const QString message = QString::fromStdString(opened.error().message);
    QVERIFY2(message.contains(sentence), qPrintable(message));
    QVERIFY2(message.endsWith(QLatin1Char('.')) && !message.contains(QLatin1Char('\n')), qPrintable(message));
}

void TestContainers::refusedOnlyHereIsNamed_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("xz") << QByteArray("\xfd"
                                      "7zXZ\0\0\x04",
        8) << QStringLiteral("xz-compressed: unpack it with xz -d");
    QTest::newRow("bzip2") << QByteArray("BZh91AY&SY")
                           << QStringLiteral("bzip2-compressed: unpack it with bzip2 -d");
    QTest::newRow("7z") << QByteArray("7z\xbc\xaf\x27\x1c\0\4", 8) << QStringLiteral("a 7z archive");
    QTest::newRow("rar") << QByteArray("Rar!\x1a\x07\x01\0", 8) << QStringLiteral("a rar archive");
    QTest::newRow("lz4") << QByteArray("\x04\x22\x4d\x18\x64") << QStringLiteral("lz4-compressed");
    QTest::newRow("tar") << QByteArray(257, 'a') + "ustar\0" << QStringLiteral("a tar archive");
    QTest::newRow("tar.gz") << gzipOf(QByteArray(257, 'a') + "ustar\0")
                            << QStringLiteral("in the gzip file: it is a tar archive");
}

void TestContainers::refusedOnlyHereIsNamed()
{
    isRefused();
}

// A long training does the same again and again.
void TestContainers::manyTimesSmallerOpens()
{
    PickleWriter pickle;
    pickle.raw("\x80\x02}").text("device_traces").raw("](](");
    constexpr int events = 400'000;
    for (int i = 0; i < events; ++i)
        pickle.event(i % 2 == 0 ? "alloc" : "free_completed", 0x1000, 512);
    pickle.raw("ees.");
    const QByteArray packed = zstdOf(pickle.bytes(), 9);
    QVERIFY(packed.size() < pickle.bytes().size() / 1000);
    const auto opened = openBytes(bytesOf(packed));
    QVERIFY2(opened.has_value(), opened ? "" : opened.error().message.c_str());
    QCOMPARE(opened->devices.at(0).events.size(), std::size_t(events));
    QVERIFY(opened->complete);
}

void TestContainers::cutAnywhere_data()
{
    QTest::addColumn<QByteArray>("bytes");
    const QByteArray pickle = snapshot();
    QTest::newRow("gzip") << gzipOf(pickle);
    QTest::newRow("zstd") << zstdOf(pickle);
    QTest::newRow("zip") << zipOf({{"README", "Dear reader", 8, {}}, {"s.pickle", pickle, 8, {}}});
    QTest::newRow("stored zip") << zipOf({{"s.pickle", pickle, 0, {}}});
    QTest::newRow("page") << pageOf(pickle.toBase64());
    QTest::newRow("gzip of a page of nothing less") << gzipOf(pageOf(pickle.toBase64()));
}

// Whatever was cut: a whole recording, a part that says where it ends, or a sentence.
void TestContainers::cutAnywhere()
{
    QFETCH(QByteArray, bytes);
    const auto whole = openBytes(bytesOf(bytes));
    QVERIFY(whole.has_value() && whole->complete);
    int parts = 0;
    for (qsizetype size = 0; size < bytes.size(); size += size < 64 ? 1 : 37) {
        const auto opened = openBytes(bytesOf(bytes.left(size)));
        if (!opened) {
            QVERIFY2(opened.error().message.ends_with('.'), opened.error().message.c_str());
            continue;
        }
        QCOMPARE(brokenReference(*opened), std::string());
        QVERIFY(opened->complete || !opened->warnings.empty());
        parts += opened->complete ? 0 : 1;
        if (opened->complete) {
            QCOMPARE(opened->devices.size(), whole->devices.size());
        } else {
            QVERIFY2(opened->warnings.front().find("byte ") != std::string::npos,
                opened->warnings.front().c_str());
        }
    }
    QVERIFY(parts > 0 || bytes.startsWith("\x28\xb5\x2f\xfd")); // one small block of zstd comes whole or not
}

void TestContainers::damagedAnywhere_data()
{
    cutAnywhere_data();
}

void TestContainers::damagedAnywhere()
{
    QFETCH(QByteArray, bytes);
    for (qsizetype at = 0; at < bytes.size(); at += at < 64 ? 1 : 41) {
        const auto opened = openBytes(bytesOf(flipped(bytes, at)));
        if (opened) {
            QCOMPARE(brokenReference(*opened), std::string());
        } else {
            QVERIFY2(opened.error().message.ends_with('.'), opened.error().message.c_str());
        }
    }
}

void TestContainers::severalRecordings()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("ranks"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    const QByteArray pickle = snapshot();
    file.write(gzipOf(zipOf(
        {{"rank0.pickle", pickle, 8, {}}, {"notes", "none", 0, {}}, {"rank1.gz", gzipOf(pickle), 0, {}}})));
    file.close();
    const auto packed = openPacked(path.toStdString());
    QVERIFY2(packed.has_value(), packed ? "" : packed.error().message.c_str());
    QCOMPARE(packed->size(), std::size_t(2));
    QCOMPARE(packed->at(0).name, std::string("rank0.pickle"));
    QCOMPARE(packed->at(1).name, std::string("rank1.gz"));
    QCOMPARE(differenceOf(packed->at(0).recording, packed->at(1).recording), std::string());
    QCOMPARE(packed->at(1).recording.format,
        std::string("PyTorch snapshot (pickle) in gzip file in zip archive in gzip file"));
}

QTEST_GUILESS_MAIN(TestContainers)
#include "tst_containers.moc"
