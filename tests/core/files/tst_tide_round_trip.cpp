// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/tide/payload_reader.h"
#include "core/files/tide/payload_writer.h"
#include "core/files/tide_decoder.h"
#include "core/files/tide_file.h"
#include "random_recording.h"
#include "recording_difference.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>

using namespace tidemark;
using namespace tidemark::tests;

class TestTideRoundTrip : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everythingSurvives_data();
    void everythingSurvives();
    void piecesOfAnySize_data();
    void piecesOfAnySize();
    void manyEvents();
    void equalEventsStayWithinTheLimits();
    void formatNamesTheSource();
    void savedAgainIsTheSame();
    void aSnapshotDoesNotGrow();
    void emptyRecording();
    void columns_data();
    void columns();
    void aFormerFileStaysWhenSavingFails();
    void savingCanBeCancelled();
    void savingTellsWhatIsWrong();

private:
    QByteArray tideOf(const Recording& recording);
    static Recording read(const QByteArray& bytes, qsizetype piece = PTRDIFF_MAX);

    QTemporaryDir m_folder;
};

QByteArray TestTideRoundTrip::tideOf(const Recording& recording)
{
    const QString path = m_folder.filePath(QStringLiteral("recording.tide"));
    const auto written = writeTide(recording, path.toStdString());
    if (!written) {
        QTest::qFail(written.error().message.c_str(), __FILE__, __LINE__);
        return {};
    }
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

Recording TestTideRoundTrip::read(const QByteArray& bytes, qsizetype piece)
{
    TideDecoder decoder;
    for (qsizetype at = 0; at < bytes.size();) {
        const qsizetype size = std::min(piece, bytes.size() - at);
        const auto fed = decoder.feed(std::as_bytes(std::span(bytes.constData() + at, std::size_t(size))));
        if (!fed)
            QTest::qFail(fed.error().message.c_str(), __FILE__, __LINE__);
        at += size;
    }
    decoder.endOfInput();
    return decoder.snapshot();
}

void TestTideRoundTrip::everythingSurvives_data()
{
    QTest::addColumn<quint64>("seed");
    QTest::addColumn<int>("events");
    const std::uint64_t first = firstSeed();
    for (std::uint64_t seed = first; seed < first + 40; ++seed)
        QTest::addRow("seed %llu", static_cast<unsigned long long>(seed))
            << quint64(seed) << int(seed % 7 * 100);
}

void TestTideRoundTrip::everythingSurvives()
{
    QFETCH(quint64, seed);
    QFETCH(int, events);
    const Recording recording = randomRecording(seed, std::size_t(events));
    QCOMPARE(differenceOf(read(tideOf(recording)), recording), std::string());
}

void TestTideRoundTrip::piecesOfAnySize_data()
{
    QTest::addColumn<int>("piece");
    QTest::newRow("1") << 1;
    QTest::newRow("7") << 7;
    QTest::newRow("4096") << 4096;
}

void TestTideRoundTrip::piecesOfAnySize()
{
    QFETCH(int, piece);
    const Recording recording = randomRecording(firstSeed() + 1000, 2000);
    QCOMPARE(differenceOf(read(tideOf(recording), piece), recording), std::string());
}

void TestTideRoundTrip::manyEvents()
{
    const Recording recording = randomRecording(firstSeed() + 2000, 150'000);
    QCOMPARE(differenceOf(read(tideOf(recording)), recording), std::string());
}

// Columns of equal values take next to nothing, and the reader only accepts so many rows for so many bytes.
void TestTideRoundTrip::equalEventsStayWithinTheLimits()
{
    Recording recording;
    recording.devices.emplace_back();
    for (int i = 0; i < 300'000; ++i)
        recording.devices[0].events.append({7, 512, 100, {}, 0, 0, Action::Alloc});
    const QByteArray bytes = tideOf(recording);
    QCOMPARE(differenceOf(read(bytes), recording), std::string());
    QVERIFY(bytes.size() < 300'000 / 4 + 1000);
}

void TestTideRoundTrip::formatNamesTheSource()
{
    Recording recording = randomRecording(firstSeed(), 10);
    recording.format = "PyTorch snapshot (pickle)";
    const Recording once = read(tideOf(recording));
    QCOMPARE(once.format, std::string("Tidemark recording, from PyTorch snapshot (pickle)"));
    QCOMPARE(read(tideOf(once)).format, once.format);
    recording.format = "Tidemark recording";
    QCOMPARE(read(tideOf(recording)).format, std::string("Tidemark recording"));
}

void TestTideRoundTrip::savedAgainIsTheSame()
{
    const QByteArray bytes = tideOf(randomRecording(firstSeed() + 3000, 500));
    QCOMPARE(tideOf(read(bytes)), bytes);
}

void TestTideRoundTrip::aSnapshotDoesNotGrow()
{
    const Recording recording = randomRecording(firstSeed() + 4000, 70'000);
    const QByteArray bytes = tideOf(recording);
    TideDecoder decoder;
    std::vector<std::pair<Recording, std::size_t>> snapshots;
    for (qsizetype at = 0; at < bytes.size(); at += 100'000) {
        const auto size = std::size_t(std::min<qsizetype>(100'000, bytes.size() - at));
        QVERIFY(decoder.feed(std::as_bytes(std::span(bytes.constData() + at, size))).has_value());
        const Recording snapshot = decoder.snapshot();
        snapshots.emplace_back(snapshot, snapshot.devices.empty() ? 0 : snapshot.devices[0].events.size());
    }
    QCOMPARE(differenceOf(decoder.snapshot(), recording), std::string());
    for (const auto& [snapshot, events] : snapshots) {
        QCOMPARE(snapshot.devices.empty() ? 0 : snapshot.devices[0].events.size(), events);
        for (std::size_t i = 0; i < events; i += 97)
            QCOMPARE(snapshot.devices[0].events[i].address, recording.devices[0].events[i].address);
    }
}

void TestTideRoundTrip::emptyRecording()
{
    QCOMPARE(differenceOf(read(tideOf(Recording())), Recording()), std::string());
}

void TestTideRoundTrip::columns_data()
{
    QTest::addColumn<QList<quint64>>("values");
    QTest::newRow("none") << QList<quint64>();
    QTest::newRow("one") << QList<quint64>{300};
    QTest::newRow("equal") << QList<quint64>(1000, UINT64_MAX);
    QTest::newRow("ends") << QList<quint64>{
        0, UINT64_MAX, 0, 1, UINT64_MAX - 1, 1ULL << 63, (1ULL << 63) - 1};
    QList<quint64> powers;
    for (int i = 0; i < 64; ++i)
        powers << (1ULL << i) - 1 << (1ULL << i);
    QTest::newRow("powers") << (powers + powers);
    QTest::newRow("repeating") << (powers + powers + powers);
}

void TestTideRoundTrip::columns()
{
    QFETCH(QList<quint64>, values);
    const auto count = std::size_t(values.size());
    for (const auto hint :
        {tide::ColumnHint::Small, tide::ColumnHint::Growing, tide::ColumnHint::Repeating}) {
        tide::PayloadWriter writer;
        for (int again = 0; again < 2; ++again)
            writer.column(count, hint, [&](std::size_t i) { return values[qsizetype(i)]; });
        tide::PayloadReader reader(writer.bytes(), writer.bytes().size());
        for (int again = 0; again < 2; ++again) {
            std::vector<std::uint64_t> found;
            reader.column(found, count, UINT64_MAX, "value");
            QVERIFY2(reader.ok(), reader.problem().c_str());
            QCOMPARE(QList<quint64>(found.begin(), found.end()), values);
        }
    }
}

void TestTideRoundTrip::aFormerFileStaysWhenSavingFails()
{
    const QString path = m_folder.filePath(QStringLiteral("former.tide"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("former") == 6);
    file.close();
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(!writeTide(randomRecording(1, 10), path.toStdString(), nullptr, stop.get_token()).has_value());
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), QByteArray("former"));
    QVERIFY(!QFile::exists(path + QStringLiteral(".part")));
}

void TestTideRoundTrip::savingCanBeCancelled()
{
    const QString path = m_folder.filePath(QStringLiteral("cancelled.tide"));
    std::stop_source stop;
    stop.request_stop();
    const auto written = writeTide(randomRecording(1, 10), path.toStdString(), nullptr, stop.get_token());
    QVERIFY(!written.has_value());
    QVERIFY(written.error().message.find("cancelled") != std::string::npos);
    QVERIFY(!QFile::exists(path) && !QFile::exists(path + QStringLiteral(".part")));
}

void TestTideRoundTrip::savingTellsWhatIsWrong()
{
    const Recording recording = randomRecording(1, 10);
    const auto nowhere =
        writeTide(recording, m_folder.filePath(QStringLiteral("no/such/folder")).toStdString());
    QVERIFY(!nowhere.has_value());
    QVERIFY(nowhere.error().message.find("No such file") != std::string::npos);
    const auto folder = writeTide(recording, m_folder.path().toStdString());
    QVERIFY(!folder.has_value());
    QVERIFY(folder.error().message.find("directory") != std::string::npos);
    const auto full = writeTide(recording, "/dev/full");
    QVERIFY(!full.has_value());
    QVERIFY(full.error().message.find("No space") != std::string::npos);
}

QTEST_GUILESS_MAIN(TestTideRoundTrip)
#include "tst_tide_round_trip.moc"
