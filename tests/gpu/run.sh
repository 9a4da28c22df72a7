#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds the recorder with CUDA, and checks and measures on the GPU all that can only be seen there.
# tests/gpu/run.sh --help
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.."

usage() {
    cat <<'HELP'
Usage: tests/gpu/run.sh [--build FOLDER] [--out FOLDER] [--only PARTS] [cmake options...]

Needs an NVIDIA GPU, the CUDA toolkit, and a python3 with PyTorch for CUDA (or -DTorch_DIR=...).
Where there is no GPU it says so and ends with 0.

  --build FOLDER  where to build (default build/gpu)
  --out FOLDER    where recordings and logs go (default FOLDER/recordings)
  --only PARTS    of: native tidemark backward random numbers driver devices window costs
                  (default: all; "native,costs")
  others          go to cmake, for example -DCMAKE_PREFIX_PATH=...

With two GPUs it also records on both. The window's part needs the folder that tests/gpu/pack_window.sh has packed
on a machine with Qt, in $TIDEMARK_WINDOW.
HELP
}

build=build/gpu out='' parts=native,tidemark,backward,random,numbers,driver,devices,window,costs options=()
while [ $# -gt 0 ]; do
    case $1 in
        --build) build=${2:?--build needs a folder}; shift ;;
        --out) out=${2:?--out needs a folder}; shift ;;
        --only) parts=${2:?--only needs names of parts}; shift ;;
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
mkdir -p "$build"
cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo -DTIDEMARK_GUI=OFF -DTIDEMARK_TESTS=OFF \
    -DTIDEMARK_GPU_TESTS=ON "${options[@]}" > "$build.cmake.log" 2>&1 || { tail -n 40 "$build.cmake.log"; exit 1; }
cmake --build "$build" --parallel "$(nproc)" > "$build.build.log" 2>&1 \
    || { grep -m 5 -A 10 -E 'error|FAILED' "$build.build.log"; exit 1; }
mkdir -p "$out"

bin=$build/bin here=tests/gpu failed=()
# part NAME TITLE COMMAND...
part() {
    local name=$1 title=$2
    shift 2
    [[ ,$parts, == *,$name,* ]] || return 0
    echo "== $title"
    "$@" || failed+=("$name")
}

native() { "$here/compare.py" --header; "$here/recordings.sh" "$bin" "$out" native; }
tidemark() { "$here/compare.py" --header; "$here/recordings.sh" "$bin" "$out" tidemark; }
backward() {
    local files=("$out"/{native,tidemark}-{mlp,vgg,transformer}.tide)
    "$bin/backward_contexts" "${files[@]}"
}
driver() {
    local code=0 allocator
    for allocator in native tidemark; do
        "$here/driver_witness.py" "$bin" "$out" "$allocator" || code=1
        "$here/driver_witness.py" "$bin" "$out" "$allocator" expandable_segments:True || code=1
        "$here/driver_view.py" "$bin" "$out/$allocator"-{vgg,transformer}.tide || code=1
    done
    return "$code"
}
devices() {
    if [ "$(nvidia-smi -L | grep -c '^GPU')" -lt 2 ]; then
        echo "One GPU only: skipped."
        return 0
    fi
    "$here/compare.py" --header
    "$here/devices.sh" "$bin" "$out"
}
window() {
    if [ -z "${TIDEMARK_WINDOW:-}" ]; then
        echo "TIDEMARK_WINDOW names no packed window: skipped."
        return 0
    fi
    TIDEMARK_RECORDER=$(realpath "$bin/tidemark-record") TIDEMARK_PICTURES=$out \
        "$TIDEMARK_WINDOW/run" tst_window_on_gpu --device cuda:0
}

part native "PyTorch's own allocator: replay against its figures and blocks, policy against its decisions" native
part tidemark "Tidemark's allocator on CUDA: the same" tidemark
part backward "operators and modules in the backward pass" backward
part random "one random program on both allocators" "$bin/random_program"
part numbers "VGG-11 and DeiT-Ti beside the figures people published" "$here/numbers.py" "$bin" "$out"
part driver "what goes back to the card, seen from another process; the driver's view in the recordings" driver
part devices "two GPUs at once, and two ranks" devices
part window "the window, recording live" window
part costs "what recording costs" "$here/costs.sh" "$bin" "$out"
[ "${#failed[@]}" = 0 ] || { echo "FAILED: ${failed[*]}"; exit 1; }
echo "All equal."
