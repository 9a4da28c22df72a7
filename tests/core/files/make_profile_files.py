# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes memory files as torch.profiler does, from tensors that live and die by a formula, and beside them
expected.json: the highest and the last value of every curve, found by adding up what lives at each moment.

    make_profile_files.py FOLDER SEED
"""
import gzip
import json
import os
import random
import sys

# torch/profiler/_memory_profiler.py: _CATEGORY_TO_INDEX and _ACTION_TO_INDEX.
CATEGORIES = ["parameter", "optimizer_state", "input", "temporary", "activation", "gradient",
              "autograd_detail", "unknown"]
PREEXISTING, CREATE, INCREMENT_VERSION, DESTROY = 1, 2, 3, 4
BASE_NS = 1_696_966_048_000_000_000


def tensors(rng, count):
    """Each tensor: size, [(birth of version, category), ...], death or None; times in ns, -1: before."""
    result = []
    now = BASE_NS
    for i in range(count):
        now += rng.choice([0, 300, 700, 1500, 250_000])
        birth = -1 if i < count // 10 else now
        versions = [(birth, rng.randrange(8))]
        moment = now
        for _ in range(rng.randrange(3)):
            moment += rng.randrange(1, 1_000_000)
            versions.append((moment, rng.randrange(8)))
        death = None if rng.random() < 0.2 else moment + rng.randrange(1, 5_000_000)
        result.append((512 * rng.randrange(1, 5000), versions, death))
    return result


def raw_rows(live):
    rows = []
    for size, versions, death in live:
        birth, category = versions[0]
        rows.append((birth, PREEXISTING if birth < 0 else CREATE, size, category))
        for moment, after in versions[1:]:
            rows.append((moment, INCREMENT_VERSION, -size, category))
            rows.append((moment, INCREMENT_VERSION, size, after))
            category = after
        if death is not None:
            rows.append((death, DESTROY, -size, category))
    rows.sort(key=lambda row: (row[0], row[1]))
    return rows


def bytes_at(live, moment):
    """What lives just after a moment, by category: looked up tensor by tensor."""
    sums = [0] * len(CATEGORIES)
    for size, versions, death in live:
        if death is not None and death <= moment:
            continue
        held = [category for birth, category in versions if birth <= moment]
        if held:
            sums[held[-1]] += size
    return sums


def curves(samples):
    """samples: [(time in us, [bytes by category])]; the names and values that a reader must find."""
    result = {}
    for i, name in enumerate(["allocated"] + CATEGORIES):
        values = [(sum(sizes) if i == 0 else sizes[i - 1], time) for time, sizes in samples]
        if i > 0 and not any(value for value, _ in values):
            continue
        peak = max(value for value, _ in values)
        result[name] = {"peak": peak, "peak_us": next(time for value, time in values if value == peak),
                        "end": values[-1][0], "end_us": values[-1][1]}
    return result


def write(folder, name, value):
    text = json.dumps(value).encode()
    with open(os.path.join(folder, name), "wb") as file:
        file.write(text)
    with gzip.open(os.path.join(folder, name + ".gz"), "wb") as file:
        file.write(text)


def timelines(folder, rng, expected):
    live = tensors(rng, 200)
    rows = raw_rows(live)
    write(folder, "timeline.raw.json", rows)
    moments = sorted({row[0] for row in rows})
    first = min(moment for moment in moments if moment >= 0)
    samples = [(max(moment, first) // 1000, bytes_at(live, moment)) for moment in moments]
    expected["timeline.raw.json"] = [{"device": 0, "name": "", "curves": curves(samples)}]

    # The summed form has one entry for each microsecond, with what holds at its end.
    by_microsecond = {}
    for moment in moments:
        by_microsecond[moment // 1000 if moment >= 0 else -1] = bytes_at(live, moment)
    times = [first // 1000 if time < 0 else time for time in by_microsecond]
    write(folder, "timeline.json", [times, [[0] + sizes for sizes in by_microsecond.values()]])
    expected["timeline.json"] = [{"device": 0, "name": "",
                                  "curves": curves(list(zip(times, by_microsecond.values())))}]


def total_curve(samples):
    peak = max(value for _, value in samples)
    return {"peak": peak, "peak_us": next(time for time, value in samples if value == peak),
            "end": samples[-1][1], "end_us": samples[-1][0]}


def trace(folder, name, rng, expected, relative, totals):
    """Memory events of a host and two GPUs, written thread by thread, among other events."""
    devices = {(0, -1): [], (1, 0): [], (1, 1): []}
    threads = [[], []]
    state = {key: [0, 0] for key in devices}
    now = 1000
    for i in range(900):
        now += rng.randrange(1, 4000)
        key = rng.choice(list(devices))
        allocated, reserved = state[key]
        change = 512 * rng.randrange(-200, 260)
        allocated = max(allocated + change, 0)
        change = allocated - state[key][0]
        if key[0] == 1:
            reserved = max(reserved, (allocated + 2097151) // 2097152 * 2097152)
        state[key] = [allocated, reserved]
        time_ns = BASE_NS + now * 1000 + rng.randrange(1000)
        devices[key].append((time_ns // 1000, allocated, reserved))
        args = {"Ev Idx": i, "Addr": 140_000_000_000_000 + i, "Bytes": change, "Device Id": key[1],
                "Device Type": key[0]}
        if totals:
            args.update({"Total Allocated": allocated, "Total Reserved": reserved})
        shown = time_ns - BASE_NS if relative else time_ns
        event = {"ph": "i", "cat": "cpu_instant_event", "s": "t", "name": "[memory]", "pid": 1, "tid": i % 2,
                 "ts": "TS%d.%03dTS" % (shown // 1000, shown % 1000), "args": args}
        threads[i % 2].append(event)
        threads[i % 2].append({"ph": "X", "cat": "cpu_op", "name": "aten::mm", "ts": i, "dur": 2,
                               "args": {"Input Dims": [[2, 3], [[4]]], "Bytes": 7, "name": "[memory]",
                                        "deep": {"Bytes": 9, "args": {"Total Allocated": 1}}}})
    value = {"schemaVersion": 1,
             "deviceProperties": [{"id": 0, "name": "NVIDIA H200", "totalGlobalMem": 150_000_000_000},
                                  {"id": 1, "name": "NVIDIA H200", "totalGlobalMem": 150_000_000_000}],
             "displayTimeUnit": "ms"}
    if relative:
        value["baseTimeNanoseconds"] = BASE_NS
    value["traceEvents"] = threads[0] + threads[1]
    value["traceName"] = name
    text = json.dumps(value).replace('"TS', "").replace('TS"', "").encode()
    with open(os.path.join(folder, name), "wb") as file:
        file.write(text)
    expected[name] = []
    for key in [(1, 0), (1, 1), (0, -1)]:
        found = {"allocated": total_curve([(time, allocated) for time, allocated, _ in devices[key]])}
        if totals and key[0] == 1:
            found["reserved"] = total_curve([(time, reserved) for time, _, reserved in devices[key]])
        expected[name].append({"device": key[1], "name": "cpu" if key[0] == 0 else "NVIDIA H200",
                               "curves": found})


def main():
    folder, seed = sys.argv[1], int(sys.argv[2])
    rng = random.Random(seed)
    expected = {}
    timelines(folder, rng, expected)
    trace(folder, "relative.pt.trace.json", rng, expected, True, True)
    trace(folder, "absolute.pt.trace.json", rng, expected, False, True)
    trace(folder, "without_totals.pt.trace.json", rng, expected, True, False)
    with open(os.path.join(folder, "expected.json"), "w") as file:
        json.dump(expected, file)


main()
