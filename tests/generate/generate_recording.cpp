// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a memory snapshot of a long training, as torch.cuda.memory._dump_snapshot would: any number of
// events, in little memory. Tidemark's own allocator follows PyTorch's policy over addresses that are only
// numbers, so the recording is whole and its blocks at the end are right.
#include "core/allocator/simulated_memory.h"
#include "tests/generate/pickle_stream.h"
#include "tests/generate/training.h"

#include <array>
#include <charconv>
#include <fmt/format.h>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

// Writes every event of the allocator as a trace entry.
class EntryWriter : public AllocatorEventSink {
public:
    explicit EntryWriter(PickleStream& out)
        : m_out(out)
    { }

    void setTraining(const Training* training) { m_training = training; }
    std::uint64_t count() const { return m_count; }
    std::uint64_t timeUs() const { return m_timeUs; }
    void onEvent(const AllocatorEvent& event) noexcept override;
    void frames(std::uint64_t address, Action action);

private:
    void newFrames(const Training::Place& place);

    PickleStream& m_out;
    const Training* m_training = nullptr;
    std::unordered_map<std::uint64_t, PickleStream::Memo> m_stacks; // of live blocks, by address
    std::unordered_map<std::string, PickleStream::Memo> m_frames;
    std::uint64_t m_count = 0;
    std::uint64_t m_timeUs = 1'796'005'293'959'697;
};

void EntryWriter::onEvent(const AllocatorEvent& event) noexcept
{
    ++m_count;
    m_timeUs += event.action == Action::FreeCompleted ? 0 : 1 + event.size % 29;
    m_out.nextItem();
    m_out.beginDict();
    m_out.text("action");
    m_out.text(actionName(event.action));
    m_out.text("addr");
    m_out.number(event.address);
    m_out.text("size");
    m_out.number(event.size);
    m_out.text("stream");
    m_out.number(event.stream);
    m_out.text("time_us");
    m_out.number(m_timeUs);
    m_out.text("compile_context");
    m_out.text("N/A");
    m_out.text("user_metadata");
    m_out.text("");
    m_out.text("frames");
    frames(event.address, event.action);
    m_out.endDict();
}

// PyTorch gives a block's frees the stack of its allocation.
void EntryWriter::frames(std::uint64_t address, Action action)
{
    const auto known = m_stacks.find(address);
    if (known != m_stacks.end() && action != Action::Alloc)
        return m_out.reference(known->second);
    const PickleStream::Memo memo = m_out.beginList();
    if (m_training != nullptr && !m_training->place().isBackward)
        newFrames(m_training->place());
    m_out.endList();
    if (action == Action::Alloc)
        m_stacks[address] = memo;
}

void EntryWriter::newFrames(const Training::Place& place)
{
    constexpr std::array<const char*, 5> files = {"nn/modules/linear.py", "nn/functional.py",
        "nn/modules/module.py", "nn/modules/activation.py", "nn/modules/normalization.py"};
    const unsigned depth = 7 + place.operation % 6;
    for (unsigned level = 0; level < depth; ++level) {
        const unsigned line = level + 1 == depth ? 253 : 100 * level + 10 * place.operation + place.layer % 3;
        const std::string name = fmt::format("{}_{}", level == 0 ? "forward" : "_call_impl", line);
        m_out.nextItem();
        if (const auto known = m_frames.find(name); known != m_frames.end()) {
            m_out.reference(known->second);
            continue;
        }
        m_frames[name] = m_out.beginDict();
        m_out.text("name");
        m_out.text(name);
        m_out.text("filename");
        m_out.text(level + 1 == depth ? "train.py" : files[level % files.size()]);
        m_out.text("line");
        m_out.number(line);
        m_out.endDict();
    }
}

void writeBlock(PickleStream& out, EntryWriter& entries, const AllocatorBlock& block)
{
    out.nextItem();
    out.beginDict();
    out.text("address");
    out.number(block.address);
    out.text("size");
    out.number(block.size);
    out.text("requested_size");
    out.number(block.requestedSize);
    out.text("state");
    out.text(block.isAllocated ? "active_allocated" : block.isActive ? "active_pending_free" : "inactive");
    out.text("frames");
    if (block.isActive) {
        entries.frames(block.address, Action::FreeRequested);
    } else {
        out.beginList();
        out.endList();
    }
    out.endDict();
}

void writeSegment(PickleStream& out, EntryWriter& entries, const AllocatorSegment& segment)
{
    std::uint64_t allocated = 0;
    std::uint64_t active = 0;
    std::uint64_t requested = 0;
    for (const AllocatorBlock& block : segment.blocks) {
        allocated += block.isAllocated ? block.size : 0;
        active += block.isActive ? block.size : 0;
        requested += block.isActive ? block.requestedSize : 0;
    }
    out.nextItem();
    out.beginDict();
    const std::pair<const char*, std::uint64_t> numbers[] = {{"device", 0}, {"address", segment.address},
        {"total_size", segment.totalSize}, {"allocated_size", allocated}, {"active_size", active},
        {"requested_size", requested}, {"stream", segment.stream}};
    for (const auto& [key, value] : numbers) {
        out.text(key);
        out.number(value);
    }
    out.text("segment_type");
    out.text(segment.isLarge ? "large" : "small");
    out.text("segment_pool_id");
    out.pair(0, 0);
    out.text("is_expandable");
    out.boolean(false);
    out.text("blocks");
    out.beginList();
    for (const AllocatorBlock& block : segment.blocks)
        writeBlock(out, entries, block);
    out.endList();
    out.endDict();
}

void writeSettings(PickleStream& out)
{
    out.beginDict();
    out.text("PYTORCH_CUDA_ALLOC_CONF");
    out.text("");
    out.text("garbage_collection_threshold");
    out.real(0);
    out.text("expandable_segments");
    out.boolean(false);
    out.endDict();
}

// The traces come first, because only they tell the segments at the end.
void writeSnapshot(PickleStream& out, std::uint64_t events)
{
    constexpr std::uint64_t capacity = std::uint64_t(141) << 30;
    SimulatedMemory memory(capacity);
    EntryWriter entries(out);
    out.beginDict();
    out.text("device_traces");
    out.beginList();
    out.nextItem();
    out.beginList();
    CachingAllocator allocator(memory, {}, &entries);
    Training training(allocator, 20260817);
    entries.setTraining(&training);
    while (entries.count() < events)
        training.step();
    out.endList();
    out.endList();
    out.text("segments");
    out.beginList();
    for (const AllocatorSegment& segment : allocator.snapshot())
        writeSegment(out, entries, segment);
    out.endList();
    out.text("allocator_settings");
    writeSettings(out);
    out.text("external_annotations");
    out.beginList();
    out.endList();
    out.endDict();
    out.end();
    std::fprintf(stderr, "%llu events\n", static_cast<unsigned long long>(entries.count()));
}

} // namespace

int main(int count, char** arguments)
{
    std::uint64_t events = 0;
    const std::string_view number = count == 3 ? arguments[1] : "";
    const auto [stop, status] = std::from_chars(number.data(), number.data() + number.size(), events);
    if (number.empty() || status != std::errc() || stop != number.data() + number.size()) {
        std::fputs("generate_recording EVENTS FILE: a snapshot of at least so many events\n", stderr);
        return 2;
    }
    std::FILE* file = std::fopen(arguments[2], "wb");
    if (file == nullptr) {
        std::perror(arguments[2]);
        return 1;
    }
    PickleStream out(file);
    writeSnapshot(out, events);
    const bool isWritten = !out.failed() && std::fclose(file) == 0;
    if (!isWritten)
        std::perror(arguments[2]);
    return isWritten ? 0 : 1;
}
