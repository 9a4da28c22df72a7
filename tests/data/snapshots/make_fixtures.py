#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the pickles of this folder: recordings of tests/data pickled again in every way that is in use, and
`everything`, a made snapshot with every key that PyTorch or another tool writes.

Usage: make_fixtures.py  (needs the zstd program; overwrites the *.pickle.zst beside it)
"""
import pathlib
import pickle
import pickletools
import random
import struct
import subprocess

FOLDER = pathlib.Path(__file__).resolve().parent


class TorchPickler:
    """Writes as torch::jit::Pickler does (torch/csrc/jit/serialization/pickler.cpp): protocol 2, lists in one
    piece whatever their length, every number above 32 bits as LONG1 of eight bytes, texts stored in the memo by
    value, containers not stored at all."""

    def __init__(self):
        self.out = bytearray(b"\x80\x02")
        self.memo = {}

    def put(self):
        number = len(self.memo)
        self.out += b"q" + bytes([number]) if number < 256 else b"r" + struct.pack("<I", number)

    def write(self, value):
        if isinstance(value, bool):
            self.out += b"\x88" if value else b"\x89"
        elif isinstance(value, str):
            if value in self.memo:
                number = self.memo[value]
                self.out += b"h" + bytes([number]) if number < 256 else b"j" + struct.pack("<I", number)
            else:
                content = value.encode()
                self.out += b"X" + struct.pack("<I", len(content)) + content
                self.put()
                self.memo[value] = len(self.memo)
        elif isinstance(value, int):
            if 0 <= value < 256:
                self.out += b"K" + bytes([value])
            elif 0 <= value < 65536:
                self.out += b"M" + struct.pack("<H", value)
            elif -(2**31) <= value < 2**31:
                self.out += b"J" + struct.pack("<i", value)
            else:
                self.out += b"\x8a\x08" + struct.pack("<q", value)
        elif isinstance(value, float):
            self.out += b"G" + struct.pack(">d", value)
        elif isinstance(value, tuple):
            for item in value:
                self.write(item)
            self.out += b"\x86"
        elif isinstance(value, list):
            self.out += b"]("
            for item in value:
                self.write(item)
            self.out += b"e"
        else:
            self.out += b"}("
            for key, item in value.items():
                self.write(key)
                self.write(item)
            self.out += b"u"

    def dumps(self, value):
        self.write(value)
        return bytes(self.out + b".")


def frame(name, line, **more):
    return {"name": name, "filename": f"site-packages/{name}.py", "line": line, **more}


def everything():
    inner, outer = frame("linear", 114), frame("train", 7)
    fx = frame("call", 3, fx_node_op="call_module", fx_node_name="fc1")
    high = 0xFFFF_FFFF_FFFF_0000
    common = {"stream": 0, "time_us": 1_700_000_000_000_000}

    def event(action, addr, size, microseconds, **more):
        return common | {"action": action, "addr": addr, "size": size,
                         "time_us": common["time_us"] + microseconds} | more

    block = {"requested_size": 500, "state": "active_allocated", "frames": [inner, outer]}
    return {
        "written_by": {"tool": "a test", "numbers": [1, 2.5, None, True, -3], "empty": []},
        "host_traces": [[event("alloc", 0x5000, 4096, 5)]],
        "device_traces": [
            [
                event("segment_alloc", high, 2048, 0, compile_context="N/A", user_metadata=""),
                event("alloc", high, 500, 1, frames=[inner, outer], compile_context="Torch-Compiled Region 0",
                      user_metadata="step 1", pool_id=(0, 3)),
                event("alloc", high + 512, 400, 2, frames=[fx, outer], user_metadata={"epoch": 1, "tag": "é\n\""},
                      category="activation", pool_id=[0, 3], stream=-8),
                event("free_requested", high + 512, 400, 3, stream=-8,
                      forward_frames=['  File "model.py", line 12, in forward\n    x = self.fc(x)\n',
                                      '  File "ops.py", line 3, in linear\n', "a line of another form"]),
                event("free_completed", high + 512, 400, 3, stream=-8, internal_metadata="mallocWithAddress"),
                event("annotate", high, 0, 4, user_metadata="weights"),
                event("user_defined", 0, 0, 4),
                event("something_new", 1, 2, 5),
                {"action": "oom", "device_free": 123_456_789, "size": 2**40, "stream": 0,
                 "time_us": common["time_us"] + 6},
                event("snapshot", 0, 512, 7),
            ],
            [],
            [event("segment_map", 2**21, 2**21, 8), event("segment_unmap", 2**21, 2**20, 9)],
        ],
        "host_segments": [
            {"device": 0, "address": 0x5000, "total_size": 4096, "stream": 0, "segment_type": "large",
             "blocks": [{"address": 0x5000, "size": 4096, "requested_size": 4096, "state": "active_allocated"}]},
        ],
        "segments": [
            {"device": 2, "address": 3 * 2**20, "total_size": 2**20, "allocated_size": 0, "active_size": 0,
             "requested_size": 0, "stream": 64, "segment_type": "large", "segment_pool_id": (1, 0),
             "is_expandable": True, "frames": [outer],
             "blocks": [{"address": 3 * 2**20, "size": 2**20, "requested_size": 77, "state": "inactive",
                         "frames": []}]},
            {"device": 0, "address": high, "total_size": 2048, "allocated_size": 512, "active_size": 512,
             "requested_size": 500, "stream": 0, "segment_type": "small", "segment_pool_id": (0, 3),
             "is_expandable": False, "frames": [],
             "blocks": [block | {"address": high, "size": 512},
                        {"address": high + 512, "size": 1536, "requested_size": 400, "state": "inactive",
                         "frames": []}]},
            {"device": 1, "address": 1024, "total_size": 3072, "stream": 0, "segment_type": "small",
             "blocks": [
                 {"size": 1024, "state": "active_pending_free",
                  "history": [{"addr": 1024, "real_size": 1000, "frames": [inner]},
                              {"addr": 1024, "real_size": 900, "cpp_frames": ["f()"]}]},
                 {"size": 1024, "state": "inactive", "history": [{"addr": 2048, "real_size": 10}]},
                 {"size": 1024, "requested_size": 1001, "state": "active_awaiting_free"}]},
        ],
        "external_annotations": [
            {"name": "## forward ##", "stage": "START", "device": 0, "time_us": common["time_us"] + 1},
            {"name": "inner", "stage": "START", "device": 0, "time_us": common["time_us"] + 2},
            {"name": "inner", "stage": "START", "device": 0, "time_us": common["time_us"] + 3, "thread": 1},
            {"name": "inner", "stage": "END", "device": 0, "time_us": common["time_us"] + 3},
            {"name": "inner", "stage": "END", "device": 0, "time_us": common["time_us"] + 5},
            {"name": "## forward ##", "stage": "END", "device": 0, "time_us": common["time_us"] + 6},
            {"name": "ProfilerStep#1", "stage": "START", "device": 2, "time_us": common["time_us"] + 9},
            {"name": "earlier", "stage": "END", "device": 0, "time_us": common["time_us"] + 1},
            {"name": "elsewhere", "stage": "START", "device": 9, "time_us": common["time_us"]},
        ],
        "allocator_settings": {
            "PYTORCH_CUDA_ALLOC_CONF": "expandable_segments:True,roundup_power2_divisions:[256:1,512:2,>:4]",
            "max_split_size": 67108864, "garbage_collection_threshold": 0.6, "expandable_segments": True,
            "roundup_power2_divisions": {"1": 0, "256": 1, "512": 2, "1024": 4},
            "trace_alloc_overflowed": [True, False, False], "trace_alloc_max_entries": [10, 10, 10],
        },
    }


def texts():
    """Names that are hard: no UTF-8, a NUL, a line feed, right to left, very long."""
    names = ["\udcff\udcfe", "a\x00b", "a\nb\\u0041", "שלום", "\U0001F600", "x" * 100_000, "\ud800", "'\"\\"]
    events = [{"action": "alloc", "addr": 512 * i, "size": 512, "stream": 0, "time_us": i,
               "frames": [frame(name, i)]} for i, name in enumerate(names)]
    return {"segments": [], "device_traces": [events]}


def shuffled(value, chance):
    """The same with the keys of every dict in an order by chance."""
    if isinstance(value, dict):
        items = [(key, shuffled(item, chance)) for key, item in value.items()]
        chance.shuffle(items)
        return dict(items)
    return [shuffled(item, chance) for item in value] if isinstance(value, list) else value


def write(name, content):
    target = FOLDER / f"{name}.pickle.zst"
    # With its size, which the tests ask for before they unpack it.
    command = ["zstd", "-19", "-qf", f"--stream-size={len(content)}", "-o", target, "-"]
    subprocess.run(command, check=True, input=content)


def main():
    def load(name):
        packed = FOLDER.parent / f"{name}.pickle.zst"
        return pickle.loads(subprocess.run(["zstd", "-dcq", packed], check=True, stdout=subprocess.PIPE).stdout)

    sources = {"vgg": load("vgg"), "small": load("outside/torch26_small"), "everything": everything(),
               "texts": texts()}
    for name, data in sources.items():
        for protocol in range(6):
            write(f"{name}_protocol{protocol}", pickle.dumps(data, protocol))
    write("vgg_optimized", pickletools.optimize(pickle.dumps(sources["vgg"], 4)))
    write("vgg_shuffled", pickle.dumps(shuffled(sources["vgg"], random.Random(1)), 4))
    write("vgg_torch", TorchPickler().dumps(sources["vgg"]))
    write("small_torch", TorchPickler().dumps(sources["small"]))


if __name__ == "__main__":
    main()
