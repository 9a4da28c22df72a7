// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <cstdint>
#include <optional>

namespace tidemark::ui {

// What one run of the recorder is asked to do; its command line in plain values.
struct RunOptions {
    QString workload;
    QStringList settings; // of the workload, each "key=value"
    int steps = 0; // training steps; 0: until stopped
    QString allocatorConf; // PYTORCH_ALLOC_CONF syntax; empty: PyTorch's defaults
    std::uint64_t limit = 0; // bytes that the allocator may reserve; 0: no limit
    std::optional<std::uint64_t> seed;
    bool hold = true; // keep the model in memory after the last step
    QString device; // "cpu", "cuda:1", "cuda:0,cuda:1"; empty: the recorder's own choice, the CPU
    QString allocator; // on CUDA "native" or "tidemark"; empty: the recorder's own choice, PyTorch's
    int ranks = 1; // recorders that run at once, one a rank
    QStringList more; // further arguments, as the recorder takes them

    bool operator==(const RunOptions&) const = default;
};

constexpr int mostRanks = 64;

// Whether devices so named are CUDA's, which alone have a choice of allocators.
bool isCuda(const QString& device);

// The arguments of tidemark-record for these options. Without -o: the recording goes to standard output. It
// ends when its standard input does, which is how it learns that this program has gone.
QStringList recorderArguments(const RunOptions& options);

} // namespace tidemark::ui
