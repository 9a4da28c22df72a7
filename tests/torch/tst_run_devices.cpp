// SPDX-License-Identifier: GPL-3.0-or-later
// The devices of a run as they are written, and what an answer says of several.
#include "core/torch/device_figures.h"
#include "core/torch/run_plan.h"

#include <QtTest>

using namespace tidemark;

class TestRunDevices : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void accepted_data();
    void accepted();
    void refused_data();
    void refused();
    void parallelKinds();
    void figuresOfOneDeviceStay();
    void figuresOfSeveralAreSummedAndKept();
};

void TestRunDevices::accepted_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("names");
    const auto row = [](const char* text, const QStringList& names) {
        QTest::newRow(text) << QByteArray(text) << names;
    };
    row("cpu", {"cpu"});
    row("cuda", {"cuda:0"});
    row("cuda:5", {"cuda:5"});
    row("cuda:0,cuda:1", {"cuda:0", "cuda:1"});
    row("cuda:7,cuda:2,cuda:127", {"cuda:7", "cuda:2", "cuda:127"});
    row("cuda,cuda:1", {"cuda:0", "cuda:1"});
}

void TestRunDevices::accepted()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QStringList, names);
    const auto devices = RunDevice::parseList(text.toStdString());
    QVERIFY2(devices, devices ? "" : devices.error().message.c_str());
    QStringList given;
    for (const RunDevice& device : *devices)
        given << QString::fromStdString(device.name());
    QCOMPARE(given, names);
}

void TestRunDevices::refused_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("says");
    const auto row = [](const char* text, const char* says) {
        QTest::newRow(text) << QByteArray(text) << QByteArray(says);
    };
    row("", "'' is no device");
    row("gpu", "'gpu' is no device: use cpu, cuda, cuda:N, or several as in cuda:0,cuda:1");
    row("cuda:", "'cuda:'");
    row("cuda:-1", "'cuda:-1'");
    row("cuda:128", "'cuda:128'");
    row("cuda:0,", "''");
    row(",cuda:0", "''");
    row("cuda:0, cuda:1", "' cuda:1'");
    row("cuda:0,cuda:1,cuda:0", "cuda:0 is named twice");
    row("cuda,cuda:0", "cuda:0 is named twice");
    row("cpu,cpu", "cpu is named twice");
    row("cpu,cuda:0", "cannot be mixed");
    row("cuda:0,cuda:1,cpu", "cannot be mixed");
}

void TestRunDevices::refused()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, says);
    const auto devices = RunDevice::parseList(text.toStdString());
    QVERIFY(!devices);
    QVERIFY2(devices.error().message.find(says.toStdString()) != std::string::npos,
        devices.error().message.c_str());
}

void TestRunDevices::parallelKinds()
{
    QCOMPARE(parseParallel("data").value(), Parallel::Data);
    QCOMPARE(parseParallel("copies").value(), Parallel::Copies);
    const auto refused = parseParallel("ddp");
    QVERIFY(!refused);
    QVERIFY(refused.error().message.find("use data") != std::string::npos);
}

void TestRunDevices::figuresOfOneDeviceStay()
{
    const Figures one = {{"returned_bytes", 7}, {"duration_us", 3}};
    QCOMPARE(figuresOfDevices({"cpu"}, {one}), one);
}

void TestRunDevices::figuresOfSeveralAreSummedAndKept()
{
    const Figures all = figuresOfDevices({"cuda:0", "cuda:2"},
        {{{"returned_bytes", 7}, {"duration_us", 30}}, {{"returned_bytes", 5}, {"duration_us", 20}}});
    const Figures expected = {{"returned_bytes", 12}, {"duration_us", 30}, {"cuda:0 returned_bytes", 7},
        {"cuda:0 duration_us", 30}, {"cuda:2 returned_bytes", 5}, {"cuda:2 duration_us", 20}};
    QCOMPARE(all, expected);
}

QTEST_GUILESS_MAIN(TestRunDevices)
#include "tst_run_devices.moc"
