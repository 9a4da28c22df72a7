#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Does memory really go back to the card?  driver_witness.py BIN OUT [native|tidemark [CONF]]

Another process watches the card, through cudaMemGetInfo and nvidia-smi, while the recorder allocates, frees and
empties its cache. The bytes that the recorder says it returned must be those that others gained. Ends with 1 when
they are not. Nobody else may use the card meanwhile.
"""
import os
import re
import subprocess
import sys

import torch


class Recorder:
    def __init__(self, arguments):
        self.process = subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                                        stderr=subprocess.PIPE, text=True)

    def say(self, command):
        """The first line of the answer."""
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        return self.process.stderr.readline().strip()


def used():
    """Bytes in use on the card, by everybody: as the runtime and as NVML tell (that one in whole MiB)."""
    free, total = torch.cuda.mem_get_info(0)
    shown = subprocess.check_output(
        ["nvidia-smi", "--id=0", "--query-gpu=memory.used", "--format=csv,noheader,nounits"], text=True)
    return total - free, int(shown) << 20


def main():
    program, out = os.path.join(sys.argv[1], "tidemark-record"), sys.argv[2]
    allocator = sys.argv[3] if len(sys.argv) > 3 else "native"
    conf = sys.argv[4] if len(sys.argv) > 4 else ""
    torch.cuda.init()
    name = f"witness-{allocator}" + ("-" + conf.split(":")[0] if conf else "")
    recorder = Recorder([program, "--device", "cuda:0", "--allocator", allocator, "--workload", "playground",
                         "--conf", conf, "-o", os.path.join(out, name + ".tide")])
    for command in ("alloc 4GiB", "alloc 3MiB", "alloc 2500MiB", "free 1", "free 3"):
        recorder.say(command)
    runtime_before, nvml_before = used()
    answer = recorder.say("empty_cache")
    runtime_after, nvml_after = used()
    recorder.say("stop")
    recorder.process.wait()
    said = int(re.search(r"\(([\d,]+) B\)", answer).group(1).replace(",", ""))
    runtime, nvml = runtime_before - runtime_after, nvml_before - nvml_after
    equal = said == runtime and abs(said - nvml) <= 1 << 20
    print(f"{name}: empty_cache said {said:,}, cudaMemGetInfo in another process {runtime:,}, "
          f"nvidia-smi {nvml:,}: {'equal' if equal else 'DIFFERENT'}")
    print("   ", answer)
    return 0 if equal else 1


if __name__ == "__main__":
    sys.exit(main())
