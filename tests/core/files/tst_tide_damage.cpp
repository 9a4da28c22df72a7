// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/tide/tide_encoder.h"
#include "core/files/tide/tide_format.h"
#include "core/files/tide_decoder.h"
#include "core/files/tide_file.h"
#include "random_recording.h"
#include "recording_difference.h"
#include "tide_bytes.h"

#include <QFile>
#include <QSet>
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <random>
#include <zstd.h>

using namespace tidemark;
using namespace tidemark::tests;

class TestTideDamage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cutAnywhere();
    void cutOfALargeFile();
    void flippedBits();
    void damageInTheMiddleKeepsWhatWasBefore();
    void contentsFromStrangers();
    void refused_data();
    void refused();
    void newerFilesOpen();
    void bytesBehindTheEnd();
    void aSmallFileCannotAskForMuch_data();
    void aSmallFileCannotAskForMuch();
    void nothingIsTakenAfterDamage();

private:
    struct Reading {
        Recording recording;
        std::string error;
        bool ended = false;
    };
    static Reading read(const QByteArray& bytes);
    static Recording beginningOf(const QByteArray& bytes, qsizetype size);
    QByteArray tideOf(const Recording& recording);
    static bool mentions(const std::string& text, qsizetype offset);

    QTemporaryDir m_folder;
    QByteArray m_small;
};

TestTideDamage::Reading TestTideDamage::read(const QByteArray& bytes)
{
    TideDecoder decoder;
    const auto fed = decoder.feed(std::as_bytes(std::span(bytes.constData(), std::size_t(bytes.size()))));
    const bool ended = decoder.ended();
    decoder.endOfInput();
    return {decoder.snapshot(), fed ? std::string() : fed.error().message, ended};
}

// What the first `size` bytes tell, whole frames as they are, without endOfInput()'s verdict.
Recording TestTideDamage::beginningOf(const QByteArray& bytes, qsizetype size)
{
    TideDecoder decoder;
    const auto fed = decoder.feed(std::as_bytes(std::span(bytes.constData(), std::size_t(size))));
    if (!fed)
        QTest::qFail(fed.error().message.c_str(), __FILE__, __LINE__);
    return decoder.snapshot();
}

QByteArray TestTideDamage::tideOf(const Recording& recording)
{
    const QString path = m_folder.filePath(QStringLiteral("recording.tide"));
    if (!writeTide(recording, path.toStdString()))
        QTest::qFail("the recording could not be written", __FILE__, __LINE__);
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

bool TestTideDamage::mentions(const std::string& text, qsizetype offset)
{
    return text.find("byte " + std::to_string(offset)) != std::string::npos;
}

// The shortest of some files that have frames of every type that writeTide() writes.
void TestTideDamage::initTestCase()
{
    qInfo("TIDEMARK_SEED=%llu", static_cast<unsigned long long>(firstSeed()));
    for (std::uint64_t seed = firstSeed(); seed < firstSeed() + 60; ++seed) {
        Recording recording = randomRecording(seed, 20, 3);
        recording.complete = true;
        recording.warnings.clear();
        const QByteArray bytes = tideOf(recording);
        QSet<quint16> types;
        for (const RawFrame& frame : framesOf(bytes))
            types.insert(frame.type);
        if (types.size() == 15 && (m_small.isEmpty() || bytes.size() < m_small.size()))
            m_small = bytes;
    }
    QVERIFY(!m_small.isEmpty());
    qInfo("%lld bytes", static_cast<long long>(m_small.size()));
}

void TestTideDamage::cutAnywhere()
{
    const QList<RawFrame> frames = framesOf(m_small);
    Recording expected;
    qsizetype border = -1;
    for (qsizetype size = 1; size < m_small.size(); ++size) {
        const Reading cut = read(m_small.left(size));
        QVERIFY2(cut.error.empty(), cut.error.c_str());
        QVERIFY(!cut.recording.complete);
        QCOMPARE(cut.recording.warnings.size(), std::size_t(1));
        // The last whole frame ends where the last frame that has begun begins, or begins next.
        qsizetype end = 0;
        for (const RawFrame& frame : frames)
            end = frame.offset <= size ? frame.offset : end;
        QVERIFY2(mentions(cut.recording.warnings[0], end), cut.recording.warnings[0].c_str());
        if (end != border) {
            expected = beginningOf(m_small, end);
            border = end;
        }
        expected.complete = false;
        expected.warnings = cut.recording.warnings;
        QCOMPARE(differenceOf(cut.recording, expected), std::string());
    }
}

void TestTideDamage::cutOfALargeFile()
{
    const Recording whole = randomRecording(firstSeed() + 8, 200'000);
    const QByteArray bytes = tideOf(whole);
    std::mt19937_64 random(firstSeed());
    for (int i = 0; i < 20; ++i) {
        const auto size = qsizetype(random() % std::uint64_t(bytes.size()));
        const Recording cut = read(bytes.left(size)).recording;
        QVERIFY2(!cut.complete, qPrintable(QStringLiteral("cut at %1").arg(size)));
        QCOMPARE(brokenReference(cut), std::string());
        for (std::size_t d = 0; d < cut.devices.size(); ++d) {
            QVERIFY(cut.devices[d].events.size() <= whole.devices[d].events.size());
            for (std::size_t k = 0; k < cut.devices[d].events.size(); k += 31)
                QVERIFY(cut.devices[d].events[k] == whole.devices[d].events[k]);
        }
    }
}

void TestTideDamage::flippedBits()
{
    const QList<RawFrame> frames = framesOf(m_small);
    std::mt19937_64 random(firstSeed());
    for (int i = 0; i < 1000; ++i) {
        const auto at = qsizetype(random() % std::uint64_t(m_small.size()));
        QByteArray damaged = m_small;
        damaged[at] = char(damaged[at] ^ char(1 << (random() % 8)));
        const Reading reading = read(damaged);
        QCOMPARE(brokenReference(reading.recording), std::string());
        if (at >= 12 && at < 16) // reserved
            continue;
        if (at >= 10 && at < 12) // minor version
            continue;
        QVERIFY2(!reading.recording.complete, qPrintable(QStringLiteral("byte %1").arg(at)));
        if (at < 10)
            continue;
        qsizetype frame = 0;
        for (const RawFrame& candidate : frames)
            frame = candidate.offset <= at ? candidate.offset : frame;
        // A longer length may lead beyond the end: then it looks cut off, and still names the frame.
        const std::string& said = reading.error.empty() ? reading.recording.warnings.back() : reading.error;
        QVERIFY2(mentions(said, frame), said.c_str());
    }
}

void TestTideDamage::damageInTheMiddleKeepsWhatWasBefore()
{
    const QList<RawFrame> frames = framesOf(m_small);
    for (const RawFrame& frame : frames) {
        QByteArray damaged = m_small;
        damaged[frame.offset + 8] = char(damaged[frame.offset + 8] ^ 1);
        const Reading reading = read(damaged);
        QVERIFY(mentions(reading.error, frame.offset));
        QVERIFY(reading.error.find("checksum") != std::string::npos);
        QCOMPARE(reading.recording.warnings.size(), std::size_t(1));
        Recording expected = beginningOf(m_small, frame.offset);
        expected.complete = false;
        expected.warnings = reading.recording.warnings;
        QCOMPARE(differenceOf(reading.recording, expected), std::string());
    }
}

// Right checksums around wrong contents: whatever is taken can be followed without leaving a table.
void TestTideDamage::contentsFromStrangers()
{
    const QList<RawFrame> frames = framesOf(m_small);
    std::mt19937_64 random(firstSeed());
    int taken = 0;
    for (int i = 0; i < 2000; ++i) {
        QByteArray bytes = m_small.left(16);
        const auto changed = qsizetype(random() % std::uint64_t(frames.size()));
        for (qsizetype f = 0; f < frames.size(); ++f) {
            RawFrame frame = frames[f];
            if ((frame.flags & 1) != 0) {
                const QByteArray packed = frame.payload.mid(4);
                const auto length =
                    std::size_t(ZSTD_getFrameContentSize(packed.constData(), std::size_t(packed.size())));
                QByteArray content(qsizetype(length), '\0');
                ZSTD_decompress(content.data(), length, packed.constData(),
                    ZSTD_findFrameCompressedSize(packed.constData(), std::size_t(packed.size())));
                frame.payload = content;
                frame.flags = 0;
            }
            for (auto n = f == changed ? 1 + random() % 3 : 0; n > 0 && !frame.payload.isEmpty(); --n)
                frame.payload[qsizetype(random() % std::uint64_t(frame.payload.size()))] = char(random());
            bytes += frame.bytes();
        }
        const Reading reading = read(bytes);
        QCOMPARE(brokenReference(reading.recording), std::string());
        taken += reading.error.empty() ? 1 : 0;
    }
    // Otherwise this would only test that everything is refused.
    QVERIFY(taken > 200);
}

void TestTideDamage::refused_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("sentence");
    const auto frame = [](tide::FrameType type, const QByteArray& payload, quint16 flags = 0) {
        return RawFrame{0, quint16(type), flags, payload}.bytes();
    };
    const QByteArray head = headerBytes();
    const QByteArray device =
        frame(tide::FrameType::Device, varint(0) + varint(0) + text("cpu") + varint(0) + char(2) + varint(0));
    const QString atFirst = QStringLiteral("byte 16");
    const QString atSecond = QStringLiteral("byte %1").arg(16 + device.size());
    // The columns of one plain event at the end of a prefix.
    const QByteArray plain = QByteArray("\0\1\0", 3);

    QTest::newRow("other file") << QByteArray("\x80\x04}q") << QStringLiteral("not a .tide recording");
    QTest::newRow("newer version") << headerBytes(2) + device << QStringLiteral("version 2");
    QTest::newRow("huge length") << head + QByteArray("\1\0\0\0\xff\xff\xff\x7f\0\0\0\0", 12) << atFirst;
    QTest::newRow("empty device") << head + frame(tide::FrameType::Device, QByteArray()) << atFirst;
    QTest::newRow("device 1 first") << head
            + frame(tide::FrameType::Device,
                varint(1) + varint(0) + text("cpu") + varint(0) + char(2) + varint(0))
                                    << atFirst;
    QTest::newRow("events without device")
        << head + frame(tide::FrameType::Events, varint(0) + varint(0) + varint(1) + plain.repeated(7))
        << atFirst;
    QTest::newRow("events with a gap") << head + device
            + frame(tide::FrameType::Events, varint(0) + varint(5) + varint(1) + plain.repeated(7))
                                       << atSecond;
    QTest::newRow("unknown context") << head + device
            + frame(tide::FrameType::Events,
                varint(0) + varint(0) + varint(1) + plain.repeated(4) + QByteArray("\0\1\1", 3)
                    + plain.repeated(2))
                                     << QStringLiteral("context 1 is beyond 0");
    QTest::newRow("unknown stream") << head + device
            + frame(tide::FrameType::Events,
                varint(0) + varint(0) + varint(1) + plain.repeated(5) + QByteArray("\0\1\1", 3) + plain)
                                    << QStringLiteral("stream slot 1 is beyond 0");
    QTest::newRow("unknown coding") << head + device
            + frame(tide::FrameType::Events, varint(0) + varint(0) + varint(1) + QByteArray("\x09\1\0", 3))
                                    << QStringLiteral("\"action\"");
    QTest::newRow("too few values") << head + device
            + frame(tide::FrameType::Events, varint(0) + varint(0) + varint(3) + QByteArray("\1\2\0\0", 4))
                                    << QStringLiteral("\"action\"");
    QTest::newRow("too many values") << head + device
            + frame(tide::FrameType::Events, varint(0) + varint(0) + varint(1) + QByteArray("\1\2\0\0", 4))
                                     << QStringLiteral("\"action\"");
    QTest::newRow("reference before the frame") << head + device
            + frame(tide::FrameType::Events, varint(0) + varint(0) + varint(1) + QByteArray("\4\1\1", 3))
                                                << QStringLiteral("\"action\"");
    QTest::newRow("endless number") << head + frame(tide::FrameType::Slots, QByteArray(11, '\xff'))
                                    << QStringLiteral("too long");
    QTest::newRow("same text twice") << head
            + frame(tide::FrameType::Strings, varint(1) + varint(2) + varint(1) + varint(1) + "aa")
                                     << QStringLiteral("the same");
    QTest::newRow("text beyond the frame")
        << head + frame(tide::FrameType::Strings, varint(1) + varint(1) + varint(UINT64_MAX) + "a")
        << QStringLiteral("longer than what is left");
    const QByteArray names = frame(tide::FrameType::Strings, varint(1) + varint(1) + varint(1) + "f")
        + frame(tide::FrameType::Frames, varint(1) + varint(1) + QByteArray("\0\1\1", 3) + plain.repeated(3));
    QTest::newRow("stack inside itself") << head + names
            + frame(tide::FrameType::Stacks,
                varint(1) + varint(1) + QByteArray("\0\1\1", 3) + QByteArray("\0\1\1", 3))
                                         << QStringLiteral("inside itself");
    QTest::newRow("segment without blocks") << head + device
            + frame(tide::FrameType::StateSegments,
                varint(0) + char(0) + char(1) + varint(1) + plain.repeated(3) + QByteArray("\0\1\1", 3)
                    + plain.repeated(4)) << QStringLiteral("block count 1 is beyond 0");
    QTest::newRow("end of no annotation")
        << head + device + frame(tide::FrameType::AnnotationEnds, varint(1) + plain.repeated(3))
        << QStringLiteral("has not begun");
    QTest::newRow("mark without device")
        << head + frame(tide::FrameType::Marks, varint(1) + plain.repeated(6))
        << QStringLiteral("first device");
    QTest::newRow("not zstd") << head
            + frame(tide::FrameType::Warnings, QByteArray("\4\0\0\0abcdefgh", 12), 1)
                              << QStringLiteral("unpacked");
    QTest::newRow("packed nothing") << head + frame(tide::FrameType::Warnings, QByteArray(), 1) << atFirst;
}

void TestTideDamage::refused()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, sentence);
    const Reading reading = read(bytes);
    QVERIFY2(QString::fromStdString(reading.error).contains(sentence), reading.error.c_str());
    QVERIFY(!reading.recording.complete);
    QCOMPARE(brokenReference(reading.recording), std::string());
    for (const Device& device : reading.recording.devices)
        QCOMPARE(device.events.size(), std::size_t(0));
}

void TestTideDamage::newerFilesOpen()
{
    Recording recording = randomRecording(firstSeed() + 9, 50);
    recording.complete = true;
    QByteArray bytes = tideOf(recording).left(16);
    bytes[10] = 3; // a minor version of the future
    for (RawFrame frame : framesOf(tideOf(recording))) {
        bytes += RawFrame{0, 300, 0, QByteArray("of the future")}.bytes();
        bytes += RawFrame{0, 301, 7, QByteArray("of the future")}.bytes();
        if ((frame.flags & 1) == 0)
            frame.payload += "a field of the future";
        bytes += frame.bytes();
    }
    const Reading reading = read(bytes);
    QCOMPARE(reading.error, std::string());
    QVERIFY(reading.ended);
    Recording expected = recording;
    expected.warnings = reading.recording.warnings;
    QCOMPARE(differenceOf(reading.recording, expected), std::string());
    // One note for each type, beside the recording's own.
    QCOMPARE(reading.recording.warnings.size(), recording.warnings.size() + 2);
    QVERIFY(mentions(reading.recording.warnings[0], 16));
    QVERIFY(reading.recording.warnings[0].find("300") != std::string::npos);
}

void TestTideDamage::bytesBehindTheEnd()
{
    const Reading reading = read(m_small + "more");
    QCOMPARE(reading.error, std::string());
    QVERIFY(reading.recording.complete);
    QCOMPARE(reading.recording.warnings.size(), std::size_t(1));
    QVERIFY(mentions(reading.recording.warnings[0], m_small.size()));
}

void TestTideDamage::aSmallFileCannotAskForMuch_data()
{
    QTest::addColumn<QByteArray>("bytes");
    const QByteArray device = RawFrame{0, quint16(tide::FrameType::Device), 0,
        varint(0) + varint(0) + text("cpu") + varint(0) + char(2) + varint(0)}
                                  .bytes();
    const QByteArray start = headerBytes() + device;
    const QByteArray plain = QByteArray("\0\1\0", 3);
    QTest::newRow("rows") << start
            + RawFrame{0, quint16(tide::FrameType::Events), 0,
                varint(0) + varint(0) + varint(60'000) + plain.repeated(7)}
                  .bytes();
    QTest::newRow("more rows than any frame") << start
            + RawFrame{0, quint16(tide::FrameType::Events), 0,
                varint(0) + varint(0) + varint(65'537) + plain.repeated(7) + QByteArray(100'000, '\0')}
                  .bytes();
    const QByteArray zeros(8 * 1024 * 1024, '\0');
    QByteArray packed(qsizetype(ZSTD_compressBound(std::size_t(zeros.size()))), '\0');
    packed.resize(qsizetype(ZSTD_compress(
        packed.data(), std::size_t(packed.size()), zeros.constData(), std::size_t(zeros.size()), 3)));
    QTest::newRow("content") << start
            + RawFrame{0, quint16(tide::FrameType::Warnings), 1, QByteArray("\0\0\x80\0", 4) + packed}
                  .bytes();
}

void TestTideDamage::aSmallFileCannotAskForMuch()
{
    QFETCH(QByteArray, bytes);
    const Reading reading = read(bytes);
    QVERIFY2(reading.error.find("too many for its length") != std::string::npos, reading.error.c_str());
}

void TestTideDamage::nothingIsTakenAfterDamage()
{
    QByteArray damaged = m_small;
    const qsizetype at = framesOf(m_small)[3].offset + 8;
    damaged[at] = char(damaged[at] ^ 1);
    TideDecoder decoder;
    const auto feed = [&](const QByteArray& bytes) {
        return decoder.feed(std::as_bytes(std::span(bytes.constData(), std::size_t(bytes.size()))));
    };
    const auto first = feed(damaged);
    QVERIFY(!first.has_value());
    const Recording before = decoder.snapshot();
    const auto second = feed(m_small.mid(16));
    QVERIFY(!second.has_value());
    QCOMPARE(second.error().message, first.error().message);
    QCOMPARE(differenceOf(decoder.snapshot(), before), std::string());
}

QTEST_GUILESS_MAIN(TestTideDamage)
#include "tst_tide_damage.moc"
