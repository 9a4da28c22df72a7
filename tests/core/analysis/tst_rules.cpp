// SPDX-License-Identifier: GPL-3.0-or-later
// Known leaks and one's own classes.
#include "core/analysis/analyzed_recording.h"
#include "core/analysis/compare/quantity.h"
#include "core/analysis/rules/class_rules.h"
#include "core/analysis/rules/suppressions.h"
#include "core/analysis/scopes/step_drift.h"
#include "tests/core/analysis/scoped_run.h"

#include <QtTest>
#include <map>
#include <random>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

constexpr std::int64_t mib = 1024 * 1024;

// Six steps; in each the model keeps 1 MiB and a library's cache 2 MiB more.
Recording twoLeaks()
{
    ScopedRun run;
    for (int step = 1; step <= 6; ++step) {
        run.begin(AnnotationKind::Step, "step " + std::to_string(step));
        run.enter("model.encoder");
        run.enter("aten::linear", FrameKind::Operation);
        run.free(run.allocate(20 * mib));
        run.allocate(mib);
        run.leave();
        run.leave();
        run.begin(AnnotationKind::Range, "logging");
        run.enter("library.cache");
        run.allocate(2 * mib);
        run.leave();
        run.end();
        run.end();
    }
    return run.recording();
}

Suppressions suppressionsOf(std::string_view text)
{
    return Suppressions::parse(text).value();
}

// Bytes alive at the end, by class.
std::map<std::string, std::int64_t> classesOf(std::string_view rules)
{
    const AnalyzedRecording analyzed = analyze(twoLeaks());
    const Attribution attribution = attribute(analyzed.recording, 0, analyzed.histories[0]);
    const Grouping grouping =
        groupByRules(analyzed.recording, 0, attribution, ClassRules::parse(rules).value());
    std::map<std::string, std::int64_t> bytes;
    for (std::size_t i = 0; i < attribution.allocations.size(); ++i)
        if (attribution.allocations[i].isAliveAt(analyzed.histories[0].eventCount()))
            bytes[grouping.groups[grouping.groupOf[i]].name] +=
                static_cast<std::int64_t>(attribution.allocations[i].bytes);
    return bytes;
}

// Whether a name holds a pattern, by all ways to cut it.
bool isFound(std::string_view pattern, std::string_view name)
{
    if (pattern.empty())
        return name.empty();
    if (pattern.front() == '*')
        return isFound(pattern.substr(1), name) || (!name.empty() && isFound(pattern, name.substr(1)));
    return !name.empty() && pattern.front() == name.front() && isFound(pattern.substr(1), name.substr(1));
}

} // namespace

class TestRules : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void patternsAreFound_data();
    void patternsAreFound();
    void patternsAgreeWithBruteForce();
    void suppressionsAreRead();
    void whatIsSuppressedDriftsNot();
    void everyByteIsInOnePart();
    void theFirstRuleThatHoldsWins();
    void everyKeyIsLookedAt();
    void wrongRulesAreRefused_data();
    void wrongRulesAreRefused();
};

void TestRules::patternsAreFound_data()
{
    QTest::addColumn<QByteArray>("pattern");
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<bool>("isThere");
    const auto row = [](const char* pattern, const char* name, bool isThere) {
        QTest::addRow("%s in %s", pattern, name) << QByteArray(pattern) << QByteArray(name) << isThere;
    };
    row("conv", "aten::conv2d", true);
    row("^conv", "aten::conv2d", false);
    row("^aten::conv", "aten::conv2d", true);
    row("conv$", "aten::conv2d", false);
    row("conv*$", "aten::conv2d", true);
    row("^aten::conv2d$", "aten::conv2d", true);
    row("a*v*d", "aten::conv2d", true);
    row("d*a", "aten::conv2d", false);
    row("Conv", "aten::conv2d", false);
}

void TestRules::patternsAreFound()
{
    QFETCH(QByteArray, pattern);
    QFETCH(QByteArray, name);
    QTEST(NamePattern(pattern.toStdString()).isIn(name.toStdString()), "isThere");
}

void TestRules::patternsAgreeWithBruteForce()
{
    std::mt19937 random(7);
    const auto text = [&random](std::string_view letters, std::size_t most) {
        std::string made;
        for (std::size_t i = random() % (most + 1); i > 0; --i)
            made += letters[random() % letters.size()];
        return made;
    };
    int found = 0;
    for (int round = 0; round < 20'000; ++round) {
        const std::string pattern = text("ab*", 6);
        const std::string name = text("ab", 8);
        const bool isThere = isFound('*' + pattern + '*', name);
        found += isThere;
        QVERIFY2(NamePattern(pattern).isIn(name) == isThere, (pattern + " in " + name).c_str());
        QVERIFY(NamePattern('^' + pattern + '$').isIn(name) == isFound(pattern, name));
    }
    QVERIFY(found > 1000 && found < 19'000);
}

void TestRules::suppressionsAreRead()
{
    QVERIFY(suppressionsOf("").isEmpty());
    QVERIFY(suppressionsOf("# nothing\n\n   \n").isEmpty());
    const Recording recording = twoLeaks();
    const ContextIndex context = recording.devices[0].events.context()[1];
    for (const char* text :
        {"leak:library", "cache", "# known\r\nleak: library.cache \r\n", "nobody\naten::lin*r"})
        QVERIFY2(suppressionsOf(text).hold(recording, context)
                == (std::string_view(text).find("aten") != std::string_view::npos),
            text);
    for (const char* text : {"leak:", "*", "ok\nleak:*"}) {
        const auto read = Suppressions::parse(text);
        QVERIFY2(!read && read.error().message.find("line ") != std::string::npos, text);
    }
    QVERIFY(Suppressions::parse("ok\n\nleak:*").error().message.starts_with("line 3"));
}

void TestRules::whatIsSuppressedDriftsNot()
{
    const AnalyzedRecording analyzed = analyze(twoLeaks());
    const auto drift = [&](std::string_view text, const char* name = "drift_per_step") {
        const auto figure = figureOf(
            *quantityNamed(name), analyzed.recording, 0, analyzed.histories[0], suppressionsOf(text));
        return figure.value().value;
    };
    QCOMPARE(drift(""), 3 * mib);
    QCOMPARE(drift("leak:library.cache"), mib);
    QCOMPARE(drift("aten::linear"), 2 * mib);
    QCOMPARE(drift("model\nlibrary"), 0);
    QCOMPARE(drift("nobody"), 3 * mib);
    QCOMPARE(drift("library", "end_allocated"), 18 * mib); // levels are what they are
}

void TestRules::everyByteIsInOnePart()
{
    const AnalyzedRecording analyzed = analyze(twoLeaks());
    const DeviceHistory& history = analyzed.histories[0];
    const Attribution all = attribute(analyzed.recording, 0, history);
    const SuppressedAttribution parts = suppress(analyzed.recording, all, suppressionsOf("library"));
    QCOMPARE(parts.suppressed.size(), std::size_t(6));
    QCOMPARE(parts.rest.allocations.size() + parts.suppressed.size(), all.allocations.size());
    for (std::size_t position = 0; position <= history.eventCount(); ++position) {
        std::uint64_t rest = 0;
        for (const Allocation& allocation : parts.rest.allocations)
            rest += allocation.isAliveAt(position) ? allocation.bytes : 0;
        QCOMPARE(static_cast<std::int64_t>(rest + parts.bytesAt(position)),
            history.valueAt(Curve::Allocated, position));
    }
    QCOMPARE(parts.countAt(history.eventCount()), std::uint64_t(6));
}

void TestRules::theFirstRuleThatHoldsWins()
{
    using Classes = std::map<std::string, std::int64_t>;
    QCOMPARE(classesOf("caches = module:cache"), (Classes{{"caches", 12 * mib}, {"of no rule", 6 * mib}}));
    QCOMPARE(classesOf("all = stack:e\ncaches = module:cache"), (Classes{{"all", 18 * mib}}));
    QCOMPARE(
        classesOf("caches = module:cache\nall = stack:e"), (Classes{{"all", 6 * mib}, {"caches", 12 * mib}}));
    QCOMPARE(classesOf("mine = module:cache\nmine = operator:linear"), (Classes{{"mine", 18 * mib}}));
    QCOMPARE(classesOf("both = module:cache operator:linear"), (Classes{{"of no rule", 18 * mib}}));
}

void TestRules::everyKeyIsLookedAt()
{
    QCOMPARE(classesOf("a b = annotation:logging")["a b"], 12 * mib);
    QCOMPARE(classesOf("x = annotation:\"step 3\"")["x"], 3 * mib);
    QCOMPARE(classesOf("x = operator:^aten::linear$")["x"], 6 * mib);
    QCOMPARE(classesOf("x = module:^model.encoder$")["x"], 6 * mib);
    QCOMPARE(classesOf("x = stack:library")["x"], 12 * mib);
    QCOMPARE(classesOf("x = category:\"not explained\"")["x"], 18 * mib);
    QCOMPARE(classesOf("x = tensor:weight")["of no rule"], 18 * mib);
}

void TestRules::wrongRulesAreRefused_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("words");
    QTest::newRow("no rule") << QByteArray("# none\n") << QByteArray("there is no rule in it");
    QTest::newRow("no sign") << QByteArray("a = stack:b\ncaches")
                             << QByteArray("line 2, \"caches\": a rule is NAME");
    QTest::newRow("no name") << QByteArray("= stack:b") << QByteArray("a rule is NAME");
    QTest::newRow("no term") << QByteArray("a =") << QByteArray("a rule is NAME");
    QTest::newRow("no key") << QByteArray("a = b") << QByteArray("\"b\" is no KEY:PATTERN; keys are stack");
    QTest::newRow("unknown key") << QByteArray("a = file:b") << QByteArray("keys are stack, module");
    QTest::newRow("open quote") << QByteArray("a = stack:b\nb = stack:\"c d module:e")
                                << QByteArray("line 2, \"b = stack:\"c d module:e\": a quote is opened");
    QTest::newRow("no pattern") << QByteArray("a = stack:") << QByteArray("\"stack:\" has no pattern");
}

void TestRules::wrongRulesAreRefused()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, words);
    const auto rules = ClassRules::parse(text.toStdString());
    QVERIFY(!rules);
    QVERIFY2(QByteArray::fromStdString(rules.error().message).contains(words), rules.error().message.c_str());
}

QTEST_GUILESS_MAIN(TestRules)
#include "tst_rules.moc"
