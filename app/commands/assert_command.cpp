// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command_line.h"
#include "app/commands/command_support.h"
#include "core/analysis/compare/assertion.h"

#include <fmt/format.h>
#include <map>

namespace tidemark {

namespace {

struct AssertArguments : FileArguments {
    std::vector<std::string> assertions;
};

Expected<std::vector<Assertion>> parsed(const std::vector<std::string>& texts)
{
    std::vector<Assertion> assertions;
    for (const std::string& text : texts) {
        auto assertion = parseAssertion(text);
        if (!assertion)
            return tl::unexpected(assertion.error());
        assertions.push_back(std::move(*assertion));
    }
    return assertions;
}

// Reads each file that is compared with once.
class Bases {
public:
    explicit Bases(const AssertArguments& arguments)
        : m_arguments(arguments)
    { }

    // Empty where the file or the quantity could not be had; that was told.
    std::optional<std::int64_t> valueOf(const Quantity& quantity, const std::string& file)
    {
        const auto key = std::pair(file, quantity.name);
        if (const auto known = m_values.find(key); known != m_values.end())
            return known->second;
        FileArguments base;
        base.file = file;
        base.device = m_arguments.device;
        std::optional<std::int64_t> value;
        withDevice(base, [&](const AnalyzedRecording& analyzed, std::size_t device) -> int {
            const auto told = measured(quantity, analyzed.recording, device, analyzed.histories[device]);
            if (!told)
                return complain(ExitWrongUsage, told.error().message);
            value = *told;
            return ExitFine;
        });
        if (value)
            m_values[key] = *value;
        return value;
    }

private:
    const AssertArguments& m_arguments;
    std::map<std::pair<std::string, std::string>, std::int64_t> m_values;
};

Json resultJson(const Assertion& assertion, const AssertionResult& result)
{
    return {{"assertion", assertion.text}, {"quantity", assertion.quantity.name}, {"holds", result.holds},
        {"value", result.value}, {"bound", result.bound}, {"difference", result.value - result.bound}};
}

int judgeAll(const AssertArguments& arguments, const std::vector<Assertion>& assertions,
    const AnalyzedRecording& analyzed, std::size_t device)
{
    if (!analyzed.recording.complete || analyzed.doubts[device].any())
        complain(ExitFine,
            "not all of this recording is sure: its file is cut, or its beginning is lost; "
            "\"tidemark info\" says which");
    Bases bases(arguments);
    Json json = Json::array();
    std::string text;
    bool allHold = true;
    for (const Assertion& assertion : assertions) {
        const auto value =
            measured(assertion.quantity, analyzed.recording, device, analyzed.histories[device]);
        if (!value)
            return complain(ExitWrongUsage, value.error().message);
        std::optional<std::int64_t> base = 0;
        if (!assertion.bound.file.empty())
            base = bases.valueOf(assertion.quantity, assertion.bound.file);
        if (!base)
            return ExitWrongUsage;
        const AssertionResult result = judged(assertion, *value, boundOver(assertion.bound, *base));
        allHold = allHold && result.holds;
        json.push_back(resultJson(assertion, result));
        text += resultLine(assertion, result) + '\n';
    }
    const int printed = arguments.json ? printJson(json) : print(text);
    return printed != ExitFine ? static_cast<int>(ExitWrongUsage) : allHold ? ExitFine : ExitCheckFailed;
}

// 0: all hold; 1: one does not; 2: it could not be told. Scripts need no more, so that a file that cannot be
// read is 2 here.
int runAssert(const AssertArguments& arguments)
{
    const auto assertions = parsed(arguments.assertions);
    if (!assertions)
        return complain(ExitWrongUsage, assertions.error().message);
    const int result = withDevice(arguments, [&](const AnalyzedRecording& analyzed, std::size_t device) {
        return judgeAll(arguments, *assertions, analyzed, device);
    });
    return result == ExitUnreadable ? static_cast<int>(ExitWrongUsage) : result;
}

} // namespace

void addAssertCommand(CLI::App& app, int& exitCode)
{
    const auto arguments = std::make_shared<AssertArguments>();
    CLI::App* command = addCommand(app, exitCode, "assert",
        "Whether a recording keeps to limits, for scripts: exit code 0 when all hold, 1 when one does not, 2 "
        "when it cannot be told",
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
    command->add_option("--device", arguments->device, "the device's number")->default_val(0);
    command->add_flag("--json", arguments->json, "print JSON");
}

} // namespace tidemark
