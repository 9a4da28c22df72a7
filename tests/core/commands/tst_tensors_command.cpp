// SPDX-License-Identifier: GPL-3.0-or-later
// The table of tensors that "tidemark tensors" prints.
#include "core/files/tide_file.h"
#include "core/trace/recording_builder.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

using namespace tidemark;

namespace {

struct Output {
    int exitCode = -1;
    QString text;
    QString errors;
};

Output run(const QStringList& arguments)
{
    QProcess process;
    process.start(QStringLiteral(TIDEMARK_PROGRAM), QStringList{QStringLiteral("tensors")} + arguments);
    process.waitForFinished(60000);
    return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()),
        QString::fromUtf8(process.readAllStandardError())};
}

// A weight of 400 bytes, a batch of 4,000 that an operator keeps as well, and 100 bytes that nobody named;
// the batch goes at the end, behind a mark.
Recording recordingWithTensors(bool labels)
{
    RecordingBuilder builder;
    Device& device = builder.recording().devices.emplace_back();
    device.name = "cpu";
    device.history = History::Whole;
    const auto add = [&](Action action, std::uint64_t address, std::uint64_t size) {
        device.events.append(
            {static_cast<std::int64_t>(device.events.size()), address, size, {}, 0, 0, action});
    };
    const auto label = [&](std::uint64_t address, std::uint64_t bytes, std::string_view name,
                           std::string_view shape, MemoryCategory category, std::string_view operation) {
        if (labels)
            device.tensors.push_back({device.events.size(), address, bytes, builder.string(name),
                builder.string(shape), builder.string(operation), category, DataType::Float32});
    };
    add(Action::SegmentAlloc, 4096, 2097152);
    add(Action::Alloc, 4096, 400);
    label(4096, 400, "fc.weight", "[10, 10]", MemoryCategory::Parameter, {});
    add(Action::Alloc, 4608, 4000);
    label(4608, 4000, "input", "[100, 10]", MemoryCategory::Input, {});
    label(4608, 4000, "fc", "[100, 10]", MemoryCategory::Activation, "aten::addmm");
    add(Action::Alloc, 8704, 100);
    builder.recording().marks.push_back({9, 4, 0, builder.string("half way"), 0, MarkKind::Named});
    add(Action::FreeRequested, 4608, 4000);
    add(Action::FreeCompleted, 4608, 4000);
    return builder.snapshot();
}

} // namespace

class TestTensorsCommand : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void text();
    void csv();
    void json();
    void theLargestOnly();
    void moments_data();
    void moments();
    void withoutLabels();

private:
    QTemporaryDir m_folder;
    QString m_file;
};

void TestTensorsCommand::initTestCase()
{
    m_file = m_folder.filePath(QStringLiteral("tensors.tide"));
    QVERIFY(writeTide(recordingWithTensors(true), m_file.toStdString()));
}

void TestTensorsCommand::text()
{
    const Output output = run({m_file});
    QCOMPARE(output.exitCode, 0);
    const QStringList lines = output.text.split(QLatin1Char('\n'));
    QVERIFY2(lines[0].contains(QStringLiteral("the peak of allocated memory, just after event 4")),
        qPrintable(output.text));
    QStringList rows;
    for (const QString& line : lines.mid(2))
        rows << line.simplified();
    QCOMPARE(rows[0], QStringLiteral("tensor shape dtype category requested rounded"));
    QCOMPARE(rows[1], QStringLiteral("input [100, 10] float32 input 4,000 4,096"));
    QCOMPARE(rows[2], QStringLiteral("fc(->input) [100, 10] float32 activation 0 0"));
    QCOMPARE(rows[3], QStringLiteral("fc.weight [10, 10] float32 parameter 400 512"));
    QCOMPARE(rows[4], QStringLiteral("(not explained) 1 block 100 512"));
    QCOMPARE(rows[5], QStringLiteral("allocated 4,500 5,120"));
    QCOMPARE(rows[7],
        QStringLiteral("1,100 elements in 4,400 bytes; 4,500 bytes asked for, 5,120 allocated; 512 bytes are "
                       "not explained."));
}

void TestTensorsCommand::csv()
{
    const Output output = run({m_file, QStringLiteral("--csv")});
    QCOMPARE(output.exitCode, 0);
    QCOMPARE(output.text,
        QStringLiteral(
            "name,shape,dtype,category,kept_by,elements,bytes,requested,rounded,shares_with,blocks\n"
            "input,\"[100, 10]\",float32,input,,1000,4000,4000,4096,,1\n"
            "fc,\"[100, 10]\",float32,activation,aten::addmm,1000,4000,0,0,input,0\n"
            "fc.weight,\"[10, 10]\",float32,parameter,,100,400,400,512,,1\n"
            ",,,not explained,,,,100,512,,1\n"));
}

void TestTensorsCommand::json()
{
    const Output output = run({m_file, QStringLiteral("--json")});
    QCOMPARE(output.exitCode, 0);
    const QJsonObject json = QJsonDocument::fromJson(output.text.toUtf8()).object();
    QCOMPARE(json[QStringLiteral("allocated")].toInt(), 5120);
    QCOMPARE(json[QStringLiteral("elements")].toInt(), 1100);
    const QJsonArray tensors = json[QStringLiteral("tensors")].toArray();
    QCOMPARE(tensors.size(), 3);
    QCOMPARE(tensors[1].toObject()[QStringLiteral("shares_with")].toString(), QStringLiteral("input"));
    QCOMPARE(tensors[1].toObject()[QStringLiteral("kept_by")].toString(), QStringLiteral("aten::addmm"));
    QCOMPARE(json[QStringLiteral("unnamed")].toArray().size(), 1);
}

// The sums are those of all, whatever is shown one by one.
void TestTensorsCommand::theLargestOnly()
{
    const auto jsonOf = [&](const char* top) {
        const Output output =
            run({m_file, QStringLiteral("--json"), QStringLiteral("--top"), QString::fromLatin1(top)});
        return QJsonDocument::fromJson(output.text.toUtf8()).object();
    };
    const QJsonArray all = jsonOf("0")[QStringLiteral("tensors")].toArray();
    QCOMPARE(jsonOf("9")[QStringLiteral("tensors")].toArray(), all);
    const QJsonObject one = jsonOf("1");
    QCOMPARE(one[QStringLiteral("tensors")].toArray(), QJsonArray{all.first()});
    QCOMPARE(one[QStringLiteral("allocated")].toInt(), 5120);
    qint64 left = 0;
    for (qsizetype i = 1; i < all.size(); ++i)
        left += all[i].toObject()[QStringLiteral("rounded")].toInteger();
    QCOMPARE(one[QStringLiteral("others")][QStringLiteral("rounded")].toInteger(), left);
    QCOMPARE(one[QStringLiteral("others")][QStringLiteral("tensors")].toInteger(), qint64(all.size() - 1));
    const Output text = run({m_file, QStringLiteral("--top"), QStringLiteral("1")});
    QVERIFY2(text.text.contains(QStringLiteral("\n2 others ")), qPrintable(text.text));
    const Output csv = run({m_file, QStringLiteral("--csv"), QStringLiteral("--top"), QStringLiteral("1")});
    QVERIFY2(csv.text.contains(QStringLiteral("\n2 others,")), qPrintable(csv.text));
    QCOMPARE(run({m_file, QStringLiteral("--top"), QStringLiteral("-1")}).exitCode, 2);
}

void TestTensorsCommand::moments_data()
{
    QTest::addColumn<QString>("at");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QString>("says");
    QTest::newRow("end") << "end" << 0 << "1,024 allocated";
    QTest::newRow("start") << "start" << 0 << "before the first event";
    QTest::newRow("event") << "event:1" << 0 << "400 bytes asked for, 512 allocated";
    QTest::newRow("mark") << "mark half way" << 0 << "5,120 allocated";
    QTest::newRow("mark with a colon") << "mark:half way" << 0 << "5,120 allocated";
    QTest::newRow("no such mark") << "mark half" << 2 << "there is no mark \"half\"";
    QTest::newRow("no such event") << "event:6" << 2 << "there is no event 6";
    QTest::newRow("several") << "every:2" << 2 << "is not one moment";
}

void TestTensorsCommand::moments()
{
    QFETCH(QString, at);
    QFETCH(int, exitCode);
    QFETCH(QString, says);
    const Output output = run({m_file, QStringLiteral("--at"), at});
    QCOMPARE(output.exitCode, exitCode);
    QVERIFY2((output.text + output.errors).contains(says), qPrintable(output.text + output.errors));
}

void TestTensorsCommand::withoutLabels()
{
    const QString file = m_folder.filePath(QStringLiteral("plain.tide"));
    QVERIFY(writeTide(recordingWithTensors(false), file.toStdString()));
    const Output output = run({file});
    QCOMPARE(output.exitCode, 0);
    QVERIFY(output.text.contains(QStringLiteral("does not say which tensors")));
    QVERIFY(output.text.contains(QStringLiteral("5,120")));
}

QTEST_GUILESS_MAIN(TestTensorsCommand)
#include "tst_tensors_command.moc"
