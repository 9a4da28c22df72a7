// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/explain/experiment.h"

namespace tidemark {

namespace {

Experiment unusedMemory(bool isFullSize)
{
    Experiment made;
    made.kind = ExperimentKind::UnusedMemory;
    made.title = "Unused memory";
    made.question = "What is reserved and not allocated, and what does Empty cache give back of it?";
    made.first.name = "cache kept";
    made.first.workload = "transformer";
    made.first.steps = isFullSize ? 8 : 4;
    if (isFullSize)
        made.first.settings = {"batch=64", "head_width=64", "heads=8", "max_length=512"};
    made.second = made.first;
    made.second.name = "cache emptied at the end";
    made.second.emptiesCache = true;
    return made;
}

// The sizes of pytorch_memlab's issue 47 on a GPU.
Experiment checkpointing(bool isFullSize)
{
    Experiment made;
    made.kind = ExperimentKind::Checkpointing;
    made.title = "Checkpointing";
    made.question =
        "Why is the peak still so high, and reserved far above it, although the model is checkpointed?";
    made.first.name = "without checkpoints";
    made.first.workload = "vgg";
    // Small weights and large images: what is kept for the backward pass is most of the memory, as on a GPU.
    made.first.settings = {"checkpoint=none", "batch=32", "width=0.0625"};
    made.first.steps = 2;
    if (isFullSize)
        made.first.settings = {
            "checkpoint=none", "depth=11", "batch=112", "image=224", "classes=1000", "width=1"};
    made.second = made.first;
    made.second.name = "a checkpoint each stage";
    made.second.settings.front() = "checkpoint=reentrant";
    return made;
}

// The sizes of Mesa's issue 2 on a GPU, by autocast's rules of then.
Experiment packedActivations(bool isFullSize)
{
    Experiment made;
    made.kind = ExperimentKind::PackedActivations;
    made.title = "Train memory and int8";
    made.question = "What is \"train memory\", and how can int8 save more than half of fp16?";
    made.first.name = "kept as computed";
    made.first.workload = "deit";
    made.first.settings = isFullSize
        ? std::vector<std::string>{"model=tiny", "batch=128", "image=224", "precision=amp_2021"}
        : std::vector<std::string>{"model=tiny", "batch=32", "image=112", "precision=amp_2021", "depth=4"};
    made.first.steps = 2;
    made.second = made.first;
    made.second.name = "kept as int8";
    made.second.options = {"--activations", "int8"};
    return made;
}

} // namespace

Experiment experiment(ExperimentKind kind, bool isFullSize)
{
    switch (kind) {
    case ExperimentKind::Checkpointing:
        return checkpointing(isFullSize);
    case ExperimentKind::PackedActivations:
        return packedActivations(isFullSize);
    case ExperimentKind::UnusedMemory:
        break;
    }
    return unusedMemory(isFullSize);
}

std::string plainText(const ExperimentAnswer& answer)
{
    std::string text = exactText(answer.headline) + "\n";
    for (const ExplanationSentence& sentence : answer.sentences)
        text += exactText(sentence.text) + "\n";
    for (const ReasonSentence& attempt : answer.tries)
        text += "To try: " + exactText(attempt) + "\n";
    return text;
}

} // namespace tidemark
