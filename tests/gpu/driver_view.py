#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Does the driver's view fit the allocator's?  driver_view.py BIN FILE.tide...

allocated <= active <= reserved, requested <= active (a block that is being freed is no longer allocated while its
request still counts, as in PyTorch), and reserved <= what the driver says this process uses <= what the device has in
use, at every sample that was not taken while memory moved; and those are few. One line for each device.
Ends with 1 when something does not fit, or when the driver was not asked.
"""
import json
import os
import subprocess
import sys

MIB = 1 << 20
MOST_MOMENTS = 2000
MOST_TORN = 0.1  # of the samples


def ask(program, *arguments):
    return json.loads(subprocess.check_output([program, *arguments], text=True))


def mib(count):
    return "unknown" if count is None else f"{count / MIB:,.1f} MiB"


def wrong_at(moment):
    """What is out of order at a moment; empty when nothing is."""
    requested, *allocator = [moment[name + "_bytes"] for name in ("requested", "allocated", "active", "reserved")]
    driver = moment["driver"]
    process, used = driver["process_bytes"], driver["used_bytes"]
    counts = [driver["reserved_bytes"], *(count for count in (process, used) if count is not None)]
    # The runtime and NVML are asked one after the other.
    moved = driver["torn"] or (process is not None and used is not None and process > used)
    in_order = requested <= allocator[1] and allocator == sorted(allocator) and (moved or counts == sorted(counts))
    return "" if in_order else f"event {moment['event']}: allocator {[requested, *allocator]}, driver {counts}"


def check(program, path, device):
    name, driver = f"{os.path.basename(path)} device {device['device']}", device.get("driver")
    if driver is None:
        print(f"{name}: the driver was not asked")
        return False
    step = max(1, device["events"] // MOST_MOMENTS)
    moments = [moment for moment in ask(program, "series", path, "--device", str(device["device"]), "--at",
                                        f"every:{step}") if moment["driver"] is not None]
    wrong = [text for text in map(wrong_at, moments) if text]
    outside = [moment["driver"]["outside_allocator_bytes"] for moment in moments]
    outside = [count for count in outside if count is not None]
    end = driver["end"]
    print(f"{name}: {driver['samples']} samples, {driver['torn_samples']} torn, process by "
          f"{driver['process_known_by']}; outside the allocator {mib(min(outside, default=None))} to "
          f"{mib(max(outside, default=None))}; at the end process {mib(end['process_bytes'])}, others "
          f"{mib(end['other_processes_bytes'])}, free {mib(end['free_bytes'])}; "
          f"{len(moments)} moments, {len(wrong)} out of order")
    for text in wrong[:5]:
        print("   ", text)
    return not wrong and bool(moments) and driver["torn_samples"] <= MOST_TORN * driver["samples"]


def main():
    program = os.path.join(sys.argv[1], "tidemark")
    fits = [check(program, path, device) for path in sys.argv[2:]
            for device in ask(program, "info", path, "--json")["devices"]]
    return 0 if fits and all(fits) else 1


if __name__ == "__main__":
    sys.exit(main())
