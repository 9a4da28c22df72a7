// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/explain/explanation.h"

#include <algorithm>

namespace tidemark {

namespace {

std::uint64_t atLeastZero(std::int64_t bytes)
{
    return static_cast<std::uint64_t>(std::max<std::int64_t>(bytes, 0));
}

class DriverWriter {
public:
    void add(SentenceKind kind, Band band, std::uint64_t bytes, const SentenceWriter& line)
    {
        m_sentences.push_back({kind, band, bytes, line.parts()});
    }
    void process(const DriverFigures& figures);
    void outside(const DriverFigures& figures);
    void others(const DriverFigures& figures);
    void available(const Device& device, const DriverFigures& figures, std::uint64_t returnable);
    const std::vector<ExplanationSentence>& sentences() const { return m_sentences; }

private:
    std::vector<ExplanationSentence> m_sentences;
};

void DriverWriter::process(const DriverFigures& figures)
{
    if (!figures.process)
        return;
    const std::uint64_t bytes = atLeastZero(*figures.process);
    SentenceWriter line;
    line.say("This process uses ").bytes(bytes).say(" of the device");
    if (figures.processSource == ProcessMemorySource::DeviceGrowth)
        line.say(", told by what the device's use has grown by since before it used CUDA: what other "
                 "processes took meanwhile is counted too");
    add(SentenceKind::Process, Band::Outside, bytes, line.say("."));
}

void DriverWriter::outside(const DriverFigures& figures)
{
    const auto bytes = figures.outside ? figures.outside : figures.outsideAndOthers;
    if (!bytes)
        return;
    SentenceWriter line;
    line.band(Band::Outside, "Outside the allocator").say(": ").bytes(atLeastZero(*bytes));
    line.say("{}",
        figures.outside
            ? " (CUDA context and libraries)."
            : " (CUDA context, libraries and other processes; the driver does not tell them apart "
              "here).");
    add(SentenceKind::Outside, Band::Outside, atLeastZero(*bytes), line);
}

void DriverWriter::others(const DriverFigures& figures)
{
    if (!figures.others)
        return;
    const std::uint64_t bytes = atLeastZero(*figures.others);
    SentenceWriter line;
    if (*figures.others == 0 && !figures.isUsedByNvml)
        line.say("Other processes: nothing.");
    else
        line.say("{}: ", figures.isUsedByNvml ? "Other processes and the driver itself" : "Other processes")
            .bytes(bytes)
            .say(".");
    add(SentenceKind::Others, Band::Device, bytes, line);
}

void DriverWriter::available(const Device& device, const DriverFigures& figures, std::uint64_t returnable)
{
    if (!figures.free)
        return;
    const std::uint64_t bytes = atLeastZero(*figures.free);
    add(SentenceKind::DeviceFree, Band::Device, bytes,
        SentenceWriter()
            .say("Free on the device: ")
            .bytes(bytes)
            .say(" of ")
            .bytes(device.capacity)
            .say("."));
    if (returnable > 0)
        add(SentenceKind::Available, Band::WholeFree, bytes + returnable,
            SentenceWriter()
                .band(Band::WholeFree, "Available after empty cache")
                .say(": ")
                .bytes(bytes + returnable)
                .say(", of which the allocator would return ")
                .bytes(returnable)
                .say("."));
}

} // namespace

std::vector<ExplanationSentence> driverSentences(
    const Device& device, const DriverFigures& figures, std::uint64_t returnable)
{
    DriverWriter writer;
    writer.process(figures);
    if (figures.isTorn) {
        writer.add(SentenceKind::Outside, Band::Nothing, 0,
            SentenceWriter().say("The allocator moved while the driver was asked, so what lies outside of it "
                                 "is not told here."));
        return writer.sentences();
    }
    writer.outside(figures);
    writer.others(figures);
    writer.available(device, figures, returnable);
    return writer.sentences();
}

} // namespace tidemark
