#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Records every workload on the first GPU and compares each recording with what its allocator said.
# recordings.sh BIN OUT native|tidemark
set -euo pipefail
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
bin=$1 out=$2 allocator=$3
mkdir -p "$out"

failed=0
# record NAME OPTIONS...: records to NAME.tide, and prints how it compares.
record() {
    local name=$allocator-$1
    shift
    if ! "$bin/tidemark-record" --device cuda:0 --allocator "$allocator" -o "$out/$name.tide" "$@" \
        < "${commands:-/dev/null}" > "$out/$name.log" 2>&1 && [ "${expect_failure:-no}" = no ]; then
        failed=1
        echo "$name: the recorder failed: $(tail -n 1 "$out/$name.log")"
    fi
    "$here/compare.py" "$bin" "$out/$name.tide" || failed=1
}

printf 'alloc 64MiB\nalloc 3MiB\nalloc 1KiB\nfree 1\nstats\nempty_cache\nfree 2\nreset_peak\nempty_cache\nstop\n' \
    > "$out/commands"
for conf in '' expandable_segments:True max_split_size_mb:64,roundup_power2_divisions:4; do
    label=${conf:+-${conf%%:*}}
    for workload in mlp vgg transformer; do
        record "$workload$label" --workload "$workload" --steps 20 ${conf:+--conf "$conf"}
    done
    commands=$out/commands record "playground$label" --workload playground ${conf:+--conf "$conf"}
done
expect_failure=yes record out-of-memory --workload transformer --steps 5 --limit 64MiB \
    --set batch=64 --set max_length=1024 --set min_length=1024
exit "$failed"
