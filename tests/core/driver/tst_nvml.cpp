// SPDX-License-Identifier: GPL-3.0-or-later
// NVML as the recorder uses it, against libraries of the test's own: whole ones, old ones, ones that fail.
#include "core/driver/driver_before.h"
#include "core/driver/process_ids.h"
#include "fake_nvml.h"

#include <QTemporaryFile>
#include <QtTest>
#include <dlfcn.h>
#include <unistd.h>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

constexpr std::int64_t mebi = 1024 * 1024;
constexpr std::uint32_t own = 4711;
constexpr std::uint32_t other = 815;

// CUDA's device 0 is NVML's second one: CUDA puts the fastest first, NVML goes by the bus.
const char* const firstUuid = "GPU-aaaaaaaa-0000-0000-0000-000000000001";
const char* const secondUuid = "GPU-bbbbbbbb-0000-0000-0000-000000000002";
const DevicePlace second = {"bbbbbbbb-0000-0000-0000-000000000002", "0000:3b:00.0"};

} // namespace

class TestNvml : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void absentLibraries_data();
    void absentLibraries();
    void theLibraryIsLetGo();
    void devicesAreFoundByWhatTheyAre_data();
    void devicesAreFoundByWhatTheyAre();
    void memoryInUse_data();
    void memoryInUse();
    void theProcessByItsNumber_data();
    void theProcessByItsNumber();
    void processesThatComeInBetween();
    void theProcessByGrowth();
    void aNumberThatWasListedBeforeIsNotOurs();
    void withoutNvmlTheRuntimeIsAsked();
    void numbersInNamespaces_data();
    void numbersInNamespaces();
    void ownNumbers();

private:
    FakeNvml& use(const char* library);
    DriverSample ask(const DriverBefore& before, const DevicePlace& place = second) const
    {
        return before.source(place, {})->ask();
    }

    void* m_library = nullptr;
    FakeNvml* m_fake = nullptr;
};

// Keeps the library loaded, so that its answers stay what the test made them.
FakeNvml& TestNvml::use(const char* library)
{
    m_library = dlopen(library, RTLD_NOW);
    if (m_library == nullptr)
        qFatal("%s", dlerror());
    m_fake = reinterpret_cast<FakeNvml* (*)()>(dlsym(m_library, "fakeNvml"))();
    *m_fake = FakeNvml();
    m_fake->devices = {{firstUuid, "0000:01:00.0", 8000 * mebi, 500 * mebi, 7000 * mebi, {}},
        {secondUuid, "0000:3b:00.0", 9000 * mebi, 600 * mebi, 8000 * mebi, {{other, 300 * mebi}}}};
    return *m_fake;
}

void TestNvml::init()
{
    use(FAKE_NVML);
}

void TestNvml::cleanup()
{
    dlclose(m_library);
}

void TestNvml::absentLibraries_data()
{
    QTest::addColumn<QString>("library");
    QTest::addColumn<int>("initResult");
    QTest::addColumn<QString>("reason");
    QTest::newRow("none") << QStringLiteral("libno-such-thing.so.1") << 0
                          << QStringLiteral("libno-such-thing.so.1 cannot be loaded");
    QTest::newRow("without what all have")
        << QStringLiteral(FAKE_NVML_BARE) << 0 << QStringLiteral("too old");
    QTest::newRow("driver not loaded") << QStringLiteral(FAKE_NVML) << 9 << QStringLiteral("error 9");
}

void TestNvml::absentLibraries()
{
    QFETCH(QString, library);
    QFETCH(int, initResult);
    QFETCH(QString, reason);
    m_fake->initResult = initResult;
    const auto before = DriverBefore::look(library.toStdString(), {own});
    QVERIFY2(before.problem().find(reason.toStdString()) != std::string::npos, before.problem().c_str());
    QVERIFY(ask(before) == DriverSample());
    QCOMPARE(m_fake->shutdowns, 0);
}

void TestNvml::theLibraryIsLetGo()
{
    std::unique_ptr<DriverSource> source;
    {
        const auto before = DriverBefore::look(FAKE_NVML, {own});
        QCOMPARE(before.problem(), std::string());
        source = before.source(second, {});
    }
    QCOMPARE(m_fake->inits, 1);
    QCOMPARE(m_fake->shutdowns, 0); // the source still uses it
    QCOMPARE(source->ask().nvmlUsed, 1000 * mebi);
    source.reset();
    QCOMPARE(m_fake->shutdowns, 1);
}

void TestNvml::devicesAreFoundByWhatTheyAre_data()
{
    QTest::addColumn<QString>("uuid");
    QTest::addColumn<QString>("busId");
    QTest::addColumn<qint64>("used");
    const QString uuid = QString::fromStdString(second.uuid);
    QTest::newRow("uuid") << uuid << QString() << qint64(1000 * mebi);
    QTest::newRow("uuid before bus id") << uuid << QStringLiteral("0000:01:00.0") << qint64(1000 * mebi);
    QTest::newRow("bus id") << QString() << QStringLiteral("0000:3b:00.0") << qint64(1000 * mebi);
    QTest::newRow("bus id of an unknown uuid")
        << QStringLiteral("cccc") << QStringLiteral("0000:01:00.0") << qint64(1000 * mebi);
    QTest::newRow("part of a card") << QStringLiteral("dddd") << QString() << qint64(11 * mebi);
    QTest::newRow("neither") << QString() << QString() << qint64(DriverSample::unknown);
    QTest::newRow("not of this machine")
        << QStringLiteral("cccc") << QStringLiteral("0000:ff:00.0") << qint64(DriverSample::unknown);
}

void TestNvml::devicesAreFoundByWhatTheyAre()
{
    QFETCH(QString, uuid);
    QFETCH(QString, busId);
    QFETCH(qint64, used);
    m_fake->devices[0].free = m_fake->devices[0].total - 1000 * mebi;
    if (uuid == QLatin1String("dddd"))
        m_fake->devices.push_back({"MIG-dddd", "0000:3b:00.0", 100 * mebi, 0, 89 * mebi, {}});
    const auto before = DriverBefore::look(FAKE_NVML, {own});
    QCOMPARE(qint64(ask(before, {uuid.toStdString(), busId.toStdString()}).nvmlUsed), used);
}

void TestNvml::memoryInUse_data()
{
    QTest::addColumn<QString>("library");
    QTest::addColumn<int>("memoryResult");
    QTest::addColumn<int>("memory2Result");
    QTest::addColumn<quint64>("total");
    QTest::addColumn<quint64>("free");
    QTest::addColumn<qint64>("used");
    const QString whole = QStringLiteral(FAKE_NVML);
    const QString old = QStringLiteral(FAKE_NVML_OLD);
    const auto total = quint64(9000 * mebi);
    const auto unknown = qint64(DriverSample::unknown);
    // The driver's own 600 MiB are among what is in use, whatever a version's `used` says.
    QTest::newRow("second version") << whole << 0 << 0 << total << total - 700 << qint64(700);
    QTest::newRow("first version") << old << 0 << 0 << total << total - 700 << qint64(700);
    QTest::newRow("second version fails") << whole << 0 << 25 << total << total - 700 << qint64(700);
    QTest::newRow("both fail") << whole << 3 << 0 << total << total << unknown;
    QTest::newRow("the first fails, alone") << old << 3 << 0 << total << total << unknown;
    QTest::newRow("nothing in use") << whole << 0 << 0 << total << total << qint64(0);
    QTest::newRow("not available") << whole << 0 << 0 << ~quint64(0) << ~quint64(0) << unknown;
    QTest::newRow("a board without memory of its own")
        << whole << 0 << 0 << quint64(0) << quint64(0) << unknown;
    QTest::newRow("more free than there is") << whole << 0 << 0 << total << total + 1 << unknown;
}

void TestNvml::memoryInUse()
{
    QFETCH(QString, library);
    QFETCH(int, memoryResult);
    QFETCH(int, memory2Result);
    QFETCH(quint64, total);
    QFETCH(quint64, free);
    QFETCH(qint64, used);
    dlclose(m_library);
    FakeNvml::Device& device = use(qPrintable(library)).devices[1];
    device.memoryResult = memoryResult;
    device.memory2Result = memory2Result;
    device.total = total;
    device.free = free;
    const auto before = DriverBefore::look(library.toStdString(), {own});
    QCOMPARE(qint64(ask(before).nvmlUsed), used);
}

void TestNvml::theProcessByItsNumber_data()
{
    using Processes = std::vector<FakeNvml::Process>;
    QTest::addColumn<QString>("library");
    QTest::addColumn<Processes>("processes");
    QTest::addColumn<int>("result");
    QTest::addColumn<bool>("isTold");
    QTest::addColumn<qint64>("bytes");
    const QString whole = QStringLiteral(FAKE_NVML);
    const Processes both = {{other, 300}, {own, 512}};
    QTest::newRow("among others") << whole << both << 0 << true << qint64(512);
    QTest::newRow("old driver") << QStringLiteral(FAKE_NVML_OLD) << both << 0 << true << qint64(512);
    QTest::newRow("by its number outside the container")
        << whole << Processes{{own + 1, 7}} << 0 << true << qint64(7);
    QTest::newRow("in two parts of a card")
        << whole << Processes{{own, 5}, {own, 6}} << 0 << true << qint64(11);
    QTest::newRow("not available") << whole << Processes{{own, ~0ULL}} << 0 << false << qint64(0);
    QTest::newRow("in part not available")
        << whole << Processes{{own, 5}, {own, ~0ULL}} << 0 << false << qint64(0);
    QTest::newRow("not listed") << whole << Processes{{other, 5}} << 0 << false << qint64(0);
    QTest::newRow("nobody") << whole << Processes() << 0 << false << qint64(0);
    QTest::newRow("not allowed") << whole << both << 4 << false << qint64(0);
}

void TestNvml::theProcessByItsNumber()
{
    using Processes = std::vector<FakeNvml::Process>;
    QFETCH(QString, library);
    QFETCH(Processes, processes);
    QFETCH(int, result);
    QFETCH(bool, isTold);
    QFETCH(qint64, bytes);
    dlclose(m_library);
    FakeNvml& fake = use(qPrintable(library));
    fake.devices[1].processes.clear();
    fake.devices[1].memoryResult = 3; // so that growth cannot be told instead
    const auto before = DriverBefore::look(library.toStdString(), {own, own + 1});
    fake.devices[1].processes = processes;
    fake.devices[1].processResult = result;
    const DriverSample sample = ask(before);
    QCOMPARE(sample.processSource == ProcessMemorySource::ProcessId, isTold);
    QCOMPARE(qint64(sample.processUsed), isTold ? bytes : qint64(DriverSample::unknown));
}

void TestNvml::processesThatComeInBetween()
{
    const auto before = DriverBefore::look(FAKE_NVML, {own});
    FakeNvml::Device& device = m_fake->devices[1];
    device.processes.assign(3, {other, 1});
    device.processes.push_back({own, 77});
    device.newcomers = 5; // fewer than the room that is left for them
    QCOMPARE(ask(before).processUsed, std::int64_t(77));
    // A machine on which they never end: nothing is told, and the questions end.
    device.newcomers = 100;
    m_fake->processQuestions = 0;
    const DriverSample sample = ask(before);
    QVERIFY(sample.processSource != ProcessMemorySource::ProcessId);
    QVERIFY(m_fake->processQuestions <= 8);
}

void TestNvml::theProcessByGrowth()
{
    const auto before = DriverBefore::look(FAKE_NVML, {own});
    FakeNvml::Device& device = m_fake->devices[1];
    device.free -= 512 * mebi;
    DriverSample sample = ask(before);
    QCOMPARE(sample.nvmlUsed, 1512 * mebi);
    QCOMPARE(sample.processUsed, 512 * mebi);
    QVERIFY(sample.processSource == ProcessMemorySource::DeviceGrowth);
    // Others have let go of more than this process has taken: nothing can be told.
    device.free += 600 * mebi;
    sample = ask(before);
    QCOMPARE(sample.processUsed, DriverSample::unknown);
    QVERIFY(sample.processSource == ProcessMemorySource::Unknown);
    // The number is better than the guess.
    device.processes.push_back({own, 9});
    QVERIFY(ask(before).processSource == ProcessMemorySource::ProcessId);
    // A device that could not be looked at before has not grown from anything.
    m_fake->devices[1].isForbidden = true;
    m_fake->devices[1].processes.clear();
    const auto later = DriverBefore::look(FAKE_NVML, {own});
    QCOMPARE(ask(later).processUsed, DriverSample::unknown);
    QCOMPARE(ask(later).nvmlUsed, 912 * mebi);
}

// In a container this process's number may be that of a stranger on the host.
void TestNvml::aNumberThatWasListedBeforeIsNotOurs()
{
    const auto before = DriverBefore::look(FAKE_NVML, {other});
    m_fake->devices[1].free -= 512 * mebi;
    const DriverSample sample = ask(before);
    QVERIFY(sample.processSource == ProcessMemorySource::DeviceGrowth);
    QCOMPARE(sample.processUsed, 512 * mebi);
}

void TestNvml::withoutNvmlTheRuntimeIsAsked()
{
    const auto before = DriverBefore::look("libno-such-thing.so.1", {own});
    std::optional<std::int64_t> used = 12345;
    const auto source = before.source(second, [&] { return used; });
    DriverSample expected;
    expected.used = 12345;
    QVERIFY(source->ask() == expected);
    used.reset();
    QVERIFY(source->ask() == DriverSample());
}

void TestNvml::numbersInNamespaces_data()
{
    QTest::addColumn<QString>("status");
    QTest::addColumn<QList<quint32>>("ids");
    const QString head = QStringLiteral("Name:\ttidemark-record\nPid:\t12\n");
    QTest::newRow("on the host") << head + QStringLiteral("NSpid:\t4711\nNSpgid:\t4711\n")
                                 << QList<quint32>{4711};
    QTest::newRow("in a container, seen from the host")
        << head + QStringLiteral("NSpid:\t4711\t37\t1\n") << QList<quint32>{4711, 37, 1};
    QTest::newRow("first line") << QStringLiteral("NSpid:\t5") << QList<quint32>{5};
    QTest::newRow("old kernel") << head << QList<quint32>();
    QTest::newRow("nothing") << QString() << QList<quint32>();
    QTest::newRow("no numbers") << QStringLiteral("NSpid:\tnone\n") << QList<quint32>();
    QTest::newRow("part of another key") << QStringLiteral("XNSpid:\t5\n") << QList<quint32>();
}

void TestNvml::numbersInNamespaces()
{
    QFETCH(QString, status);
    QFETCH(QList<quint32>, ids);
    const auto found = namespaceProcessIds(status.toStdString());
    QCOMPARE(QList<quint32>(found.begin(), found.end()), ids);
}

void TestNvml::ownNumbers()
{
    const std::vector<std::uint32_t> ids = ownProcessIds();
    QVERIFY(std::find(ids.begin(), ids.end(), std::uint32_t(getpid())) != ids.end());
    QCOMPARE(ownProcessIds("/no/such/file"), std::vector<std::uint32_t>{std::uint32_t(getpid())});
    QTemporaryFile file;
    QVERIFY(file.open());
    file.write("Name:\tx\nNSpid:\t99\t3\n");
    file.close();
    QCOMPARE(ownProcessIds(file.fileName().toStdString()), (std::vector<std::uint32_t>{99, 3}));
}

QTEST_GUILESS_MAIN(TestNvml)
#include "tst_nvml.moc"
