// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/snapshot/snapshot_assembly.h"

#include "core/files/snapshot/device_assembly.h"

namespace tidemark {

Expected<Recording> assembleSnapshot(SnapshotTables& tables, std::string format, bool cut)
{
    if (!tables.top)
        return fail(
            "holds data, but no memory snapshot: there is neither \"segments\" nor \"device_traces\" in it");
    Recording& recording = tables.builder.recording();
    recording.format = std::move(format);
    recording.complete = !cut;
    recording.allocatorConf = tables.settings.conf;
    recording.settings = tables.settings.settings;

    DeviceAssembly devices(tables, cut);
    recording.devices = devices.devices();
    recording.annotations = devices.annotations();
    recording.warnings = devices.warnings();
    if (cut && tables.settings.settings.empty())
        recording.warnings.push_back(
            "The allocator's settings are missing with the end of the file: its default "
            "settings are taken to have been in force.");
    for (std::string& sentence : tables.notes.sentences())
        recording.warnings.push_back(std::move(sentence));
    return tables.builder.snapshot();
}

} // namespace tidemark
