#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Figures to land on: three public conversations' workloads, beside what people published.  numbers.py BIN OUT [--dry]

Records VGG-11 with a checkpoint a stage and DeiT-Ti by several rules on the first GPU, and compares their peaks with
what the same models took in Python on one H200 (PyTorch 2.11.0+cu130). Ends with 1 when one is off by more than 3 %.
--dry: small sizes on the CPU, to see that everything is asked for as it should be; nothing is judged.
"""
import json
import os
import subprocess
import sys

MIB, GIB = 1 << 20, 1 << 30
TOLERANCE = 0.03
INT8_MOST, INT8_RATIO = 1900, 2.1
WIDTHS = "{:<34} {:<22} {:>10} {:>8} {:>8}  {:<10} {}"

VGG = {"depth": 11, "batch": 112, "image": 224, "width": 1, "classes": 1000, "checkpoint": "reentrant",
       "optimizer": "sgd_momentum", "set_to_none": "off"}
DEIT = {"model": "tiny", "batch": 128, "image": 224, "classes": 1000, "optimizer": "adamw", "set_to_none": "off"}
DRY = {"vgg": {"batch": 2, "image": 32, "width": 0.125, "classes": 10},
       "deit": {"batch": 2, "image": 32, "depth": 2, "classes": 10}}

# By step: the peak of the forward pass, the level behind it, the peak of the backward pass; GiB, as measured and as
# published (pytorch_memlab's issue 47).
VGG_TARGETS = {1: (2.904, 1.249, 5.809), 2: (3.961, 2.273, 6.305)}
VGG_PUBLISHED = {1: (None, 1.22, 5.71), 2: (3.86, 2.19, None)}
# MiB; published by Mesa's authors.
DEIT_RUNS = [("deit-amp", {"precision": "amp"}, [], 3419, None),
             ("deit-amp-2021", {"precision": "amp_2021"}, [], 4224, 4171),
             ("deit-fused", {"precision": "amp", "attention": "fused"}, [], 2403, None)]
INT8_PUBLISHED = 1859


class Numbers:
    def __init__(self, binaries, out, dry):
        self.binaries, self.out, self.dry, self.failed = binaries, out, dry, False
        os.makedirs(out, exist_ok=True)

    def record(self, name, workload, steps, options, more=()):
        """The recording's path, or None after a line that says why there is none."""
        path = os.path.join(self.out, name + ".tide")
        chosen = {**options, **(DRY[workload] if self.dry else {})}
        settings = [part for key, value in chosen.items() for part in ("--set", f"{key}={value}")]
        done = subprocess.run([os.path.join(self.binaries, "tidemark-record"), "--device",
                               "cpu" if self.dry else "cuda:0", "--workload", workload, "--steps", str(steps), "-o",
                               path, *settings, *more], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True)
        if done.returncode == 0:
            return path
        said = done.stdout.strip().splitlines()
        print(f"{name}: not recorded: {said[-1] if said else 'no word why'}")
        self.failed |= not self.dry
        return None

    def ask(self, *arguments):
        return json.loads(subprocess.check_output([os.path.join(self.binaries, "tidemark"), *arguments], text=True))

    def line(self, name, what, figure, unit, target, published, passes):
        digits = 3 if unit == GIB else 0
        off = f"{figure / unit / target - 1:+.1%}" if target and not self.dry else ""
        verdict = "" if self.dry else "lands" if passes else "MISSES"
        self.failed |= not (self.dry or passes)
        print(WIDTHS.format(name, what, f"{figure / unit:,.{digits}f}", target or "", published or "", off, verdict))

    def near(self, name, what, figure, unit, target, published):
        self.line(name, what, figure, unit, target, published, abs(figure / unit / target - 1) <= TOLERANCE)

    def vgg(self):
        path = self.record("numbers-vgg", "vgg", 2, VGG)
        if path is None:
            return
        tables = self.ask("scopes", path, "--every", "1", "--json", "-c", "allocated_bytes.all.peak", "-c",
                          "allocated_bytes.all.current")
        for table in tables:
            step = table["step"]
            rows = {row["scope"]: row for row in table["rows"] if row["kind"] == "phase"}
            peak, level = "allocated_bytes.all.peak", "allocated_bytes.all.current"
            figures = (rows["forward"][peak], rows["forward"][level], rows["backward"][peak])
            words = ("forward, peak", "forward, at its end", "backward, peak")
            for what, figure, target, published in zip(words, figures, VGG_TARGETS[step], VGG_PUBLISHED[step]):
                self.near(f"vgg, step {step}, GiB", what, figure, GIB, target, published)

    def peak(self, path):
        return self.ask("series", path, "--at", "peak")[0]["allocated_bytes"]

    def deit(self):
        peaks = {}
        for name, options, more, target, published in DEIT_RUNS:
            path = self.record("numbers-" + name, "deit", 3, {**DEIT, **options}, more)
            if path is not None:
                peaks[name] = self.peak(path)
                self.near(name + ", MiB", "peak", peaks[name], MIB, target, published)
        path = self.record("numbers-deit-int8", "deit", 3, {**DEIT, "precision": "amp_2021"},
                           ["--activations", "int8"])
        if path is not None and "deit-amp-2021" in peaks:
            figure = self.peak(path)
            ratio = peaks["deit-amp-2021"] / figure
            passes = figure / MIB <= INT8_MOST and ratio >= INT8_RATIO
            self.line("deit-amp-2021 in int8, MiB", f"peak, {ratio:.2f} times less", figure, MIB, INT8_MOST,
                      INT8_PUBLISHED, passes)


def main():
    dry = "--dry" in sys.argv
    binaries, out = [argument for argument in sys.argv[1:] if argument != "--dry"]
    numbers = Numbers(binaries, out, dry)
    print(WIDTHS.format("recording", "what", "here", "target", "public", "off", "within 3 %, int8: at most"))
    numbers.vgg()
    numbers.deit()
    return 1 if numbers.failed else 0


if __name__ == "__main__":
    sys.exit(main())
