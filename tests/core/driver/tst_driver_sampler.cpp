// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/driver/driver_sampler.h"

#include <QtTest>
#include <atomic>
#include <mutex>

using namespace tidemark;
using namespace std::chrono_literals;

class TestDriverSampler : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void samplesComeRegularly();
    void samplesComeWhenAskedFor();
    void everyDeviceIsAsked();
    void whatSaysNothingIsNotTold();
    void anAnswerWhileSegmentsMoveIsAskedForAgain_data();
    void anAnswerWhileSegmentsMoveIsAskedForAgain();
    void oneQuestionAtATime();
    void nothingIsToldAfterTheEnd();
};

namespace {

// Answers with how often it was asked.
class CountingSource final : public DriverSource {
public:
    explicit CountingSource(std::function<void()> whileAsked = {})
        : m_whileAsked(std::move(whileAsked))
    { }

    DriverSample ask() override
    {
        if (m_whileAsked)
            m_whileAsked();
        DriverSample sample;
        sample.used = ++m_asked;
        return sample;
    }

private:
    std::function<void()> m_whileAsked;
    std::int64_t m_asked = 0;
};

class SilentSource final : public DriverSource {
public:
    DriverSample ask() override { return {}; }
};

class Told {
public:
    std::function<void(const DriverSample&)> listener()
    {
        return [this](const DriverSample& sample) {
            const std::lock_guard lock(m_mutex);
            m_samples.push_back(sample);
        };
    }

    std::vector<DriverSample> samples() const
    {
        const std::lock_guard lock(m_mutex);
        return m_samples;
    }

private:
    mutable std::mutex m_mutex;
    std::vector<DriverSample> m_samples;
};

template <class... Devices>
std::vector<DriverSampler::Watched> watched(Devices... devices)
{
    std::vector<DriverSampler::Watched> list;
    (list.push_back(std::move(devices)), ...);
    return list;
}

constexpr auto never = 24h; // between two samples, after the first

} // namespace

void TestDriverSampler::samplesComeRegularly()
{
    Told told;
    const DriverSampler sampler(
        watched(DriverSampler::Watched{std::make_unique<CountingSource>(), told.listener()}), 1ms);
    QTRY_VERIFY(told.samples().size() >= 5);
    const auto samples = told.samples();
    for (std::size_t i = 0; i < samples.size(); ++i)
        QCOMPARE(samples[i].used, std::int64_t(i + 1));
}

void TestDriverSampler::samplesComeWhenAskedFor()
{
    Told told;
    DriverSampler sampler(
        watched(DriverSampler::Watched{std::make_unique<CountingSource>(), told.listener()}), never);
    QTRY_COMPARE(told.samples().size(), std::size_t(1)); // the first comes at once
    sampler.sampleNow();
    QCOMPARE(told.samples().size(), std::size_t(2));
}

void TestDriverSampler::everyDeviceIsAsked()
{
    Told first;
    Told second;
    DriverSampler sampler(
        watched(DriverSampler::Watched{std::make_unique<CountingSource>(), first.listener()},
            DriverSampler::Watched{std::make_unique<CountingSource>(), second.listener()}),
        never);
    sampler.sampleNow();
    QVERIFY(!first.samples().empty());
    QVERIFY(!second.samples().empty());
}

void TestDriverSampler::whatSaysNothingIsNotTold()
{
    Told silent;
    Told told;
    DriverSampler sampler(watched(DriverSampler::Watched{std::make_unique<SilentSource>(), silent.listener()},
                              DriverSampler::Watched{std::make_unique<CountingSource>(), told.listener()}),
        never);
    sampler.sampleNow();
    QVERIFY(!told.samples().empty());
    QVERIFY(silent.samples().empty());
}

void TestDriverSampler::anAnswerWhileSegmentsMoveIsAskedForAgain_data()
{
    QTest::addColumn<int>("restless"); // questions during which a segment comes
    QTest::addColumn<qint64>("told"); // which answer
    QTest::newRow("in quiet") << 0 << qint64(1);
    QTest::newRow("once") << 1 << qint64(2);
    QTest::newRow("twice") << 2 << qint64(3);
    QTest::newRow("always: the last is told all the same") << 1000 << qint64(3);
}

void TestDriverSampler::anAnswerWhileSegmentsMoveIsAskedForAgain()
{
    QFETCH(int, restless);
    QFETCH(qint64, told);
    std::atomic<std::uint64_t> segments = 10;
    int asked = 0;
    Told samples;
    const DriverSampler sampler(watched(DriverSampler::Watched{std::make_unique<CountingSource>([&] {
                                                                   segments += asked++ < restless ? 1 : 0;
                                                               }),
                                    samples.listener(), [&] { return segments.load(); }}),
        never);
    QTRY_COMPARE(samples.samples().size(), std::size_t(1));
    QCOMPARE(qint64(samples.samples()[0].used), told);
}

void TestDriverSampler::oneQuestionAtATime()
{
    std::atomic<int> inside = 0;
    std::atomic<int> most = 0;
    Told told;
    {
        DriverSampler sampler(watched(DriverSampler::Watched{std::make_unique<CountingSource>([&] {
                                                                 most = std::max(most.load(), ++inside);
                                                                 std::this_thread::sleep_for(200us);
                                                                 --inside;
                                                             }),
                                  told.listener()}),
            1ms);
        std::vector<std::jthread> threads;
        for (int i = 0; i < 4; ++i)
            threads.emplace_back([&] {
                for (int n = 0; n < 20; ++n)
                    sampler.sampleNow();
            });
    }
    QCOMPARE(most.load(), 1);
    QVERIFY(told.samples().size() >= 80);
}

void TestDriverSampler::nothingIsToldAfterTheEnd()
{
    Told told;
    {
        const DriverSampler sampler(
            watched(DriverSampler::Watched{std::make_unique<CountingSource>(), told.listener()}), 1ms);
        QTRY_VERIFY(!told.samples().empty());
    }
    const std::size_t count = told.samples().size();
    QTest::qWait(20);
    QCOMPARE(told.samples().size(), count);
}

QTEST_GUILESS_MAIN(TestDriverSampler)
#include "tst_driver_sampler.moc"
