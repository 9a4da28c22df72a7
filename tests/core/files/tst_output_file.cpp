// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/output_file.h"

#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QtTest>

using namespace tidemark;

namespace {

constexpr std::string_view newContent = "new";

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("unreadable");
}

bool put(const QString& path, const QByteArray& content)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(content) == content.size();
}

Expected<OutputFile> begin(const QString& path)
{
    auto file = OutputFile::create(path.toStdString());
    if (file && !file->write(std::as_bytes(std::span(newContent))))
        return fail("not written");
    return file;
}

} // namespace

class TestOutputFile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatWasThereStaysUntilTheEnd_data();
    void whatWasThereStaysUntilTheEnd();
    void linksStayLinks_data();
    void linksStayLinks();
    void descriptorsAreWrittenDirectly();

private:
    QTemporaryDir m_folder;
};

void TestOutputFile::whatWasThereStaysUntilTheEnd_data()
{
    QTest::addColumn<bool>("commits");
    QTest::newRow("committed") << true;
    QTest::newRow("given up") << false;
}

void TestOutputFile::whatWasThereStaysUntilTheEnd()
{
    QFETCH(const bool, commits);
    const QString path = m_folder.filePath(QStringLiteral("ordinary"));
    QVERIFY(put(path, "old"));
    {
        auto file = begin(path);
        QVERIFY(file);
        QCOMPARE(contentOf(path), QByteArray("old"));
        if (commits)
            QVERIFY(file->commit());
    }
    QCOMPARE(contentOf(path), QByteArray(commits ? "new" : "old"));
    QVERIFY(!QFileInfo::exists(path + QStringLiteral(".part")));
}

void TestOutputFile::linksStayLinks_data()
{
    QTest::addColumn<QString>("target");
    QTest::newRow("to a file") << QStringLiteral("target");
    QTest::newRow("to a link to it") << QStringLiteral("middle");
    QTest::newRow("to nothing yet") << QStringLiteral("absent");
}

void TestOutputFile::linksStayLinks()
{
    QFETCH(const QString, target);
    const QString link = m_folder.filePath(QStringLiteral("link"));
    const QString file = m_folder.filePath(QStringLiteral("target"));
    QFile::remove(link);
    QVERIFY(put(file, "old"));
    QFile::remove(m_folder.filePath(QStringLiteral("middle")));
    QVERIFY(QFile::link(QStringLiteral("target"), m_folder.filePath(QStringLiteral("middle"))));
    QVERIFY(QFile::link(target, link)); // relative
    auto output = begin(link);
    QVERIFY(output);
    QVERIFY(output->commit());
    QVERIFY(QFileInfo(link).isSymLink());
    QCOMPARE(contentOf(link), QByteArray("new"));
    QCOMPARE(contentOf(file), QByteArray(target == QStringLiteral("absent") ? "old" : "new"));
}

// As /dev/stdout of a program whose output goes to a file: its name must stay what it is, and the file, which
// somebody holds open, must not be another one afterwards.
void TestOutputFile::descriptorsAreWrittenDirectly()
{
    QFile held(m_folder.filePath(QStringLiteral("held")));
    QVERIFY(held.open(QIODevice::ReadWrite));
    const QString link = m_folder.filePath(QStringLiteral("descriptor"));
    const QString descriptor = QStringLiteral("/proc/self/fd/%1").arg(held.handle());
    QVERIFY(QFile::link(descriptor, link));
    for (const QString& path : {descriptor, link}) {
        QVERIFY(held.resize(0));
        auto output = begin(path);
        QVERIFY(output);
        QVERIFY(output->partPath().empty());
        QVERIFY(output->commit());
        QVERIFY(held.seek(0));
        QCOMPARE(held.readAll(), QByteArray("new"));
    }
    QVERIFY(QFileInfo(link).isSymLink());
}

QTEST_GUILESS_MAIN(TestOutputFile)
#include "tst_output_file.moc"
