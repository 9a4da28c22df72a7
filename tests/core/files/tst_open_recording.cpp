// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/open_recording.h"
#include "core/files/tide_file.h"
#include "random_recording.h"
#include "recording_difference.h"
#include "tests/support/test_data.h"

#include <QFile>
#include <QTemporaryDir>
#include <QThread>
#include <QtTest>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <thread>
#include <unistd.h>

using namespace tidemark;
using namespace tidemark::tests;

class TestOpenRecording : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void snapshotsSurviveAsTide_data();
    void snapshotsSurviveAsTide();
    void theContentDecidesNotTheName();
    void aCutTideOpens();
    void aPipeCanBeOpened();
    void aPipeMayBeSlow();
    void aPipeWithoutAWriterIsNotWaitedForForEver();
    void waitingForAPipeCanBeCancelled();
    void whatIsNoFile();
    void anErrorIsOneLineWhateverThePath();
    void progressReachesTheEnd();
    void openingCanBeCancelled();
    void whatCannotBeOpened_data();
    void whatCannotBeOpened();

private:
    std::filesystem::path path(const char* name) const
    {
        return m_folder.filePath(QString::fromLatin1(name)).toStdString();
    }
    void write(const char* name, const QByteArray& bytes) const;
    QByteArray read(const char* name) const;

    QTemporaryDir m_folder;
};

void TestOpenRecording::write(const char* name, const QByteArray& bytes) const
{
    QFile file(QString::fromStdString(path(name).string()));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
}

QByteArray TestOpenRecording::read(const char* name) const
{
    QFile file(QString::fromStdString(path(name).string()));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void TestOpenRecording::snapshotsSurviveAsTide_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"annotations", "cpp_stacks", "ddp_rank0", "deit_small", "expandable",
             "expandable_vary", "graphs", "oom", "rand_streams", "record_stream", "seed_example",
             "segments_only", "segments_only_list", "split_gc", "vary", "vgg", "wrapped"})
        QTest::newRow(name) << QString::fromLatin1(name) + QStringLiteral(".pickle");
}

void TestOpenRecording::snapshotsSurviveAsTide()
{
    QFETCH(QString, name);
    const QString pickle = testDataFile(name);
    const auto recording = openRecording(pickle.toStdString());
    QVERIFY2(recording.has_value(), recording ? "" : recording.error().message.c_str());
    QVERIFY(writeTide(*recording, path("saved.tide")).has_value());
    const auto opened = openRecording(path("saved.tide"));
    QVERIFY2(opened.has_value(), opened ? "" : opened.error().message.c_str());
    QCOMPARE(differenceOf(*opened, *recording), std::string());
    QCOMPARE(opened->format, "Tidemark recording, from " + recording->format);
    const qint64 size = QFile(QString::fromStdString(path("saved.tide").string())).size();
    qInfo("%lld bytes as pickle, %lld as .tide", static_cast<long long>(QFile(pickle).size()),
        static_cast<long long>(size));
    QVERIFY(size <= QFile(pickle).size() / 4 || size < 2000);
}

void TestOpenRecording::theContentDecidesNotTheName()
{
    const Recording recording = randomRecording(firstSeed(), 100);
    QVERIFY(writeTide(recording, path("recording.pickle")).has_value());
    const auto tide = openRecording(path("recording.pickle"));
    QVERIFY(tide.has_value());
    QCOMPARE(differenceOf(*tide, recording), std::string());
    write("snapshot.tide", testData(QStringLiteral("oom.pickle")));
    const auto snapshot = openRecording(path("snapshot.tide"));
    QVERIFY(snapshot.has_value());
    QVERIFY(snapshot->format.find("pickle") != std::string::npos);
}

void TestOpenRecording::aCutTideOpens()
{
    Recording recording = randomRecording(firstSeed() + 1, 1000);
    recording.warnings.clear();
    QVERIFY(writeTide(recording, path("whole.tide")).has_value());
    const QByteArray bytes = read("whole.tide");
    write("cut.tide", bytes.left(bytes.size() - 1));
    const auto cut = openRecording(path("cut.tide"));
    QVERIFY(cut.has_value());
    QVERIFY(!cut->complete);
    QCOMPARE(cut->warnings.size(), std::size_t(1));
    QVERIFY(cut->warnings[0].find("byte " + std::to_string(bytes.size() - 1)) != std::string::npos);
    QCOMPARE(cut->devices.size(), recording.devices.size());
    QCOMPARE(cut->marks.size(), recording.marks.size());
}

void TestOpenRecording::aPipeCanBeOpened()
{
    const Recording recording = randomRecording(firstSeed() + 2, 100'000);
    QVERIFY(writeTide(recording, path("whole.tide")).has_value());
    for (const QByteArray& bytes : {read("whole.tide"), testData(QStringLiteral("vary.pickle"))}) {
        QCOMPARE(mkfifo(path("pipe").c_str(), 0600), 0);
        std::thread writing([&] { write("pipe", bytes); });
        const auto opened = openRecording(path("pipe"));
        writing.join();
        std::filesystem::remove(path("pipe"));
        QVERIFY2(opened.has_value(), opened ? "" : opened.error().message.c_str());
        QVERIFY(opened->complete == recording.complete || bytes.startsWith('\x80'));
        QVERIFY(opened->devices.at(0).events.size() > 50'000);
    }
}

// The writer is there, but what it writes comes late and in small pieces.
void TestOpenRecording::aPipeMayBeSlow()
{
    const QByteArray bytes = testData(QStringLiteral("oom.pickle"));
    QCOMPARE(mkfifo(path("pipe").c_str(), 0600), 0);
    std::thread writing([&] {
        QFile pipe(QString::fromStdString(path("pipe").string()));
        if (!pipe.open(QIODevice::WriteOnly | QIODevice::Unbuffered))
            return;
        for (qsizetype at = 0; at < bytes.size(); at += 1000) {
            QThread::msleep(at == 0 ? 300 : 5);
            pipe.write(bytes.mid(at, 1000));
        }
    });
    const auto opened = openRecording(path("pipe"));
    writing.join();
    std::filesystem::remove(path("pipe"));
    QVERIFY2(opened.has_value(), opened ? "" : opened.error().message.c_str());
    QVERIFY(opened->complete);
}

void TestOpenRecording::aPipeWithoutAWriterIsNotWaitedForForEver()
{
    QCOMPARE(mkfifo(path("pipe").c_str(), 0600), 0);
    const auto opened = openRecording(path("pipe"));
    QVERIFY(!opened.has_value());
    QVERIFY2(opened.error().message.find("a pipe that nobody has opened for writing") != std::string::npos,
        opened.error().message.c_str());
    // One that comes and goes leaves an empty file.
    std::thread writing([&] { write("pipe", QByteArray()); });
    const auto empty = openRecording(path("pipe"));
    writing.join();
    std::filesystem::remove(path("pipe"));
    QVERIFY(!empty.has_value());
    QVERIFY2(empty.error().message.find("empty") != std::string::npos, empty.error().message.c_str());
}

void TestOpenRecording::waitingForAPipeCanBeCancelled()
{
    QCOMPARE(mkfifo(path("pipe").c_str(), 0600), 0);
    std::stop_source stop;
    std::thread stopping([&] {
        QThread::msleep(100);
        stop.request_stop();
    });
    const auto opened = openRecording(path("pipe"), {nullptr, stop.get_token(), nullptr});
    stopping.join();
    std::filesystem::remove(path("pipe"));
    QVERIFY(!opened.has_value());
    QVERIFY(opened.error().message.find("cancelled") != std::string::npos);
}

void TestOpenRecording::whatIsNoFile()
{
    const auto messageOf = [](const std::filesystem::path& file) {
        const auto opened = openRecording(file);
        return opened ? QString() : QString::fromStdString(opened.error().message);
    };
    QCOMPARE(messageOf("/dev/null"), QStringLiteral("/dev/null: it is a device, not a file."));
    QVERIFY(messageOf(m_folder.path().toStdString())
                .endsWith(QStringLiteral(": it is a directory, not a file.")));
    QVERIFY(
        messageOf(path("missing")).endsWith(QStringLiteral("it cannot be read: No such file or directory.")));
    std::filesystem::create_symlink("loop", path("loop"));
    QVERIFY(messageOf(path("loop")).contains(QStringLiteral("Too many levels of symbolic links")));
    const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
    sockaddr_un address{AF_UNIX, {}};
    path("socket").string().copy(address.sun_path, sizeof(address.sun_path) - 1);
    QCOMPARE(::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
    QVERIFY(messageOf(path("socket")).endsWith(QStringLiteral(": it is a socket, not a file.")));
    ::close(socket);
}

void TestOpenRecording::anErrorIsOneLineWhateverThePath()
{
    write("two\nlines\x1b[31m", "Dear reader");
    const auto opened = openRecording(path("two\nlines\x1b[31m"));
    QVERIFY(!opened.has_value());
    QVERIFY2(opened.error().message.find("/two\\nlines\\x1b[31m: it is neither") != std::string::npos,
        opened.error().message.c_str());
}

void TestOpenRecording::progressReachesTheEnd()
{
    QVERIFY(writeTide(randomRecording(firstSeed() + 3, 100'000), path("whole.tide")).has_value());
    Progress progress;
    QVERIFY(openRecording(path("whole.tide"), {&progress, {}, nullptr}).has_value());
    QCOMPARE(progress.total.load(), std::uint64_t(read("whole.tide").size()));
    QCOMPARE(progress.done.load(), progress.total.load());
}

void TestOpenRecording::openingCanBeCancelled()
{
    QVERIFY(writeTide(randomRecording(firstSeed() + 4, 10), path("whole.tide")).has_value());
    std::stop_source stop;
    stop.request_stop();
    for (const std::filesystem::path& file : {path("whole.tide"),
             std::filesystem::path(testDataFile(QStringLiteral("vary.pickle")).toStdString())}) {
        const auto opened = openRecording(file, {nullptr, stop.get_token(), nullptr});
        QVERIFY(!opened.has_value());
        QVERIFY2(
            opened.error().message.find("cancelled") != std::string::npos, opened.error().message.c_str());
    }
}

void TestOpenRecording::whatCannotBeOpened_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("empty") << QByteArray("") << QStringLiteral("the file is empty");
    QTest::newRow("a text") << QByteArray("Dear reader, this is no recording.")
                            << QStringLiteral("neither a PyTorch memory snapshot nor a Tidemark recording");
    QTest::newRow("bytes") << QByteArray("\x01\x02\x03\x04\x05\x06", 6) << QStringLiteral("neither");
    QTest::newRow("only the beginning of a .tide")
        << QByteArray("\x89TIDE\r\n\x1a\1\0\0\0\0\0\0\0", 16) << QStringLiteral("stops at byte 16");
    QTest::newRow("a .tide of the future")
        << QByteArray("\x89TIDE\r\n\x1a\x09\0\0\0\0\0\0\0", 16) << QStringLiteral("version 9");
}

void TestOpenRecording::whatCannotBeOpened()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, sentence);
    write("wrong", bytes);
    const auto opened = openRecording(path("wrong"));
    QVERIFY(!opened.has_value());
    const QString message = QString::fromStdString(opened.error().message);
    QVERIFY2(message.contains(sentence), qPrintable(message));
    QVERIFY2(message.startsWith(QString::fromStdString(path("wrong").string())), qPrintable(message));
    QVERIFY(!message.contains(QLatin1Char('\n')));
    const auto missing = openRecording(path("missing"));
    QVERIFY(!missing.has_value() && missing.error().message.find("No such file") != std::string::npos);
    const auto folder = openRecording(m_folder.path().toStdString());
    QVERIFY(!folder.has_value() && folder.error().message.find("directory") != std::string::npos);
}

QTEST_GUILESS_MAIN(TestOpenRecording)
#include "tst_open_recording.moc"
