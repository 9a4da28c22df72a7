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
"$here/compare.py" "$bin" "$out/pairs.tide" || failed=1

echo "-- microseconds of a step of the transformer, medians of 300, bare and recorded in turn"
for _ in 1 2 3 4 5; do
    echo "$("$bin/step_time" bare 320) $("$bin/step_time" recorded 320)"
done | tee "$out/steps" | python3 -c '
import statistics, sys
pairs = [tuple(map(float, line.split())) for line in sys.stdin]
bare, recorded = (statistics.median(column) for column in zip(*pairs))
print(f"bare {bare:.0f}, recorded {recorded:.0f}: {100 * (recorded / bare - 1):+.2f} %; pairs", pairs)' || failed=1

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
print(f"{device[\"events\"]:,} events, {device[\"lost_events\"]} lost")
sys.exit(device["lost_events"] != 0 or device["events"] < 5_000_000)' || failed=1
exit "$failed"
