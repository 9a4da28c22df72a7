// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/explain/glossary.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace tidemark {

namespace {

// What the words mean is c10/cuda/CUDACachingAllocator.cpp's and torch/cuda/memory.py's.
constexpr std::array entries = {
    GlossaryEntry{"requested", "requested_bytes",
        "The bytes that the program asked for, before they are rounded.",
        "In the details: asked for by live blocks.", Band::Requested},
    GlossaryEntry{"rounding", "allocated_bytes - requested_bytes",
        "Every request is rounded up to a multiple of 512 bytes, and a free block that is only a little "
        "larger "
        "is given whole. What a block has beyond what was asked for is lost while it lives.",
        "The tail of a block in the map; in the details: rounding on top.", Band::Rounding},
    GlossaryEntry{"allocated", "memory_allocated(), allocated_bytes",
        "The bytes in blocks that tensors hold. It falls the moment a tensor is freed, though the memory "
        "stays "
        "with the process.",
        "The filled area of the timeline.", Band::Allocated},
    GlossaryEntry{"active", "active_bytes",
        "Allocated, and what has been freed but is still in use by another stream. On one stream the two are "
        "the same.",
        "The line that leaves allocated only where blocks wait for a stream.", Band::Active},
    GlossaryEntry{"waiting for a stream", "active_pending_free; free_requested, then free_completed",
        "A block that the program has freed (free_requested) while another stream, named by record_stream(), "
        "may still use it. It serves no other request until that stream has got so far (free_completed).",
        "The band between allocated and active.", Band::Waiting},
    GlossaryEntry{"reserved", "memory_reserved(), reserved_bytes; once memory_cached()",
        "All memory that the allocator has from the driver and keeps, used or not. It grows when no free "
        "block "
        "serves a request, and falls only when segments go back: by empty_cache(), or before an out of "
        "memory.",
        "The outline above the other curves.", Band::Reserved},
    GlossaryEntry{"segment", "segment_alloc, segment_free; num_device_alloc",
        "One piece of memory got from the driver: 2 MiB for small requests (up to 1 MiB), 20 MiB for those "
        "below 10 MiB, else the size rounded up to 2 MiB. It goes back only as a whole.",
        "A row of the map.", Band::Reserved},
    GlossaryEntry{"block", "alloc, free_requested, free_completed",
        "A part of a segment: one tensor's memory, or a free piece. Free neighbours in a segment grow "
        "together.",
        "A rectangle of the map.", Band::Allocated},
    GlossaryEntry{"inactive split", "inactive_split_bytes",
        "A free block in a segment that is cut into several. It serves requests that fit, but keeps neither "
        "its segment nor itself from staying reserved.",
        "Free beside live blocks, hatched in the map.", Band::FreeBesideLive},
    GlossaryEntry{"free beside live blocks", "memory_summary(): non-releasable memory",
        "Free memory in segments that hold at least one live block. empty_cache() cannot return it: a single "
        "block of 512 bytes pins a whole segment.",
        "Hatched in the map, and a row of the details with the blocks that pin it.", Band::FreeBesideLive},
    GlossaryEntry{"whole free segments", "",
        "Segments without a live block. The next request that fits is served from them at once; "
        "empty_cache() "
        "gives them to the driver.",
        "Hatched in grey in the map.", Band::WholeFree},
    GlossaryEntry{"empty_cache", "torch.cuda.empty_cache()",
        "Returns every whole free segment (of expandable ones: every whole free page) to the driver, for "
        "other "
        "programs. Tensors keep theirs, and so do free pieces beside them. It gives the program itself "
        "nothing "
        "that it did not have, and the next segments cost a call of the driver again.",
        "The button that carries what it would return.", Band::WholeFree},
    GlossaryEntry{"unused memory", "memory_reserved() - memory_allocated()",
        "What the allocator has reserved and no tensor uses. It is not lost: it serves the next requests.",
        "The gap between allocated and reserved.", Band::Reserved},
    GlossaryEntry{"pool", "small_pool, large_pool; segment_pool_id",
        "Requests up to 1 MiB are served from the small pool, larger ones from the large pool. A CUDA graph "
        "or "
        "a MemPool has pools of its own, which nothing else uses.",
        "The box beside the device shows one of them alone.", Band::Nothing},
    GlossaryEntry{"stream", "torch.cuda.Stream",
        "A queue of work on the GPU. Every block belongs to the stream that it was allocated on, and free "
        "memory of one stream never serves another.",
        "In the details of a block; the box beside the device shows one of them alone.", Band::Nothing},
    GlossaryEntry{"peak", "max_memory_allocated(), max_memory_reserved(); reset_peak_memory_stats()",
        "The highest value so far. Of allocated it is what the program needs, of reserved what its process "
        "took. It is read from the events, so nothing has to be reset.",
        "Marked on the curves.", Band::Nothing},
    GlossaryEntry{"num_alloc_retries", "num_alloc_retries",
        "How often the driver refused, and the allocator returned all whole free segments and asked again. "
        "Each time costs a synchronisation.",
        "Falls of reserved with a rise right behind them.", Band::Reserved},
    GlossaryEntry{"num_ooms", "num_ooms; oom",
        "How often that was in vain too, and an out of memory error was thrown.",
        "The marks that F3 goes to, each with a card.", Band::Nothing},
    GlossaryEntry{"fragmentation", "",
        "Free memory in pieces too small for what is asked for: enough in all, and yet the driver is asked "
        "for more.",
        "In the details, and as curves of free memory and of its largest piece.", Band::FreeBesideLive},
    GlossaryEntry{"expandable segment", "expandable_segments:True; segment_map, segment_unmap",
        "A segment that reserves addresses once and gets memory page by page (2 MiB small, 20 MiB large), so "
        "that free pieces of several sizes grow together instead of lying apart. Whole free pages can go "
        "back "
        "while other pages are in use.",
        "A long row of the map that grows.", Band::Reserved},
    GlossaryEntry{"driver's view", "torch.cuda.mem_get_info(), nvidia-smi",
        "What the driver counts: what the process has in all, what others have, what is free. It is always "
        "more than reserved.",
        "The line above reserved, where a recording has it.", Band::Device},
    GlossaryEntry{"CUDA context", "",
        "What CUDA and its libraries take in a process for themselves: code, stacks, handles. Some hundred "
        "MiB, outside the allocator; it cannot be freed while the process lives.",
        "The hatched band above reserved, where a recording has it.", Band::Outside},
    GlossaryEntry{"memory limit", "set_per_process_memory_fraction()",
        "A bound on what the allocator may reserve. The CUDA context does not count.",
        "A line of the out of memory card.", Band::Reserved},
    GlossaryEntry{"kept for backward", "saved tensors",
        "What operators keep from the forward pass because the backward pass needs it. In most trainings it "
        "is "
        "what the peak is made of.",
        "The category activation.", Band::Allocated},
    GlossaryEntry{"event", "",
        "One thing that the allocator did: an alloc, a free, a segment got or returned.",
        "The timeline's axis, unless it shows time.", Band::Nothing},
    GlossaryEntry{"checkpointing", "torch.utils.checkpoint",
        "Keeps only the input of a part of the model, and runs that part again in the backward pass. The "
        "peak "
        "then holds one part at a time.",
        "The ranges named recompute.", Band::Allocated},
    GlossaryEntry{"category", "",
        "What memory is for: parameter, gradient, optimizer state, buffer, input, activation, packed "
        "activation, workspace or temporary. tidemark-record labels tensors with it; in other recordings "
        "temporaries and workspaces are told from when allocations lived and what made them.",
        "Colour by category; the rows of the Memory page.", Band::Allocated},
    GlossaryEntry{"optimizer state", "Optimizer.state_dict()[\"state\"]",
        "What the optimizer keeps beside each parameter from step to step: a momentum with SGD, two averages "
        "with Adam and AdamW. It is made in the first step, which is why the second one needs more.",
        "Colour by category.", Band::Allocated},
    GlossaryEntry{"packed activation", "torch.autograd.graph.saved_tensors_hooks",
        "What an operator keeps for the backward pass in fewer bytes (int8, int4) or to be moved elsewhere, "
        "in "
        "place of the activation itself.",
        "Colour by category.", Band::Allocated},
    GlossaryEntry{"temporary", "",
        "Memory that no label names and that is freed in the training step that made it: what operators need "
        "while they run, and results that nothing keeps.",
        "Colour by category.", Band::Allocated},
    GlossaryEntry{"unexplained", "",
        "Memory that no label names and that outlives the step that made it: nothing in the recording tells "
        "what it is for. At the ends of steps of Tidemark's own workloads there is none.",
        "The row not explained of the Memory page.", Band::Allocated},
    GlossaryEntry{"scope", "torch.nn.Module; torch.profiler.record_function",
        "A part of the program with a name that memory is counted in: a module, a phase, or a range that the "
        "program names. Scopes lie in each other, and what the inner one allocates counts for the outer one, "
        "too.",
        "The Scopes page: a row a scope.", Band::Nothing},
    GlossaryEntry{"drift", "",
        "Memory that steps add for good: at the ends of steps one place holds more and more. What the first "
        "steps set up, and what is freed every so many steps, is none.",
        "The Steps page, with the places that drift.", Band::Allocated},
    GlossaryEntry{"yield", "",
        "Gives a training's memory to others at the end of a step: parameters, optimizer state and all else "
        "move to host memory, and the cache is emptied. Restore takes it back, and the training goes on with "
        "the same bits.",
        "The curves fall to the floor.", Band::Nothing},
};

std::string lower(std::string_view text)
{
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(), [](char character) {
        return static_cast<char>(std::tolower(static_cast<unsigned char>(character)));
    });
    return result;
}

bool hasAllWords(const std::string& text, std::string_view words)
{
    while (!words.empty()) {
        const std::size_t end = std::min(words.find(' '), words.size());
        if (text.find(words.substr(0, end)) == std::string::npos)
            return false;
        words.remove_prefix(std::min(end + 1, words.size()));
    }
    return true;
}

} // namespace

std::span<const GlossaryEntry> glossary()
{
    return entries;
}

std::vector<const GlossaryEntry*> glossaryMatches(std::string_view text)
{
    const std::string wanted = lower(text);
    std::vector<const GlossaryEntry*> matches;
    for (const GlossaryEntry& entry : entries) {
        const std::string all = lower(entry.term) + '\n' + lower(entry.api) + '\n' + lower(entry.meaning);
        if (hasAllWords(all, wanted))
            matches.push_back(&entry);
    }
    std::stable_partition(matches.begin(), matches.end(),
        [&](const GlossaryEntry* entry) { return lower(entry->term).starts_with(wanted); });
    return matches;
}

const GlossaryEntry* glossaryEntry(std::string_view term)
{
    const std::string wanted = lower(term);
    const auto* const found = std::find_if(entries.begin(), entries.end(),
        [&](const GlossaryEntry& entry) { return lower(entry.term) == wanted; });
    return found == entries.end() ? nullptr : found;
}

} // namespace tidemark
