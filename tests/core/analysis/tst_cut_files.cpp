// SPDX-License-Identifier: GPL-3.0-or-later
// Snapshots whose bytes end early, replayed: the figures are those of the whole file, or nobody says they are
// known.
#include "core/base/bytes.h"
#include "core/files/snapshot_reader.h"
#include "tests/core/analysis/analysis_fixtures.h"
#include "tests/support/test_data.h"

#include <QtTest>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

std::span<const std::byte> firstBytes(const QByteArray& bytes, std::size_t size)
{
    return std::as_bytes(std::span(bytes.constData(), size));
}

// Empty when every position that both have has the same figures in both.
QString difference(const AnalyzedRecording& part, const AnalyzedRecording& whole, std::size_t device)
{
    const Device& cut = part.recording.devices[device];
    for (std::size_t i = 0; i < whole.recording.devices.size(); ++i) {
        const Device& full = whole.recording.devices[i];
        if (full.ordinal != cut.ordinal)
            continue;
        const std::size_t step = 1 + cut.events.size() / 20;
        for (std::size_t position = 0; position <= cut.events.size(); position += step) {
            const Level got = part.histories[device].levelAt(cut, position);
            const Level wanted = whole.histories[i].levelAt(full, position);
            if (got != wanted)
                return QStringLiteral("position %1: %2, not %3")
                    .arg(position)
                    .arg(describe(got), describe(wanted));
        }
    }
    return {};
}

} // namespace

class CutFilesTest : public QObject {
    Q_OBJECT

private slots:
    void cutAnywhere_data();
    void cutAnywhere();
};

void CutFilesTest::cutAnywhere_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"vgg", "rand", "roundup", "record_stream", "wrapped", "graphs_freed",
             "ddp_rank1", "outside/torch26_bf16", "outside/torch211_training", "outside/torch20_history",
             "snapshots/vgg_torch", "snapshots/vgg_protocol0", "snapshots/vgg_shuffled"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void CutFilesTest::cutAnywhere()
{
    QFETCH(QString, name);
    const QByteArray bytes = testData(name + QStringLiteral(".pickle"));
    const AnalyzedRecording whole = analyze(recordingOf(name));
    std::mt19937_64 random(testSeed());
    int right = 0;
    int unknown = 0;
    for (int i = 0; i < 25; ++i) {
        const auto size = static_cast<std::size_t>(random() % static_cast<std::uint64_t>(bytes.size()));
        auto recording = readSnapshot(firstBytes(bytes, size));
        if (!recording) {
            QVERIFY(recording.error().message.find(formatExact(static_cast<std::int64_t>(size)))
                != std::string::npos);
            continue;
        }
        QVERIFY(!recording->complete);
        QVERIFY(recording->warnings.front().find("at byte " + formatExact(static_cast<std::int64_t>(size)))
            != std::string::npos);
        for (const std::string& warning : recording->warnings)
            QVERIFY2(warning.find("holds no events") == std::string::npos, warning.c_str());
        const AnalyzedRecording part = analyze(std::move(*recording));
        for (std::size_t d = 0; d < part.histories.size(); ++d) {
            const Device& device = part.recording.devices[d];
            if (device.events.empty())
                continue;
            const auto& warnings = part.recording.warnings;
            QVERIFY(!part.recording.settings.empty()
                || std::any_of(warnings.begin(), warnings.end(), [](const std::string& warning) {
                       return warning.find("settings are missing") != std::string::npos;
                   }));
            const QString found = difference(part, whole, d);
            (found.isEmpty() ? right : unknown) += 1;
            // What began with an empty allocator is right as far as it goes; of the rest nobody says that it
            // is.
            const bool lacksSettings = part.recording.settings.empty() && name == QStringLiteral("roundup");
            const bool isWhole = !lacksSettings && whole.recording.devices[d].history == History::Whole;
            QVERIFY2(found.isEmpty() || (!isWhole && device.history != History::Whole),
                qPrintable(QStringLiteral("%1 bytes: %2").arg(size).arg(found)));
        }
    }
    qInfo("%d devices as in the whole file, %d not said to be known", right, unknown);
}

QTEST_GUILESS_MAIN(CutFilesTest)
#include "tst_cut_files.moc"
