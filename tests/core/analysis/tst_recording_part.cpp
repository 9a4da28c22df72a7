// SPDX-License-Identifier: GPL-3.0-or-later
// A part of a recording, from files and at random places: at each of its positions it is the whole's.
#include "core/analysis/replay/recording_part.h"
#include "core/files/open_recording.h"
#include "core/files/tide_file.h"
#include "tests/core/analysis/analysis_fixtures.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace tidemark;
using namespace tidemark::tests;

class TestRecordingPart : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyPositionIsTheWholes_data();
    void everyPositionIsTheWholes();
    void whatWasRecordedComesAlong();
};

void TestRecordingPart::everyPositionIsTheWholes_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"rand_small", "rand_streams", "record_stream", "expandable", "expandable_vary",
             "graphs", "graphs_freed", "split_gc", "roundup", "oom", "wrapped", "annotations", "vgg_ckpt"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void TestRecordingPart::everyPositionIsTheWholes()
{
    QFETCH(QString, name);
    std::mt19937_64 random(testSeed());
    const AnalyzedRecording whole = analyze(recordingOf(name));
    const QTemporaryDir folder;
    for (std::size_t device = 0; device < whole.histories.size(); ++device) {
        const DeviceHistory& history = whole.histories[device];
        const Device& about = whole.recording.devices[device];
        const std::size_t count = history.eventCount();
        for (int round = 0; count > 1 && round < 6; ++round) {
            EventRange range = {random() % count, count};
            range.end = range.begin + 1 + random() % (count - range.begin);
            if (round == 0)
                range = {0, count};
            Recording cut = recordingPart(whole, device, range);
            if (round == 1) { // through a file
                const std::string path = folder.filePath(QStringLiteral("part.tide")).toStdString();
                QVERIFY(writeTide(cut, path));
                cut = openRecording(path).value();
            }
            const AnalyzedRecording part = analyze(std::move(cut));
            const DeviceHistory& own = part.histories[0];
            QCOMPARE(own.eventCount(), range.end - range.begin);
            for (std::size_t position = 0; position <= own.eventCount(); ++position)
                for (const Curve curve : {Curve::Allocated, Curve::Active, Curve::Reserved})
                    QVERIFY2(own.valueAt(curve, position) == history.valueAt(curve, range.begin + position),
                        qPrintable(QStringLiteral("%1 at %2 of [%3, %4)")
                                       .arg(static_cast<int>(curve))
                                       .arg(position)
                                       .arg(range.begin)
                                       .arg(range.end)));
            for (int look = 0; look < 5; ++look) {
                const std::size_t position = look == 0 ? 0
                    : look == 1                        ? own.eventCount()
                                                       : random() % (own.eventCount() + 1);
                const QString apart = difference(own.segmentsAt(part.recording.devices[0], position),
                    history.segmentsAt(about, range.begin + position));
                QVERIFY2(apart.isEmpty(), qPrintable(apart));
            }
        }
    }
}

void TestRecordingPart::whatWasRecordedComesAlong()
{
    const AnalyzedRecording whole = analyze(recordingOf(QStringLiteral("annotations")));
    const std::size_t count = whole.histories[0].eventCount();
    const EventRange range = {count / 3, 2 * count / 3};
    const Recording part = recordingPart(whole, 0, range);
    QVERIFY(part.annotations.size() > 1 && part.annotations.size() < whole.recording.annotations.size());
    for (std::uint64_t event = 0; event < range.end - range.begin; ++event) {
        QStringList there;
        QStringList wanted;
        for (const Annotation& annotation : part.annotations)
            if (annotation.startEvent <= event && event < annotation.endEvent)
                there << QString::fromStdString(std::string(part.strings[annotation.name]));
        for (const Annotation& annotation : whole.recording.annotations)
            if (annotation.device == 0 && annotation.startEvent <= range.begin + event
                && range.begin + event < annotation.endEvent)
                wanted << QString::fromStdString(std::string(whole.recording.strings[annotation.name]));
        QCOMPARE(there, wanted);
    }
    QVERIFY(part.complete);
    QCOMPARE(part.devices[0].history, History::Partial);
    const Recording all = recordingPart(whole, 0, {0, count});
    QCOMPARE(all.devices[0].history, whole.recording.devices[0].history);
    QCOMPARE(all.annotations.size(), whole.recording.annotations.size());
}

QTEST_GUILESS_MAIN(TestRecordingPart)
#include "tst_recording_part.moc"
