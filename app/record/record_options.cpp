// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/record_options.h"

#include "app/manual/write_manual.h"
#include "app/number_options.h"
#include "app/record/workload_listing.h"
#include "core/allocator/allocator_settings.h"
#include "core/base/bytes.h"
#include "core/record/command.h"

#include <CLI/CLI.hpp>
#include <array>
#include <cstdlib>
#include <fmt/format.h>
#include <sstream>

namespace tidemark {

namespace {

constexpr int badOptions = 2;

// The command line as text, before its values are understood.
struct RawOptions {
    bool list = false;
    bool json = false;
    std::string workload = "transformer";
    std::vector<std::string> assignments;
    std::string device = "cpu";
    std::string parallel = "data";
    std::string allocator;
    std::int64_t steps = 20;
    std::string activations = "none";
    std::string activationPolicy;
    std::string labels = "on";
    std::string conf;
    std::string limit;
    std::uint64_t seed = 2; // begins with short sequences, so that reserved is seen to climb
    std::string output;
    bool hold = false;
    bool endsWithInput = false;
    std::string buffer = "256MiB";
};

// An option that takes a text.
struct TextOption {
    const char* name;
    std::string RawOptions::*value;
    const char* type; // of the value, in the help
    bool showsDefault;
    const char* help;
};

constexpr std::array textOptions = {
    TextOption{"--workload", &RawOptions::workload, "NAME", true, "What to run"},
    TextOption{"--device", &RawOptions::device, "DEVICE", true,
        "Where it runs: cpu, cuda, cuda:N, or a copy on each of several: cuda:0,cuda:1"},
    TextOption{"--parallel", &RawOptions::parallel, "NAME", true,
        "What copies on several devices do: data averages their gradients after each backward pass; with "
        "copies each trains for itself"},
    TextOption{"--allocator", &RawOptions::allocator, "NAME", false,
        "Whose allocator serves a CUDA device: native (PyTorch's own, if not given) or tidemark"},
    TextOption{"--activations", &RawOptions::activations, "NAME", true,
        "What operators keep for the backward pass: none (as it is), int8 (Mesa's way: known operators, a "
        "byte an element), int8-hooks (GACT's way: any operator), int4 (half a byte), offload (in host "
        "memory)"},
    TextOption{"--activation-policy", &RawOptions::activationPolicy, "TEXT|FILE", false,
        "Which operators --activations is for, and how: a text or a file, see below"},
    TextOption{"--conf", &RawOptions::conf, "STRING", false,
        "Allocator settings, in the syntax of PYTORCH_ALLOC_CONF; by default those of that variable"},
    TextOption{"--limit", &RawOptions::limit, "BYTES", false,
        "Most bytes that may be reserved on each device (512MiB)"},
    TextOption{"--buffer", &RawOptions::buffer, "BYTES", true,
        "Memory for events that the reader has not taken yet"},
};

void declareTexts(CLI::App& app, RawOptions& raw)
{
    for (const TextOption& text : textOptions) {
        auto* option = app.add_option(text.name, raw.*text.value, text.help)->type_name(text.type);
        if (text.showsDefault)
            option->capture_default_str();
    }
    app.add_option("--labels", raw.labels, "Whether the recording says which tensors memory holds")
        ->check(CLI::IsMember({"on", "off"}))
        ->capture_default_str();
    app.add_option("-o,--output", raw.output,
           "Write the recording here, not to standard output; {rank} in the name becomes the rank")
        ->type_name("FILE")
        ->check([](const std::string& path) { return std::string(path.empty() ? "needs a file name" : ""); });
}

void declareNumbers(CLI::App& app, RawOptions& raw)
{
    app.add_option("--steps", raw.steps, "Training steps; 0: until stopped")
        ->type_name("N")
        ->check(wholeNumber(0))
        ->capture_default_str();
    app.add_option("--seed", raw.seed, "Start of the random numbers")
        ->type_name("N")
        ->check(wholeNumber(0))
        ->capture_default_str();
}

void declareOptions(CLI::App& app, RawOptions& raw)
{
    auto* list = app.add_flag("--list", raw.list, "List the workloads, their options, and the devices");
    app.add_flag("--json", raw.json, "With --list: as JSON")->needs(list);
    app.add_option("--set", raw.assignments, "Change an option of the workload; may be given again")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false);
    declareTexts(app, raw);
    declareNumbers(app, raw);
    app.add_flag("--hold", raw.hold, "After the last step keep the model in memory until told to stop");
    app.add_flag("--end-with-input", raw.endsWithInput,
        "End the run when standard input ends: whoever started it has gone");
    app.set_version_flag("--version", "tidemark-record " TIDEMARK_VERSION);
}

std::string footer()
{
    return "As one of several processes of a job, as torchrun starts them (RANK, WORLD_SIZE and LOCAL_RANK "
           "in the\n"
           "environment), cuda means cuda:LOCAL_RANK, the rank is added to the seed, and the recording says "
           "its\n"
           "rank; the name of its file needs {rank}, as in -o run-{rank}.tide.\n\n"
           "While it runs it reads commands from standard input and answers each in the recording; with -o\n"
           "also on standard error. When standard input ends, a halted workload goes on, and the playground\n"
           "ends unless --hold is given. Ctrl-C ends the run cleanly, also one that holds; a second one ends "
           "it\n"
           "at once.\n\n"
        + ActivationRules::help() + "\n\n" + commandHelp();
}

Expected<std::uint64_t> optionBytes(std::string_view option, const std::string& text)
{
    const auto bytes = parseBytes(text);
    if (!bytes)
        return fail(fmt::format("{}: {}", option, bytes.error().message));
    if (*bytes == 0)
        return fail(fmt::format("{} must be at least 1 byte.", option));
    return bytes;
}

// What PyTorch itself would take from the environment, the newer name first.
std::string confOfEnvironment()
{
    for (const char* const name : {"PYTORCH_ALLOC_CONF", "PYTORCH_CUDA_ALLOC_CONF"}) {
        if (const char* const conf = std::getenv(name))
            return conf;
    }
    return {};
}

Expected<void> readAllocatorOptions(const RawOptions& raw, RunPlan& plan)
{
    const std::string conf = raw.conf.empty() ? confOfEnvironment() : raw.conf;
    const auto settings = AllocatorSettings::parse(conf);
    if (!settings)
        return fail((raw.conf.empty() ? "PYTORCH_ALLOC_CONF in the environment: " : "--conf: ")
            + settings.error().message);
    plan.conf = conf;
    plan.settings = *settings;
    if (raw.limit.empty())
        return {};
    const auto limit = optionBytes("--limit", raw.limit);
    if (!limit)
        return tl::unexpected(limit.error());
    plan.limit = *limit;
    return {};
}

Expected<void> readActivationOptions(const RawOptions& raw, RunPlan& plan)
{
    const auto kind = parseActivationKind(raw.activations);
    if (!kind)
        return fail("--activations: " + kind.error().message);
    if (*kind != ActivationKind::None && !plan.workload->hasSteps)
        return fail(fmt::format(
            "--activations: {} never trains, so nothing is kept for a backward pass.", plan.workload->name));
    const auto activations = ActivationPlan::make(*kind, raw.activationPolicy);
    if (!activations)
        return fail("--activation-policy: " + activations.error().message);
    plan.activations = *activations;
    plan.labelsTensors = raw.labels == "on";
    return {};
}

// What being one process of a job means for the rest.
Expected<void> readJob(const RawOptions& raw, RecordOptions& options)
{
    const auto job = JobRank::from([](const char* name) { return std::getenv(name); });
    if (!job)
        return tl::unexpected(job.error());
    const auto output = rankedName(raw.output, *job);
    if (!output)
        return fail("--output: " + output.error().message);
    options.output = *output;
    options.plan.job = *job;
    options.plan.seed = raw.seed + static_cast<std::uint64_t>(*job ? (*job)->rank : 0);
    return {};
}

Expected<void> readDeviceOptions(const RawOptions& raw, RunPlan& plan)
{
    const auto devices = RunDevice::parseList(raw.device);
    if (!devices)
        return fail("--device: " + devices.error().message);
    plan.devices = *devices;
    if (plan.job && raw.device == "cuda") {
        if (!plan.job->localRank)
            return fail(
                "--device: cuda means cuda:LOCAL_RANK in a process of a job, but the environment sets RANK "
                "and not LOCAL_RANK. Set it, as torchrun does, or name the device: cuda:N.");
        plan.devices.front().index = *plan.job->localRank;
    }
    const auto parallel = parseParallel(raw.parallel);
    if (!parallel)
        return fail("--parallel: " + parallel.error().message);
    plan.parallel = *parallel;
    const auto allocator = allocatorFor(plan.devices.front(), raw.allocator);
    if (!allocator)
        return fail("--allocator: " + allocator.error().message);
    plan.allocator = *allocator;
    return {};
}

Expected<RecordOptions> understand(const RawOptions& raw)
{
    const auto workload = findWorkload(raw.workload);
    if (!workload)
        return tl::unexpected(workload.error());
    RecordOptions options;
    options.plan.workload = *workload;
    options.plan.values = OptionValues((*workload)->options);
    for (const std::string& assignment : raw.assignments) {
        if (const auto set = options.plan.values.set(assignment); !set)
            return fail(fmt::format("--set for {}: {}", raw.workload, set.error().message));
    }
    if ((*workload)->objection) {
        if (const auto fine = (*workload)->objection(options.plan.values); !fine)
            return fail(fmt::format("--set for {}: {}", raw.workload, fine.error().message));
    }
    if (const auto read = readJob(raw, options); !read)
        return tl::unexpected(read.error());
    if (const auto read = readDeviceOptions(raw, options.plan); !read)
        return tl::unexpected(read.error());
    if (const auto read = readAllocatorOptions(raw, options.plan); !read)
        return tl::unexpected(read.error());
    if (const auto read = readActivationOptions(raw, options.plan); !read)
        return tl::unexpected(read.error());
    const auto buffer = optionBytes("--buffer", raw.buffer);
    if (!buffer)
        return tl::unexpected(buffer.error());
    options.plan.bufferBytes = *buffer;
    options.plan.steps = raw.steps;
    options.plan.hold = raw.hold;
    options.endsWithInput = raw.endsWithInput;
    return options;
}

EarlyExit writeOwnManual(const CLI::App& app, const char* folder)
{
    using Meaning = std::pair<int, std::string_view>;
    constexpr std::array meanings = {Meaning{0, "All went well, or the run was stopped as it should be."},
        Meaning{1, "The run failed; one line on standard error says why."},
        Meaning{badOptions, "The command line is wrong, or the recording cannot be written there."}};
    const auto written =
        writeManual(app, {"record what a caching allocator does", meanings, "tidemark"}, folder);
    return written ? EarlyExit{} : EarlyExit{1, written.error().message + '\n'};
}

EarlyExit explain(const CLI::App& app, const CLI::ParseError& error)
{
    std::ostringstream text;
    const bool isFault = app.exit(error, text, text) != 0;
    return {isFault ? badOptions : 0, text.str()};
}

} // namespace

std::variant<RecordOptions, EarlyExit> readRecordOptions(int argc, const char* const* argv)
{
    CLI::App app(
        "Records what a caching allocator does while a LibTorch workload trains.", "tidemark-record");
    RawOptions raw;
    declareOptions(app, raw);
    app.footer(footer());
    if (argc == 3 && argv[1] == writeManualOption)
        return writeOwnManual(app, argv[2]);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return explain(app, error);
    }
    if (raw.list)
        return EarlyExit{0, raw.json ? listingAsJson() : listingAsText()};
    auto options = understand(raw);
    if (!options)
        return EarlyExit{badOptions, options.error().message + '\n'};
    return *std::move(options);
}

} // namespace tidemark
