// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/anonymous/anonymous_recording.h"

#include "core/analysis/context_name.h"
#include "core/export/anonymous/public_names.h"
#include "core/export/anonymous/stand_ins.h"

namespace tidemark {

namespace {

// Which text is used for what, by StringIndex.
class TextUses {
public:
    explicit TextUses(const Recording& recording)
        : m_uses(recording.strings.size(), 0)
    {
        addFrames(recording);
        for (std::size_t i = 0; i < recording.contexts.size(); ++i)
            add(recording.contexts[ContextIndex{static_cast<std::uint32_t>(i)}].extra, UseJson);
        for (const Annotation& annotation : recording.annotations)
            add(annotation.name, UseNote);
        for (const Mark& mark : recording.marks)
            add(mark.name, UseNote);
        for (const Device& device : recording.devices) {
            for (std::size_t i = 0; i < device.tensors.size(); ++i) {
                add(device.tensors[i].name, UsePath);
                add(device.tensors[i].shape, UseShape);
                add(device.tensors[i].operation, UseOperator);
            }
        }
    }

    unsigned of(std::size_t index) const { return m_uses[index]; }

private:
    void add(StringIndex index, unsigned use) { m_uses[index.value] |= use; }

    static TextUse useOfFunction(const Frame& frame, std::string_view function, std::string_view file)
    {
        if (frame.kind != FrameKind::Source)
            return frame.kind == FrameKind::Scope ? UsePath : UseOperator;
        if (publicTail(file) != std::string_view::npos)
            return UseFrameworkFunction;
        if (!isFrameworkCode(function, file) || file.ends_with(".py"))
            return UseFunction;
        return file.empty() || file == "??" ? UseForeignFunction : UseForeignElsewhere;
    }

    void addFrames(const Recording& recording)
    {
        for (std::size_t i = 0; i < recording.frames.size(); ++i) {
            const Frame& frame = recording.frames[FrameIndex{static_cast<std::uint32_t>(i)}];
            add(frame.function,
                useOfFunction(frame, recording.strings[frame.function], recording.strings[frame.file]));
            add(frame.file, UseFile);
            add(frame.extra, UseJson);
        }
    }

    std::vector<unsigned> m_uses;
};

// The tables again, each record at the place it had: no two stand-ins are alike.
void replaceTables(Recording& recording, StandIns& standIns)
{
    const TextUses uses(recording);
    StringInterner strings;
    for (std::size_t i = 1; i < recording.strings.size(); ++i)
        strings.intern(
            standIns.of(recording.strings[StringIndex{static_cast<std::uint32_t>(i)}], uses.of(i)));
    recording.strings = strings.table();
}

void replaceSettings(std::vector<Setting>& settings, StandIns& standIns)
{
    for (Setting& setting : settings) {
        if (setting.name.ends_with("ALLOC_CONF"))
            setting.value = standIns.conf(setting.value);
        else if (isPublicConfKey(setting.name) ? !isPublicConfValue(setting.value)
                                               : !isPublicValue(setting.value))
            setting.value = standIns.of(setting.value, 0);
        setting.name = standIns.settingName(setting.name);
    }
}

void replaceDevice(Device& device, StandIns& standIns)
{
    if (!device.source.empty())
        device.source = standIns.of(device.source, UseFile);
    for (StatsSample& sample : device.statistics)
        sample.name = standIns.of(sample.name, UseNote);
    for (SampledCurve& curve : device.curves)
        curve.name = standIns.of(curve.name, UsePath);
    device.allocatorConf = standIns.conf(device.allocatorConf);
    replaceSettings(device.settings, standIns);
}

} // namespace

Recording anonymousRecording(const Recording& recording)
{
    StandIns standIns;
    Recording result = recording;
    replaceTables(result, standIns);
    for (Device& device : result.devices)
        replaceDevice(device, standIns);
    result.allocatorConf = standIns.conf(result.allocatorConf);
    replaceSettings(result.settings, standIns);
    if (!result.workload.empty())
        result.workload = standIns.of(result.workload, 0);
    if (!result.producer.starts_with("tidemark") && !result.producer.starts_with("Tidemark"))
        result.producer.clear();
    result.warnings.clear();
    return result;
}

} // namespace tidemark
