#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The recorder as a machine without Qt builds and installs it: built, installed under another prefix, and used from
# there. Usage: tests/torch/recorder_alone.sh [cmake options...]
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.."

fail() { echo "recorder_alone: $*" >&2; exit 1; }

prefix=$(mktemp -d)
trap 'rm -rf "$prefix"' EXIT
cmake --preset recorder -DCMAKE_DISABLE_FIND_PACKAGE_Qt6=ON "$@" >"$prefix/log" 2>&1 || { cat "$prefix/log"; fail "cmake could not configure it"; }
cmake --build --preset recorder
cmake --install build/recorder --prefix "$prefix" >/dev/null

for program in tidemark tidemark-record; do
    linked=$(env -u LD_LIBRARY_PATH ldd "$prefix/bin/$program")
    [[ $linked != *"not found"* ]] || fail "$program does not find its libraries: $linked"
    [[ $linked != *Qt6* ]] || fail "$program links Qt"
done
"$prefix/bin/tidemark-record" --list >"$prefix/list" || fail "tidemark-record --list failed"
grep -q '^transformer' "$prefix/list" || fail "tidemark-record lists no workload 'transformer'"
"$prefix/bin/tidemark-record" --workload mlp --steps 2 -o "$prefix/two.tide" </dev/null
"$prefix/bin/tidemark" check "$prefix/two.tide"
"$prefix/bin/tidemark" info "$prefix/two.tide"
echo "The recorder alone: built without Qt, installed, and used."
