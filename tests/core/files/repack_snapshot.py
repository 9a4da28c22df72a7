#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes one snapshot again in every form in which people may hold it.

Usage: repack_snapshot.py SNAPSHOT.pickle FOLDER [REPEAT]
REPEAT: how often each list of events is written one after the other, to make it long.

The names of the files say nothing to Tidemark, which goes by content; they name the form for the test.
Those that begin with "sorted" hold the same with sorted keys.
"""
import binascii
import gzip
import io
import json
import pathlib
import pickle
import pickletools
import struct
import sys
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "data" / "snapshots"))
from make_fixtures import TorchPickler  # noqa: E402


def pickled(value, protocol, fast=False, pickler=pickle.Pickler):
    target = io.BytesIO()
    writer = pickler(target, protocol)
    if fast:
        writer.fast = True  # stores nothing in the memo, so that nothing is shared
    writer.dump(value)
    return target.getvalue()


def without_frames(data):
    """The same pickle without FRAME opcodes, as a writer makes it that knows none."""
    result = bytearray()
    begin = 0
    for opcode, _, position in pickletools.genops(data):
        if opcode.name == "FRAME":
            result += data[begin:position]
            begin = position + 9
    return bytes(result + data[begin:])


class OneWay(io.RawIOBase):
    """A target that cannot be written again, so that zip puts lengths and checksums behind each file."""

    def __init__(self):
        self.content = bytearray()

    def writable(self):
        return True

    def write(self, data):
        self.content += data
        return len(data)


def zipped(members, method=zipfile.ZIP_DEFLATED, target=None, zip64=False, front=b""):
    target = io.BytesIO(front) if target is None else target
    if front:
        target.seek(0, io.SEEK_END)
    with zipfile.ZipFile(target, "a" if front else "w", method) as archive:
        for name, data in members:
            info = zipfile.ZipInfo(name)
            info.compress_type = method
            with archive.open(info, "w", force_zip64=zip64) as member:
                member.write(data)
    return bytes(target.content) if isinstance(target, OneWay) else target.getvalue()


def page(data):
    """What _format_viz() of torch/cuda/_memory_viz.py writes."""
    data += b"\x00" * (3 - len(data) % 3)
    files = json.dumps([{"name": "snapshot.pickle", "base64": binascii.b2a_base64(data).decode("utf-8")}])
    return f"""
<!DOCTYPE html>
<html>
<head>
</head>
<body>
<script type="module">
import {{add_local_files}} from "https://cdn.jsdelivr.net/gh/pytorch/pytorch@main/torch/utils/viz/MemoryViz.js"
const local_files = {files}
add_local_files(local_files, 'Active Memory Timeline')
</script>
</body>
""".encode()


def forms_of(snapshot):
    for protocol in range(6):
        yield f"protocol {protocol}", pickled(snapshot, protocol)
        yield f"protocol {protocol}, nothing shared", pickled(snapshot, protocol, fast=True)
        yield f"protocol {protocol}, by Python's Python", pickled(snapshot, protocol, pickler=pickle._Pickler)
        yield f"protocol {protocol}, optimized", pickletools.optimize(pickled(snapshot, protocol))
    for protocol in (4, 5):
        yield f"protocol {protocol}, no frames", without_frames(pickled(snapshot, protocol))
    try:
        yield "as PyTorch's C++", TorchPickler().dumps(snapshot)
    except (AttributeError, struct.error):
        pass  # it has neither None nor integers above 63 bits
    plain = pickled(snapshot, 4)
    text = json.dumps(snapshot)
    yield "JSON", text.encode()
    yield "JSON without blanks", json.dumps(snapshot, separators=(",", ":")).encode()
    yield "JSON with line ends", json.dumps(snapshot, indent=1).replace("\n", "\r\n").encode()
    yield "JSON in UTF-8", json.dumps(snapshot, ensure_ascii=False).encode("utf-8-sig", "replace")
    yield "gzip", gzip.compress(plain)
    yield "gzip of several members", b"".join(
        gzip.compress(plain[i:i + 50_000], 1) for i in range(0, len(plain), 50_000))
    yield "gzip with a name and zeros behind", named_gzip(plain) + bytes(1000)
    yield "gzip of JSON", gzip.compress(text.encode())
    yield "zip", zipped([("snapshot.pickle", plain)])
    yield "zip, stored", zipped([("a folder/snapshot.pickle", plain)], zipfile.ZIP_STORED)
    yield "zip64", zipped([("snapshot.pickle", plain)], zip64=True)
    yield "zip behind a program", zipped([("snapshot.pickle", plain)], front=b"PK\x03\x04 is no archive" * 9)
    yield "zip written one way", zipped([("snapshot.pickle", plain)], target=OneWay())
    yield "zip, stored, written one way", zipped([("s", plain)], zipfile.ZIP_STORED, OneWay())
    yield "zip among others", zipped([("README", b"The snapshot of a run."), ("a.json", text.encode())])
    yield "as torch.save", zipped(
        [("archive/data.pkl", pickled(snapshot, 2)), ("archive/.format_version", b"1"),
         ("archive/byteorder", b"little"), ("archive/version", b"3\n"),
         ("archive/.data/serialization_id", b"1" * 40)], zipfile.ZIP_STORED)
    yield "page", page(plain)
    yield "page of protocol 5", page(pickled(snapshot, 5))
    yield "zip in gzip", gzip.compress(zipped([("snapshot.pickle", plain)]))
    yield "gzip in zip", zipped([("snapshot.pickle.gz", gzip.compress(plain))])
    yield "page in zip in gzip", gzip.compress(zipped([("plot.html", page(plain))]))


def long_forms_of(snapshot):
    """Of a long one, which takes its time, only what may differ with the length."""
    plain = pickled(snapshot, 4)
    yield "protocol 4", plain
    yield "protocol 1, nothing shared", pickled(snapshot, 1, fast=True)
    yield "as PyTorch's C++", TorchPickler().dumps(snapshot)
    yield "JSON", json.dumps(snapshot).encode()
    yield "page", page(plain)


def named_gzip(data):
    target = io.BytesIO()
    with gzip.GzipFile("snapshot.pickle", "wb", fileobj=target) as packed:
        packed.write(data)
    return target.getvalue()


def with_sorted_keys(value):
    if isinstance(value, dict):
        return {key: with_sorted_keys(value[key]) for key in sorted(value)}
    return [with_sorted_keys(item) for item in value] if isinstance(value, (list, tuple)) else value


def main():
    source, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    snapshot = pickle.loads(source.read_bytes())
    if len(sys.argv) > 3:
        repeat = range(int(sys.argv[3]))
        snapshot["device_traces"] = [
            [dict(event) for _ in repeat for event in trace] for trace in snapshot["device_traces"]]
    for name, data in (long_forms_of if len(sys.argv) > 3 else forms_of)(snapshot):
        (folder / name).write_bytes(data)
    if len(sys.argv) > 3:
        return
    ordered = with_sorted_keys(snapshot)
    (folder / "sorted protocol 4").write_bytes(pickle.dumps(ordered, 4))
    (folder / "sorted JSON").write_text(json.dumps(snapshot, sort_keys=True))


if __name__ == "__main__":
    main()
