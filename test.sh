#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds Tidemark and runs all its tests. ./test.sh --help
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")"
. resources/setup.sh

usage() {
    cat <<'HELP'
Usage: ./test.sh [--preset NAME] [--no-install] [--werror] [ctest options...]

Installs what is missing (Debian, Ubuntu), builds, and runs the core tests, the window's tests
drawn offscreen, and the real window on a virtual screen. Ends with ctest's summary and exit code.

  --preset NAME  a preset of CMakePresets.json: release (default), debug, asan, tsan, no-torch
  --no-install   only check that the packages are there
  --werror       compiler warnings are errors
  -D...          goes to cmake
  others         go to ctest, for example -R timeline or -L core
HELP
}

preset=release install=yes options=() ctest_options=()
while [ $# -gt 0 ]; do
    case $1 in
        --preset) preset=${2:?--preset needs a name}; shift ;;
        --no-install) install=no ;;
        --werror) options+=(-DTIDEMARK_WERROR=ON) ;;
        -D*) options+=("$1") ;;
        -h | --help) usage; exit 0 ;;
        *) ctest_options+=("$1") ;;
    esac
    shift
done

ensure_packages "$install" build torch test
configure "$preset" "${options[@]}"
cmake --build --preset "$preset" --parallel "$(build_jobs)"
# Many tests wait for programs: twice as many as there are cores keep these busy.
exec ctest --preset "$preset" --parallel $((2 * $(nproc))) "${ctest_options[@]}"
