#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes expected.json: what Python's own pickle module finds in every snapshot of tests/data.

Usage: make_expected.py  (needs the zstd program)
The sums are taken modulo 2**64 and weighted by place, so that a swapped pair of events changes them.
"""
import collections
import json
import pathlib
import pickle
import subprocess

DATA = pathlib.Path(__file__).resolve().parent.parent
MASK = (1 << 64) - 1
ACTIVE = ("active_allocated", "active_pending_free", "active_awaiting_free")


def fnv(text):
    value = 0xCBF29CE484222325
    for byte in text.encode():
        value = ((value ^ byte) * 0x100000001B3) & MASK
    return value


def weighted(values):
    return sum((i + 1) * value for i, value in enumerate(values)) & MASK


def stack_of(frames):
    return tuple((f["name"], f["filename"], f["line"]) for f in frames or [])


hashes = {}


def stack_hash(stack):
    if stack not in hashes:
        hashes[stack] = fnv("".join(f"{name}|{file}|{line};" for name, file, line in stack)) if stack else 0
    return hashes[stack]


def block_stack(block):
    if block["state"] not in ACTIVE:
        return ()
    if "frames" not in block and block.get("history"):
        return stack_of(block["history"][0].get("frames"))
    return stack_of(block.get("frames"))


def addressed(segments):
    for segment in segments:
        address = segment["address"]
        for block in segment["blocks"]:
            yield block.get("address", address), block
            address += block["size"]


def segments_of(segments):
    segments = sorted(segments, key=lambda s: s["address"])
    fills = all(
        [a for a, _ in addressed([s])] == [s["address"] + sum(b["size"] for b in s["blocks"][:i])
                                            for i in range(len(s["blocks"]))]
        and sum(b["size"] for b in s["blocks"]) == s["total_size"] for s in segments)
    blocks = list(addressed(segments)) if fills else []
    live = [b for _, b in blocks if b["state"] in ACTIVE]
    return {
        "segments": len(segments),
        "segment_addresses": weighted(s["address"] for s in segments),
        "total_sizes": weighted(s["total_size"] for s in segments),
        "large": sum(s["segment_type"] == "large" for s in segments),
        "expandable": sum(bool(s.get("is_expandable")) for s in segments),
        "fills": fills,
        "blocks": len(blocks),
        "block_addresses": weighted(a for a, _ in blocks),
        "block_sizes": weighted(b["size"] for _, b in blocks),
        "active_blocks": len(live),
        "active_bytes": sum(b["size"] for b in live),
        "requested_bytes": sum(b["requested_size"] for b in live),
        "block_stacks": weighted(stack_hash(block_stack(b)) for _, b in blocks),
    }


def events_of(events):
    stacks = [stack_of(e.get("frames")) for e in events]
    return {
        "events": len(events),
        "actions": dict(sorted(collections.Counter(e["action"] for e in events).items())),
        "addresses": weighted(e.get("addr", e.get("device_free", 0)) for e in events),
        "sizes": weighted(e["size"] for e in events),
        "streams": weighted(e["stream"] for e in events),
        "times": weighted(e.get("time_us", 0) for e in events),
        "first_time": events[0].get("time_us", 0) if events else 0,
        "last_time": events[-1].get("time_us", 0) if events else 0,
        "stacks": len(set(stacks) - {()}),
        "stack_hashes": weighted(stack_hash(s) for s in stacks),
    }


def describe(data):
    if isinstance(data, list):
        data = {"segments": data}
    traces = data.get("device_traces", [])
    ordinals = {s["device"] for s in data["segments"]} | {i for i, t in enumerate(traces) if t}
    edges = data.get("external_annotations", [])
    return {
        "devices": {
            str(o): events_of(traces[o] if o < len(traces) else [])
            | segments_of([s for s in data["segments"] if s["device"] == o])
            for o in sorted(ordinals)
        },
        "annotations": sum(e["stage"] == "START" for e in edges),
        "settings": list(data.get("allocator_settings", {})),
        "conf": data.get("allocator_settings", {}).get("PYTORCH_CUDA_ALLOC_CONF", ""),
    }


def main():
    expected = {}
    for path in sorted(DATA.rglob("*.pickle.zst")):
        if path.parent.name == "snapshots":
            continue
        name = str(path.relative_to(DATA)).removesuffix(".zst")
        content = subprocess.run(["zstd", "-dcq", path], check=True, stdout=subprocess.PIPE).stdout
        expected[name] = describe(pickle.loads(content))
    target = DATA / "snapshots" / "expected.json"
    target.write_text(json.dumps(expected, indent=1) + "\n")


if __name__ == "__main__":
    main()
