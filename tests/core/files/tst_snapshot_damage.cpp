// SPDX-License-Identifier: GPL-3.0-or-later
// Snapshots that end early or were damaged on the way. The seed of what is chosen by chance is printed;
// TIDEMARK_SEED sets another.
#include "core/files/snapshot_reader.h"
#include "recording_difference.h"
#include "snapshot_summary.h"
#include "tests/support/test_data.h"

#include <QTest>
#include <random>

using namespace tidemark;
using namespace tidemark::tests;

class TestSnapshotDamage : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void cutAtEveryByte_data();
    void cutAtEveryByte();
    void cutAnywhere_data();
    void cutAnywhere();
    void cutInTheEventsKeepsSegmentsApart();
    void cutBehindTheEvents();
    void damagedBytes_data();
    void damagedBytes();

private:
    std::mt19937_64 m_chance;
};

namespace {

struct Cut {
    std::size_t events = 0;
    std::string problem; // empty: what was read is right as far as it goes
};

bool isPrefix(const EventColumns& part, const EventColumns& whole)
{
    for (std::size_t i = 0; i < part.size(); ++i) {
        // Contexts have other numbers where the tables were read in another order.
        const Event left = part[i];
        const Event right = whole[i];
        if (left.action != right.action || left.address != right.address || left.size != right.size
            || left.timeUs != right.timeUs)
            return false;
    }
    return part.size() <= whole.size();
}

const Device* deviceOf(const Recording& recording, int ordinal)
{
    for (const Device& device : recording.devices) {
        if (device.ordinal == ordinal)
            return &device;
    }
    return nullptr;
}

std::string checkDevice(const Device& part, const Recording& whole)
{
    const Device* full = deviceOf(whole, part.ordinal);
    if (full == nullptr)
        return "a device that is not there";
    if (!isPrefix(part.events, full->events))
        return "events that are not there";
    // What the file says about the end holds behind the last event, and nowhere else.
    if (part.after && !part.events.empty() && part.events.size() != full->events.size())
        return "a state behind events that are missing";
    if (part.after && part.after->segments.size() > full->after->segments.size())
        return "segments that are not there";
    return {};
}

Cut readCut(const QByteArray& bytes, qsizetype length, const Recording& whole)
{
    Cut cut;
    const auto recording = readSnapshot(bytesOf(bytes).first(static_cast<std::size_t>(length)));
    if (!recording) {
        if (recording.error().message.find("the file ends early, at byte ") != 0)
            cut.problem = recording.error().message;
        return cut;
    }
    cut.problem = brokenReference(*recording);
    if (recording->complete)
        cut.problem = "called complete";
    if (recording->warnings.empty() || recording->warnings.front().find("The file ends early, at byte ") != 0)
        cut.problem = "without a warning";
    for (const Device& device : recording->devices) {
        cut.events += device.events.size();
        if (cut.problem.empty())
            cut.problem = checkDevice(device, whole);
    }
    return cut;
}

Recording read(const QByteArray& bytes)
{
    auto recording = readSnapshot(bytesOf(bytes));
    if (!recording)
        qFatal("%s", recording.error().message.c_str());
    return *recording;
}

} // namespace

void TestSnapshotDamage::initTestCase()
{
    bool isSet = false;
    const int given = qEnvironmentVariableIntValue("TIDEMARK_SEED", &isSet);
    const std::uint64_t seed = isSet ? static_cast<std::uint64_t>(given) : 20240607;
    qInfo("seed %llu", static_cast<unsigned long long>(seed));
    m_chance.seed(seed);
}

void TestSnapshotDamage::cutAtEveryByte_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("seed_example") << QStringLiteral("seed_example.pickle");
    for (int protocol : {0, 1, 4})
        QTest::addRow("everything, protocol %d", protocol)
            << QStringLiteral("snapshots/everything_protocol%1.pickle").arg(protocol);
}

void TestSnapshotDamage::cutAtEveryByte()
{
    QFETCH(QString, name);
    const QByteArray bytes = testData(name);
    const Recording whole = read(bytes);
    std::size_t most = 0;
    std::size_t all = 0;
    for (const Device& device : whole.devices)
        all += device.events.size();
    for (qsizetype length = 0; length < bytes.size(); ++length) {
        const Cut cut = readCut(bytes, length, whole);
        if (!cut.problem.empty())
            QFAIL(qPrintable(
                QStringLiteral("%1 bytes: %2").arg(length).arg(QString::fromStdString(cut.problem))));
        QVERIFY(cut.events >= most); // more of the file never gives less
        most = cut.events;
    }
    QCOMPARE(most, all);
}

void TestSnapshotDamage::cutAnywhere_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name :
        {"vgg.pickle", "annotations.pickle", "ddp_rank1.pickle", "outside/torch20_history.pickle",
            "snapshots/vgg_protocol0.pickle", "snapshots/vgg_torch.pickle", "segments_only_list.pickle"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void TestSnapshotDamage::cutAnywhere()
{
    QFETCH(QString, name);
    const QByteArray bytes = testData(name);
    const Recording whole = read(bytes);
    for (int i = 0; i < 150; ++i) {
        const auto length = static_cast<qsizetype>(m_chance() % static_cast<std::uint64_t>(bytes.size()));
        const Cut cut = readCut(bytes, length, whole);
        if (!cut.problem.empty())
            QFAIL(qPrintable(
                QStringLiteral("%1 bytes: %2").arg(length).arg(QString::fromStdString(cut.problem))));
    }
}

// The segments come first in the file and hold behind the last event: without that event they say nothing.
void TestSnapshotDamage::cutInTheEventsKeepsSegmentsApart()
{
    const QByteArray bytes = testData(QStringLiteral("vgg.pickle"));
    const auto recording = readSnapshot(bytesOf(bytes).first(static_cast<std::size_t>(bytes.size()) * 3 / 4));
    QVERIFY(recording.has_value());
    const Device& device = recording->devices.at(0);
    QVERIFY(device.events.size() > 100 && device.events.size() < 1050);
    QVERIFY(!device.after);
    QCOMPARE(device.history, History::Partial); // without its end nothing shows what was there before

    const qsizetype traces = bytes.indexOf("device_traces");
    QVERIFY(traces > 0);
    const auto early = readSnapshot(bytesOf(bytes).first(static_cast<std::size_t>(traces)));
    QVERIFY(early.has_value());
    QVERIFY(early->devices.at(0).events.empty());
    QVERIFY(early->devices.at(0).after && !early->devices.at(0).after->segments.empty());
}

void TestSnapshotDamage::cutBehindTheEvents()
{
    const QByteArray bytes = testData(QStringLiteral("vgg.pickle"));
    const qsizetype settings = bytes.indexOf("allocator_settings");
    QVERIFY(settings > 0);
    const auto recording = readSnapshot(bytesOf(bytes).first(static_cast<std::size_t>(settings)));
    QVERIFY(recording.has_value());
    QVERIFY(!recording->complete);
    QCOMPARE(recording->devices.at(0).events.size(), std::size_t(1050));
    QCOMPARE(recording->devices.at(0).after->segments.size(), std::size_t(16));
}

void TestSnapshotDamage::damagedBytes_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("rounds");
    QTest::addColumn<int>("bytes"); // damaged in each round
    const auto add = [](const char* name, int rounds, int bytes) {
        QTest::addRow("%s, %d bytes", name, bytes) << QString::fromLatin1(name) << rounds << bytes;
    };
    for (int bytes : {1, 3, 20}) {
        add("seed_example.pickle", 1500, bytes);
        add("snapshots/everything_protocol0.pickle", 700, bytes);
        add("snapshots/everything_protocol4.pickle", 700, bytes);
        add("outside/torch26_small.pickle", 200, bytes);
        add("outside/torch20_history.pickle", 50, bytes);
    }
}

// Each is read or refused with a sentence; nothing that was read leads out of its table.
void TestSnapshotDamage::damagedBytes()
{
    QFETCH(QString, name);
    QFETCH(int, rounds);
    QFETCH(int, bytes);
    const QByteArray whole = testData(name);
    int refused = 0;
    for (int round = 0; round < rounds; ++round) {
        QByteArray damaged = whole;
        for (int i = 0; i < bytes; ++i)
            damaged[static_cast<qsizetype>(m_chance() % static_cast<std::uint64_t>(whole.size()))] =
                static_cast<char>(m_chance());
        const auto recording = readSnapshot(bytesOf(damaged));
        refused += recording ? 0 : 1;
        if (recording)
            QCOMPARE(brokenReference(*recording), std::string());
        else
            QVERIFY(recording.error().message.ends_with('.'));
    }
    qInfo("%d of %d refused", refused, rounds);
    QVERIFY(refused < rounds || bytes > 1);
}

QTEST_GUILESS_MAIN(TestSnapshotDamage)
#include "tst_snapshot_damage.moc"
