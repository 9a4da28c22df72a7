// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command_line.h"
#include "app/commands/command_support.h"
#include "app/commands/driver_report.h"
#include "app/commands/moments.h"
#include "core/analysis/holders/grouping.h"

#include <algorithm>
#include <fmt/format.h>

namespace tidemark {

namespace {

struct MomentArguments : FileArguments {
    std::string moments;
    std::string by; // series: also the bytes of each group; empty: no groups
};

// What each group of a device's allocations holds at chosen moments.
class GroupFigures {
public:
    GroupFigures(const AnalyzedRecording& analyzed, std::size_t device, GroupBy by)
        : m_attribution(attribute(analyzed.recording, device, analyzed.histories[device]))
        , m_alive(m_attribution)
        , m_grouping(groupAllocations(analyzed.recording, device, m_attribution, by))
    { }

    // Bytes by name; they sum to allocated_bytes.
    Json at(std::size_t position) const
    {
        Json groups = Json::object();
        for (const GroupHolding& holding :
            holdingsOf(m_grouping, m_attribution, m_alive.at(m_attribution, position)))
            if (holding.count > 0) {
                Json& bytes = groups[m_grouping.groups[holding.group].name];
                bytes = (bytes.is_null() ? 0 : bytes.get<std::uint64_t>()) + holding.bytes;
            }
        return groups;
    }

private:
    Attribution m_attribution;
    AliveAllocations m_alive;
    Grouping m_grouping;
};

// The chosen device and the moments named on it.
int withMoments(const MomentArguments& arguments,
    const std::function<int(const AnalyzedRecording&, std::size_t device, const std::vector<std::size_t>&)>&
        use)
{
    return withDevice(arguments, [&](const AnalyzedRecording& analyzed, std::size_t index) -> int {
        const Device& device = analyzed.recording.devices[index];
        const DeviceHistory& history = analyzed.histories[index];
        const auto moments = momentsNamed(arguments.moments, analyzed, index, Curve::Active);
        if (!moments)
            return complain(ExitWrongUsage, moments.error().message);
        const auto isBeforeTheEnd = [end = history.eventCount()](std::size_t at) { return at < end; };
        if (analyzed.doubts[index].any() && std::any_of(moments->begin(), moments->end(), isBeforeTheEnd))
            complainOfDoubts(device);
        return use(analyzed, index, *moments);
    });
}

int runSeries(const MomentArguments& arguments)
{
    const auto by = groupByFromName(arguments.by);
    return withMoments(arguments,
        [by](const AnalyzedRecording& analyzed, std::size_t index, const std::vector<std::size_t>& moments) {
            const Device& device = analyzed.recording.devices[index];
            const DeviceHistory& history = analyzed.histories[index];
            const auto groups = by ? std::make_optional<GroupFigures>(analyzed, index, *by) : std::nullopt;
            Json series = Json::array();
            for (const std::size_t position : moments) {
                const bool before = position == 0;
                Json entry = {{"event", before ? Json(nullptr) : Json(position - 1)},
                    {"time_us", before ? Json(nullptr) : Json(device.events.timeUs()[position - 1])}};
                entry.update(levelJson(history.levelAt(device, position)));
                if (groups)
                    entry["groups"] = groups->at(position);
                if (!device.driver.empty())
                    entry["driver"] = driverFiguresJson(driverFiguresAt(device, history, position));
                series.push_back(std::move(entry));
            }
            return printJson(series);
        });
}

int runBlocks(const MomentArguments& arguments)
{
    return withMoments(arguments,
        [](const AnalyzedRecording& analyzed, std::size_t index, const std::vector<std::size_t>& moments) {
            if (moments.size() != 1)
                return complain(ExitWrongUsage, fmt::format("blocks needs one moment: {}", momentNames));
            const Device& device = analyzed.recording.devices[index];
            return printJson(
                segmentsJson(device, analyzed.histories[index].segmentsAt(device, moments.front())));
        });
}

CLI::App* addMomentCommand(CLI::App& app, int& exitCode, const char* name, const char* help,
    const std::string& momentsHelp, const std::shared_ptr<MomentArguments>& arguments,
    int (*run)(const MomentArguments&))
{
    CLI::App* command = addCommand(app, exitCode, name, help, arguments, run);
    addMoreFilesOption(*command, *arguments);
    command->add_option("--at", arguments->moments, momentsHelp)->default_val("end");
    addDeviceOption(*command, *arguments);
    command->add_flag("--json", arguments->json, "print JSON (this command always does)");
    return command;
}

} // namespace

void addSeriesCommand(CLI::App& app, int& exitCode)
{
    const auto arguments = std::make_shared<MomentArguments>();
    CLI::App* command =
        addMomentCommand(app, exitCode, "series", "The allocator's figures at chosen moments, as JSON",
            fmt::format("snapshots, every:N, {}. The peak is that of active memory", momentNames), arguments,
            runSeries);
    std::vector<std::string> kinds;
    for (const GroupBy by : allGroupBys)
        kinds.emplace_back(groupByName(by));
    command->add_option("--by", arguments->by, "also the bytes of each group; they sum to allocated_bytes")
        ->check(CLI::IsMember(kinds));
}

void addBlocksCommand(CLI::App& app, int& exitCode)
{
    addMomentCommand(app, exitCode, "blocks", "Every segment and block at one moment, as JSON",
        fmt::format("{}. The peak is that of active memory", momentNames),
        std::make_shared<MomentArguments>(), runBlocks);
}

} // namespace tidemark
