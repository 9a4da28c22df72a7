// SPDX-License-Identifier: GPL-3.0-or-later
// Files that people could not open elsewhere, or that opened empty: README.md has the list.
#include "core/files/open_recording.h"
#include "tests/core/files/allocation_peak.h"
#include "tests/core/files/recording_difference.h"
#include "tests/core/reports/report_files.h"
#include "tests/support/test_data.h"

#include <QTest>

using namespace tidemark;
using namespace tidemark::tests;
using namespace std::string_view_literals;

namespace {

constexpr std::uint64_t mebibyte = 1U << 20U;
constexpr std::uint64_t base = 0x7f0000000000;

Expected<Recording> open(const QByteArray& bytes)
{
    return openBytes(std::as_bytes(std::span(bytes.constData(), static_cast<std::size_t>(bytes.size()))));
}

QByteArray bytesFrom(std::string_view text)
{
    return {text.data(), static_cast<qsizetype>(text.size())};
}

} // namespace

class TestReportOpenings : public QObject {
    Q_OBJECT

private slots:
    void everyProtocol_data();
    void everyProtocol();
    void addressesOfTheUpperHalf();
    void whatIsThere_data();
    void whatIsThere();
    void pageOfTracePlot();
    void noSnapshot_data();
    void noSnapshot();
    void truncated_data();
    void truncated();
    void flippedBytes();
    void overwrittenOrBegunLate_data();
    void overwrittenOrBegunLate();
    void manyFrames();
};

void TestReportOpenings::everyProtocol_data()
{
    QTest::addColumn<int>("protocol");
    for (int protocol = 0; protocol <= 5; ++protocol)
        QTest::addRow("protocol %d", protocol) << protocol;
}

// torch26_small, pickled again: 183842, torchtitan 3375.
void TestReportOpenings::everyProtocol()
{
    QFETCH(int, protocol);
    const AnalyzedRecording analyzed =
        analyze(recordingFrom(testData(QStringLiteral("snapshots/small_protocol%1.pickle").arg(protocol))));
    const Device& device = analyzed.recording.devices.at(0);
    QCOMPARE(device.events.size(), std::size_t(97));
    std::int64_t peak = 0;
    for (std::size_t position = 0; position <= 97; ++position)
        peak = std::max(peak, analyzed.histories[0].levelAt(device, position).requestedBytes);
    QCOMPARE(peak, std::int64_t(3'249'143'816));
}

// 115234: an address of 2^63 and more takes nine bytes.
void TestReportOpenings::addressesOfTheUpperHalf()
{
    ReportFile file;
    const std::uint64_t addresses[] = {
        0xFFFF'FFFF'FFF0'0000U, 0x8000'0000'0000'1000U, 0x7000'0000'0000'0000U};
    for (const std::uint64_t address : addresses)
        file.event("segment_alloc", address, 1 << 19).event("alloc", address, 1 << 19);
    file.free(addresses[1], 1 << 19);
    for (const std::uint64_t address : addresses)
        file.segment(address, 1 << 19, address == addresses[1] ? "inactive" : "active_allocated");
    const AnalyzedRecording analyzed = file.analyzed();
    QVERIFY2(analyzed.recording.warnings.empty(), qPrintable(warningsOf(analyzed.recording)));
    const SegmentList end = analyzed.histories[0].segmentsAt(analyzed.recording.devices[0], SIZE_MAX);
    QCOMPARE(end.segments.size(), std::size_t(3));
    QCOMPARE(end.segments[0].address, addresses[2]); // as unsigned numbers
    QCOMPARE(end.segments[1].address, addresses[1]);
    QCOMPARE(end.segments[2].address, addresses[0]);
    QCOMPARE(end.blocks[1].state, BlockState::Inactive);
}

void TestReportOpenings::whatIsThere_data()
{
    QTest::addColumn<QByteArray>("pickle");
    QTest::addColumn<QString>("words");
    QTest::addColumn<int>("devices");
    const QString howTo = QStringLiteral("call torch.cuda.memory._record_memory_history() before the run");
    ReportFile segmentsOnly;
    segmentsOnly.segment(base, 2 * mebibyte, "active_allocated");
    const QByteArray list =
        bytesFrom("\x80\x04](}(U\7addressJ\0\0\1\0U\12total_sizeM\0\2U\6blocks](}(U\4sizeM\0\2U\5stateU"
                  "\10inactiveueue."sv);
    QTest::newRow("no events: 5, 8, 9, 10") << segmentsOnly.bytes() << howTo << 1;
    QTest::newRow("the bare list of segments: 5") << list << howTo << 1;
    QTest::newRow("traces without segments: 5")
        << bytesFrom("}(U\15device_traces](](}(U\6actionU\5allocU\4addrK\1U\4sizeK\1ueeu."sv) << QString()
        << 1;
    QTest::newRow("nothing at all: 10") << bytesFrom("}(U\10segments]U\15device_traces](]]eu."sv)
                                        << QStringLiteral("holds no events and no segments") << 0;
}

// Opens what is there, names what is missing, claims no error, and never speaks of a device it does not know.
void TestReportOpenings::whatIsThere()
{
    QFETCH(QByteArray, pickle);
    QFETCH(QString, words);
    QFETCH(int, devices);
    const auto recording = open(pickle);
    QVERIFY(recording.has_value());
    QVERIFY(recording->complete);
    QCOMPARE(static_cast<int>(recording->devices.size()), devices);
    QVERIFY2(
        says(*recording, words.toUtf8().constData()) || words.isEmpty(), qPrintable(warningsOf(*recording)));
    for (const Device& device : recording->devices)
        QVERIFY(device.name.empty());
}

// composer 2958, 2968: the page is as good as its pickle, although zero bytes follow it.
void TestReportOpenings::pageOfTracePlot()
{
    const Recording page = recordingFrom(testData(QStringLiteral("outside/torch26_bf16.html")));
    const Recording pickle = recordingFrom(testData(QStringLiteral("outside/torch26_bf16.pickle")));
    QVERIFY(page.complete);
    QCOMPARE(differenceOf(page, pickle), std::string());
}

void TestReportOpenings::noSnapshot_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("words");
    QTest::newRow("a flame graph: 7")
        << QByteArray("<?xml version=\"1.0\" standalone=\"no\"?>\n<svg width=\"1200\"></svg>")
        << QStringLiteral("it is a picture (SVG)");
    // pickle.dumps(module.Class()) in protocol 4: the class is named at byte 51.
    const QByteArray object = bytesFrom("\x80\x04\x95\x29\0\0\0\0\0\0\0\x8c\x16"
                                        "my_training.checkpoint"
                                        "\x94\x8c\x0b"
                                        "SavedLayer0\x94\x93\x94)\x81\x94."sv);
    QTest::newRow("an object of a class: 16")
        << object
        << QStringLiteral("STACK_GLOBAL at byte %1 would make Python import").arg(object.indexOf('\x93'));
    QTest::newRow("an empty file") << QByteArray() << QStringLiteral("empty");
}

void TestReportOpenings::noSnapshot()
{
    QFETCH(QByteArray, content);
    QFETCH(QString, words);
    const auto recording = open(content);
    QVERIFY(!recording);
    const QString message = QString::fromStdString(recording.error().message);
    QVERIFY2(message.contains(words), qPrintable(message));
}

void TestReportOpenings::truncated_data()
{
    QTest::addColumn<double>("part");
    for (const double part : {0.1, 0.5, 0.99, 1.0})
        QTest::addRow("%g", part) << part;
}

// 15: says where it ends, and what is left is never taken for a leak or for the end.
void TestReportOpenings::truncated()
{
    QFETCH(double, part);
    const QByteArray whole = testData(QStringLiteral("vgg.pickle"));
    const auto size =
        std::min(static_cast<qsizetype>(static_cast<double>(whole.size()) * part), whole.size() - 1);
    const auto recording = open(whole.first(size));
    QVERIFY(recording.has_value());
    QVERIFY(!recording->complete);
    const QString where =
        QStringLiteral("The file ends early, at byte %1").arg(QLocale(QLocale::English).toString(size));
    QVERIFY2(says(*recording, where.toUtf8().constData()), qPrintable(warningsOf(*recording)));
    for (const Device& device : recording->devices)
        QVERIFY(device.events.empty() || device.events.size() == 1050 || !device.after);
    QVERIFY(!says(*recording, "holds no events"));
}

// apitrace 27.
void TestReportOpenings::flippedBytes()
{
    const QByteArray whole = testData(QStringLiteral("outside/torch26_small.pickle"));
    for (qsizetype i = 0; i < 200; ++i) {
        QByteArray flipped = whole;
        const qsizetype place = i * 7919 % whole.size();
        flipped[place] = static_cast<char>(flipped[place] ^ (1 << (i % 8)));
        const auto recording = open(flipped);
        if (recording)
            QCOMPARE(brokenReference(*recording), std::string());
        else
            QVERIFY(recording.error().message.ends_with('.'));
    }
}

void TestReportOpenings::overwrittenOrBegunLate_data()
{
    QTest::addColumn<QByteArray>("settings");
    QTest::addColumn<QString>("words");
    const QString overwritten = QStringLiteral("older events were overwritten by newer ones");
    const QString late = QStringLiteral("recording began when memory was already in use");
    QTest::newRow("flag set") << bytesFrom("}(U\26trace_alloc_overflowed\x88u"sv) << overwritten;
    QTest::newRow("flag not set") << bytesFrom("}(U\26trace_alloc_overflowed\x89u"sv) << late;
    QTest::newRow("a flag for each device") << bytesFrom("}(U\26trace_alloc_overflowed](\x88\x89"
                                                         "eu"sv)
                                            << overwritten;
    QTest::newRow("not said") << bytesFrom("}(U\7another\x88u"sv)
                              << QStringLiteral("older events may have been overwritten, or recording began");
}

// 155889, 179276: the last N events are kept; which it was is said where the file says it.
void TestReportOpenings::overwrittenOrBegunLate()
{
    QFETCH(QByteArray, settings);
    QFETCH(QString, words);
    ReportFile file;
    file.free(base, mebibyte).segment(base, 2 * mebibyte, "inactive");
    file.top("allocator_settings", settings.toStdString());
    const Recording recording = recordingFrom(file.bytes());
    QCOMPARE(recording.devices[0].history, History::Partial);
    QVERIFY2(says(recording, words.toUtf8().constData()), qPrintable(warningsOf(recording)));
}

// torchtitan 3628: 800,000 references to frames of a few hundred stacks.
void TestReportOpenings::manyFrames()
{
    constexpr int events = 20'000;
    constexpr int depth = 40;
    PickleWriter file;
    file.raw("\x80\x02");
    for (int i = 0; i < depth; ++i) {
        file.raw("}(").text("name").text("function" + std::to_string(i)).text("filename").text("train.py");
        file.text("line")
            .number(static_cast<std::uint64_t>(i))
            .raw("uq")
            .little(static_cast<std::uint64_t>(i), 1)
            .raw("0");
    }
    file.raw("}(").text("device_traces").raw("](](");
    for (std::uint64_t i = 0; i < events; ++i) {
        std::string frames = pickled("frames"sv) + "](";
        for (std::uint64_t k = 0; k < depth; ++k)
            frames += std::string("h") + static_cast<char>((k * (1 + i % 3) + i % 300) % depth);
        file.event("alloc", base + i * 512, 512, frames + "e");
    }
    file.raw("eeu.");
    resetAllocationPeak();
    const Recording recording = recordingFrom(file.bytes());
    QVERIFY(allocationPeak() < 4 * static_cast<std::size_t>(file.bytes().size()) + 8 * mebibyte);
    QCOMPARE(recording.devices[0].events.size(), static_cast<std::size_t>(events));
    QVERIFY(recording.stacks.size() < 10'000);
}

QTEST_GUILESS_MAIN(TestReportOpenings)
#include "tst_report_openings.moc"
