// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/anonymous/public_names.h"

#include <algorithm>
#include <array>

namespace tidemark {

namespace {

constexpr std::array<std::string_view, 81> publicWords = {"weight", "bias", "running_mean", "running_var",
    "num_batches_tracked", "in_proj_weight", "in_proj_bias", "grad", "exp_avg", "exp_avg_sq",
    "max_exp_avg_sq", "momentum_buffer", "square_avg", "acc_delta", "step", "Adam", "AdamW", "SGD", "Adagrad",
    "Adadelta", "Adamax", "NAdam", "RAdam", "RMSprop", "LBFGS", "Optimizer", "zero_grad", "forward",
    "backward", "optimizer", "recompute", "loss", "data", "batch", "input", "output", "target", "model",
    "module", "layer", "layers", "block", "blocks", "head", "mark", "end", "start", "begin", "peak", "epoch",
    "iteration", "train", "training", "warmup", "main", "MainThread", "ProfilerStep", "empty_cache",
    "Activation", "Temporary", "Parameter", "Gradient", "Input", "Optimizer_state", "activation", "temporary",
    "parameter", "gradient", "buffer", "workspace", "allocated", "active", "reserved", "requested", "state",
    "eval", "validation", "test", "init", "save", "load"};

constexpr std::array<std::string_view, 8> operatorSpaces = {
    "aten::", "prim::", "torch::", "at::", "c10::", "c10d::", "nccl:", "autograd::"};
constexpr std::array<std::string_view, 6> frameworkSpaces = {
    "at::", "c10::", "c10d::", "torch::", "caffe2::", "THP"};
constexpr std::array<std::string_view, 10> plainFunctions = {"<module>", "<lambda>", "<genexpr>",
    "<listcomp>", "<dictcomp>", "<setcomp>", "forward", "backward", "main", "??"};

bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isWordOf(std::string_view text, std::string_view others)
{
    return std::all_of(text.begin(), text.end(),
        [others](char c) { return isLetter(c) || isDigit(c) || others.find(c) != std::string_view::npos; });
}

template <class Names>
bool startsWithOneOf(std::string_view text, const Names& names)
{
    return std::any_of(
        names.begin(), names.end(), [text](std::string_view name) { return text.starts_with(name); });
}

template <class Names>
bool isOneOf(std::string_view text, const Names& names)
{
    return std::find(names.begin(), names.end(), text) != names.end();
}

// Generated nodes are numbered; those that a program defines itself are not.
bool isGeneratedNode(std::string_view name)
{
    const std::size_t digits = name.find_last_not_of("0123456789");
    return digits != std::string_view::npos && digits + 1 < name.size()
        && name.substr(0, digits + 1).ends_with("Backward") && isWordOf(name, "");
}

bool isDunder(std::string_view name)
{
    return name.size() > 4 && name.starts_with("__") && name.ends_with("__") && isWordOf(name, "_");
}

} // namespace

bool isPublicWord(std::string_view word)
{
    return std::all_of(word.begin(), word.end(), isDigit) || isOneOf(word, publicWords);
}

bool isPublicOperator(std::string_view name)
{
    constexpr std::string_view engine = "autograd::engine::evaluate_function: ";
    if (name.starts_with(engine))
        return isPublicOperator(name.substr(engine.size()));
    return isGeneratedNode(name) || (startsWithOneOf(name, operatorSpaces) && isWordOf(name, "_:.#"));
}

bool isPublicFunction(std::string_view function)
{
    if (isOneOf(function, plainFunctions) || isDunder(function))
        return true;
    // What templates are filled with may be the program's own.
    return startsWithOneOf(function, frameworkSpaces) && isWordOf(function, "_:~ ()&*,");
}

bool isPublicValue(std::string_view value)
{
    constexpr std::array<std::string_view, 21> words = {"true", "false", "True", "False", "None", "none",
        "null", "on", "off", "default", "native", "tidemark", "cpu", "cuda", "data", "copies", "full", "fp32",
        "amp", "reentrant", "non-reentrant"};
    if (value.empty() || isOneOf(value, words) || value.starts_with("cuda:"))
        return value.empty() || isWordOf(value, "-:,");
    // A number with at most a unit or a version's tail: "64MiB", "-1", "2.11.0+cu128".
    const std::size_t first = value.find_first_not_of("+-");
    if (first == std::string_view::npos || !isDigit(value[first]))
        return false;
    const std::string_view tail =
        value.substr(std::min(value.find_first_not_of("0123456789.,e+-"), value.size()));
    constexpr std::array<std::string_view, 16> tails = {
        "", "B", "KiB", "MiB", "GiB", "TiB", "kB", "KB", "MB", "GB", "TB", "k", "m", "g", "cpu", "git"};
    return isOneOf(tail, tails)
        || (tail.starts_with("cu") && std::all_of(tail.begin() + 2, tail.end(), isDigit));
}

std::size_t publicTail(std::string_view path)
{
    constexpr std::array<std::string_view, 7> tails = {"site-packages/torch/", "dist-packages/torch/",
        "torch/csrc/", "aten/src/ATen/", "c10/core/", "c10/cuda/", "c10/util/"};
    for (const std::string_view tail : tails)
        if (const std::size_t at = path.find(tail); at != std::string_view::npos)
            return isWordOf(path.substr(at), "_/.-+") ? at : std::string_view::npos;
    return path.starts_with("torch/") && isWordOf(path, "_/.-+") ? 0 : std::string_view::npos;
}

} // namespace tidemark
