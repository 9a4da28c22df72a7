# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether a snapshot that Tidemark wrote says all that the one says that it was made from.

    python3 compare_snapshots.py ORIGINAL WRITTEN [made_up]

Values must be equal in type, too. The written one may differ only so:
- The bare list of torch.cuda.memory_snapshot() comes back as "segments" of a dict, beside empty "device_traces".
- Files of PyTorch before 2.1 get the keys that PyTorch has written since, because its viewers expect them:
  the sums, "segment_pool_id", "is_expandable" and "frames" of segments, "address", "requested_size" and "frames"
  of blocks.
- "external_annotations" may be added, empty, to settings from PyTorch 2.3 and 2.4.
- Empty lists at the end of "device_traces" may come or go: devices never used.
- Pool ids that another tool wrote as lists come back as tuples, as PyTorch writes them.
- Segments come by device and address, which is PyTorch's order.
- A segment that its blocks do not fill gets the free block that is missing.
- An annotation that only has an END also gets the START that it is shown with.
With made_up, the original is first made into what PyTorch would write: see as_pytorch().
"""
import pickle
import sys

ADDED = {
    "segments": {"allocated_size", "active_size", "requested_size", "segment_pool_id", "is_expandable", "frames"},
    "host_segments": {"allocated_size", "active_size", "requested_size", "segment_pool_id", "is_expandable",
                      "frames"},
    "blocks": {"address", "requested_size", "frames"},
}


POOL_IDS = ("pool_id", "segment_pool_id")


def fail(where, what):
    sys.exit(f"{where}: {what}")


def short(value):
    text = repr(value)
    return text if len(text) < 200 else text[:200] + "..."


def compare(old, new, where, kind=""):
    if kind in POOL_IDS and isinstance(old, list):
        old = tuple(old)
    if type(old) is not type(new):
        fail(where, f"{short(old)} became {short(new)}")
    if isinstance(old, dict):
        missing = old.keys() - new.keys()
        added = new.keys() - old.keys() - ADDED.get(kind, set())
        if missing or added:
            fail(where, f"lost {sorted(missing)}, gained {sorted(added)}")
        for key in old:
            compare(old[key], new[key], f"{where}.{key}", key)
    elif isinstance(old, (list, tuple)):
        if len(old) != len(new):
            fail(where, f"{len(old)} items became {len(new)}")
        for i, (left, right) in enumerate(zip(old, new)):
            compare(left, right, f"{where}[{i}]", kind)
    elif old != new:
        fail(where, f"{short(old)} became {short(new)}")


def with_starts(annotations, first_time):
    """The STARTs that annotations with an END only are shown with."""
    open_names, added = {}, []
    for edge in annotations:
        key = (edge["name"], edge["device"])
        open_names[key] = open_names.get(key, 0) + (1 if edge["stage"] == "START" else -1)
        if open_names[key] < 0:
            open_names[key] = 0
            added.append(dict(edge, stage="START", time_us=min(first_time, edge["time_us"])))
    return added + annotations


def fill(segment):
    end = segment["address"] + sum(block["size"] for block in segment["blocks"])
    missing = segment["address"] + segment["total_size"] - end
    if missing > 0:
        segment["blocks"].append({"address": end, "size": missing, "requested_size": 0, "state": "inactive",
                                  "frames": []})


def as_pytorch(old):
    """Annotations by time, of devices of the file and
    without more keys, and no key of the whole that Tidemark does not know."""
    del old["written_by"]
    keys = ("name", "stage", "device", "time_us")
    old["external_annotations"] = [{key: edge[key] for key in keys} for edge in old["external_annotations"]
                                   if edge["device"] < len(old["device_traces"])]


def main(original, written, made_up=False):
    with open(original, "rb") as file:
        old = pickle.load(file)
    with open(written, "rb") as file:
        new = pickle.load(file)
    if isinstance(old, list):
        old = {"segments": old, "device_traces": []}
    if made_up:
        as_pytorch(old)
    if new.get("external_annotations") == []:
        old.setdefault("external_annotations", [])
    old["segments"].sort(key=lambda segment: (segment["device"], segment["address"]))
    for segment in old["segments"]:
        fill(segment)
    for traces in (old["device_traces"], new["device_traces"]):
        while traces and not traces[-1]:
            traces.pop()
    times = [event["time_us"] for trace in old["device_traces"] for event in trace[:1] if "time_us" in event]
    if "external_annotations" in old and times:
        old["external_annotations"] = with_starts(old["external_annotations"], min(times))
    if made_up:
        for annotations in (old["external_annotations"], new["external_annotations"]):
            annotations.sort(key=lambda edge: (edge["time_us"], edge["name"], edge["stage"]))
    compare(old, new, "snapshot")


main(*sys.argv[1:])
