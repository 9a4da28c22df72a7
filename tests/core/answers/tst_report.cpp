// SPDX-License-Identifier: GPL-3.0-or-later
// `tidemark report`: its figures are those of `tidemark info --json`, and its page is one that every browser
// and every XML parser reads, whatever names a recording brings.
#include "core/report/page_text.h"
#include "tests/support/test_data.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocale>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

struct Output {
    int exitCode = -1;
    QByteArray text;
    QByteArray errors;
};

Output run(const QString& program, const QStringList& arguments)
{
    QProcess process;
    process.start(program, arguments);
    process.waitForFinished(60000);
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
        process.readAllStandardOutput(), process.readAllStandardError()};
}

Output tidemarkOutput(const QStringList& arguments)
{
    return run(QStringLiteral(TIDEMARK_PROGRAM), arguments);
}

// "4,000,256".
QString grouped(qint64 value)
{
    return QLocale(QLocale::English).toString(value);
}

// What check_page.py found in a page.
QJsonObject pageOf(const QString& path)
{
    const Output output = run(QStringLiteral("python3"), {QStringLiteral(CHECK_PAGE), path});
    return output.exitCode == 0
        ? QJsonDocument::fromJson(output.text).object()
        : QJsonObject{{QStringLiteral("flaws"), QJsonArray{QString::fromUtf8(output.errors)}}};
}

QString flawOf(const QJsonObject& page)
{
    if (!page.value(QStringLiteral("flaws")).toArray().isEmpty())
        return page.value(QStringLiteral("flaws")).toArray()[0].toString();
    if (!page.value(QStringLiteral("loads")).toArray().isEmpty())
        return QStringLiteral("it loads ") + page.value(QStringLiteral("loads")).toArray()[0].toString();
    if (!page.value(QStringLiteral("handlers")).toArray().isEmpty())
        return QStringLiteral("it has handlers");
    for (const char* element : {"script", "iframe", "link", "img", "object"})
        if (page.value(QStringLiteral("elements")).toObject().contains(QLatin1String(element)))
            return QStringLiteral("it has a ") + QLatin1String(element);
    return {};
}

// A row of the page's tables that begins with these cells.
bool hasRow(const QJsonObject& page, const QString& name, const QString& figure)
{
    for (const QJsonValue& value : page.value(QStringLiteral("rows")).toArray()) {
        const QJsonArray row = value.toArray();
        if (row.size() > 1 && row[0].toString() == name && row[1].toString() == figure)
            return true;
    }
    return false;
}

} // namespace

class TestReport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void figures_data();
    void figures();
    void hostileNames();
    void wellFormedText_data();
    void wellFormedText();
    void wrongUsage();
    void outOfMemory();
};

void TestReport::initTestCase()
{
    if (QStandardPaths::findExecutable(QStringLiteral("python3")).isEmpty())
        QSKIP("Python, which reads the pages here, is not installed");
}

void TestReport::figures_data()
{
    QTest::addColumn<QString>("name"); // where events move memory; segments_only has none that do
    for (const char* name : {"vary", "expandable_vary", "deit_tiny", "vgg_ckpt", "graphs", "record_stream",
             "segments_only", "wrapped", "oom"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void TestReport::figures()
{
    QFETCH(QString, name);
    const QString file = testDataFile(name + QStringLiteral(".pickle"));
    const QString htmlFile = pictureFile(QStringLiteral("report_%1.html").arg(name));
    const QJsonObject info =
        QJsonDocument::fromJson(tidemarkOutput({QStringLiteral("info"), QStringLiteral("--json"), file}).text)
            .object();
    QCOMPARE(tidemarkOutput({QStringLiteral("report"), file, QStringLiteral("-o"), htmlFile}).exitCode, 0);
    const QString text = QString::fromUtf8(tidemarkOutput({QStringLiteral("report"), file}).text);
    const QJsonObject page = pageOf(htmlFile);
    QVERIFY2(flawOf(page).isEmpty(), qPrintable(flawOf(page)));
    for (const QJsonValue& value : info.value(QStringLiteral("devices")).toArray()) {
        const QJsonObject device = value.toObject();
        const bool hasEvents =
            device.value(QStringLiteral("events")).toInteger() > 0 && name != QLatin1String("segments_only");
        for (const char* curve : {"requested", "allocated", "active", "reserved"}) {
            if (!hasEvents)
                break;
            const QString peak = grouped(device.value(QStringLiteral("peak"))
                                             .toObject()
                                             .value(QLatin1String(curve))
                                             .toObject()
                                             .value(QStringLiteral("bytes"))
                                             .toInteger());
            QVERIFY2(hasRow(page, QLatin1String(curve), peak), curve);
            QVERIFY2(text.contains(peak + QStringLiteral(" B")), curve);
        }
        const QJsonObject end = device.value(QStringLiteral("end")).toObject();
        const QString reserved = grouped(end.value(QStringLiteral("reserved_bytes")).toInteger());
        const QString allocated = grouped(end.value(QStringLiteral("allocated_bytes")).toInteger());
        QVERIFY2(hasRow(page, QStringLiteral("reserved"), reserved), qPrintable(reserved));
        QVERIFY2(hasRow(page, QStringLiteral("allocated"), allocated), qPrintable(allocated));
        QVERIFY(text.contains(reserved + QStringLiteral(" B")));
    }
}

// Names of a stranger's file: markup, quotes, control characters.
void TestReport::hostileNames()
{
    QTemporaryDir folder;
    const QString evil = QStringLiteral("<script>alert(1)</script>&\"'x");
    QFile file(folder.filePath(QStringLiteral("<b>&\"evil\".json")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    const QJsonObject frame{{QStringLiteral("name"), evil},
        {QStringLiteral("filename"), QStringLiteral("a\x1b<i>.py")}, {QStringLiteral("line"), 1}};
    const auto event = [&](const char* action, qint64 size) {
        return QJsonObject{{QStringLiteral("action"), QLatin1String(action)}, {QStringLiteral("addr"), 4096},
            {QStringLiteral("size"), size}, {QStringLiteral("stream"), 0},
            {QStringLiteral("frames"), QJsonArray{frame}}};
    };
    const auto block = [&](qint64 address, qint64 size, const char* state) {
        return QJsonObject{{QStringLiteral("address"), address}, {QStringLiteral("size"), size},
            {QStringLiteral("requested_size"), size}, {QStringLiteral("state"), QLatin1String(state)},
            {QStringLiteral("frames"), QJsonArray{frame}}};
    };
    const QJsonObject segment{{QStringLiteral("address"), 4096}, {QStringLiteral("total_size"), 2097152},
        {QStringLiteral("stream"), 0}, {QStringLiteral("segment_type"), QStringLiteral("small")},
        {QStringLiteral("blocks"),
            QJsonArray{
                block(4096, 1024, "active_allocated"), block(4096 + 1024, 2097152 - 1024, "inactive")}}};
    const QJsonObject snapshot{{QStringLiteral("segments"), QJsonArray{segment}},
        {QStringLiteral("device_traces"),
            QJsonArray{
                QJsonArray{event("segment_alloc", 2097152), event("alloc", 1024), event("oom", 99999744)}}}};
    file.write(QJsonDocument(snapshot).toJson());
    file.close();
    const QString htmlFile = folder.filePath(QStringLiteral("page.html"));
    const Output made =
        tidemarkOutput({QStringLiteral("report"), file.fileName(), QStringLiteral("-o"), htmlFile});
    QVERIFY2(made.exitCode == 0, made.errors.constData());
    const QJsonObject page = pageOf(htmlFile);
    QVERIFY2(flawOf(page).isEmpty(), qPrintable(flawOf(page)));
    const QString text = page.value(QStringLiteral("text")).toString();
    QVERIFY(text.contains(QStringLiteral("<b>&\"evil\".json")));
    QVERIFY2(text.contains(QStringLiteral("<script>alert(")), qPrintable(text)); // as text
    const QByteArray plain = tidemarkOutput({QStringLiteral("report"), file.fileName()}).text;
    QVERIFY(!plain.contains('\x1b'));
}

void TestReport::wellFormedText_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("html");
    const QByteArray none = "\xef\xbf\xbd"; // U+FFFD
    QTest::newRow("markup") << QByteArray("<a b='c'>&\"") << QByteArray("&lt;a b=&#39;c&#39;&gt;&amp;&quot;");
    QTest::newRow("letters") << QByteArray("gr\xc3\xb6\xc3\x9f"
                                           "e")
                             << QByteArray("gr\xc3\xb6\xc3\x9f"
                                           "e");
    QTest::newRow("four bytes") << QByteArray("\xf0\x9f\x8c\x8a") << QByteArray("\xf0\x9f\x8c\x8a");
    QTest::newRow("a lone byte") << QByteArray("a\xff"
                                               "b")
                                 << "a" + none + "b";
    QTest::newRow("cut off") << QByteArray("a\xe2\x82") << "a" + none + none;
    QTest::newRow("too long") << QByteArray("\xc0\xaf") << none + none;
    QTest::newRow("surrogate") << QByteArray("\xed\xa0\x80") << none + none + none;
    QTest::newRow("no character") << QByteArray("\xef\xbf\xbf") << none + none + none;
    QTest::newRow("control") << QByteArray("a\x1b[0m") << QByteArray("a\\x1b[0m");
}

void TestReport::wellFormedText()
{
    QFETCH(QByteArray, text);
    QTEST(QByteArray::fromStdString(htmlText(text.toStdString())), "html");
}

void TestReport::wrongUsage()
{
    const QString file = testDataFile(QStringLiteral("vary.pickle"));
    const Output noKind = tidemarkOutput(
        {QStringLiteral("report"), file, QStringLiteral("-o"), QStringLiteral("/tmp/page.pdf")});
    QCOMPARE(noKind.exitCode, 2);
    QVERIFY(noKind.errors.contains("neither .html nor .txt"));
    const Output noFolder = tidemarkOutput(
        {QStringLiteral("report"), file, QStringLiteral("-o"), QStringLiteral("/nowhere/at/all.html")});
    QCOMPARE(noFolder.exitCode, 1);
    QVERIFY2(noFolder.errors.contains("cannot be written: No such file"), noFolder.errors.constData());
    QCOMPARE(tidemarkOutput({QStringLiteral("report"), QStringLiteral("/nowhere.tide")}).exitCode, 3);
}

void TestReport::outOfMemory()
{
    const QString text = QString::fromUtf8(
        tidemarkOutput({QStringLiteral("report"), testDataFile(QStringLiteral("oom.pickle"))}).text);
    QVERIFY2(text.contains(QStringLiteral("Event 33: Out of memory: 60.0 MiB asked for.")), qPrintable(text));
}

QTEST_GUILESS_MAIN(TestReport)
#include "tst_report.moc"
