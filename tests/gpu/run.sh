#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds the recorder with CUDA, records every workload on the GPU, and compares what replay makes of each
# recording with what PyTorch's own allocator said: one line a recording. tests/gpu/run.sh --help
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.."

usage() {
    cat <<'HELP'
Usage: tests/gpu/run.sh [--build FOLDER] [--out FOLDER] [cmake options...]

Needs an NVIDIA GPU, the CUDA toolkit, and a python3 with PyTorch for CUDA (or -DTorch_DIR=...).
Where there is no GPU it says so and ends with 0.

  --build FOLDER  where to build (default build/gpu)
  --out FOLDER    where recordings and logs go (default FOLDER/recordings)
  others          go to cmake, for example -DCMAKE_PREFIX_PATH=...
HELP
}

build=build/gpu out='' options=()
while [ $# -gt 0 ]; do
    case $1 in
        --build) build=${2:?--build needs a folder}; shift ;;
        --out) out=${2:?--out needs a folder}; shift ;;
        -h | --help) usage; exit 0 ;;
        *) options+=("$1") ;;
    esac
    shift
done
out=${out:-$build/recordings}

if ! nvidia-smi -L 2>/dev/null | grep -q '^GPU'; then
    echo "No NVIDIA GPU here: the tests on the GPU are skipped."
    exit 0
fi

echo "== $(date +%F), $(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader | head -n 1)," \
    "$(python3 -c 'import torch; print("PyTorch", torch.__version__)' 2>/dev/null || echo 'LibTorch by Torch_DIR')"
cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo -DTIDEMARK_GUI=OFF -DTIDEMARK_TESTS=OFF \
    "${options[@]}" > "$build.cmake.log" 2>&1 || { tail -n 40 "$build.cmake.log"; exit 1; }
cmake --build "$build" --parallel "$(nproc)" --target tidemark tidemark-record > "$build.build.log" 2>&1 \
    || { grep -m 5 -A 10 -E 'error|FAILED' "$build.build.log"; exit 1; }
mkdir -p "$out"

failed=0
row() { printf '%-34s %10s %9s %9s %7s %7s %s\n' "$@"; }
field() { python3 -c 'import json, sys; print(json.load(sys.stdin)[0][sys.argv[1]])' "$1"; }

# record NAME OPTIONS...: records to NAME.tide and prints how it compares.
record() {
    local name=$1 file=$out/$1.tide verdict=equal
    shift
    if ! "$build/bin/tidemark-record" --device cuda:0 -o "$file" "$@" < "${commands:-/dev/null}" \
        > "$out/$name.log" 2>&1; then
        [ "${expect_failure:-no}" = yes ] || verdict="recorder failed: $(tail -n 1 "$out/$name.log")"
    fi
    local check
    check=$("$build/bin/tidemark" check "$file" --json) || verdict=DIFFERENT
    row "$name" "$(field events <<< "$check")" "$(field samples <<< "$check")" \
        "$(field figures <<< "$check")" "$(field final_blocks <<< "$check")" \
        "$(field differing_blocks <<< "$check")" "$verdict"
    [ "$verdict" = equal ] || { failed=1; "$build/bin/tidemark" check "$file" | head -n 12; }
}

row recording events samples figures blocks differ verdict
for conf in '' expandable_segments:True max_split_size_mb:64,roundup_power2_divisions:4; do
    label=${conf:+-${conf%%:*}}
    for workload in mlp vgg transformer; do
        record "$workload$label" --workload "$workload" --steps 20 ${conf:+--conf "$conf"}
    done
    printf 'alloc 64MiB\nalloc 3MiB\nalloc 1KiB\nfree 1\nstats\nempty_cache\nfree 2\nreset_peak\nempty_cache\nstop\n' \
        > "$out/commands"
    commands=$out/commands record "playground$label" --workload playground ${conf:+--conf "$conf"}
done
expect_failure=yes record out-of-memory --workload transformer --steps 5 --limit 64MiB \
    --set batch=64 --set max_length=1024 --set min_length=1024
exit "$failed"
