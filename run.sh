#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds Tidemark and opens its window. ./run.sh --help
set -euo pipefail
caller=$PWD
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")"
. resources/setup.sh

usage() {
    cat <<'HELP'
Usage: ./run.sh [--demo] [--no-install] [--on COMMAND] [--device DEVICE] [FILE...]

Installs what is missing (Debian, Ubuntu), builds Tidemark, and opens its window.

  --demo        record the default workload and show it while it runs
  --on COMMAND  record elsewhere: a command put before tidemark-record, such as "ssh gpu-box"
  --device, --allocator, --ranks, --recorder
                how to record, as in "tidemark --help"
  --no-install  only check that the packages are there
  FILE          open recordings (.tide) or PyTorch memory snapshots (.pickle)

Without a display the demo runs all the same and leaves a picture and a report.
HELP
}

demo=no install=yes files=() window=()
while [ $# -gt 0 ]; do
    case $1 in
        --demo) demo=yes ;;
        --no-install) install=no ;;
        --on | --device | --allocator | --ranks | --recorder)
            [ $# -gt 1 ] || die "$1 needs a value"
            window+=("$1" "$2")
            shift ;;
        -h | --help) usage; exit 0 ;;
        -*) usage >&2; die "Unknown option: $1" ;;
        /*) files+=("$1") ;;
        *) files+=("$caller/$1") ;;
    esac
    shift
done

ensure_packages "$install" build torch test
configure release
say "Building (the first time takes some minutes) ..."
cmake --build --preset release --parallel "$(build_jobs)" --target tidemark tidemark-record >build/release/build.log 2>&1 \
    || { grep -E -A5 'error|FAILED' build/release/build.log | head -50 >&2; die "The build failed; build/release/build.log has all of it."; }
programs=$PWD/build/release/bin

if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    cd "$caller"
    if [ "$demo" = yes ]; then exec "$programs/tidemark" --record transformer "${window[@]}"; fi
    exec "$programs/tidemark" "${window[@]}" "${files[@]}"
fi

[ ${#window[@]} -eq 0 ] || die "Without a display only the defaults are recorded; build/release/bin/tidemark-record has every option."
say "There is no display (DISPLAY and WAYLAND_DISPLAY are empty), so the window cannot open."
results=$PWD/build/demo
mkdir -p "$results"
recording=$results/demo.tide
if [ ${#files[@]} -gt 0 ]; then
    recording=${files[0]}
else
    say "Recording the default workload without it ..."
    "$programs/tidemark-record" --workload transformer --steps 20 -o "$recording" </dev/null
fi
QT_QPA_PLATFORM=offscreen "$programs/tidemark" picture "$recording" -o "$results/demo.png"
"$programs/tidemark" info "$recording" >"$results/demo.txt"
cat "$results/demo.txt"
echo
echo "Picture:   $results/demo.png"
echo "Report:    $results/demo.txt"
echo "Recording: $recording"
