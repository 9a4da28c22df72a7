// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/command_listener.h"
#include "app/record/output_stream.h"
#include "app/record/record_options.h"
#include "app/record/say.h"
#include "app/record/step_lines.h"
#include "core/base/bytes.h"

#include <cstdio>
#include <fmt/format.h>
#include <string>

namespace tidemark {

namespace {

constexpr int runFailed = 1;
constexpr int badOptions = 2;

// How the training goes.
std::string stepLine(const StepReport& report)
{
    std::string line = fmt::format("step {}: loss {:.4g}", report.step, report.loss);
    for (const MemoryStats& stats : report.stats)
        line += fmt::format(", allocated {}, reserved {}",
            formatBytes(stats.of(StatKind::AllocatedBytes).current),
            formatBytes(stats.of(StatKind::ReservedBytes).current));
    return line + '\n';
}

int complain(const Error& error, int code)
{
    say(fmt::format("tidemark-record: {}\n", error.message));
    return code;
}

int record(RecordOptions options)
{
    CommandListener::catchSignals();
    const auto output = OutputStream::open(options.output);
    if (!output)
        return complain(output.error(), badOptions);
    const std::int64_t holdsAfter = options.plan.hold ? options.plan.steps : 0;
    StepLines progress(options.plan.steps, [](const std::string& line) { say(line); });
    auto started = RecordingRun::start(
        std::move(options.plan), output->descriptor(), [&output] { output->discardOldContent(); });
    if (!started)
        return complain(started.error(), runFailed);
    // Never deleted: LibTorch frees tensors until the process has ended.
    RecordingRun& run = *started->release();

    const bool hasFile = !options.output.empty();
    const CommandListener listener(run, output->descriptor(), hasFile, options.endsWithInput);
    const auto result = run.run([&](const StepReport& report) {
        if (!hasFile)
            return;
        progress.add(stepLine(report));
        if (holdsAfter == 0 || report.step != holdsAfter)
            return;
        progress.finish();
        say("The last step is done; the model is held in memory until Ctrl-C or 'stop'.\n");
    });
    progress.finish();
    return result ? 0 : complain(result.error(), runFailed);
}

int runProgram(int argc, char** argv)
{
    auto options = readRecordOptions(argc, argv);
    if (const auto* early = std::get_if<EarlyExit>(&options)) {
        std::FILE* const stream = early->code == 0 ? stdout : stderr;
        const bool isWritten = std::fputs(early->text.c_str(), stream) >= 0 && std::fflush(stream) == 0;
        return isWritten || early->code != 0 ? early->code : runFailed;
    }
    return record(std::get<RecordOptions>(std::move(options)));
}

} // namespace

} // namespace tidemark

int main(int argc, char** argv)
{
    return tidemark::runProgram(argc, argv);
}
