// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_data.h"

#include <QFile>
#include <QImage>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace tidemark::tests;

namespace {

constexpr int patience = 400'000; // milliseconds; longer than the command's own

struct Outcome {
    int code = -1;
    QString said; // on standard error
};

Outcome runTidemark(const QStringList& arguments)
{
    QProcess process;
    process.start(QStringLiteral(TIDEMARK_PROGRAM), arguments);
    if (!process.waitForFinished(patience) || process.exitStatus() != QProcess::NormalExit)
        return {};
    return {process.exitCode(), QString::fromUtf8(process.readAllStandardError())};
}

} // namespace

class TestPictureCommand : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void drawsWithoutADisplay();
    void momentsDiffer();
    void darkIsDark();
    void devicesSideBySide();
    void singleViews_data();
    void singleViews();
    void singleViewsAreColoured_data();
    void singleViewsAreColoured();
    void faultsAreOneSentence_data();
    void faultsAreOneSentence();

private:
    QImage picture(const QStringList& options)
    {
        const QString output = m_folder.filePath(QStringLiteral("out.png"));
        QFile::remove(output);
        const QStringList arguments{QStringLiteral("picture"), testDataFile(QStringLiteral("vgg.pickle")),
            QStringLiteral("-o"), output};
        const Outcome outcome = runTidemark(arguments + options);
        if (outcome.code != 0)
            qWarning("%s", qPrintable(outcome.said));
        return QImage(output);
    }

    QTemporaryDir m_folder;
};

void TestPictureCommand::drawsWithoutADisplay()
{
    qunsetenv("QT_QPA_PLATFORM");
    qunsetenv("DISPLAY");
    QCOMPARE(picture({}).size(), QSize(1600, 1000));
    QCOMPARE(picture({QStringLiteral("--size"), QStringLiteral("900x600")}).size(), QSize(900, 600));
}

void TestPictureCommand::momentsDiffer()
{
    const QImage end = picture({QStringLiteral("--at"), QStringLiteral("end")});
    const QImage peak = picture({QStringLiteral("--at"), QStringLiteral("peak")});
    QVERIFY(!end.isNull() && !peak.isNull());
    QVERIFY(end != peak);
    QVERIFY(end == picture({})); // the same every time
}

void TestPictureCommand::darkIsDark()
{
    QVERIFY(picture({}).pixelColor(2, 2).lightness() > 200);
    QVERIFY(picture({QStringLiteral("--dark")}).pixelColor(2, 2).lightness() < 60);
}

void TestPictureCommand::devicesSideBySide()
{
    const QString output = m_folder.filePath(QStringLiteral("devices.png"));
    const auto draw = [&](const QStringList& options) {
        QFile::remove(output);
        const Outcome outcome = runTidemark(
            QStringList{QStringLiteral("picture"), testDataFile(QStringLiteral("ddp_rank0.pickle")),
                testDataFile(QStringLiteral("ddp_rank1.pickle")), QStringLiteral("-o"), output,
                QStringLiteral("--size"), QStringLiteral("900x500")}
            + options);
        return outcome.code == 0 ? QImage(output) : QImage();
    };
    const QStringList devices = {QStringLiteral("--view"), QStringLiteral("devices")};
    const QImage sideBySide = draw(devices);
    QCOMPARE(sideBySide.size(), QSize(900, 500));
    const QImage sorted = draw(devices + QStringList{QStringLiteral("--sort"), QStringLiteral("peak")});
    QVERIFY(!sorted.isNull() && sorted != sideBySide); // rank 1 goes first
    const QImage one = draw({QStringLiteral("--device"), QStringLiteral("1")});
    QVERIFY(!one.isNull() && one != sideBySide);
    sideBySide.save(pictureFile(QStringLiteral("picture-devices.png")));
}

void TestPictureCommand::singleViews_data()
{
    QTest::addColumn<bool>("isColourful");
    for (const char* view : {"active-memory", "segments", "map"})
        QTest::newRow(view) << true;
    for (const char* view : {"memory", "scopes", "steps", "tables"})
        QTest::newRow(view) << false;
}

// Each is drawn whole, the same every time, and is no other view.
void TestPictureCommand::singleViews()
{
    QFETCH(bool, isColourful);
    const QString view = QString::fromLatin1(QTest::currentDataTag());
    const QStringList options = {
        QStringLiteral("--view"), view, QStringLiteral("--size"), QStringLiteral("900x600")};
    const QImage image = picture(options);
    QCOMPARE(image.size(), QSize(900, 600));
    image.save(pictureFile(QStringLiteral("picture-%1.png").arg(view)));
    QVERIFY(image == picture(options));
    QVERIFY(image != picture({QStringLiteral("--size"), QStringLiteral("900x600")}));
    QVERIFY(image != picture(options + QStringList{QStringLiteral("--dark")}));
    // What is drawn fills the picture: in colours, a tenth of it at least.
    int coloured = 0;
    for (int y = 0; y < image.height(); y += 4)
        for (int x = 0; x < image.width(); x += 4)
            coloured += image.pixelColor(x, y).hsvSaturation() > 60;
    if (isColourful)
        QVERIFY2(coloured > 900 * 600 / 16 / 10, qPrintable(QString::number(coloured)));
}

void TestPictureCommand::singleViewsAreColoured_data()
{
    QTest::addColumn<QString>("view");
    for (const char* view : {"map", "memory", "active-memory", "segments"})
        QTest::newRow(view) << QString::fromLatin1(view);
}

void TestPictureCommand::singleViewsAreColoured()
{
    QFETCH(QString, view);
    const auto colouredBy = [&](const char* by) {
        return picture({QStringLiteral("--view"), view, QStringLiteral("--size"), QStringLiteral("900x600"),
            QStringLiteral("--at"), QStringLiteral("peak"), QStringLiteral("--colour-by"),
            QLatin1String(by)});
    };
    const QImage byPhase = colouredBy("phase");
    QVERIFY(!byPhase.isNull());
    byPhase.save(pictureFile(QStringLiteral("picture-%1-by-phase.png").arg(view)));
    QVERIFY(byPhase != colouredBy("dtype"));
}

void TestPictureCommand::faultsAreOneSentence_data()
{
    const QString file = testDataFile(QStringLiteral("vgg.pickle"));
    const QString output = m_folder.filePath(QStringLiteral("fault.png"));
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("words");
    const auto add = [&](const char* name, const QStringList& arguments, int code, const char* words) {
        QTest::newRow(name) << QStringList{QStringLiteral("picture")} + arguments << code << words;
    };
    add("no such file", {"/nowhere/x.pickle", "-o", output}, 3, "/nowhere/x.pickle");
    add("no such folder", {file, "-o", "/nowhere/x.png"}, 1, "/nowhere/x.png");
    add("a size in words", {file, "-o", output, "--size", "large"}, 2, "--size large");
    add("a size too small", {file, "-o", output, "--size", "10x10"}, 2, "--size 10x10");
    add("two moments", {file, "-o", output, "--at", "every:100"}, 2, "one moment");
    add("another kind of picture", {file, "-o", m_folder.filePath(QStringLiteral("fault.jpg"))}, 2, "as PNG");
    add("a full disk", {file, "-o", "/dev/full"}, 1, "/dev/full cannot be written");
    add("a folder", {file, "-o", m_folder.path()}, 1, "cannot be written");
    add("no such moment", {file, "-o", output, "--at", "noon"}, 2, "noon");
    add("no such device", {file, "-o", output, "--device", "7"}, 2, "no device 7");
    add("no such view", {file, "-o", output, "--view", "sideways"}, 2, "--view");
    add("one device side by side", {file, "-o", output, "--view", "devices"}, 2, "no two devices");
    add("no steps to align by",
        {testDataFile(QStringLiteral("ddp_rank0.pickle")), testDataFile(QStringLiteral("ddp_rank1.pickle")),
            "-o", output, "--view", "devices", "--align", "step"},
        2, "no training steps");
    add("colours of a table", {file, "-o", output, "--view", "tables", "--colour-by", "phase"}, 2,
        "--colour-by means nothing to --view tables");
    add("colours of devices", {file, "-o", output, "--view", "devices", "--colour-by", "none"}, 2,
        "--colour-by means nothing to --view devices");
    add("below a view alone", {file, "-o", output, "--view", "map", "--below", "memory"}, 2,
        "--below means nothing to --view map");
    add("a moment of all devices", {file, "-o", output, "--view", "devices", "--at", "peak"}, 2,
        "--at means nothing to --view devices");
    add("one of all devices", {file, "-o", output, "--view", "devices", "--device", "0"}, 2,
        "--device means nothing to --view devices");
    add("devices in order", {file, "-o", output, "--sort", "peak"}, 2,
        "--sort means nothing to --view recording");
}

void TestPictureCommand::faultsAreOneSentence()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, code);
    QFETCH(QString, words);
    const Outcome outcome = runTidemark(arguments);
    QCOMPARE(outcome.code, code);
    QVERIFY2(outcome.said.contains(words), qPrintable(outcome.said));
    QVERIFY2(outcome.said.startsWith(QStringLiteral("tidemark: ")), qPrintable(outcome.said));
    QVERIFY(!QFile::exists(m_folder.filePath(QStringLiteral("fault.png"))));
}

QTEST_GUILESS_MAIN(TestPictureCommand)
#include "tst_picture_command.moc"
