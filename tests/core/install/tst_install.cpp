// SPDX-License-Identifier: GPL-3.0-or-later
// What `cmake --install` puts where, used from there.
#include "tests/support/test_data.h"

#include <QDir>
#include <QDirIterator>
#include <QMimeDatabase>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

using namespace tidemark::tests;

namespace {

constexpr bool hasWindow = HAS_WINDOW != 0;

struct Output {
    int exitCode = -1;
    QString text; // and its errors
};

QString desktopFile(const char* kind)
{
    return QStringLiteral(DESKTOP_FILES "/org.tidemark.Tidemark.%1").arg(QLatin1String(kind));
}

Output run(const QString& program, const QStringList& arguments)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(program, arguments);
    process.waitForFinished(120'000);
    return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput())};
}

} // namespace

class TestInstall : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void everythingIsInItsPlace();
    void theProgramRuns();
    void thePageIsFound();
    void theDesktopEntryIsValid();
    void filesAreKnownByWhatTheyHold();
    void takenAwayAgain();

private:
    QString installed(const QString& path) const { return m_prefix.filePath(path); }

    QTemporaryDir m_prefix;
    QTemporaryDir m_data;
};

void TestInstall::initTestCase()
{
    // Where QMimeDatabase looks: before anything asks it.
    QVERIFY(QDir(m_data.path()).mkpath(QStringLiteral("mime/packages")));
    QVERIFY(
        QFile::copy(desktopFile("mime.xml"), m_data.filePath(QStringLiteral("mime/packages/tidemark.xml"))));
    qputenv("XDG_DATA_DIRS", m_data.path().toLocal8Bit() + ":/usr/share");
    const Output output = run(QStringLiteral(CMAKE_PROGRAM),
        {QStringLiteral("--install"), QStringLiteral(BUILD_FOLDER), QStringLiteral("--prefix"),
            m_prefix.path(), QStringLiteral("--component"), QStringLiteral("app")});
    QVERIFY2(output.exitCode == 0, qPrintable(output.text));
}

void TestInstall::everythingIsInItsPlace()
{
    QStringList expected = {QStringLiteral("bin/tidemark"),
        QStringLiteral("share/bash-completion/completions/tidemark"),
        QStringLiteral("share/doc/tidemark/CHANGELOG.md"), QStringLiteral("share/doc/tidemark/README.md"),
        QStringLiteral("share/doc/tidemark/copyright"),
        QStringLiteral("share/doc/tidemark/export-formats.md"),
        QStringLiteral("share/doc/tidemark/questions.md"),
        QStringLiteral("share/doc/tidemark/tide-format.md"),
        QStringLiteral("share/fish/vendor_completions.d/tidemark.fish"),
        QStringLiteral("share/zsh/site-functions/_tidemark")};
    if (hasWindow)
        expected << QStringLiteral("share/applications/org.tidemark.Tidemark.desktop")
                 << QStringLiteral("share/icons/hicolor/scalable/apps/org.tidemark.Tidemark.svg")
                 << QStringLiteral("share/metainfo/org.tidemark.Tidemark.metainfo.xml")
                 << QStringLiteral("share/mime/packages/org.tidemark.Tidemark.xml");
    QStringList found;
    for (QDirIterator files(m_prefix.path(), QDir::Files, QDirIterator::Subdirectories); files.hasNext();)
        found << QDir(m_prefix.path()).relativeFilePath(files.next());
    found.removeIf([](const QString& path) {
        return path.startsWith(QLatin1String("share/man/"))
            || path.contains(QLatin1String("vendor-completions"));
    });
    expected.sort();
    found.sort();
    QCOMPARE(found, expected);
}

void TestInstall::theProgramRuns()
{
    const Output output = run(installed(QStringLiteral("bin/tidemark")),
        {QStringLiteral("info"), testDataFile(QStringLiteral("vgg.pickle"))});
    QCOMPARE(output.exitCode, 0);
    QVERIFY2(output.text.contains(QStringLiteral("empty_cache() would return")), qPrintable(output.text));
}

void TestInstall::thePageIsFound()
{
    const QDir pages(installed(QStringLiteral("share/man/man1")));
    QCOMPARE(pages.entryList({QStringLiteral("tidemark.1*")}, QDir::Files).size(), 1);
    const QString man = QStandardPaths::findExecutable(QStringLiteral("man"));
    if (man.isEmpty())
        QSKIP("there is no man");
    const Output output =
        run(man, {QStringLiteral("-M"), installed(QStringLiteral("share/man")), QStringLiteral("tidemark")});
    if (output.exitCode != 0)
        QSKIP("man does not show pages here"); // a container may lack its other half
    QVERIFY2(output.text.contains(QStringLiteral("tidemark convert")), qPrintable(output.text.left(400)));
}

void TestInstall::theDesktopEntryIsValid()
{
    int checked = 0;
    const auto check = [&checked](const char* program, QStringList arguments, const QString& path) {
        const QString checker = QStandardPaths::findExecutable(QLatin1String(program));
        if (checker.isEmpty())
            return;
        const Output output = run(checker, arguments << path);
        QVERIFY2(output.exitCode == 0, qPrintable(output.text));
        ++checked;
    };
    check("desktop-file-validate", {}, desktopFile("desktop"));
    check("appstreamcli", {QStringLiteral("validate"), QStringLiteral("--no-net")},
        desktopFile("metainfo.xml"));
    if (checked == 0)
        QSKIP("there is neither desktop-file-validate nor appstreamcli");
}

void TestInstall::filesAreKnownByWhatTheyHold()
{
    const QMimeDatabase types;
    const auto nameOf = [&](const QString& path) { return types.mimeTypeForFile(path).name(); };
    const QTemporaryDir folder;
    const QString tide = folder.filePath(QStringLiteral("renamed"));
    QVERIFY(QFile::copy(testDataFile(QStringLiteral("cuda/mlp.tide")), tide));
    QCOMPARE(nameOf(tide), QStringLiteral("application/x-tidemark-recording"));
    for (const char* snapshot : {"vgg.pickle", "snapshots/vgg_protocol2.pickle",
             "snapshots/vgg_protocol4.pickle", "snapshots/vgg_torch.pickle"})
        QCOMPARE(nameOf(testDataFile(QString::fromLatin1(snapshot))),
            QStringLiteral("application/x-pytorch-memory-snapshot"));
    // Another program's pickle: [1, 2].
    QFile other(folder.filePath(QStringLiteral("other.pickle")));
    QVERIFY(other.open(QIODevice::WriteOnly));
    other.write(QByteArray::fromHex("80027d71002e"));
    other.close();
    QVERIFY(!nameOf(other.fileName()).contains(QStringLiteral("pytorch")));
}

void TestInstall::takenAwayAgain()
{
    const Output output = run(QStringLiteral(CMAKE_PROGRAM),
        {QStringLiteral("-DMANIFEST=%1/install_manifest_app.txt").arg(QStringLiteral(BUILD_FOLDER)),
            QStringLiteral("-P"), QStringLiteral(UNINSTALL_SCRIPT)});
    QVERIFY2(output.exitCode == 0, qPrintable(output.text));
    QDirIterator files(m_prefix.path(), QDir::Files, QDirIterator::Subdirectories);
    QVERIFY2(!files.hasNext(), qPrintable(files.next()));
}

QTEST_GUILESS_MAIN(TestInstall)
#include "tst_install.moc"
