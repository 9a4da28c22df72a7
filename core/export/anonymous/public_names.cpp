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

// The keys of PYTORCH_ALLOC_CONF (c10/core/AllocatorConfig.h and c10/cuda/CUDAAllocatorConfig.h), which a
// snapshot's allocator_settings names, too.
constexpr std::array<std::string_view, 17> confKeys = {"backend", "expandable_segments",
    "garbage_collection_threshold", "graph_capture_record_stream_reuse", "large_segment_size_mb",
    "max_non_split_rounding_mb", "max_split_size_mb", "per_process_memory_fraction",
    "pinned_num_register_threads", "pinned_reserve_segment_size_mb", "pinned_use_background_threads",
    "pinned_use_cuda_host_register", "release_lock_on_cudamalloc", "release_lock_on_hipmalloc",
    "roundup_power2_divisions", "throw_on_cudamalloc_oom", "pinned_use_hip_host_register"};

// What Tidemark's recorder notes of a run: its own words and the options of its workloads.
constexpr std::array<std::string_view, 34> runSettings = {"activation_policy", "activations", "allocator",
    "attention", "batch", "checkpoint", "classes", "depth", "device", "drop_path", "head_width", "heads",
    "hidden", "image", "input_gradient", "inputs", "labels", "layers", "learning_rate", "limit",
    "loss_scaling", "max_length", "min_length", "model", "optimizer", "parallel", "precision", "rank", "seed",
    "segments", "steps", "vocabulary", "width", "world_size"};

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

// Python's data model's and PyTorch's; others between underscores are a program's own.
constexpr std::array<std::string_view, 62> specialMethods = {"__init__", "__call__", "__new__", "__del__",
    "__enter__", "__exit__", "__aenter__", "__aexit__", "__await__", "__iter__", "__next__", "__aiter__",
    "__anext__", "__len__", "__getitem__", "__setitem__", "__delitem__", "__contains__", "__missing__",
    "__getattr__", "__getattribute__", "__setattr__", "__delattr__", "__get__", "__set__", "__set_name__",
    "__init_subclass__", "__class_getitem__", "__prepare__", "__post_init__", "__repr__", "__str__",
    "__format__", "__bytes__", "__hash__", "__bool__", "__eq__", "__ne__", "__lt__", "__le__", "__gt__",
    "__ge__", "__add__", "__radd__", "__iadd__", "__sub__", "__rsub__", "__mul__", "__rmul__", "__imul__",
    "__matmul__", "__truediv__", "__rtruediv__", "__pow__", "__neg__", "__getstate__", "__setstate__",
    "__reduce__", "__copy__", "__deepcopy__", "__torch_function__", "__torch_dispatch__"};

constexpr std::array<std::string_view, 27> plainTypes = {"", "const", "volatile", "unsigned", "signed",
    "void", "bool", "char", "short", "int", "long", "float", "double", "size_t", "int64_t", "uint8_t",
    "std::string", "std::nullptr_t", "anonymous", "namespace", "_object", "_ts", "_typeobject", "PyObject",
    "CUstream_st", "cudaStream_t", "cudaError"};

// Names of types and functions that are nobody's own, between the signs of C++.
bool areFrameworkNames(std::string_view text)
{
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find_first_of(" ()&*,~", at), text.size());
        const std::string_view name = text.substr(at, end - at);
        // What goes on behind "(anonymous namespace)" belongs to what stands before it.
        if (!isOneOf(name, plainTypes) && !name.starts_with("::") && !startsWithOneOf(name, frameworkSpaces))
            return false;
        at = end + 1;
    }
    return true;
}

bool isNumber(std::string_view text)
{
    return std::count(text.begin(), text.end(), '.') <= 2; // more of them are an address of a machine
}

// Numbers with commas between them.
bool areNumbers(std::string_view text)
{
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find(',', at), text.size());
        if (!isNumber(text.substr(at, end - at)))
            return false;
        at = end + 1;
    }
    return true;
}

} // namespace

bool isPublicNumber(std::string_view digits)
{
    constexpr std::size_t mostDigits = 7; // those of ten million steps; longer ones are dates and accounts
    return digits.size() <= mostDigits && std::all_of(digits.begin(), digits.end(), isDigit);
}

bool isPublicWord(std::string_view word)
{
    return isPublicNumber(word) || isOneOf(word, publicWords);
}

bool isPublicOperator(std::string_view name)
{
    constexpr std::string_view engine = "autograd::engine::evaluate_function: ";
    if (name.starts_with(engine))
        return isPublicOperator(name.substr(engine.size()));
    return isGeneratedNode(name) || (startsWithOneOf(name, operatorSpaces) && isWordOf(name, "_:.#"));
}

bool isPlainFunction(std::string_view function)
{
    return isOneOf(function, plainFunctions) || isOneOf(function, specialMethods);
}

bool isFrameworkFunction(std::string_view function)
{
    // What templates are filled with may be the program's own.
    return startsWithOneOf(function, frameworkSpaces) && isWordOf(function, "_:~ ()&*,")
        && areFrameworkNames(function);
}

std::string_view frameworkFunctionName(std::string_view function)
{
    const std::string_view name = function.substr(0, function.find('('));
    return startsWithOneOf(name, frameworkSpaces) && isWordOf(name, "_:~") ? name : std::string_view();
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
    const std::size_t digits = std::min(value.find_first_not_of("0123456789.,e+-"), value.size());
    if (!areNumbers(value.substr(0, digits)))
        return false;
    const std::string_view tail = value.substr(digits);
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
        if (const std::size_t at = path.find(tail); at == 0 || (at < path.size() && path[at - 1] == '/'))
            return isWordOf(path.substr(at), "_/.-+") ? at : std::string_view::npos;
    return std::string_view::npos;
}

bool isPublicSetting(std::string_view name)
{
    constexpr std::array<std::string_view, 4> snapshots = {
        "PYTORCH_CUDA_ALLOC_CONF", "PYTORCH_HIP_ALLOC_CONF", "PYTORCH_ALLOC_CONF", "max_split_size"};
    return isOneOf(name, snapshots) || isOneOf(name, confKeys) || isOneOf(name, runSettings);
}

bool isPublicConfKey(std::string_view key)
{
    return isOneOf(key, confKeys);
}

bool isPublicConfValue(std::string_view value)
{
    constexpr std::array<std::string_view, 7> words = {
        "True", "False", "true", "false", "native", "cudaMallocAsync", "none"};
    // Numbers, and lists of sizes and divisions, in PyTorch's writing or as JSON.
    return isOneOf(value, words)
        || (value.find_first_not_of("0123456789.:,>[]{}\" e+-") == std::string_view::npos
            && areNumbers(value));
}

} // namespace tidemark
