// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/foreign/foreign_formats.h"

#include "core/files/foreign/head_text.h"
#include "core/files/foreign/own_exports.h"
#include "core/files/foreign/pprof_profile.h"

#include <algorithm>
#include <array>
#include <string>

namespace tidemark {

namespace {

using namespace std::string_view_literals;

struct ForeignFormat {
    bool (*looksLike)(const HeadText& head);
    std::string_view sentence; // what it is, and what to do instead
};

constexpr std::size_t wordsWithin = 65536; // how far texts are searched for their words

bool isElf(const HeadText& head)
{
    return head.begins("\x7f"
                       "ELF"sv);
}

bool isCore(const HeadText& head)
{
    constexpr std::size_t typeAt = 16;
    constexpr unsigned core = 4; // ET_CORE
    return isElf(head) && head.byteAt(typeAt) == core;
}

bool isCudaElf(const HeadText& head)
{
    constexpr std::size_t machineAt = 18;
    constexpr unsigned cuda = 190; // EM_CUDA
    return isElf(head) && head.byteAt(machineAt) == cuda && head.byteAt(machineAt + 1) == 0;
}

bool isSqlite(const HeadText& head)
{
    return head.begins("SQLite format 3\0"sv);
}

// torch.save() before 1.6 writes its magic number as the first of several pickles.
bool isCheckpoint(const HeadText& head)
{
    constexpr auto magic = "\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19."sv;
    const bool isPickle = head.begins("\x80"sv);
    return isPickle
        && (head.hasAt(2, magic) || head.contains("ctorch._utils\n_rebuild_"sv, wordsWithin)
            || head.contains("\x8c\x0ctorch._utils"sv, wordsWithin));
}

// A length in eight bytes, then that much JSON.
bool isSafetensors(const HeadText& head)
{
    const bool hasSmallLength =
        head.byteAt(4) == 0 && head.byteAt(5) == 0 && head.byteAt(6) == 0 && head.byteAt(7) == 0;
    return hasSmallLength && head.hasAt(8, "{\""sv)
        && (head.contains("\"data_offsets\""sv, wordsWithin)
            || head.contains("\"__metadata__\""sv, wordsWithin));
}

bool isLogWith(const HeadText& head, std::string_view words)
{
    return head.isLog() && head.contains(words, wordsWithin);
}

bool isMarkup(const HeadText& head, std::string_view tag)
{
    constexpr std::size_t near = 4096;
    const std::size_t first = head.all().find_first_not_of(" \t\r\n\xef\xbb\xbf");
    return first != std::string_view::npos && head.hasAt(first, "<"sv) && head.contains(tag, near);
}

// From top to bottom; the first that knows the file names it.
constexpr std::array formats = {
    // What Tidemark wrote for other programs.
    ForeignFormat{isOwnDatabase,
        "it is a database that Tidemark wrote for queries, and cannot open again: open the recording that it "
        "was converted from; `sqlite3 FILE` asks it."},
    ForeignFormat{isOwnTrace,
        "it is a trace that Tidemark wrote for Perfetto, and cannot open again: open the recording that it "
        "was converted from; ui.perfetto.dev shows it."},
    ForeignFormat{isOwnTable,
        "it is a table that Tidemark wrote as CSV, and cannot open again: open the recording that it was "
        "made of."},
    ForeignFormat{isOwnTextReport,
        "it is a report that Tidemark wrote, and cannot open again: open the recording that it tells of."},
    // Other allocators and profilers.
    ForeignFormat{looksLikeJaxProfile,
        "it is a device memory profile of JAX (pprof): what was live at one moment, without any events. "
        "`pprof -http=: FILE` shows it; Tidemark needs a memory snapshot of PyTorch."},
    ForeignFormat{looksLikePprof,
        "it is a pprof profile, of a program and not of a GPU's allocator. `pprof -http=: FILE` shows it."},
    ForeignFormat{
        [](const HeadText& head) { return head.begins("Thread,Time,Action,Pointer,Size,Stream"sv); },
        "it is a log of RMM (RAPIDS memory manager, logging_resource_adaptor): allocations of another "
        "allocator, which Tidemark does not open. RMM's replay benchmark reads it."},
    ForeignFormat{[](const HeadText& head) {
                      return isLogWith(head, "_bfc) ran out of memory trying to allocate"sv)
                          || isLogWith(head, "BFCAllocator"sv)
                          || (isLogWith(head, "Bin (256):"sv) && isLogWith(head, "Chunk"sv));
                  },
        "it is a log of TensorFlow's BFC allocator, with the chunks it held when it ran out of memory: one "
        "moment of another allocator, which Tidemark does not open."},
    ForeignFormat{[](const HeadText& head) { return isLogWith(head, "BFCArena::AllocateRawInternal"sv); },
        "it is a log of ONNX Runtime whose arena ran out of memory. It names the size asked for and nothing "
        "of what was held: Tidemark cannot open it."},
    ForeignFormat{[](const HeadText& head) { return isLogWith(head, "memory summary, device ID"sv); },
        "it is the text of torch.cuda.memory_summary(): the figures of one moment. "
        "torch.cuda.memory._dump_snapshot(\"my.pickle\") writes a file that Tidemark opens."},
    ForeignFormat{[](const HeadText& head) { return isLogWith(head, "out of memory. Tried to allocate"sv); },
        "it is a log with an out-of-memory message of PyTorch, which names a few figures only. Record with "
        "torch.cuda.memory._record_memory_history() and write "
        "torch.cuda.memory._dump_snapshot(\"my.pickle\") "
        "where the error is caught."},
    ForeignFormat{[](const HeadText& head) {
                      return isLogWith(head, "The allocated memory on"sv)
                          || isLogWith(head, "Total Tensors:"sv);
                  },
        "it is a report of pytorch_memlab: figures by tensor or line. "
        "torch.cuda.memory._dump_snapshot(\"my.pickle\") writes a file that Tidemark opens."},
    ForeignFormat{[](const HeadText& head) { return head.begins("heap_v2/"sv); },
        "it is a heap profile of jemalloc, of the host's memory. `jeprof` shows it."},
    ForeignFormat{
        [](const HeadText& head) { return head.begins("desc: "sv) && isLogWith(head, "mem_heap_B="sv); },
        "it is a heap profile of Valgrind's Massif, of the host's memory. `ms_print` shows it."},
    ForeignFormat{[](const HeadText& head) { return head.begins("memray\0"sv); },
        "it is a recording of memray, of the host's memory. `memray flamegraph FILE` shows it."},
    ForeignFormat{[](const HeadText& head) { return isSqlite(head) && head.contains("device_traces"sv); },
        "it is a memory snapshot of PyTorch written as an SQLite database. Tidemark opens the pickle that "
        "torch.cuda.memory._dump_snapshot(\"my.pickle\") writes."},
    ForeignFormat{[](const HeadText& head) {
                      return isSqlite(head)
                          && (head.contains("CUPTI_ACTIVITY"sv) || head.contains("CUDA_GPU_MEMORY"sv));
                  },
        "it is a profile of Nsight Systems or nvprof (SQLite): calls of the CUDA driver, below PyTorch's "
        "allocator. `nsys-ui` shows it; torch.cuda.memory._dump_snapshot(\"my.pickle\") writes what Tidemark "
        "opens."},
    ForeignFormat{isSqlite, "it is an SQLite database, which Tidemark does not open."},
    // What belongs to a model.
    ForeignFormat{isCheckpoint,
        "it is a checkpoint of PyTorch (torch.save): tensors, not a memory snapshot. "
        "torch.cuda.memory._dump_snapshot(\"my.pickle\") writes one."},
    ForeignFormat{isSafetensors, "it is a safetensors file: the weights of a model, not a memory snapshot."},
    ForeignFormat{[](const HeadText& head) { return head.begins("\x93NUMPY"sv); },
        "it is an array of NumPy (.npy), not a memory snapshot."},
    ForeignFormat{[](const HeadText& head) { return head.begins("\x89HDF\r\n\x1a\n"sv); },
        "it is an HDF5 file, such as Keras keeps weights in, not a memory snapshot."},
    ForeignFormat{[](const HeadText& head) { return head.begins("GGUF"sv); },
        "it is a GGUF file: the weights of a model, not a memory snapshot."},
    // Programs and what they leave when they die.
    ForeignFormat{[](const HeadText& head) { return isCore(head) && isCudaElf(head); },
        "it is a core dump of the GPU: what a kernel held when it failed. `cuda-gdb -ex \"target cudacore "
        "FILE\"` shows it."},
    ForeignFormat{isCore, "it is a core dump of a program. `gdb PROGRAM FILE` shows it."},
    ForeignFormat{isElf, "it is a program or a library, not a memory snapshot."},
    // Pictures.
    ForeignFormat{[](const HeadText& head) { return isMarkup(head, "<svg"sv); },
        "it is a picture (SVG), such as _memory_viz.py draws of a snapshot: the figures themselves are in "
        "the "
        "pickle it was drawn from; open that."},
    ForeignFormat{[](const HeadText& head) {
                      return head.begins("\x89PNG\r\n\x1a\n"sv) || head.begins("\xff\xd8\xff"sv)
                          || head.begins("GIF8"sv);
                  },
        "it is a picture. The figures are in the file it was made from; open that."},
    ForeignFormat{[](const HeadText& head) { return head.begins("%PDF-"sv); },
        "it is a PDF document, not a memory snapshot."},
};

const ForeignFormat* formatOf(std::span<const std::byte> head)
{
    const HeadText text(head);
    const auto found = std::find_if(
        formats.begin(), formats.end(), [&](const ForeignFormat& format) { return format.looksLike(text); });
    return found == formats.end() ? nullptr : &*found;
}

} // namespace

bool looksForeign(std::span<const std::byte> head)
{
    return formatOf(head) != nullptr;
}

Expected<Recording> nameForeign(Content& content, const Reading&)
{
    const ForeignFormat* format = formatOf(content.head());
    return fail(format != nullptr ? std::string(format->sentence) : "it is no recording.");
}

} // namespace tidemark
