// SPDX-License-Identifier: GPL-3.0-or-later
// Files of versions 1.0 to 1.2 still open, and what was added since is checked as the rest is.
#include "core/files/tide/tide_format.h"
#include "core/files/tide_decoder.h"
#include "tide_bytes.h"

#include <QtTest>

using namespace tidemark;
using namespace tidemark::tests;

class TestTideVersions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void version10Opens();
    void version11Opens();
    void addedFields();
    void curvesContinue();
    void brokenCurves_data();
    void brokenCurves();
    void driverSamplesContinue();
    void whatTheDriverDidNotSay();
    void brokenDriverSamples_data();
    void brokenDriverSamples();
    void version12Opens();
    void labelsContinue();
    void labelsOfTheFuture();
    void brokenLabels_data();
    void brokenLabels();
    void aTypeAfterTheLastIsPassedOver();
};

namespace {

// A column of one row, and one of three.
const QByteArray zero("\0\1\0", 3);
QByteArray one(char value)
{
    return QByteArray("\0\1", 2) + value;
}
QByteArray three(const char* values)
{
    return QByteArray("\1\3", 2) + QByteArray(values, 3);
}

QByteArray frame(tide::FrameType type, const QByteArray& payload)
{
    return RawFrame{0, quint16(type), 0, payload}.bytes();
}

QByteArray deviceFrame(const QByteArray& more = {})
{
    return frame(tide::FrameType::Device,
        varint(0) + varint(0) + text("cpu") + varint(0) + char(2) + varint(0) + more);
}

QByteArray curveFrame(int curve, const QByteArray& times, const QByteArray& bytes)
{
    return frame(
        tide::FrameType::Curve, varint(0) + varint(quint64(curve)) + text("c") + varint(3) + times + bytes);
}

// Three samples whose process is told by its id.
QByteArray driverFrame(const QByteArray& times, const QByteArray& events, const QByteArray& figures)
{
    return frame(tide::FrameType::DriverSamples,
        varint(0) + varint(3) + times + events + figures.repeated(3) + one(1));
}

// Three labels of a tensor with a name, 7 bytes of float32: a gradient.
QByteArray labelFrame(const QByteArray& events, const QByteArray& addresses, char name = 1)
{
    return frame(tide::FrameType::TensorLabels,
        varint(0) + varint(3) + events + addresses + one(7) + one(name) + one(2) + zero + one(2) + one(2));
}

QByteArray textsFrame()
{
    return frame(tide::FrameType::Strings, varint(1) + varint(2) + varint(1) + varint(2) + "f{}");
}

QByteArray endFrame()
{
    return frame(tide::FrameType::End, QByteArray(1, 1));
}

Expected<Recording> read(const QByteArray& bytes)
{
    TideDecoder decoder;
    const auto fed = decoder.feed(std::as_bytes(std::span(bytes.constData(), std::size_t(bytes.size()))));
    if (!fed)
        return tl::unexpected(fed.error());
    decoder.endOfInput();
    return decoder.snapshot();
}

const QByteArray noOrigin = text("") + text("") + varint(0);

} // namespace

// Neither frames nor contexts nor devices have the added fields; zeros behind the columns are padding.
void TestTideVersions::version10Opens()
{
    const QByteArray padding(20, '\0');
    const QByteArray bytes = headerBytes(1, 0) + deviceFrame() + textsFrame()
        + frame(tide::FrameType::Frames, varint(1) + varint(1) + one(1) + zero + one(7) + zero + padding)
        + frame(tide::FrameType::Stacks, varint(1) + varint(1) + one(1) + zero)
        + frame(tide::FrameType::Contexts, varint(1) + varint(1) + one(1) + zero + zero + zero + zero + zero)
        + endFrame();
    const auto recording = read(bytes);
    QVERIFY2(recording.has_value(), recording ? "" : recording.error().message.c_str());
    QVERIFY(recording->complete);
    QVERIFY(recording->warnings.empty());
    QCOMPARE(recording->frames[FrameIndex{1}].line, 7U);
    QVERIFY(recording->frames[FrameIndex{1}].extra.isNone());
    QCOMPARE(recording->contexts[ContextIndex{1}].stack, StackIndex{1});
    QCOMPARE(recording->devices[0].source, std::string());
}

void TestTideVersions::addedFields()
{
    const QByteArray origin =
        text("rank0.pickle") + text("max_split_size_mb:64") + varint(1) + text("a") + text("1");
    const QByteArray bytes = headerBytes(1, 1) + deviceFrame(origin) + textsFrame()
        + frame(tide::FrameType::Frames, varint(1) + varint(1) + one(1) + zero + one(7) + zero + one(2))
        + frame(tide::FrameType::Contexts,
            varint(1) + varint(1) + zero + zero + zero + zero + zero + zero + one(2))
        + endFrame();
    const auto recording = read(bytes);
    QVERIFY2(recording.has_value(), recording ? "" : recording.error().message.c_str());
    QCOMPARE(recording->devices[0].source, std::string("rank0.pickle"));
    QCOMPARE(recording->devices[0].allocatorConf, std::string("max_split_size_mb:64"));
    QCOMPARE(recording->devices[0].settings.size(), std::size_t(1));
    QCOMPARE(recording->strings[recording->frames[FrameIndex{1}].extra], std::string_view("{}"));
    QCOMPARE(recording->strings[recording->contexts[ContextIndex{1}].extra], std::string_view("{}"));
    // The columns are not optional.
    QVERIFY(!read(headerBytes(1, 1) + textsFrame()
        + frame(tide::FrameType::Frames, varint(1) + varint(1) + one(1) + zero + one(7) + zero)));
}

void TestTideVersions::curvesContinue()
{
    const auto recording = read(headerBytes(1, 1) + deviceFrame(noOrigin)
        + curveFrame(0, three("\1\1\2"), three("\5\6\7")) + curveFrame(1, three("\0\0\0"), three("\1\2\3"))
        + curveFrame(0, three("\2\3\4"), three("\1\2\3")) + endFrame());
    QVERIFY2(recording.has_value(), recording ? "" : recording.error().message.c_str());
    const std::vector<SampledCurve>& curves = recording->devices[0].curves;
    QCOMPARE(curves.size(), std::size_t(2));
    QCOMPARE(curves[0].name, std::string("c"));
    QCOMPARE(curves[0].timeUs.size(), std::size_t(6));
    QCOMPARE(curves[0].timeUs[5], std::int64_t(4));
    QCOMPARE(curves[0].bytes[3], std::int64_t(1));
    QCOMPARE(curves[1].bytes.size(), std::size_t(3));
}

void TestTideVersions::brokenCurves_data()
{
    QTest::addColumn<QByteArray>("frames");
    QTest::addColumn<QString>("reason");
    const QByteArray device = deviceFrame(noOrigin);
    const QByteArray curve = curveFrame(0, three("\1\2\3"), three("\1\2\3"));
    QTest::newRow("no device") << curve << QStringLiteral("device 0");
    QTest::newRow("gap") << device + curveFrame(1, three("\1\2\3"), three("\1\2\3"))
                         << QStringLiteral("curve 1");
    QTest::newRow("backwards") << device + curveFrame(0, three("\1\3\2"), three("\1\2\3"))
                               << QStringLiteral("backwards");
    QTest::newRow("backwards from frame to frame") << device + curve + curve << QStringLiteral("backwards");
    QByteArray many = device;
    for (int i = 0; i <= int(tide::maxCurves); ++i)
        many += curveFrame(i, three("\1\2\3"), three("\1\2\3"));
    QTest::newRow("too many") << many << QStringLiteral("curve 1024");
}

void TestTideVersions::brokenCurves()
{
    QFETCH(QByteArray, frames);
    QFETCH(QString, reason);
    const auto recording = read(headerBytes(1, 1) + frames);
    QVERIFY(!recording.has_value());
    QVERIFY2(QString::fromStdString(recording.error().message).contains(reason),
        recording.error().message.c_str());
}

// A file that 1.1 wrote, with all that it had: nothing of it is newer, so nothing is noted.
void TestTideVersions::version11Opens()
{
    const auto recording = read(headerBytes(1, 1) + deviceFrame(noOrigin)
        + curveFrame(0, three("\1\1\2"), three("\5\6\7")) + endFrame());
    QVERIFY2(recording.has_value(), recording ? "" : recording.error().message.c_str());
    QVERIFY(recording->complete);
    QVERIFY(recording->warnings.empty());
    QVERIFY(recording->devices[0].driver.empty());
    QCOMPARE(recording->devices[0].curves.size(), std::size_t(1));
}

void TestTideVersions::driverSamplesContinue()
{
    const auto recording = read(headerBytes(1, 2) + deviceFrame(noOrigin)
        + driverFrame(three("\1\1\2"), three("\0\4\4"), three("\1\6\0"))
        + driverFrame(three("\2\3\4"), three("\4\5\6"), three("\2\3\4")) + endFrame());
    QVERIFY2(recording.has_value(), recording ? "" : recording.error().message.c_str());
    const Column<DriverSample>& samples = recording->devices[0].driver;
    QCOMPARE(samples.size(), std::size_t(6));
    const DriverSample second = {1, 4, 5, 5, 5, ProcessMemorySource::ProcessId};
    QVERIFY(samples[1] == second);
    QCOMPARE(samples[0].used, std::int64_t(0));
    QCOMPARE(samples[2].used, DriverSample::unknown);
    QCOMPARE(samples[5].timeUs, std::int64_t(4));
    QCOMPARE(samples[5].processUsed, std::int64_t(3));
}

void TestTideVersions::whatTheDriverDidNotSay()
{
    // The most that a figure can hold, none at all, and a source of the future.
    const QByteArray most = QByteArray("\0\12", 2) + varint(quint64(1) << 63);
    const QByteArray samples = frame(tide::FrameType::DriverSamples,
        varint(0) + varint(1) + one(1) + one(0) + most + one(0) + one(0) + one(9));
    const auto recording = read(headerBytes(1, 2) + deviceFrame(noOrigin) + samples + endFrame());
    QVERIFY2(recording.has_value(), recording ? "" : recording.error().message.c_str());
    const DriverSample expected = {
        1, 0, INT64_MAX, DriverSample::unknown, DriverSample::unknown, ProcessMemorySource::Unknown};
    QVERIFY(recording->devices[0].driver[0] == expected);
}

void TestTideVersions::brokenDriverSamples_data()
{
    QTest::addColumn<QByteArray>("frames");
    QTest::addColumn<QString>("reason");
    const QByteArray device = deviceFrame(noOrigin);
    const QByteArray good = driverFrame(three("\1\2\3"), three("\1\2\3"), three("\1\2\3"));
    QTest::newRow("no device") << good << QStringLiteral("device 0");
    QTest::newRow("times backwards") << device
            + driverFrame(three("\1\3\2"), three("\1\2\3"), three("\1\2\3"))
                                     << QStringLiteral("times go backwards");
    QTest::newRow("events backwards")
        << device + driverFrame(three("\1\2\3"), three("\1\3\2"), three("\1\2\3"))
        << QStringLiteral("events go backwards");
    QTest::newRow("times backwards from frame to frame")
        << device + good + driverFrame(three("\2\2\3"), three("\3\3\3"), three("\1\2\3"))
        << QStringLiteral("times go backwards");
    QTest::newRow("events backwards from frame to frame")
        << device + good + driverFrame(three("\3\3\3"), three("\2\3\3"), three("\1\2\3"))
        << QStringLiteral("events go backwards");
    const QByteArray tooMuch = QByteArray("\0\12", 2) + varint((quint64(1) << 63) + 1);
    QTest::newRow("more bytes than can be counted")
        << device + driverFrame(three("\1\2\3"), three("\1\2\3"), tooMuch)
        << QStringLiteral("bytes in use 9223372036854775809 is beyond");
    QTest::newRow("a column too few")
        << device + frame(tide::FrameType::DriverSamples, varint(0) + varint(3) + three("\1\2\3").repeated(5))
        << QStringLiteral("the driver samples frame");
}

void TestTideVersions::brokenDriverSamples()
{
    QFETCH(QByteArray, frames);
    QFETCH(QString, reason);
    const auto recording = read(headerBytes(1, 2) + frames);
    QVERIFY(!recording.has_value());
    QVERIFY2(QString::fromStdString(recording.error().message).contains(reason),
        recording.error().message.c_str());
}

// A file that 1.2 wrote has no labels, and nothing in it is newer.
void TestTideVersions::version12Opens()
{
    const auto recording = read(headerBytes(1, 2) + deviceFrame(noOrigin)
        + driverFrame(three("\1\2\3"), three("\1\2\3"), three("\1\2\3")) + endFrame());
    QVERIFY2(recording.has_value(), recording ? "" : recording.error().message.c_str());
    QVERIFY(recording->complete);
    QVERIFY(recording->warnings.empty());
    QVERIFY(recording->devices[0].tensors.empty());
    QCOMPARE(recording->devices[0].driver.size(), std::size_t(3));
}

void TestTideVersions::labelsContinue()
{
    const auto recording = read(headerBytes(1, 3) + deviceFrame(noOrigin) + textsFrame()
        + labelFrame(three("\0\4\4"), three("\1\2\3")) + labelFrame(three("\4\4\5"), three("\4\5\6"))
        + endFrame());
    QVERIFY2(recording.has_value(), recording ? "" : recording.error().message.c_str());
    const Column<TensorLabel>& labels = recording->devices[0].tensors;
    QCOMPARE(labels.size(), std::size_t(6));
    const TensorLabel second = {
        4, 2, 7, StringIndex{1}, StringIndex{2}, {}, MemoryCategory::Gradient, DataType::Float32};
    QVERIFY(labels[1] == second);
    QCOMPARE(labels[5].event, std::uint64_t(5));
    QCOMPARE(labels[5].address, std::uint64_t(6));
}

// Categories and data types that are not known; "temporary" is no label's.
void TestTideVersions::labelsOfTheFuture()
{
    const QByteArray labels = frame(tide::FrameType::TensorLabels,
        varint(0) + varint(3) + one(1) + one(1) + one(1) + zero + zero + zero
            + QByteArray("\3\3\x9\x8\xff", 5) + QByteArray("\3\3\xc\xb\xff", 5));
    const auto recording = read(headerBytes(1, 3) + deviceFrame(noOrigin) + labels + endFrame());
    QVERIFY2(recording.has_value(), recording ? "" : recording.error().message.c_str());
    const Column<TensorLabel>& read = recording->devices[0].tensors;
    QCOMPARE(read[0].category, MemoryCategory::Unexplained);
    QCOMPARE(read[1].category, MemoryCategory::Workspace);
    QCOMPARE(read[2].category, MemoryCategory::Unexplained);
    for (std::size_t i = 0; i < 3; ++i)
        QCOMPARE(read[i].dataType, DataType::Other);
}

void TestTideVersions::brokenLabels_data()
{
    QTest::addColumn<QByteArray>("frames");
    QTest::addColumn<QString>("reason");
    const QByteArray device = deviceFrame(noOrigin) + textsFrame();
    const QByteArray good = labelFrame(three("\1\2\3"), three("\1\2\3"));
    QTest::newRow("no device") << textsFrame() + good << QStringLiteral("device 0");
    QTest::newRow("events backwards")
        << device + labelFrame(three("\1\3\2"), three("\1\2\3")) << QStringLiteral("events go backwards");
    QTest::newRow("events backwards from frame to frame") << device + good
            + labelFrame(three("\2\3\3"), three("\1\2\3")) << QStringLiteral("events go backwards");
    QTest::newRow("a name that did not come")
        << device + labelFrame(three("\1\2\3"), three("\1\2\3"), 3) << QStringLiteral("name 3");
    QTest::newRow("a column too few")
        << device + frame(tide::FrameType::TensorLabels, varint(0) + varint(3) + three("\1\2\3").repeated(7))
        << QStringLiteral("the tensor labels frame");
}

void TestTideVersions::brokenLabels()
{
    QFETCH(QByteArray, frames);
    QFETCH(QString, reason);
    const auto recording = read(headerBytes(1, 3) + frames);
    QVERIFY(!recording.has_value());
    QVERIFY2(QString::fromStdString(recording.error().message).contains(reason),
        recording.error().message.c_str());
}

// As a reader of 1.2 does with labels: what it does not know costs a note, no more.
void TestTideVersions::aTypeAfterTheLastIsPassedOver()
{
    const auto next = quint16(quint16(tide::FrameType::TensorLabels) + 1);
    const auto recording =
        read(headerBytes(1, 4) + deviceFrame(noOrigin) + RawFrame{0, next, 0, "of the future"}.bytes()
            + driverFrame(three("\1\2\3"), three("\1\2\3"), three("\1\2\3")) + endFrame());
    QVERIFY2(recording.has_value(), recording ? "" : recording.error().message.c_str());
    QCOMPARE(recording->warnings.size(), std::size_t(1));
    QVERIFY(recording->warnings[0].find("type 23") != std::string::npos);
    QCOMPARE(recording->devices[0].driver.size(), std::size_t(3));
}

QTEST_GUILESS_MAIN(TestTideVersions)
#include "tst_tide_versions.moc"
