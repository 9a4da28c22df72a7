// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command_line.h"
#include "app/commands/command_support.h"
#include "app/commands/rule_files.h"
#include "core/analysis/compare/assertion.h"
#include "core/analysis/devices/device_labels.h"
#include "core/base/one_line.h"
#include "core/files/open_recordings.h"

#include <fmt/format.h>
#include <map>

namespace tidemark {

namespace {

struct AssertArguments : FileArguments {
    std::vector<std::string> assertions;
    std::string suppressions; // a file
};

// Nothing where one cannot be read; each such one is told.
std::optional<std::vector<Assertion>> parsed(const std::vector<std::string>& texts)
{
    std::vector<Assertion> assertions;
    for (const std::string& text : texts) {
        auto assertion = parseAssertion(text);
        if (assertion)
            assertions.push_back(std::move(*assertion));
        else
            complain(ExitWrongUsage, assertion.error().message);
    }
    return assertions.size() == texts.size() ? std::optional(std::move(assertions)) : std::nullopt;
}

// Whether what is left of a history proves that a figure is no less.
bool provesTheLeast(const Quantity& quantity, HistoryDoubts doubts)
{
    using enum StatKind;
    const StatKind kind = quantity.column.kind;
    const bool isOfFree = kind == InactiveSplit || kind == InactiveSplitBytes;
    // Blocks that may be larger than rebuilt leave it true; but then there may be less free memory.
    if (!isOfFree)
        doubts.leastSizeBlocks = 0;
    // When segments came and went is nothing to what blocks hold.
    if (!isOfFree && kind != Segment && kind != ReservedBytes)
        doubts.missing.segmentsCame = doubts.missing.segmentsWent = false;
    return !doubts.any();
}

// Where the events contradict themselves, the end is still what the allocator itself reported: a peak is no
// less than that.
Expected<Figure> figureIn(const Quantity& quantity, const AnalyzedRecording& analyzed, std::size_t device,
    const Suppressions& suppressions)
{
    const DeviceHistory& history = analyzed.histories[device];
    auto figure = figureOf(quantity, analyzed.recording, device, history, suppressions);
    if (!figure || figure->isExact() || provesTheLeast(quantity, analyzed.doubts[device]))
        return figure;
    const bool isPeak = (quantity.what == Quantity::What::Level || quantity.what == Quantity::What::Stat)
        && quantity.column.metric == StatMetric::Peak && !quantity.step;
    if (!isPeak || !analyzed.recording.devices[device].after)
        return fail(figure->whyMore);
    Quantity end = quantity;
    end.column.metric = StatMetric::Current;
    const auto least = measured(end, analyzed.recording, device, history);
    return least ? Expected<Figure>(Figure{*least, figure->whyMore}) : fail(figure->whyMore);
}

// The recordings that are compared with; each is read once.
class Bases {
public:
    explicit Bases(const Suppressions& suppressions)
        : m_suppressions(suppressions)
    { }

    // What is left out here and there.
    const Suppressions& suppressions() const { return m_suppressions; }

    // The quantity of the same device there.
    Expected<Figure> valueOf(const Quantity& quantity, const std::string& file, int device)
    {
        const auto [found, isNew] = m_bases.try_emplace(file);
        if (isNew)
            found->second = read(file);
        const Base& base = found->second;
        if (!base.analyzed)
            return fail(base.why);
        FileArguments named;
        named.file = file;
        named.device = device;
        const auto place = deviceNamed(named, *base.analyzed);
        if (!place)
            return tl::unexpected(place.error());
        auto value = figureIn(quantity, *base.analyzed, *place, m_suppressions);
        if (!value)
            return fail(fmt::format("{}: {}", file, value.error().message));
        if (!value->isExact())
            value->whyMore = fmt::format("{}: {}", file, value->whyMore);
        return value;
    }

private:
    struct Base {
        std::shared_ptr<const AnalyzedRecording> analyzed; // null: it could not be read
        std::string why;
    };

    static Base read(const std::string& file)
    {
        const std::vector<std::filesystem::path> files = {file};
        auto recording = openRecordings(files);
        if (!recording)
            return {nullptr, recording.error().message};
        return {std::make_shared<const AnalyzedRecording>(analyze(std::move(*recording))), {}};
    }

    const Suppressions& m_suppressions;
    std::map<std::string, Base> m_bases;
};

// What became of one assertion on one device.
struct Verdict {
    const Assertion& assertion;
    std::size_t device = 0;
    Expected<AssertionResult> result; // an error: it cannot be told
};

Expected<AssertionResult> resultOf(
    const Assertion& assertion, Bases& bases, const AnalyzedRecording& analyzed, std::size_t device)
{
    const auto value = figureIn(assertion.quantity, analyzed, device, bases.suppressions());
    if (!value)
        return tl::unexpected(value.error());
    Figure bound;
    if (!assertion.bound.file.empty()) {
        auto told = bases.valueOf(
            assertion.quantity, assertion.bound.file, analyzed.recording.devices[device].ordinal);
        if (!told)
            return tl::unexpected(told.error());
        bound = std::move(*told);
        if (!bound.isExact() && assertion.bound.percent < -100) // the more there is, the less is meant
            return fail(bound.whyMore);
    }
    bound.value = boundOver(assertion.bound, bound.value);
    return judged(assertion, *value, bound);
}

// The named device, or all: none is passed over in silence.
Expected<std::vector<std::size_t>> devicesJudged(
    const AssertArguments& arguments, const AnalyzedRecording& analyzed)
{
    std::vector<std::size_t> places;
    for (std::size_t i = 0; !arguments.device && i < analyzed.recording.devices.size(); ++i)
        if (!isPinnedHostMemory(analyzed.recording.devices[i]))
            places.push_back(i);
    if (!places.empty())
        return places;
    const auto named = deviceNamed(arguments, analyzed);
    if (!named)
        return tl::unexpected(named.error());
    return std::vector{*named};
}

Json verdictJson(const Verdict& verdict, const AnalyzedRecording& analyzed)
{
    const Assertion& assertion = verdict.assertion;
    Json json = {{"assertion", assertion.text}, {"quantity", assertion.quantity.name},
        {"device", analyzed.recording.devices[verdict.device].ordinal}};
    if (!verdict.result) {
        json["holds"] = nullptr;
        json["why"] = verdict.result.error().message;
        return json;
    }
    const AssertionResult& result = *verdict.result;
    json["holds"] = result.holds;
    json["value"] = result.value;
    json["bound"] = result.bound;
    if (result.isValueLeast || result.isBoundLeast)
        json["at_least"] = {{"value", result.isValueLeast}, {"bound", result.isBoundLeast}};
    json["difference"] = result.value - result.bound;
    return json;
}

std::string verdictLine(const Verdict& verdict)
{
    return verdict.result ? resultLine(verdict.assertion, *verdict.result)
                          : untoldLine(verdict.assertion, verdict.result.error().message);
}

void tellSuppressed(const AssertArguments& arguments, const Suppressions& suppressions,
    const AnalyzedRecording& analyzed, std::size_t device)
{
    const DeviceHistory& history = analyzed.histories[device];
    const SuppressedAttribution parts =
        suppress(analyzed.recording, attribute(analyzed.recording, device, history), suppressions);
    complain(ExitFine,
        fmt::format("at the end of device {} {}", analyzed.recording.devices[device].ordinal,
            suppressedSentence(parts, history.eventCount(), arguments.suppressions)));
}

std::vector<Verdict> verdictsOf(const AssertArguments& arguments, const std::vector<Assertion>& assertions,
    const Suppressions& suppressions, const AnalyzedRecording& analyzed,
    const std::vector<std::size_t>& devices)
{
    Bases bases(suppressions);
    std::vector<Verdict> verdicts;
    for (const std::size_t device : devices) {
        if (!analyzed.recording.complete || analyzed.doubts[device].any())
            complain(ExitFine,
                fmt::format("not all of device {} is sure: {} is cut, or its beginning is lost; "
                            "\"tidemark info\" says which",
                    analyzed.recording.devices[device].ordinal, arguments.file));
        if (!suppressions.isEmpty())
            tellSuppressed(arguments, suppressions, analyzed, device);
        for (const Assertion& assertion : assertions)
            verdicts.push_back({assertion, device, resultOf(assertion, bases, analyzed, device)});
    }
    return verdicts;
}

// One that does not hold is certain, whatever else cannot be told.
ExitCode exitCodeOf(const std::vector<Verdict>& verdicts)
{
    ExitCode code = ExitFine;
    for (const Verdict& verdict : verdicts) {
        if (verdict.result && !verdict.result->holds)
            return ExitCheckFailed;
        if (!verdict.result)
            code = ExitWrongUsage;
    }
    return code;
}

int judgeAll(const AssertArguments& arguments, const std::vector<Assertion>& assertions,
    const Suppressions& suppressions, const AnalyzedRecording& analyzed)
{
    const auto devices = devicesJudged(arguments, analyzed);
    if (!devices)
        return complain(ExitWrongUsage, devices.error().message);
    const std::vector<Verdict> verdicts = verdictsOf(arguments, assertions, suppressions, analyzed, *devices);
    const std::vector<std::string> labels = deviceLabels(analyzed.recording);
    Json json = Json::array();
    std::string text;
    for (const Verdict& verdict : verdicts) {
        json.push_back(verdictJson(verdict, analyzed));
        if (devices->size() > 1)
            text += oneLine(labels[verdict.device]) + "  ";
        text += verdictLine(verdict) + '\n';
    }
    const int printed = arguments.json ? printJson(json) : print(text);
    return printed != ExitFine ? static_cast<int>(ExitWrongUsage) : exitCodeOf(verdicts);
}

// 0: all hold, on each device; 1: one does not; 2: one cannot be told, and none fails. Scripts need no more,
// so that a file that cannot be read is 2 here.
int runAssert(const AssertArguments& arguments)
{
    const auto assertions = parsed(arguments.assertions);
    if (!assertions)
        return ExitWrongUsage;
    const auto suppressions = readSuppressions(arguments.suppressions);
    if (!suppressions)
        return complain(ExitWrongUsage, suppressions.error().message);
    const int result = withRecording(arguments, [&](const AnalyzedRecording& analyzed) {
        return judgeAll(arguments, *assertions, *suppressions, analyzed);
    });
    return result == ExitUnreadable ? static_cast<int>(ExitWrongUsage) : result;
}

} // namespace

void addAssertCommand(CLI::App& app, int& exitCode)
{
    const auto arguments = std::make_shared<AssertArguments>();
    CLI::App* command = addCommand(app, exitCode, "assert",
        "Whether a recording keeps to limits, for scripts: exit code 0 when all hold on each device, 1 when "
        "one does not, 2 when one cannot be told",
        arguments, runAssert);
    command
        ->add_option("ASSERTION", arguments->assertions,
            "such as 'peak_reserved < 20GiB' or 'peak_allocated <= base.tide +2%': peak_, end_, step-N_peak_ "
            "or "
            "step-N_end_ of requested, allocated, active, reserved, inactive_split; num_ooms, "
            "num_alloc_retries, "
            "unexplained, drift_per_step; any figure of memory_stats such as active_bytes.all.peak. Then < "
            "<= > "
            ">= == or !=, then a number with a unit, or a recording whose value is meant and a margin")
        ->required();
    command->add_option("--device", arguments->device, "the device's number; else each device is judged");
    addSuppressionsOption(*command, arguments->suppressions);
    command->add_flag("--json", arguments->json, "print JSON");
}

} // namespace tidemark
