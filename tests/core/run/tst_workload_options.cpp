// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/workload_options.h"

#include <QtTest>

using namespace tidemark;

namespace {

constexpr std::array depths = {11, 13, 16};
constexpr std::array<std::string_view, 3> manners = {"none", "stage", "all"};
constexpr std::array<WorkloadOption, 5> options = {{
    {"batch", OptionKind::Integer, 8, 1, 1 << 20, {}, "samples a step"},
    {"width", OptionKind::Real, 0.25, 0.0625, 4, {}, "share of the channels"},
    {"depth", OptionKind::Integer, 11, 11, 16, depths, "layers"},
    {"bias", OptionKind::Switch, 1, 0, 1, {}, "with a bias"},
    {"checkpoint", OptionKind::Word, 1, 0, 0, {}, "what is run again", manners},
}};

} // namespace

class WorkloadOptionsTest : public QObject {
    Q_OBJECT

private slots:
    void defaults();
    void accepted_data();
    void accepted();
    void refused_data();
    void refused();
    void withoutOptions();
};

void WorkloadOptionsTest::defaults()
{
    const OptionValues values(options);
    QCOMPARE(values.integer("batch"), 8);
    QCOMPARE(values.real("width"), 0.25);
    QCOMPARE(values.isOn("bias"), true);
    QCOMPARE(values.word("checkpoint"), std::string_view("stage"));
    const std::vector<std::pair<std::string, std::string>> expected = {
        {"batch", "8"}, {"width", "0.25"}, {"depth", "11"}, {"bias", "on"}, {"checkpoint", "stage"}};
    QCOMPARE(values.inForce(), expected);
}

void WorkloadOptionsTest::accepted_data()
{
    QTest::addColumn<QByteArray>("assignment");
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<double>("value");
    QTest::newRow("integer") << QByteArray("batch=32") << QByteArray("batch") << 32.0;
    QTest::newRow("lowest") << QByteArray("batch=1") << QByteArray("batch") << 1.0;
    QTest::newRow("highest") << QByteArray("batch=1048576") << QByteArray("batch") << 1048576.0;
    QTest::newRow("real") << QByteArray("width=0.5") << QByteArray("width") << 0.5;
    QTest::newRow("choice") << QByteArray("depth=16") << QByteArray("depth") << 16.0;
    QTest::newRow("off") << QByteArray("bias=off") << QByteArray("bias") << 0.0;
    QTest::newRow("word") << QByteArray("checkpoint=all") << QByteArray("checkpoint") << 2.0;
    QTest::newRow("true") << QByteArray("bias=true") << QByteArray("bias") << 1.0;
}

void WorkloadOptionsTest::accepted()
{
    QFETCH(const QByteArray, assignment);
    QFETCH(const QByteArray, key);
    QFETCH(const double, value);
    OptionValues values(options);
    QVERIFY(values.set(assignment.toStdString()));
    QCOMPARE(values.real(key.toStdString()), value);
}

void WorkloadOptionsTest::refused_data()
{
    QTest::addColumn<QByteArray>("assignment");
    QTest::addColumn<QByteArray>("says");
    const auto row = [](const char* assignment, const char* says) {
        QTest::newRow(assignment) << QByteArray(assignment) << QByteArray(says);
    };
    row("", "key=value");
    row("batch", "The keys are: batch, width, depth, bias, checkpoint.");
    row("size=3", "The keys are: batch, width, depth, bias, checkpoint.");
    row("checkpoint=some", "none, stage or all");
    row("checkpoint=1", "none, stage or all");
    row("batch=", "1 to 1048576");
    row("batch=0", "1 to 1048576");
    row("batch=1048577", "1 to 1048576");
    row("batch=1.5", "1 to 1048576");
    row("batch=8 ", "1 to 1048576");
    row("width=nan", "0.0625 to 4");
    row("width=wide", "0.0625 to 4");
    row("depth=12", "11, 13 or 16");
    row("bias=maybe", "on or off");
}

void WorkloadOptionsTest::refused()
{
    QFETCH(const QByteArray, assignment);
    QFETCH(const QByteArray, says);
    OptionValues values(options);
    const auto set = values.set(assignment.toStdString());
    QVERIFY(!set);
    QVERIFY2(set.error().message.find(says.toStdString()) != std::string::npos, set.error().message.c_str());
    QCOMPARE(values.inForce(), OptionValues(options).inForce());
}

void WorkloadOptionsTest::withoutOptions()
{
    OptionValues values;
    const auto set = values.set("batch=1");
    QVERIFY(!set);
    QVERIFY(set.error().message.find("has no options") != std::string::npos);
    QVERIFY(values.inForce().empty());
}

QTEST_GUILESS_MAIN(WorkloadOptionsTest)
#include "tst_workload_options.moc"
