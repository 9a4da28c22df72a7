// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of the allocator's settings of one file and of several.
#include "core/analysis/settings_words.h"

#include <QtTest>

using namespace tidemark;

namespace {

// One device of one file.
struct File {
    const char* conf = "";
    std::vector<Setting> settings = {};
    bool hasCurvesOnly = false;
};

// Each keeps its own, as where they are not all the same.
Recording opened(const std::vector<File>& files)
{
    Recording recording;
    for (const File& file : files) {
        Device& device = recording.devices.emplace_back();
        device.allocatorConf = file.conf;
        device.settings = file.settings;
        if (file.hasCurvesOnly)
            device.curves.push_back({"allocated", {}, {}});
    }
    return recording;
}

} // namespace

class TestSettingsWords : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void settingsAreSaid_data();
    void settingsAreSaid();
    void theRecordingsOwnCount();
};

void TestSettingsWords::settingsAreSaid_data()
{
    QTest::addColumn<QByteArray>("words");
    QTest::addColumn<int>("number");
    const auto row = [](const char* name, int number, const char* words) {
        QTest::newRow(name) << QByteArray(words) << number;
    };
    row("none told", 0, "the file does not tell them; PyTorch's defaults are taken");
    row("options of workloads that differ", 1, "default");
    row("one conf, options that differ", 2, "expandable_segments:True");
    row("confs that differ", 3, "not the same in all files");
    row("settings that differ", 4, "not the same in all files");
    row("a profile beside a recording", 5, "expandable_segments:True");
    row("one says what the other is told", 6, "not the same in all files");
}

void TestSettingsWords::settingsAreSaid()
{
    QFETCH(QByteArray, words);
    QFETCH(int, number);
    const std::vector<std::vector<File>> files = {{{}}, {{"", {{"batch", "8"}}}, {"", {{"batch", "16"}}}},
        {{"expandable_segments:True", {{"batch", "8"}}}, {"expandable_segments:True", {{"batch", "16"}}}},
        {{"expandable_segments:True", {}}, {"max_split_size_mb:64", {}}},
        {{"", {{"max_split_size", "1048576"}}}, {"", {{"max_split_size", "-1"}}}},
        {{"expandable_segments:True", {}}, {"", {}, true}},
        {{"expandable_segments:True", {}}, {"", {{"batch", "8"}}}}};
    QCOMPARE(
        QByteArray::fromStdString(settingsWords(opened(files[static_cast<std::size_t>(number)]))), words);
}

void TestSettingsWords::theRecordingsOwnCount()
{
    Recording recording = opened({{}, {}});
    recording.settings = {{"max_split_size", "-1"}};
    QCOMPARE(settingsWords(recording), std::string("default"));
    recording.allocatorConf = "max_split_size_mb:64";
    QCOMPARE(settingsWords(recording), std::string("max_split_size_mb:64"));
    recording.devices.clear();
    QCOMPARE(settingsWords(recording), std::string("max_split_size_mb:64"));
}

QTEST_GUILESS_MAIN(TestSettingsWords)
#include "tst_settings_words.moc"
