// SPDX-License-Identifier: GPL-3.0-or-later
// The figures of scopes against the allocator's own: an allocator whose peaks are reset where a scope is
// entered, as pytorch_memlab does it, must say at its end what the table says, in all 108 figures.
#include "core/analysis/analyzed_recording.h"
#include "core/analysis/scopes/scope_table_text.h"
#include "tests/core/analysis/analysis_fixtures.h"
#include "tests/core/analysis/scoped_run.h"
#include "tests/support/test_data.h"

#include <QtTest>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

using Figures = std::map<std::string, std::int64_t>;

Figures figuresOf(const MemoryStats& stats)
{
    Figures figures;
    for (const auto& [name, value] : stats.flattened())
        figures[name] = value;
    return figures;
}

// Scopes at random, each with a name of its own, in which memory is allocated and freed at random. The stats
// are reset wherever a scope at the depth `reset` is entered, and kept where it is left.
class RandomProgram {
public:
    RandomProgram(std::uint64_t seed, const char* conf, std::size_t reset)
        : m_run(conf)
        , m_random(seed)
        , m_reset(reset)
    {
        for (int i = 0; i < 12; ++i)
            scope(1);
    }

    Recording recording() const { return m_run.recording(); }
    const std::map<std::string, Figures>& measured() const { return m_measured; }

private:
    void scope(std::size_t depth)
    {
        const std::string name = "scope " + std::to_string(m_names++);
        m_run.enter(name);
        const std::size_t events = m_run.recording().devices[0].events.size();
        if (depth == m_reset) {
            m_run.allocator().resetPeakStats();
            m_run.allocator().resetAccumulatedStats();
        }
        const std::size_t actions = 1 + m_random() % 25;
        for (std::size_t i = 0; i < actions; ++i) {
            if (depth < 4 && m_random() % 5 == 0)
                scope(depth + 1);
            else
                act();
        }
        if (depth == m_reset && m_run.recording().devices[0].events.size() > events)
            m_measured[name] = figuresOf(m_run.allocator().stats());
        m_run.leave();
    }

    void act()
    {
        const auto choice = m_random() % 100;
        if (choice == 0)
            return m_run.emptyCache();
        if (choice < 55 || m_live.empty()) {
            const std::uint64_t size = std::uint64_t(1) << (m_random() % 26);
            m_live.push_back(m_run.allocate(size + m_random() % size, m_random() % 2));
            return;
        }
        std::swap(m_live[m_random() % m_live.size()], m_live.back());
        m_run.free(m_live.back());
        m_live.pop_back();
    }

    ScopedRun m_run;
    std::mt19937_64 m_random;
    std::size_t m_reset = 0;
    std::size_t m_names = 0;
    std::vector<std::uint64_t> m_live;
    std::map<std::string, Figures> m_measured;
};

ScopeTable tableOf(const Recording& recording, std::size_t device = 0)
{
    const AnalyzedRecording analyzed = analyze(recording);
    ScopeOptions options;
    options.columns = allStatColumns();
    return scopeTables(analyzed.recording, device, analyzed.histories[device], options).value().front();
}

std::size_t valueCount(
    const ScopeRow& row, const ScopeTable& table, const Figures& wanted, QString& difference)
{
    std::size_t count = 0;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        const auto found = wanted.find(columnName(table.columns[i]));
        if (found == wanted.end())
            continue;
        ++count;
        if (row.values[i] != found->second && difference.isEmpty())
            difference = QStringLiteral("%1, %2: %3 instead of %4")
                             .arg(QString::fromStdString(row.path), QString::fromStdString(found->first))
                             .arg(row.values[i])
                             .arg(found->second);
    }
    return count;
}

} // namespace

class ScopeFiguresTest : public QObject {
    Q_OBJECT

private slots:
    void asAnAllocatorThatIsReset_data();
    void asAnAllocatorThatIsReset();
    void asPyTorchSaid_data();
    void asPyTorchSaid();
    void peaksThatPyTorchReset_data();
    void peaksThatPyTorchReset();
    void linearLayers();
};

void ScopeFiguresTest::asAnAllocatorThatIsReset_data()
{
    QTest::addColumn<QByteArray>("conf");
    QTest::addColumn<int>("depth");
    for (const char* conf :
        {"", "expandable_segments:True", "max_split_size_mb:32", "roundup_power2_divisions:4"})
        for (int depth = 1; depth <= 4; ++depth)
            QTest::addRow("%s depth %d", conf, depth) << QByteArray(conf) << depth;
}

void ScopeFiguresTest::asAnAllocatorThatIsReset()
{
    QFETCH(QByteArray, conf);
    QFETCH(int, depth);
    const RandomProgram program(testSeed(), conf.constData(), static_cast<std::size_t>(depth));
    const ScopeTable table = tableOf(program.recording());
    std::map<std::string, const ScopeRow*> rows;
    for (const ScopeRow& row : table.rows)
        rows[row.name] = &row;
    QVERIFY(program.measured().size() >= 12);
    for (const auto& [name, figures] : program.measured()) {
        QVERIFY2(rows.contains(name), name.c_str());
        QString difference;
        QCOMPARE(valueCount(*rows[name], table, figures, difference), std::size_t(108));
        QCOMPARE(difference, QString());
        const ScopeFigures& own = rows[name]->figures;
        QCOMPARE(own.before + own.added - own.freed, figures.at("allocated_bytes.all.current"));
        QCOMPARE(own.peak, figures.at("allocated_bytes.all.peak"));
        QCOMPARE(own.visits, 1U);
    }
}

void ScopeFiguresTest::asPyTorchSaid_data()
{
    QTest::addColumn<QString>("name");
    for (const QString& name : wholeRecordings())
        QTest::newRow(qPrintable(name)) << name;
}

// A range from the beginning to each moment at which PyTorch's statistics are known: the longest is outside.
void ScopeFiguresTest::asPyTorchSaid()
{
    QFETCH(QString, name);
    const QByteArray bytes = testData(name + QStringLiteral(".truth.json"));
    const auto json = nlohmann::json::parse(bytes.begin(), bytes.end());
    const Truth truth = truthOf(name);
    Recording recording = recordingOf(name);
    const auto place = static_cast<std::size_t>(truth.device);
    std::vector<std::pair<std::uint64_t, Figures>> wanted;
    std::size_t known = 0;
    const bool hasResets = name.startsWith(QStringLiteral("vgg")); // its program reset the peaks
    for (const auto& mark : json["marks"]) {
        if (mark["stats"].empty())
            continue;
        const int snapshot = truth.marks[known++].snapshotEvent;
        Figures figures;
        for (const auto& [figure, value] : mark["stats"].items())
            if (!hasResets || !figure.ends_with(".peak"))
                figures[figure] = value.get<std::int64_t>();
        if (const std::uint64_t end = positionOfSnapshot(recording.devices[place], snapshot); end > 0)
            wanted.emplace_back(end, std::move(figures));
    }
    std::stable_sort(wanted.begin(), wanted.end(),
        [](const auto& left, const auto& right) { return left.first > right.first; });
    recording.annotations.clear();
    for (const auto& [end, figures] : wanted) {
        Annotation range;
        range.device = static_cast<std::uint16_t>(place);
        range.endUs = 1;
        range.endEvent = end;
        recording.annotations.push_back(range);
    }
    const ScopeTable table = tableOf(recording, place);
    QCOMPARE(table.rows.size(), wanted.size());
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        QString difference;
        QVERIFY(valueCount(table.rows[i], table, wanted[i].second, difference) >= 27);
        QCOMPARE(difference, QString());
    }
}

void ScopeFiguresTest::peaksThatPyTorchReset_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("vgg") << QStringLiteral("vgg");
    QTest::newRow("vgg_ckpt") << QStringLiteral("vgg_ckpt");
}

// The program of these recordings called reset_peak_memory_stats() before each forward and each backward
// pass: what PyTorch said behind one is the peak in the range since the mark before it.
void ScopeFiguresTest::peaksThatPyTorchReset()
{
    QFETCH(QString, name);
    const QByteArray bytes = testData(name + QStringLiteral(".truth.json"));
    const auto json = nlohmann::json::parse(bytes.begin(), bytes.end());
    AnalyzedRecording analyzed = analyze(recordingOf(name));
    const Device& device = analyzed.recording.devices[0];
    ScopeOptions options;
    options.columns = allStatColumns();
    std::uint64_t begin = 0;
    int compared = 0;
    for (const auto& mark : json["marks"]) {
        if (mark["stats"].empty() || mark["snapshot_event"].is_null())
            continue;
        Annotation range;
        range.endUs = 1;
        range.startEvent = begin;
        range.endEvent = positionOfSnapshot(device, mark["snapshot_event"].get<int>());
        begin = range.endEvent;
        const auto moment = mark["name"].get<std::string>();
        if (!moment.starts_with("forward") && !moment.starts_with("backward"))
            continue;
        Figures peaks;
        for (const auto& [figure, value] : mark["stats"].items())
            if (figure.ends_with(".peak") && !figure.starts_with("inactive_split"))
                peaks[figure] = value.get<std::int64_t>();
        analyzed.recording.annotations = {range};
        const ScopeTable table =
            scopeTables(analyzed.recording, 0, analyzed.histories[0], options).value().front();
        QString difference;
        QVERIFY(valueCount(table.rows.front(), table, peaks, difference) >= 7);
        QVERIFY2(difference.isEmpty(), qPrintable(QString::fromStdString(moment) + difference));
        ++compared;
    }
    QCOMPARE(compared, 6);
}

// pytorch_memlab's own example: three layers, torch.nn.Linear(100, 100).
void ScopeFiguresTest::linearLayers()
{
    ScopedRun run;
    for (const char* name : {"linear", "linear2", "linear3"}) {
        run.enter(name);
        run.allocate(100 * 100 * sizeof(float));
        run.allocate(100 * sizeof(float));
        run.leave();
    }
    const AnalyzedRecording analyzed = analyze(run.recording());
    const ScopeTable table = scopeTables(analyzed.recording, 0, analyzed.histories[0], {}).value().front();
    const std::vector<std::vector<std::int64_t>> wanted = {
        {40'960, 2'097'152}, {81'920, 2'097'152}, {122'880, 2'097'152}};
    QCOMPARE(table.rows.size(), wanted.size());
    for (std::size_t i = 0; i < wanted.size(); ++i)
        QCOMPARE(table.rows[i].values, wanted[i]);
    const std::string text = scopeTableText(table);
    for (const char* words : {"40.00K", "80.00K", "120.00K", "2.00M", "active_bytes", "reserved_bytes"})
        QVERIFY2(text.find(words) != std::string::npos, words);
}

QTEST_GUILESS_MAIN(ScopeFiguresTest)
#include "tst_scope_figures.moc"
