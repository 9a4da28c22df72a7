// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/tide_file.h"
#include "core/files/tide_reader.h"
#include "random_recording.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <chrono>
#include <thread>
#include <vector>

using namespace std::chrono_literals;
using namespace tidemark;
using namespace tidemark::tests;

namespace {

// A file that takes its time, and what was asked of it.
class SlowSource : public ByteSource {
public:
    explicit SlowSource(QByteArray bytes)
        : m_bytes(std::move(bytes))
    { }

    Expected<std::size_t> read(std::span<std::byte> buffer) override
    {
        asked.push_back(buffer.size());
        if (m_isSlow)
            std::this_thread::sleep_for(60ms); // a preview is due then
        const auto rest = std::as_bytes(std::span(m_bytes)).subspan(m_position);
        const std::size_t size = std::min(rest.size(), buffer.size());
        std::copy_n(rest.begin(), size, buffer.begin());
        m_position += size;
        return size;
    }
    std::uint64_t position() const override { return m_position; }
    void slowDown() { m_isSlow = true; }

    std::vector<std::size_t> asked;

private:
    QByteArray m_bytes;
    std::size_t m_position = 0;
    bool m_isSlow = false;
};

std::size_t eventsOf(const Recording& recording)
{
    std::size_t events = 0;
    for (const Device& device : recording.devices)
        events += device.events.size();
    return events;
}

} // namespace

class TidePreviewTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void firstPreviewHasFewEvents();
    void withoutPreviewsNoPieceIsSmall();

private:
    static constexpr std::size_t largestFirst = 64 * 1024;
    static constexpr std::size_t shortHead = 16;

    QByteArray m_tide; // some pieces of 1 MiB
    std::size_t m_events = 0;
};

void TidePreviewTest::initTestCase()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("long.tide"));
    const Recording recording = randomRecording(firstSeed(), 200'000);
    m_events = eventsOf(recording);
    QVERIFY(writeTide(recording, path.toStdString()).has_value());
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    m_tide = file.readAll();
    QVERIFY2(m_tide.size() > 2 * 1024 * 1024, qPrintable(QString::number(m_tide.size())));
}

// Following its events takes many times as long as reading them, and must be done before the rest is read.
void TidePreviewTest::firstPreviewHasFewEvents()
{
    SlowSource source(m_tide);
    Expected<Content> content = Content::begin(source, shortHead);
    QVERIFY(content);
    source.slowDown();
    source.asked.clear();
    std::vector<std::size_t> events; // by preview
    std::size_t readsBefore = 0; // the first preview
    Reading reading;
    reading.preview = [&](const Recording& soFar) {
        QVERIFY(!soFar.complete);
        readsBefore = events.empty() ? source.asked.size() : readsBefore;
        events.push_back(eventsOf(soFar));
    };
    const Expected<Recording> recording = readTide(*content, reading);
    QVERIFY(recording);
    QCOMPARE(eventsOf(*recording), m_events);
    QVERIFY(!events.empty());
    QCOMPARE(readsBefore, std::size_t(1));
    QVERIFY(source.asked.front() <= largestFirst);
    QVERIFY2(events.front() < m_events / 10, qPrintable(QString::number(events.front())));
    QVERIFY(std::is_sorted(events.begin(), events.end()));
    for (std::size_t i = 1; i < source.asked.size(); ++i)
        QVERIFY(source.asked[i] > largestFirst);
}

void TidePreviewTest::withoutPreviewsNoPieceIsSmall()
{
    SlowSource source(m_tide);
    Expected<Content> content = Content::begin(source, shortHead);
    QVERIFY(content);
    source.asked.clear();
    const Expected<Recording> recording = readTide(*content, {});
    QVERIFY(recording);
    QCOMPARE(eventsOf(*recording), m_events);
    for (const std::size_t asked : source.asked)
        QVERIFY(asked > largestFirst);
}

QTEST_GUILESS_MAIN(TidePreviewTest)
#include "tst_tide_preview.moc"
