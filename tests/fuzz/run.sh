#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Fuzzes the readers. Usage: tests/fuzz/run.sh SECONDS [TARGET...]
# TARGET: snapshot, tide, file (all three by default, the time shared between them). Builds with clang in build/fuzz, makes
# the seeds out of tests/data, and ends with exit code 1 at the first finding, which it leaves in build/fuzz/findings.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.."

seconds=${1:?Usage: tests/fuzz/run.sh SECONDS [TARGET...]}
shift
targets=("$@")
[ ${#targets[@]} -gt 0 ] || targets=(snapshot tide file)
build=build/fuzz

cmake --preset fuzz >/dev/null
cmake --build --preset fuzz --target make_seeds "${targets[@]/#/fuzz_}"
rm -rf "$build/seeds"
"$build/bin/make_seeds" tests/data "$build/seeds"

# For inputs of at most 16 KiB: what a reader may take in one piece, and all together with the sanitizers' own.
limits=(-max_len=16384 -malloc_limit_mb=80 -rss_limit_mb=1024 -timeout=10)
for target in "${targets[@]}"; do
    mkdir -p "$build/corpus/$target" "$build/findings"
    seeds=("$build/seeds/$target")
    [ "$target" != file ] || seeds+=("$build/seeds/snapshot" "$build/seeds/tide")
    dictionary=()
    [ "$target" = tide ] || dictionary=(-dict=tests/fuzz/pickle.dict)
    echo "== $target, $((seconds / ${#targets[@]})) s"
    "$build/bin/fuzz_$target" "${limits[@]}" "${dictionary[@]}" -max_total_time=$((seconds / ${#targets[@]})) \
        -print_final_stats=1 -artifact_prefix="$build/findings/" "$build/corpus/$target" "${seeds[@]}" \
        2>&1 | grep -vE '^#[0-9]+[[:space:]]+(NEW|REDUCE|RELOAD)|# Uses|recommended dictionary'
done
