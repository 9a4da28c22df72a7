// SPDX-License-Identifier: GPL-3.0-or-later
// What fuzzing has found, and every file of the test data: each through every reader with the checks of the
// fuzz targets.
#include "snapshot_summary.h"
#include "tests/fuzz/reader_checks.h"
#include "tests/support/test_data.h"

#include <QDir>
#include <QDirIterator>
#include <QTest>

using namespace tidemark::tests;

class TestHostileFiles : public QObject {
    Q_OBJECT

private slots:
    void found_data();
    void found();
    void recordings_data();
    void recordings();
};

namespace {

const QDir data(QStringLiteral(TIDEMARK_TEST_DATA));

} // namespace

void TestHostileFiles::found_data()
{
    QTest::addColumn<QString>("name");
    const QDir folder(data.filePath(QStringLiteral("hostile")));
    for (const QString& name : folder.entryList(QDir::Files))
        QTest::newRow(qPrintable(name)) << QStringLiteral("hostile/") + name;
}

void TestHostileFiles::found()
{
    QFETCH(QString, name);
    const QByteArray bytes = testData(name);
    QCOMPARE(flawOfSnapshot(bytesOf(bytes)), std::string());
    QCOMPARE(flawOfTide(bytesOf(bytes)), std::string());
    QCOMPARE(flawOfFile(bytesOf(bytes)), std::string());
}

void TestHostileFiles::recordings_data()
{
    QTest::addColumn<QString>("name");
    QDirIterator files(
        data.path(), {QStringLiteral("*.pickle.zst")}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const QString name = data.relativeFilePath(files.next()).chopped(4);
        QTest::newRow(qPrintable(name)) << name;
    }
}

// The checks hold for real files as well: they are no checks that everything passes.
void TestHostileFiles::recordings()
{
    QFETCH(QString, name);
    QCOMPARE(flawOfSnapshot(bytesOf(testData(name))), std::string());
}

QTEST_GUILESS_MAIN(TestHostileFiles)
#include "tst_hostile_files.moc"
