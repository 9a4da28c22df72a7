// SPDX-License-Identifier: GPL-3.0-or-later
// One snapshot in every form in which Python and PyTorch write it gives one recording.
#include "core/files/open_recording.h"
#include "packing.h"
#include "python_forms.h"
#include "recording_difference.h"
#include "snapshot_summary.h"
#include "tests/support/test_data.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace tidemark;
using namespace tidemark::tests;

class TestPythonPickles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void everyFormGivesTheSame_data();
    void everyFormGivesTheSame();
    void longListsInOnePiece();
    void pagesOfPyTorchItself();

private:
    Recording opened(const QString& path);
    Recording opened(const QByteArray& bytes);
    void compareForms(const QString& folder, const Recording& expected);
};

void TestPythonPickles::initTestCase()
{
    if (pythonProgram().isEmpty())
        QSKIP("there is no python3 here, and the forms of a snapshot are written by it");
}

Recording TestPythonPickles::opened(const QString& path)
{
    const auto recording = openRecording(path.toStdString());
    if (!recording)
        QTest::qFail(recording.error().message.c_str(), __FILE__, __LINE__);
    return recording.value_or(Recording());
}

Recording TestPythonPickles::opened(const QByteArray& bytes)
{
    const auto recording = openBytes(bytesOf(bytes));
    if (!recording)
        QTest::qFail(recording.error().message.c_str(), __FILE__, __LINE__);
    return recording.value_or(Recording());
}

void TestPythonPickles::compareForms(const QString& folder, const Recording& expected)
{
    const QDir forms(folder);
    const QStringList names = forms.entryList(QDir::Files);
    QVERIFY(names.size() > 40);
    for (const QString& name : names) {
        if (name.startsWith(QStringLiteral("sorted")))
            continue;
        const Recording recording = opened(forms.filePath(name));
        const std::string difference = differenceOf(recording, expected);
        QVERIFY2(
            difference.empty(), qPrintable(name + QStringLiteral(": ") + QString::fromStdString(difference)));
    }
    QFile plain(forms.filePath(QStringLiteral("protocol 4")));
    QVERIFY(plain.open(QIODevice::ReadOnly));
    const QByteArray pickle = plain.readAll();
    for (const QByteArray& packed : {zstdOf(pickle), zstdOf(pickle.left(1000)) + zstdOf(pickle.mid(1000)),
             skippableFrame("made by parallel zstd") + zstdOf(pickle), gzipOf(zstdOf(pickle)),
             zipOf({{"snapshot.pickle.zst", zstdOf(pickle), 0, {}}}),
             zipOf({{"snapshot.pickle", pickle, 93, {}}})})
        QCOMPARE(differenceOf(opened(packed), expected), std::string());
}

void TestPythonPickles::everyFormGivesTheSame_data()
{
    QTest::addColumn<QString>("snapshot");
    for (const char* name :
        {"annotations", "cpp_stacks", "graphs", "oom", "segments_only_list", "wrapped", "rand_streams",
            "outside/torch20_history", "outside/torch26_small", "snapshots/everything_protocol4"})
        QTest::newRow(name) << QString::fromLatin1(name) + QStringLiteral(".pickle");
}

void TestPythonPickles::everyFormGivesTheSame()
{
    QFETCH(QString, snapshot);
    const QString original = testDataFile(snapshot);
    const QTemporaryDir folder;
    QCOMPARE(repackSnapshot(original, folder.path()), QString());
    const Recording expected = opened(folder.filePath(QStringLiteral("protocol 4")));
    QCOMPARE(summaryDifference(summaryOf(opened(original)), summaryOf(expected)), std::string());
    compareForms(folder.path(), expected);
    // Another order of keys may number the tables in another way, but says the same.
    const Recording sorted = opened(folder.filePath(QStringLiteral("sorted JSON")));
    QCOMPARE(
        differenceOf(sorted, opened(folder.filePath(QStringLiteral("sorted protocol 4")))), std::string());
    nlohmann::json summary = summaryOf(expected);
    summary.erase("settings"); // they are in the file's order
    const std::string difference = summaryDifference(summary, summaryOf(sorted));
    QVERIFY2(difference.empty(), difference.c_str());
}

void TestPythonPickles::longListsInOnePiece()
{
    const QTemporaryDir folder;
    QCOMPARE(
        repackSnapshot(testDataFile(QStringLiteral("record_stream.pickle")), folder.path(), 800), QString());
    const Recording expected = opened(folder.filePath(QStringLiteral("protocol 4")));
    QVERIFY(expected.devices.at(0).events.size() > 125'000);
    for (const char* name : {"as PyTorch's C++", "protocol 1, nothing shared", "JSON", "page"}) {
        const Recording recording = opened(folder.filePath(QString::fromLatin1(name)));
        QCOMPARE(differenceOf(recording, expected), std::string());
    }
}

void TestPythonPickles::pagesOfPyTorchItself()
{
    const Recording page = opened(testDataFile(QStringLiteral("outside/torch26_bf16.html")));
    const Recording pickle = opened(testDataFile(QStringLiteral("outside/torch26_bf16.pickle")));
    QCOMPARE(page.format, std::string("PyTorch snapshot (pickle) in web page"));
    QVERIFY(page.complete && pickle.devices.at(0).events.size() > 1000);
    QCOMPARE(summaryDifference(summaryOf(pickle), summaryOf(page)), std::string());
}

QTEST_GUILESS_MAIN(TestPythonPickles)
#include "tst_python_pickles.moc"
