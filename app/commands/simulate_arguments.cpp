// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/simulate_arguments.h"

#include "core/base/bytes.h"

namespace tidemark {

Expected<CheckOptions> checkOptionsOf(const RecordedArguments& arguments)
{
    CheckOptions options;
    const auto read = [](const std::string& text, std::uint64_t& bytes) -> Expected<void> {
        if (text.empty())
            return {};
        return parseBytes(text).map([&](std::uint64_t value) { bytes = value; });
    };
    if (const auto limit = read(arguments.recordedLimit, options.limit); !limit)
        return tl::unexpected(limit.error());
    if (const auto capacity = read(arguments.capacity, options.capacity); !capacity)
        return tl::unexpected(capacity.error());
    if (!arguments.recordedPolicy.empty()) {
        const auto version = PolicyVersion::parse(arguments.recordedPolicy);
        if (!version)
            return tl::unexpected(version.error());
        options.version = *version;
    }
    return options;
}

void addRecordedOptions(CLI::App& command, RecordedArguments& arguments)
{
    addDeviceOption(command, arguments);
    command.add_flag("--json", arguments.json, "print JSON");
    command.add_option("--recorded-limit", arguments.recordedLimit,
        "the limit that the recorded run was under, where the file does not tell it");
    command.add_option(
        "--recorded-policy", arguments.recordedPolicy, "the release of PyTorch that recorded the file, 2.5");
    command.add_option("--capacity", arguments.capacity, "the device's memory, where the file does not tell");
}

int withChecked(const RecordedArguments& arguments,
    const std::function<int(const AnalyzedRecording&, std::size_t device, const CheckedProgram&)>& use)
{
    const auto options = checkOptionsOf(arguments);
    if (!options)
        return complain(ExitWrongUsage, options.error().message);
    return withDevice(arguments, [&](const AnalyzedRecording& analyzed, std::size_t index) -> int {
        const auto checked = checkProgram(analyzed.recording, index, *options);
        if (!checked)
            return complain(ExitCheckFailed, checked.error().message);
        return use(analyzed, index, **checked);
    });
}

} // namespace tidemark
