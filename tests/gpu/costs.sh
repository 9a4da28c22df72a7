#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What recording costs on the first GPU: a pair of alloc and free, a training step, and whether a long run loses
# events. costs.sh BIN OUT
set -euo pipefail
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
bin=$1 out=$2
mkdir -p "$out"
failed=0

echo "-- nanoseconds of an alloc and free of 4 KiB in PyTorch's allocator, medians of 101 rounds of 10,000"
"$bin/pair_cost" "$out/pairs.tide" || failed=1

# steps TITLE COUNT OPTIONS...: the three in turn, three times.
steps() {
    local title=$1 count=$2
    shift 2
    echo "-- microseconds of a step of the transformer, $title: medians of $count steps, and of three runs in turn"
    for _ in 1 2 3; do
        for how in bare unnamed recorded; do
            "$bin/step_time" "$how" "$((count + 20))" "$@"
        done | tr '\n' ' '
        echo
    done | python3 -c '
import statistics, sys
rows = [tuple(map(float, line.split())) for line in sys.stdin]
bare, unnamed, recorded = (statistics.median(column) for column in zip(*rows))
print(f"bare {bare:.0f}; recorded {recorded:.0f}, {100 * (recorded / bare - 1):+.2f} %; "
      f"without names of operators {unnamed:.0f}, {100 * (unnamed / bare - 1):+.2f} %")
print("   ", rows)'
}
steps "small, as on the CPU" 200 || failed=1
steps "of a size for a GPU" 30 head_width=64 layers=12 heads=16 batch=16 min_length=256 max_length=512 || failed=1

echo "-- five million events, and the file while it is written (MB each second)"
"$bin/tidemark-record" --device cuda:0 --workload transformer --steps 4000 -o "$out/long.tide" \
    < /dev/null > "$out/long.log" 2>&1 &
recorder=$!
while kill -0 "$recorder" 2> /dev/null; do
    sleep 1
    stat -c %s "$out/long.tide" 2> /dev/null | awk '{ printf "%.1f ", $1 / 1e6 }'
done
echo
wait "$recorder" || { failed=1; tail -n 3 "$out/long.log"; }
"$here/compare.py" "$bin" "$out/long.tide" || failed=1
"$bin/tidemark" info "$out/long.tide" --json | python3 -c '
import json, sys
device = json.load(sys.stdin)["devices"][0]
events, lost = device["events"], device["lost_events"]
print(f"{events:,} events, {lost} lost")
sys.exit(lost != 0 or events < 5_000_000)' || failed=1
exit "$failed"
