// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/batch_report.h"
#include "app/commands/command_line.h"
#include "app/commands/command_support.h"
#include "app/number_options.h"
#include "core/analysis/explain/needs.h"
#include "core/analysis/reserved/memory_limit.h"
#include "core/base/bytes.h"

#include <fmt/format.h>

namespace tidemark {

namespace {

struct BatchArguments : FileArguments {
    std::string other;
    std::vector<std::int64_t> batches;
    std::string limit;
    std::optional<std::int64_t> wanted;
    std::optional<int> otherDevice;
};

Expected<std::int64_t> batchOfRun(
    const BatchArguments& arguments, std::size_t place, const Recording& recording, std::size_t device)
{
    if (!arguments.batches.empty())
        return arguments.batches[place];
    if (const auto batch = batchOf(recording, device))
        return *batch;
    return fail(fmt::format("{} does not tell its batch, as recordings of tidemark-record do: say both with "
                            "--batch, such as --batch 8 16",
        place == 0 ? arguments.file : arguments.other));
}

// Who says how much memory there is: the user, the recording's own limit, or the device.
BatchRoom roomOf(std::uint64_t given, const AnalyzedRecording& analyzed, std::size_t index)
{
    if (given > 0)
        return {given, "given with --limit"};
    const Device& device = analyzed.recording.devices[index];
    const std::uint64_t limit =
        memoryLimitOf(analyzed.recording, settingsOf(analyzed.recording, device), device.capacity);
    if (limit > 0)
        return {limit, "the limit in the recording"};
    const std::uint64_t outside = needsOf(device, analyzed.histories[index]).outside.value_or(0);
    if (outside == 0 || outside >= device.capacity)
        return {device.capacity, "all that the device has"};
    return {device.capacity - outside,
        fmt::format("what the device has, less {} for the CUDA context and libraries",
            formatBytes(static_cast<std::int64_t>(outside)))};
}

BatchRun runOf(
    const AnalyzedRecording& analyzed, std::size_t device, const Attribution& attribution, std::int64_t batch)
{
    return {&analyzed.recording, device, &analyzed.histories[device], &attribution, batch};
}

int report(const BatchArguments& arguments, std::uint64_t limit, const AnalyzedRecording& a,
    std::size_t deviceA, const AnalyzedRecording& b, std::size_t deviceB)
{
    const auto batchA = batchOfRun(arguments, 0, a.recording, deviceA);
    const auto batchB = batchOfRun(arguments, 1, b.recording, deviceB);
    if (!batchA || !batchB)
        return complain(ExitWrongUsage, (batchA ? batchB : batchA).error().message);
    const Attribution ofA = attribute(a.recording, deviceA, a.histories[deviceA]);
    const Attribution ofB = attribute(b.recording, deviceB, b.histories[deviceB]);
    BatchReport report = {runOf(a, deviceA, ofA, *batchA), runOf(b, deviceB, ofB, *batchB), {},
        roomOf(limit, b, deviceB), arguments.wanted};
    auto forecast = batchForecast(report.first, report.second);
    if (!forecast)
        return complain(ExitWrongUsage, forecast.error().message);
    report.forecast = std::move(*forecast);
    return arguments.json ? printJson(batchJson(report)) : print(batchText(report));
}

int runBatch(const BatchArguments& arguments)
{
    const auto limit = arguments.limit.empty() ? Expected<std::uint64_t>(0) : parseBytes(arguments.limit);
    if (!limit)
        return complain(ExitWrongUsage, limit.error().message);
    if (!arguments.limit.empty() && *limit == 0)
        return complain(ExitWrongUsage, "--limit 0 leaves room for nothing; write one such as --limit 24GiB");
    return withDevice(arguments, [&](const AnalyzedRecording& a, std::size_t deviceA) -> int {
        FileArguments other;
        other.file = arguments.other;
        other.device = arguments.otherDevice ? arguments.otherDevice : arguments.device;
        return withDevice(other, [&](const AnalyzedRecording& b, std::size_t deviceB) -> int {
            return report(arguments, *limit, a, deviceA, b, deviceB);
        });
    });
}

} // namespace

void addBatchCommand(CLI::App& app, int& exitCode)
{
    const auto arguments = std::make_shared<BatchArguments>();
    CLI::App* command = addCommand(app, exitCode, "batch",
        "The largest batch that fits, from two recordings of a program at different batches: what is fixed, "
        "what "
        "each sample takes, by category, and what another batch would need",
        arguments, runBatch);
    command->get_option("FILE")->description("a .tide recording or a PyTorch memory snapshot");
    command->add_option("OTHER", arguments->other, "the same program at another batch")->required();
    command
        ->add_option("--batch", arguments->batches,
            "the batches of the two, where the recordings do not tell them: --batch 8 16")
        ->expected(2)
        ->check(wholeNumber(1));
    command->add_option("--limit", arguments->limit,
        "how much memory there is: 24GiB; else the recording's limit, or all that the device has");
    command->add_option("--for", arguments->wanted, "tell what this batch needs; else the largest that fits")
        ->check(wholeNumber(1, std::int64_t(1) << 40));
    command->add_option(
        "--device", arguments->device, "the device's number; else the first that holds memory");
    command->add_option("--other-device", arguments->otherDevice, "its number in OTHER, where it is another");
    command->add_flag("--json", arguments->json, "print JSON");
}

} // namespace tidemark
