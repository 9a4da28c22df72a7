#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""One line of the table: does replay of a recording say what its allocator said?  compare.py BIN FILE

Ends with 1 when a figure, a block of the final state or a decision of the allocator's policy differs.
"""
import json
import os
import subprocess
import sys

WIDTHS = "{:<48} {:>3} {:>10} {:>8} {:>8} {:>7} {:>7} {:>20}  {}"
HEADER = ("recording", "gpu", "events", "samples", "figures", "blocks", "differ", "decisions equal", "verdict")


def ask(program, *arguments):
    done = subprocess.run([program, *arguments, "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if not done.stdout:
        sys.exit(f"{' '.join([program, *arguments])}: {done.stderr.strip()}")
    return json.loads(done.stdout), done.returncode


def main():
    program, path = os.path.join(sys.argv[1], "tidemark"), sys.argv[2]
    name = os.path.basename(path).removesuffix(".tide")
    devices, code = ask(program, "check", path)
    failed = code != 0
    for device in devices:
        figures, blocks = len(device["differences"]), device["differing_blocks"]
        decided, code = ask(program, "simulate", path, "--check", "--device", str(device["device"]))
        equal = decided["equal"] == decided["decisions"]
        whole = device["has_final_state"] and figures == 0 and blocks == 0 and equal
        failed |= not whole
        print(WIDTHS.format(name, device["device"], f"{device['events']:,}", device["samples"], device["figures"],
                            device["final_blocks"], figures + blocks,
                            f"{decided['equal']:,} of {decided['decisions']:,}", "equal" if whole else "DIFFERENT"))
        for difference in device["differences"][:3]:
            print("   ", difference)
    return 1 if failed else 0


if __name__ == "__main__":
    if sys.argv[1:] == ["--header"]:
        print(WIDTHS.format(*HEADER))
    else:
        sys.exit(main())
