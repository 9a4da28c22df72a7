// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/newest_job.h"

#include <QSignalSpy>
#include <QTest>
#include <semaphore>

using namespace tidemark::ui;

namespace {

constexpr int patience = 60'000; // milliseconds

// Jobs that end when they are let, and say what was used of them.
class Jobs {
public:
    NewestJob::Job make(int number)
    {
        return [this, number](const std::stop_token& stop) -> NewestJob::Use {
            begun = number;
            mayEnd.acquire();
            if (stop.stop_requested())
                return {};
            return [this, number] { used.append(number); };
        };
    }

    std::atomic<int> begun = 0;
    std::counting_semaphore<> mayEnd{0};
    QList<int> used;
};

} // namespace

class TestNewestJob : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void oneIsUsed();
    void theNewestTakesThePlace();
    void theNextOneWaits();
    void theLastOfThoseThatWait();
    void whatIsForgottenIsNotUsed();
    void anotherCanBeginWhileOneIsUsed();
    void itGoesInTheMiddle();
};

void TestNewestJob::oneIsUsed()
{
    Jobs jobs;
    NewestJob newest;
    QSignalSpy busy(&newest, &NewestJob::busyChanged);
    newest.start(jobs.make(1));
    QVERIFY(newest.isBusy());
    jobs.mayEnd.release();
    QTRY_COMPARE_WITH_TIMEOUT(jobs.used, QList{1}, patience);
    QVERIFY(!newest.isBusy());
    QCOMPARE(busy.count(), 2);
}

void TestNewestJob::theNewestTakesThePlace()
{
    Jobs jobs;
    NewestJob newest;
    newest.start(jobs.make(1));
    QTRY_COMPARE_WITH_TIMEOUT(jobs.begun.load(), 1, patience);
    newest.start(jobs.make(2));
    QVERIFY(newest.isBusy());
    QCOMPARE(jobs.begun.load(), 1); // one at a time
    jobs.mayEnd.release(2);
    QTRY_COMPARE_WITH_TIMEOUT(jobs.used, QList{2}, patience);
    QVERIFY(!newest.isBusy());
}

void TestNewestJob::theNextOneWaits()
{
    Jobs jobs;
    NewestJob newest;
    newest.startNext(jobs.make(1)); // at once, where none runs
    QTRY_COMPARE_WITH_TIMEOUT(jobs.begun.load(), 1, patience);
    newest.startNext(jobs.make(2));
    jobs.mayEnd.release(2);
    QTRY_COMPARE_WITH_TIMEOUT(jobs.used, (QList{1, 2}), patience);
}

void TestNewestJob::theLastOfThoseThatWait()
{
    Jobs jobs;
    NewestJob newest;
    newest.start(jobs.make(1));
    for (int number = 2; number < 6; ++number)
        newest.startNext(jobs.make(number));
    jobs.mayEnd.release(5);
    QTRY_COMPARE_WITH_TIMEOUT(jobs.used, (QList{1, 5}), patience);
    newest.start(jobs.make(6));
    newest.startNext(jobs.make(7));
    newest.start(jobs.make(8));
    jobs.mayEnd.release(2);
    QTRY_COMPARE_WITH_TIMEOUT(jobs.used, (QList{1, 5, 8}), patience);
    QVERIFY(!newest.isBusy());
}

void TestNewestJob::whatIsForgottenIsNotUsed()
{
    Jobs jobs;
    NewestJob newest;
    newest.start(jobs.make(1));
    newest.startNext(jobs.make(2));
    QTRY_COMPARE_WITH_TIMEOUT(jobs.begun.load(), 1, patience);
    newest.forget();
    QVERIFY(!newest.isBusy());
    newest.startNext(jobs.make(3));
    QVERIFY(newest.isBusy());
    jobs.mayEnd.release(2);
    QTRY_COMPARE_WITH_TIMEOUT(jobs.used, QList{3}, patience);
}

void TestNewestJob::anotherCanBeginWhileOneIsUsed()
{
    Jobs jobs;
    NewestJob newest;
    newest.start([&](const std::stop_token&) -> NewestJob::Use {
        return [&] {
            QVERIFY(!newest.isBusy());
            newest.start(jobs.make(2));
        };
    });
    jobs.mayEnd.release();
    QTRY_COMPARE_WITH_TIMEOUT(jobs.used, QList{2}, patience);
}

void TestNewestJob::itGoesInTheMiddle()
{
    Jobs jobs;
    {
        NewestJob newest;
        newest.start(jobs.make(1));
        QTRY_COMPARE_WITH_TIMEOUT(jobs.begun.load(), 1, patience);
        jobs.mayEnd.release();
    }
    QCoreApplication::processEvents();
    QVERIFY(jobs.used.isEmpty());
}

QTEST_GUILESS_MAIN(TestNewestJob)
#include "tst_newest_job.moc"
