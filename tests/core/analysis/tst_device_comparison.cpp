// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/devices/device_comparison.h"

#include "core/analysis/devices/device_labels.h"
#include "core/base/bytes.h"
#include "core/files/open_recordings.h"
#include "tests/core/analysis/analysis_fixtures.h"
#include "tests/core/analysis/devices_fixture.h"
#include "tests/support/test_data.h"

#include <QtTest>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <random>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

using Sizes = std::vector<qint64>;

constexpr auto mib = static_cast<std::int64_t>(mebibyte);

// The rule of isOutlier() once more, with sorted lists and whole numbers.
std::int64_t slowMedian(std::vector<std::int64_t> values)
{
    std::sort(values.begin(), values.end());
    const std::size_t half = values.size() / 2;
    return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

bool slowOutlier(std::int64_t peak, const std::vector<std::int64_t>& others)
{
    const std::int64_t median = slowMedian(others);
    std::vector<std::int64_t> apart;
    for (const std::int64_t other : others)
        apart.push_back(std::abs(other - median));
    return peak - median > 20 * mib && 10 * (peak - median) > median && peak - median > 3 * slowMedian(apart);
}

Recording reserving(const Sizes& mebibytes)
{
    DevicesBuilder builder;
    for (std::size_t i = 0; i < mebibytes.size(); ++i) {
        const std::size_t device = builder.addDevice(0, "rank" + std::to_string(i) + ".pickle");
        if (mebibytes[i] > 0)
            builder.reserve(device, static_cast<std::uint64_t>(mebibytes[i]) * mebibyte, 1000);
    }
    return builder.take();
}

QString sentenceOf(const Sizes& mebibytes)
{
    return QString::fromStdString(outlierSentence(compareDevices(analyze(reserving(mebibytes)))));
}

} // namespace

class TestDeviceComparison : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sentences_data();
    void sentences();
    void outliersByBruteForce();
    void figuresOfRealRanks();
    void growsLikeItStartedAnew();
    void countsOomsAndRetries();
    void pinnedHostMemoryIsNoDevice();
    void sampledCurvesCount();
    void labels_data();
    void labels();
    void ranks_data();
    void ranks();
};

void TestDeviceComparison::sentences_data()
{
    QTest::addColumn<Sizes>("mebibytes");
    QTest::addColumn<QString>("sentence");

    const auto row = [](const char* name, const Sizes& sizes, const char* sentence) {
        QTest::newRow(name) << sizes << QString::fromUtf8(sentence);
    };
    row("one", {500}, "");
    row("one that did something", {500, 0}, "");
    row("two equal", {500, 500}, "Nobody stands out: 2 peaks of reserved are 500 MiB.");
    row("two alike", {500, 515}, "Nobody stands out: 2 peaks of reserved are 500 MiB to 515 MiB.");
    row("two apart", {500, 690}, "rank 1 reserves 190 MiB (38 %) more than rank 0.");
    row("the first", {690, 500}, "rank 0 reserves 190 MiB (38 %) more than rank 1.");
    row("less is no outlier", {500, 500, 500, 100},
        "Nobody stands out: 4 peaks of reserved are 100 MiB to 500 MiB.");
    row("one of four", {500, 510, 505, 1010},
        "rank 3 reserves 505 MiB (100 %) more than the median of the other 3.");
    row("few percent", {10000, 10000, 10900},
        "Nobody stands out: 3 peaks of reserved are 9.77 GiB to 10.6 GiB.");
    row("few bytes", {20, 20, 40}, "Nobody stands out: 3 peaks of reserved are 20.0 MiB to 40.0 MiB.");
    row("just more than a segment", {20, 20, 41},
        "rank 2 reserves 21.0 MiB (105 %) more than the median of the other 2.");
    row("stages of a pipeline", {1000, 900, 800, 700, 600, 500, 400, 300},
        "Nobody stands out: 8 peaks of reserved are 300 MiB to 0.98 GiB.");
    row("two of eight", {500, 500, 900, 500, 500, 500, 1000, 500},
        "2 of the 8 reserve more than the median of the others: rank 6 by 500 MiB (100 %) and rank 2 by 400 "
        "MiB "
        "(80 %).");
    row("six of sixteen", {900, 901, 902, 903, 904, 905, 500, 500, 500, 500, 500, 500, 500, 500, 500, 500},
        "6 of the 16 reserve more than the median of the others: rank 5 by 405 MiB (81 %), rank 4 by 404 MiB "
        "(81 %), rank 3 by 403 MiB (81 %), rank 2 by 402 MiB (80 %) and 2 more.");
}

void TestDeviceComparison::sentences()
{
    QFETCH(Sizes, mebibytes);
    QTEST(sentenceOf(mebibytes), "sentence");
}

void TestDeviceComparison::outliersByBruteForce()
{
    std::mt19937_64 random(testSeed());
    int found = 0;
    for (int round = 0; round < 3000; ++round) {
        std::vector<std::int64_t> peaks(2 + random() % 12);
        const std::uint64_t spread = 1 + random() % 400;
        for (std::int64_t& peak : peaks)
            peak = static_cast<std::int64_t>(200 + random() % spread) * mib;
        if (random() % 2 == 0)
            peaks[random() % peaks.size()] *= 2;
        std::size_t outliers = 0;
        for (std::size_t i = 0; i < peaks.size(); ++i) {
            std::vector<std::int64_t> others = peaks;
            others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
            const bool stands = slowOutlier(peaks[i], others);
            QCOMPARE(isOutlier(peaks[i], others), stands);
            std::shuffle(others.begin(), others.end(), random);
            QCOMPARE(isOutlier(peaks[i], others), stands);
            outliers += stands ? 1 : 0;
        }
        QVERIFY(2 * outliers <= peaks.size());
        found += outliers > 0 ? 1 : 0;
    }
    QVERIFY(found > 100);
    QVERIFY(!isOutlier(100 * mib, {}));
}

void TestDeviceComparison::figuresOfRealRanks()
{
    const std::vector<std::filesystem::path> files = {
        testDataFile(QStringLiteral("ddp_rank0.pickle")).toStdString(),
        testDataFile(QStringLiteral("ddp_rank1.pickle")).toStdString()};
    const AnalyzedRecording ranks = analyze(openRecordings(files).value());
    const DeviceComparison comparison = compareDevices(ranks);
    QCOMPARE(comparison.comparedCount, std::size_t(2));
    // What the allocators themselves said: reserved_bytes.all.peak of ddp_rank0 and ddp_rank1.truth.json.
    QCOMPARE(comparison.devices[0].peak(Curve::Reserved).bytes, 683'671'552);
    QCOMPARE(comparison.devices[1].peak(Curve::Reserved).bytes, 792'723'456);
    QCOMPARE(comparison.median[2], (683'671'552 + 792'723'456) / 2);
    QCOMPARE(comparison.devices[1].distanceOf(Curve::Reserved).bytes, 792'723'456 - 683'671'552);
    QCOMPARE(comparison.devices[0].distanceOf(Curve::Reserved).bytes, 683'671'552 - 792'723'456);
    QVERIFY(comparison.devices[1].isOutlier && !comparison.devices[0].isOutlier);
    QCOMPARE(QString::fromStdString(outlierSentence(comparison)),
        QStringLiteral("rank 1 reserves 104 MiB (16 %) more than rank 0."));
    for (std::size_t i = 0; i < 2; ++i) {
        const Device& device = ranks.recording.devices[i];
        const DevicePeak& peak = comparison.devices[i].peak(Curve::Reserved);
        QCOMPARE(peak.timeUs, device.events.timeUs()[peak.position - 1]);
        QCOMPARE(ranks.histories[i].valueAt(Curve::Reserved, peak.position), peak.bytes);
        QVERIFY(ranks.histories[i].valueAt(Curve::Reserved, peak.position - 1) < peak.bytes);
        QCOMPARE(comparison.devices[i].end[2], ranks.histories[i].valueAt(Curve::Reserved, SIZE_MAX));
    }
}

void TestDeviceComparison::growsLikeItStartedAnew()
{
    std::mt19937_64 random(testSeed());
    DevicesBuilder builder;
    DeviceComparison followed;
    for (int round = 0; round < 40; ++round) {
        if (round % 10 == 0)
            builder.addDevice(round / 10);
        for (std::size_t device = 0; device < builder.recording().devices.size(); ++device) {
            builder.reserve(device, (1 + random() % 64) * mebibyte, 1000 + round);
            if (random() % 4 == 0)
                builder.add(device, {1000 + round, 0, 512, {}, 0, 0, Action::Oom});
        }
        const AnalyzedRecording now = analyze(builder.take());
        followed = compareDevices(now, followed);
        const DeviceComparison anew = compareDevices(now);
        QCOMPARE(outlierSentence(followed), outlierSentence(anew));
        for (std::size_t i = 0; i < anew.devices.size(); ++i) {
            QCOMPARE(followed.devices[i].ooms, anew.devices[i].ooms);
            QCOMPARE(
                followed.devices[i].peak(Curve::Reserved).bytes, anew.devices[i].peak(Curve::Reserved).bytes);
        }
    }
    QVERIFY(followed.devices[0].ooms > 0);
}

void TestDeviceComparison::countsOomsAndRetries()
{
    DevicesBuilder builder;
    const std::size_t device = builder.addDevice(0);
    builder.reserve(device, 64 * mebibyte, 1);
    builder.add(device, {2, 4096, 1 << 30, {}, 0, 0, Action::Oom});
    builder.add(device, {3, 4096, 1 << 30, {}, 0, 0, Action::Oom});
    builder.recording().devices[device].statistics = {{1, "a", {{"num_alloc_retries", 1}}},
        {3, "b", {{"num_alloc_retries", 2}, {"num_ooms", 2}}}, {3, "c", {}}};
    builder.addDevice(1);
    const DeviceComparison comparison = compareDevices(analyze(builder.take()));
    QCOMPARE(comparison.devices[0].ooms, std::uint64_t(2));
    QCOMPARE(comparison.devices[0].retries, std::optional<std::int64_t>(2));
    QCOMPARE(comparison.devices[1].retries, std::optional<std::int64_t>());
    QVERIFY(comparison.devices[0].isCompared && !comparison.devices[1].isCompared);
    QVERIFY(!comparison.isMeaningful());
}

void TestDeviceComparison::pinnedHostMemoryIsNoDevice()
{
    DevicesBuilder builder;
    builder.reserve(builder.addDevice(0), 500 * mebibyte, 1);
    builder.reserve(builder.addDevice(-1), 5000 * mebibyte, 2);
    const DeviceComparison comparison = compareDevices(analyze(builder.take()));
    QCOMPARE(comparison.comparedCount, std::size_t(1));
    QCOMPARE(comparison.devices[1].label, std::string("pinned host memory"));
    QVERIFY(outlierSentence(comparison).empty());
}

void TestDeviceComparison::sampledCurvesCount()
{
    DevicesBuilder builder;
    for (int rank = 0; rank < 2; ++rank) {
        SampledCurve curve;
        curve.name = "reserved";
        for (const std::int64_t value : {10, 300 + 300 * rank, 20}) {
            curve.timeUs.push_back(1000 + value);
            curve.bytes.push_back(value * mib);
        }
        const std::size_t device = builder.addDevice(rank);
        builder.recording().devices[device].curves.push_back(curve);
    }
    const DeviceComparison comparison = compareDevices(analyze(builder.take()));
    QCOMPARE(comparison.devices[1].peak(Curve::Reserved).bytes, 600 * mib);
    QCOMPARE(comparison.devices[1].peak(Curve::Reserved).timeUs, 1600);
    QCOMPARE(comparison.devices[1].end[2], 20 * mib);
    QCOMPARE(outlierSentence(comparison), std::string("cuda:1 reserves 300 MiB (100 %) more than cuda:0."));
}

void TestDeviceComparison::labels_data()
{
    QTest::addColumn<QStringList>("sources"); // "ORDINAL SOURCE"
    QTest::addColumn<QStringList>("labels");

    const auto row = [](const char* name, const QStringList& sources, const QStringList& labels) {
        QTest::newRow(name) << sources << labels;
    };
    row("one file", {QStringLiteral("0 "), QStringLiteral("1 ")},
        {QStringLiteral("cuda:0"), QStringLiteral("cuda:1")});
    row("ranks", {QStringLiteral("0 rank0.pickle"), QStringLiteral("1 rank1.pickle")},
        {QStringLiteral("rank 0"), QStringLiteral("rank 1")});
    row("several a rank",
        {QStringLiteral("0 a_rank0.tide"), QStringLiteral("1 a_rank0.tide"),
            QStringLiteral("0 a_rank1.tide")},
        {QStringLiteral("rank 0 · cuda:0"), QStringLiteral("rank 0 · cuda:1"), QStringLiteral("rank 1")});
    row("no ranks", {QStringLiteral("0 first.pickle"), QStringLiteral("0 second.pickle")},
        {QStringLiteral("first.pickle"), QStringLiteral("second.pickle")});
    row("one without a rank", {QStringLiteral("0 rank0.pickle"), QStringLiteral("0 other.pickle")},
        {QStringLiteral("rank0.pickle"), QStringLiteral("other.pickle")});
    row("all alike", {QStringLiteral("0 "), QStringLiteral("0 "), QStringLiteral("0 ")},
        {QStringLiteral("cuda:0"), QStringLiteral("cuda:0 (2)"), QStringLiteral("cuda:0 (3)")});
    row("same file twice", {QStringLiteral("0 a.pickle"), QStringLiteral("0 a.pickle")},
        {QStringLiteral("a.pickle · cuda:0"), QStringLiteral("a.pickle · cuda:0 (2)")});
}

void TestDeviceComparison::labels()
{
    QFETCH(QStringList, sources);
    DevicesBuilder builder;
    for (const QString& source : sources)
        builder.addDevice(source.section(u' ', 0, 0).toInt(), source.section(u' ', 1).toStdString());
    QStringList labels;
    for (const std::string& label : deviceLabels(builder.take()))
        labels << QString::fromStdString(label);
    QTEST(labels, "labels");
}

void TestDeviceComparison::ranks_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("setting");
    QTest::addColumn<int>("rank"); // -1: none

    QTest::newRow("none") << QStringLiteral("vgg.pickle") << QString() << -1;
    QTest::newRow("in the name") << QStringLiteral("ddp_rank1.pickle") << QString() << 1;
    QTest::newRow("with a dash") << QStringLiteral("trace.RANK-12.json.gz") << QString() << 12;
    QTest::newRow("the last one") << QStringLiteral("rank3/rank_4.pickle") << QString() << 4;
    QTest::newRow("only a folder's") << QStringLiteral("rank3/frank.pickle") << QString() << 3;
    QTest::newRow("the setting goes first") << QStringLiteral("rank1.pickle") << QStringLiteral("7") << 7;
    QTest::newRow("no number") << QStringLiteral("rankings.pickle") << QString() << -1;
    QTest::newRow("too large a number") << QStringLiteral("rank99999999999.pickle") << QString() << -1;
}

void TestDeviceComparison::ranks()
{
    QFETCH(QString, source);
    QFETCH(QString, setting);
    DevicesBuilder builder;
    std::vector<Setting> settings;
    if (!setting.isEmpty())
        settings.push_back({"rank", setting.toStdString()});
    builder.addDevice(0, source.toStdString(), settings);
    const Recording recording = builder.take();
    QTEST(rankOf(recording, recording.devices[0]).value_or(-1), "rank");
}

QTEST_GUILESS_MAIN(TestDeviceComparison)
#include "tst_device_comparison.moc"
