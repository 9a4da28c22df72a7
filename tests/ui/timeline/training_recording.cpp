// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/timeline/training_recording.h"

#include "core/allocator/caching_allocator.h"
#include "core/allocator/simulated_memory.h"
#include "core/base/bytes.h"
#include "core/files/open_recording.h"
#include "core/trace/recording_builder.h"
#include "tests/support/test_data.h"

#include <algorithm>
#include <deque>
#include <random>
#include <string>

namespace tidemark::tests {

namespace {

constexpr StreamHandle sideStream = 0x5d1e;

// Writes the allocator's events down, and what happens around them.
class Notebook : public AllocatorEventSink {
public:
    Notebook()
    {
        Recording& recording = m_builder.recording();
        recording.format = "Made by a test";
        recording.workload = "training";
        recording.devices.emplace_back();
        recording.devices[0].history = History::Whole;
    }

    void onEvent(const AllocatorEvent& event) noexcept override
    {
        Device& device = m_builder.recording().devices[0];
        m_timeUs += 20 + static_cast<std::int64_t>(m_random() % 400);
        device.events.append({m_timeUs, event.address, event.size, {},
            RecordingBuilder::streamSlot(device, event.stream), 0, event.action});
    }

    std::size_t begin(AnnotationKind kind, const std::string& name)
    {
        Annotation annotation;
        annotation.startUs = m_timeUs + 1;
        annotation.startEvent = position();
        annotation.name = m_builder.string(name);
        annotation.kind = kind;
        m_builder.recording().annotations.push_back(annotation);
        return m_builder.recording().annotations.size() - 1;
    }

    void end(std::size_t annotation)
    {
        m_builder.recording().annotations[annotation].endUs = m_timeUs + 1;
        m_builder.recording().annotations[annotation].endEvent = position();
    }

    void mark(MarkKind kind, const std::string& name, std::int64_t value)
    {
        m_builder.recording().marks.push_back(
            {m_timeUs + 1, position(), value, m_builder.string(name), 0, kind});
    }

    Recording take() { return m_builder.snapshot(); }

private:
    std::uint64_t position() { return m_builder.recording().devices[0].events.size(); }

    RecordingBuilder m_builder;
    std::int64_t m_timeUs = 1'700'000'000'000'000;
    std::mt19937 m_random{7};
};

class Training {
public:
    void run(int steps)
    {
        for (int layer = 0; layer < layers; ++layer)
            m_parameters.push_back(allocate(parameterBytes));
        for (int step = 0; step < steps; ++step)
            runStep(step);
        m_allocator.setMemoryLimit(static_cast<std::uint64_t>(reserved()));
        (void)m_allocator.allocate(3 * gibibyte, 0);
    }

    Recording take() { return m_notebook.take(); }

private:
    static constexpr int layers = 24;
    static constexpr std::uint64_t parameterBytes = 9 * mebibyte + 40;

    std::uint64_t allocate(std::uint64_t bytes) { return m_allocator.allocate(bytes, 0).value_or(0); }

    std::int64_t reserved() const { return m_allocator.stats().of(StatKind::ReservedBytes).current; }

    void runStep(int step)
    {
        static constexpr std::array lengths = {160, 96, 224, 288, 352, 192, 416, 128};
        const auto length =
            static_cast<std::uint64_t>(lengths[static_cast<std::size_t>(step) % lengths.size()]);
        const std::size_t whole = m_notebook.begin(AnnotationKind::Step, "step " + std::to_string(step));
        phase("forward", [&] { forward(length); });
        phase("backward", [&] { backward(length); });
        phase("optimizer", [&] { optimize(); });
        m_notebook.end(whole);
        if (step == 2)
            m_notebook.mark(MarkKind::Named, "first long sequence", 0);
        if (step == 4) {
            const std::int64_t before = reserved();
            m_allocator.emptyCache();
            const std::int64_t after = reserved();
            m_notebook.mark(MarkKind::EmptyCache, "", before - after);
        }
    }

    template <class Work>
    void phase(const std::string& name, Work work)
    {
        const std::size_t annotation = m_notebook.begin(AnnotationKind::Phase, name);
        work();
        m_notebook.end(annotation);
    }

    void temporaries(std::uint64_t bytes)
    {
        for (int i = 0; i < 4; ++i)
            m_allocator.free(allocate(bytes / (static_cast<std::uint64_t>(i) + 1)));
    }

    void forward(std::uint64_t length)
    {
        for (int layer = 0; layer < layers; ++layer) {
            m_activations.push_back(allocate(length * 60 * kibibyte));
            m_activations.push_back(allocate(length * 96 * kibibyte + 700));
            temporaries(length * 24 * kibibyte);
        }
    }

    void backward(std::uint64_t length)
    {
        for (int layer = 0; layer < layers; ++layer) {
            m_gradients.push_back(allocate(parameterBytes));
            temporaries(length * 70 * kibibyte);
            for (int i = 0; i < 2; ++i) {
                // Every sixth layer is copied away on another stream, and its blocks wait for that.
                if (layer % 6 == 5)
                    m_allocator.recordStream(m_activations.back(), sideStream);
                m_allocator.free(m_activations.back());
                m_activations.pop_back();
            }
            if (layer % 6 == 1)
                m_memory.finish(sideStream);
        }
        m_memory.finish(sideStream);
    }

    void optimize()
    {
        for (std::size_t i = 0; i < m_gradients.size(); ++i) {
            if (m_states.size() < 2 * m_gradients.size()) {
                m_states.push_back(allocate(parameterBytes));
                m_states.push_back(allocate(parameterBytes));
            }
            temporaries(parameterBytes);
            m_allocator.free(m_gradients[i]);
        }
        m_gradients.clear();
    }

    Notebook m_notebook;
    SimulatedMemory m_memory{64 * gibibyte, SimulatedMemory::Streams::ByHand};
    CachingAllocator m_allocator{m_memory, AllocatorSettings(), &m_notebook};
    std::vector<std::uint64_t> m_parameters;
    std::vector<std::uint64_t> m_activations;
    std::vector<std::uint64_t> m_gradients;
    std::vector<std::uint64_t> m_states;
};

} // namespace

Recording trainingRecording(int steps)
{
    Training training;
    training.run(steps);
    return training.take();
}

Recording firstEvents(const Recording& recording, std::size_t events)
{
    Recording first = recording;
    Device& device = first.devices[0];
    const EventColumns all = device.events;
    device.events = {};
    for (std::size_t i = 0; i < std::min(events, all.size()); ++i)
        device.events.append(all[i]);
    std::erase_if(first.annotations, [&](const Annotation& a) { return a.startEvent > events; });
    for (Annotation& annotation : first.annotations) {
        if (annotation.endEvent > events) {
            annotation.endEvent = UINT64_MAX;
            annotation.endUs = Annotation::open;
        }
    }
    std::erase_if(first.marks, [&](const Mark& mark) { return mark.event > events; });
    return first;
}

std::shared_ptr<const AnalyzedRecording> analyzed(Recording recording)
{
    return std::make_shared<const AnalyzedRecording>(analyze(std::move(recording)));
}

Recording fileRecording(const QString& name)
{
    Expected<Recording> recording = openRecording(testDataFile(name).toStdString());
    if (!recording)
        qFatal("%s", recording.error().message.c_str());
    return std::move(*recording);
}

Recording recordingOfLevels(const std::vector<std::int64_t>& allocated)
{
    RecordingBuilder builder;
    Device& device = builder.recording().devices.emplace_back();
    device.history = History::Whole;
    constexpr std::uint64_t arena = 0x700000000000;
    constexpr std::uint64_t arenaBytes = 16 * gibibyte;
    std::int64_t timeUs = 1000;
    device.events.append({timeUs, arena, arenaBytes, {}, 0, 0, Action::SegmentAlloc});
    std::vector<std::pair<std::uint64_t, std::uint64_t>> stack; // address and size of the live blocks
    std::int64_t level = 0;
    std::uint64_t top = arena;
    for (const std::int64_t wanted : allocated) {
        ++timeUs;
        if (wanted >= level) {
            const auto size = static_cast<std::uint64_t>(wanted - level);
            device.events.append({timeUs, top, size, {}, 0, 0, Action::Alloc});
            stack.emplace_back(top, size);
            top += size;
        } else {
            const auto [address, size] = stack.back();
            device.events.append({timeUs, address, size, {}, 0, 0, Action::FreeRequested});
            device.events.append({timeUs, address, size, {}, 0, 0, Action::FreeCompleted});
            stack.pop_back();
            top = address;
        }
        level = static_cast<std::int64_t>(top - arena);
    }
    return builder.snapshot();
}

} // namespace tidemark::tests
