// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/analysis/labelled_recording.h"

#include "core/allocator/caching_allocator.h"
#include "core/allocator/simulated_memory.h"
#include "core/base/bytes.h"
#include "core/trace/recording_builder.h"

#include <fmt/format.h>
#include <random>

namespace tidemark::tests {

namespace {

struct Tensor {
    std::uint64_t address = 0;
    std::uint64_t bytes = 0;
};

struct Layer {
    std::string path;
    std::string operation;
    std::uint64_t weightBytes = 0;
    std::uint64_t outputBytes = 0;
    Tensor weight;
    Tensor gradient;
    std::vector<Tensor> states;
    std::vector<Tensor> kept; // for backward
};

class LabelledRun : public AllocatorEventSink {
public:
    explicit LabelledRun(const LabelledTraining& options)
        : m_options(options)
        , m_random(options.seed)
    {
        Recording& recording = m_builder.recording();
        recording.format = "Made by a test";
        recording.workload = "labelled training";
        recording.devices.emplace_back();
        recording.devices[0].history = History::Whole;
        for (int i = 0; i < options.layers; ++i)
            addLayer(fmt::format("features.{}", 3 * i), "aten::convolution", 0.6 + 1.4 * i, 24.0 / (i + 1));
        addLayer("classifier.0", "aten::linear", 22, 1.5);
        addLayer("classifier.3", "aten::linear", 5, 0.4);
    }

    Recording run()
    {
        annotated(AnnotationKind::Phase, "setup", [&] {
            for (Layer& layer : m_layers) {
                layer.weight = made({}, "", layer.weightBytes);
                label(layer.weight, MemoryCategory::Parameter, layer.path + ".weight");
            }
            const Tensor running = made({}, "", 4096);
            label(running, MemoryCategory::Buffer, "features.1.running_mean");
        });
        for (int step = 0; step < m_options.steps; ++step)
            annotated(AnnotationKind::Step, fmt::format("step {}", step), [&] { runStep(step); });
        return m_builder.snapshot();
    }

    void onEvent(const AllocatorEvent& event) noexcept override
    {
        Device& device = m_builder.recording().devices[0];
        m_timeUs += 20 + static_cast<std::int64_t>(m_random() % 400);
        device.events.append({m_timeUs, event.address, event.size, m_context,
            RecordingBuilder::streamSlot(device, event.stream), 0, event.action});
    }

private:
    void addLayer(const std::string& path, const std::string& operation, double weightMiB, double outputMiB)
    {
        const auto about = [&](double mebibytes) {
            return static_cast<std::uint64_t>(mebibytes * static_cast<double>(mebibyte)) + m_random() % 60000;
        };
        Layer layer;
        layer.path = path;
        layer.operation = operation;
        layer.weightBytes = about(weightMiB);
        layer.outputBytes = about(outputMiB);
        m_layers.push_back(std::move(layer));
    }

    std::uint64_t position() { return m_builder.recording().devices[0].events.size(); }

    template <class Work>
    void annotated(AnnotationKind kind, const std::string& name, Work work)
    {
        Annotation annotation;
        annotation.startUs = m_timeUs + 1;
        annotation.startEvent = position();
        annotation.name = m_builder.string(name);
        annotation.kind = kind;
        const std::size_t place = m_builder.recording().annotations.size();
        m_builder.recording().annotations.push_back(annotation);
        work();
        m_builder.recording().annotations[place].endUs = m_timeUs + 1;
        m_builder.recording().annotations[place].endEvent = position();
    }

    ContextIndex contextOf(const std::string& path, const std::string& operation)
    {
        const auto push = [&](StackIndex caller, FrameKind kind, const std::string& name) {
            Frame frame;
            frame.kind = kind;
            frame.function = m_builder.string(name);
            return m_builder.stack(m_builder.frame(frame), caller);
        };
        StackIndex stack;
        if (m_options.hasScopes && !path.empty()) {
            if (const std::size_t dot = path.find('.'); dot != std::string::npos)
                stack = push(stack, FrameKind::Scope, path.substr(0, dot));
            stack = push(stack, FrameKind::Scope, path);
        }
        if (!operation.empty()) {
            stack = push(stack, FrameKind::Operation, operation);
            stack = push(stack, FrameKind::Operation, "aten::empty");
        }
        Context context;
        context.stack = stack;
        return m_builder.context(context);
    }

    Tensor made(const std::string& path, const std::string& operation, std::uint64_t bytes)
    {
        m_context = contextOf(path, operation);
        const Tensor tensor = {m_allocator.allocate(bytes, 0).value_or(0), bytes};
        m_context = {};
        return tensor;
    }

    void freed(const Tensor& tensor) { m_allocator.free(tensor.address); }

    void label(const Tensor& tensor, MemoryCategory category, const std::string& name,
        const std::string& operation = {}, DataType type = DataType::Float32)
    {
        if (!m_options.hasLabels)
            return;
        TensorLabel made;
        made.event = position();
        made.address = tensor.address;
        made.bytes = tensor.bytes;
        made.name = m_builder.string(name);
        made.shape = m_builder.string(fmt::format("[{}]", tensor.bytes / 4));
        made.operation = m_builder.string(operation);
        made.category = category;
        made.dataType = type;
        m_builder.recording().devices[0].tensors.push_back(made);
    }

    void runStep(int step)
    {
        const Tensor batch = made({}, "", 6 * mebibyte);
        label(batch, MemoryCategory::Input, "batch", {}, DataType::Float16);
        annotated(AnnotationKind::Phase, "forward", [&] { forward(step); });
        annotated(AnnotationKind::Phase, "backward", [&] { backward(); });
        annotated(AnnotationKind::Phase, "optimizer", [&] { optimize(); });
        freed(batch);
    }

    void forward(int step)
    {
        for (std::size_t i = 0; i < m_layers.size(); ++i) {
            Layer& layer = m_layers[i];
            const std::uint64_t bytes = layer.outputBytes + static_cast<std::uint64_t>(step % 3) * 300'000;
            const Tensor workspace = made(layer.path, layer.operation, bytes / 3);
            const Tensor output = made(layer.path, layer.operation, bytes);
            freed(workspace);
            const bool isPacked = i % 3 == 2;
            const Tensor kept = isPacked ? made(layer.path, "pack_int8", bytes / 4) : output;
            if (isPacked)
                freed(output);
            label(kept, isPacked ? MemoryCategory::PackedActivation : MemoryCategory::Activation, {},
                layer.operation, isPacked ? DataType::Int8 : DataType::Float32);
            layer.kept.push_back(kept);
            const Tensor activated = made(fmt::format("features.{}", 3 * i + 1), "aten::relu", bytes);
            label(activated, MemoryCategory::Activation, {}, "aten::relu", DataType::Float16);
            layer.kept.push_back(activated);
        }
    }

    void backward()
    {
        for (std::size_t i = m_layers.size(); i-- > 0;) {
            Layer& layer = m_layers[i];
            const Tensor flow = made(layer.path, "autograd::ConvolutionBackward0", layer.outputBytes);
            if (layer.gradient.bytes == 0) {
                layer.gradient = made(layer.path, "autograd::AccumulateGrad", layer.weightBytes);
                label(layer.gradient, MemoryCategory::Gradient, layer.path + ".weight.grad");
            }
            for (const Tensor& kept : layer.kept)
                freed(kept);
            layer.kept.clear();
            freed(flow);
        }
    }

    void optimize()
    {
        for (Layer& layer : m_layers) {
            while (layer.states.size() < 2) {
                const std::string name = layer.states.empty() ? "exp_avg" : "exp_avg_sq";
                layer.states.push_back(made({}, "aten::zeros_like", layer.weightBytes));
                label(layer.states.back(), MemoryCategory::OptimizerState,
                    fmt::format("AdamW.{}.{}.weight", name, layer.path));
            }
            freed(made({}, "aten::addcdiv", layer.weightBytes));
            if (m_random() % 2 == 0) {
                freed(layer.gradient);
                layer.gradient = {};
            }
        }
    }

    LabelledTraining m_options;
    RecordingBuilder m_builder;
    std::mt19937 m_random;
    std::int64_t m_timeUs = 1'700'000'000'000'000;
    ContextIndex m_context;
    SimulatedMemory m_memory{64 * gibibyte, SimulatedMemory::Streams::ByHand};
    CachingAllocator m_allocator{m_memory, AllocatorSettings(), this};
    std::vector<Layer> m_layers;
};

} // namespace

Recording labelledTraining(const LabelledTraining& options)
{
    LabelledRun run(options);
    return run.run();
}

} // namespace tidemark::tests
