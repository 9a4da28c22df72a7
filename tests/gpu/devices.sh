#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Records on the first two GPUs at once, and as two ranks, and compares each recording with what its allocators
# said.  devices.sh BIN OUT
set -euo pipefail
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
bin=$1 out=$2
mkdir -p "$out"
failed=0

# fault SENTENCE
fault() {
    echo "FAULT: $1"
    failed=1
}

# record NAME OPTIONS...: on both GPUs, to NAME.tide; then how it compares.
record() {
    local name=$1
    shift
    "$bin/tidemark-record" --device cuda:0,cuda:1 -o "$out/$name.tide" "$@" < "${commands:-/dev/null}" \
        > "$out/$name.log" 2>&1 || fault "$name: $(tail -n 1 "$out/$name.log")"
    "$here/compare.py" "$bin" "$out/$name.tide" || failed=1
}

for allocator in native tidemark; do
    for conf in '' expandable_segments:True; do
        label=two-$allocator${conf:+-expandable}
        record "$label-data" --allocator "$allocator" --workload transformer --steps 20 ${conf:+--conf "$conf"}
        record "$label-copies" --allocator "$allocator" --workload mlp --steps 20 --parallel copies \
            ${conf:+--conf "$conf"}
    done
    # The tensors of both devices, freed; then nothing is left on either.
    printf 'alloc 64MiB\nalloc 32MiB cuda:1\nstats\nfree 1\nfree 2\nreset_peak\nempty_cache\nstop\n' > "$out/two.commands"
    commands=$out/two.commands record "two-$allocator-playground" --allocator "$allocator" --workload playground
    for words in '(33,554,432 B) on cuda:1.' 'On 2 devices' 'The peaks of cuda:0, cuda:1' \
        '(100,663,296 B) in 2 segments, on 2 devices'; do
        grep -qF "$words" "$out/two-$allocator-playground.log" || fault "no answer says '$words'"
    done
done

# Memory runs out on one: the failure names it, and both devices' recordings have their end.
if "$bin/tidemark-record" --device cuda:0,cuda:1 --workload transformer --steps 50 --limit 200MiB --set batch=64 \
    --set max_length=1024 -o "$out/two-oom.tide" < /dev/null > "$out/two-oom.log" 2>&1; then
    fault "two-oom: it did not run out of memory"
fi
grep -qE 'tidemark-record: cuda:[01]: .*out of memory' "$out/two-oom.log" || fault "two-oom: $(tail -n 1 "$out/two-oom.log")"
"$here/compare.py" "$bin" "$out/two-oom.tide" || failed=1

# As torchrun starts two ranks.
for rank in 0 1; do
    RANK=$rank WORLD_SIZE=2 LOCAL_RANK=$rank "$bin/tidemark-record" --device cuda --steps 10 \
        -o "$out/rank-{rank}.tide" < /dev/null > "$out/rank-$rank.log" 2>&1 &
done
wait -n || fault "a rank: $(tail -qn 1 "$out"/rank-?.log)"
wait -n || fault "a rank: $(tail -qn 1 "$out"/rank-?.log)"
for rank in 0 1; do
    "$here/compare.py" "$bin" "$out/rank-$rank.tide" || failed=1
done
"$bin/tidemark" info "$out/rank-1.tide" "$out/rank-0.tide" --json | python3 -c '
import json, sys
devices = json.load(sys.stdin)["devices"]
print("ranks:", [(device["device"], device["events"]) for device in devices])
sys.exit([device["device"] for device in devices] != [0, 1])' || fault "the ranks are not in their order"

exit "$failed"
