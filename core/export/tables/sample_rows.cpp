// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/tables/table_rows.h"

#include <array>

namespace tidemark {

namespace {

constexpr std::array tensorColumns = {ColumnShape{"id"}, ColumnShape{"device"}, ColumnShape{"event"},
    ColumnShape{"addr"}, ColumnShape{"bytes"}, ColumnShape{"name", ColumnKind::Text},
    ColumnShape{"shape", ColumnKind::Text}, ColumnShape{"dtype", ColumnKind::Text},
    ColumnShape{"category", ColumnKind::Text}, ColumnShape{"kept_by", ColumnKind::Text}};
constexpr TableShape tensorTable = {"tensors", tensorColumns, "id", {}};

constexpr std::array driverColumns = {ColumnShape{"id"}, ColumnShape{"device"}, ColumnShape{"event"},
    ColumnShape{"time_us"}, ColumnShape{"used_bytes"}, ColumnShape{"nvml_used_bytes"},
    ColumnShape{"process_used_bytes"}};
constexpr TableShape driverTable = {"driver", driverColumns, "id", {}};

constexpr std::array curveTableColumns = {ColumnShape{"id"}, ColumnShape{"device"},
    ColumnShape{"name", ColumnKind::Text}, ColumnShape{"time_us"}, ColumnShape{"bytes"}};
constexpr TableShape curveTable = {"curves", curveTableColumns, "id", {}};

Cell knownCell(std::int64_t bytes)
{
    return bytes == DriverSample::unknown ? Cell() : Cell(bytes);
}

} // namespace

void tensorRows(const AnalyzedRecording& analyzed, RowStream& rows)
{
    if (!rows.begin(tensorTable))
        return;
    const StringTable& strings = analyzed.recording.strings;
    std::uint64_t number = 0;
    for (std::size_t d = 0; d < analyzed.recording.devices.size(); ++d) {
        const Column<TensorLabel>& labels = analyzed.recording.devices[d].tensors;
        for (std::size_t i = 0; i < labels.size(); ++i) {
            const TensorLabel& label = labels[i];
            const bool isTaken = rows.put({number++, d, label.event, label.address, label.bytes,
                textCell(strings[label.name]), textCell(strings[label.shape]), nameOf(label.dataType),
                nameOf(label.category), textCell(strings[label.operation])});
            if (!isTaken)
                return;
        }
    }
}

void driverRows(const AnalyzedRecording& analyzed, RowStream& rows)
{
    if (!rows.begin(driverTable))
        return;
    std::uint64_t number = 0;
    for (std::size_t d = 0; d < analyzed.recording.devices.size(); ++d) {
        const Column<DriverSample>& samples = analyzed.recording.devices[d].driver;
        for (std::size_t i = 0; i < samples.size(); ++i) {
            const DriverSample& sample = samples[i];
            if (!rows.put({number++, d, sample.event, sample.timeUs, knownCell(sample.used),
                    knownCell(sample.nvmlUsed), knownCell(sample.processUsed)}))
                return;
        }
    }
}

void curveRows(const AnalyzedRecording& analyzed, RowStream& rows)
{
    if (!rows.begin(curveTable))
        return;
    std::uint64_t number = 0;
    for (std::size_t d = 0; d < analyzed.recording.devices.size(); ++d) {
        for (const SampledCurve& curve : analyzed.recording.devices[d].curves)
            for (std::size_t i = 0; i < curve.bytes.size(); ++i)
                if (!rows.putCounted(
                        {number++, d, std::string_view(curve.name), curve.timeUs[i], curve.bytes[i]}))
                    return;
    }
}

} // namespace tidemark
