#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Compiles everything that is for CUDA, and all that meets LibTorch, where there is no GPU, warnings as errors:
# against the headers of the CUDA toolkit, and of PyTorch's wheel, which pip brings once into a cache. Where one of them
# cannot be had it says so and ends with 0. Usage: tests/gpu/compile.sh [TORCH-INCLUDE-FOLDER]
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.."

release=2.11.0
seconds_for_download=240

cannot() { echo "The CUDA sources are not compiled: $*"; exit 0; }

# The toolkit's headers: beside the nvcc on the PATH, or where it is installed.
toolkit_headers() {
    local nvcc folder
    nvcc=$(readlink -f "$(command -v nvcc || true)")
    for folder in "${CUDA_HOME:-}" "${nvcc%/bin/nvcc}" /usr/local/cuda /usr/local/cuda-1[2-9]* /usr; do
        if [ -n "$folder" ] && [ -f "$folder/include/cuda_runtime_api.h" ]; then
            echo "$folder/include"
            return
        fi
    done
}

# Brings torch/include of the wheel into the folder $1, without torch itself and what it depends on.
fetch_torch_headers() {
    local folder=$1 download
    download=$(mktemp -d)
    timeout "$seconds_for_download" python3 -m pip download --quiet --no-deps --only-binary :all: --python-version 3.12 \
        --platform manylinux_2_28_x86_64 --dest "$download" "torch==$release" >"$download/log" 2>&1 \
        || { tail -n 3 "$download/log"; rm -rf "$download"; return 1; }
    python3 - "$download" "$folder.part" <<'PYTHON'
import pathlib, sys, zipfile
download, folder = map(pathlib.Path, sys.argv[1:])
with zipfile.ZipFile(next(download.glob("torch-*.whl"))) as wheel:
    for name in wheel.namelist():
        if name.startswith("torch/include/"):
            wheel.extract(name, folder)
PYTHON
    rm -rf "$download"
    mv "$folder.part" "$folder"
}

toolkit=$(toolkit_headers)
[ -n "$toolkit" ] || cannot "there is no CUDA toolkit (no nvcc on the PATH, none in /usr/local)."
if [ $# -gt 0 ]; then
    torch=$1
else
    cache=${XDG_CACHE_HOME:-$HOME/.cache}/tidemark
    mkdir -p "$cache"
    [ -d "$cache/torch-$release" ] || fetch_torch_headers "$cache/torch-$release" \
        || cannot "pip could not bring the wheel of PyTorch $release within $seconds_for_download s: see above."
    torch=$cache/torch-$release/torch/include
fi
[ -f "$torch/c10/cuda/CUDACachingAllocator.h" ] || cannot "$torch has no CUDA in it."

flags=(-std=c++20 -fsyntax-only -I. -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror
    -DTIDEMARK_CUDA -DFMT_HEADER_ONLY '-DTIDEMARK_VERSION="0"' -isystem "$torch" -isystem "$torch/torch/csrc/api/include" -isystem "$toolkit")
sources=(core/cuda/*.cpp core/torch/*.cpp core/torch/*/*.cpp)
mapfile -t programs < <(grep -L '<QApplication>' tests/gpu/*.cpp)

# LibTorch's headers take longer than all that is compiled here: they are read once for many sources.
together=$(mktemp -d)
trap 'rm -rf "$together"' EXIT
for ((i = 0; i < ${#sources[@]}; ++i)); do
    echo "#include \"${sources[i]}\"" >>"$together/$((i % $(nproc))).cpp"
done
printf '%s\n' "$together"/*.cpp "${programs[@]}" | xargs -P "$(nproc)" -I{} g++ "${flags[@]}" {}
echo "$((${#sources[@]} + ${#programs[@]})) CUDA sources compile against PyTorch $release and the toolkit in $toolkit."
