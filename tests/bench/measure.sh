#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Everything that the window shall do in time at ten million events, in one table (Markdown): goal, measured, met or
# not. Exit code 1 when a goal is missed, 2 when something could not be measured.
# Usage: measure.sh [BUILD_FOLDER [RECORDING.tide]]
# Frames count the CPU time of the window's thread, the best of three runs; what somebody waits for counts the clock.
# Memory an event is what the window takes with the recording and not with a short one. Without a recording one of ten
# million events is generated, in $TMPDIR (up to 0.7 GB; deleted afterwards). Needs
# 2 GiB of memory and some minutes.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.."
bin=$(readlink -f "${1:-build/release}")/bin
recording=${2:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export QT_QPA_PLATFORM=offscreen XDG_RUNTIME_DIR=$work HOME=$work
failed=0

trouble() {
    echo "measure.sh: $*" >&2
    exit 2
}

# goal NAME VALUE least|most LIMIT UNIT
goal() {
    local verdict=met sign='≤'
    [ -n "$2" ] || exit 2
    [ "$3" = least ] && sign='≥'
    if ! awk -v value="$2" -v limit="$4" -v kind="$3" \
        'BEGIN { exit !(kind == "least" ? value >= limit : value <= limit) }'; then
        verdict='**missed**'
        failed=1
    fi
    printf '| %s | %s %s %s | %.*f %s | %s |\n' "$1" "$sign" "$4" "$5" "$(digits "$2")" "$2" "$5" "$verdict"
}
fact() {
    [ -n "$2" ] || exit 2
    printf '| %s | | %.*f %s | |\n' "$1" "$(digits "$2")" "$2" "$3"
}
digits() { awk -v value="$1" 'BEGIN { print (value < 100) ? 1 : 0 }'; }

# bench NAME FILTER: runs a benchmark three times; its figures are in $work/NAME.json.
bench() {
    local name=$1 filter=$2 output=${3:-$1}
    "$bin/$name" --benchmark_filter="$filter" --benchmark_repetitions=3 --benchmark_min_time=0.3 \
        --benchmark_out="$work/$output.json" --benchmark_out_format=json > "$work/log" 2>&1 \
        || { cat "$work/log" >&2; trouble "$name failed"; }
}

# slowest OUTPUT PATTERN [real_time]: of the benchmarks whose names match, each at its best run, the slowest; in ms.
slowest() {
    python3 - "$work/$1.json" "$2" "${3:-cpu_time}" << 'PYTHON' || trouble "no $2 in $1"
import json, re, sys
runs = {}
scale = {"ns": 1e-6, "us": 1e-3, "ms": 1, "s": 1e3}
for run in json.load(open(sys.argv[1]))["benchmarks"]:
    if run["run_type"] == "iteration" and re.search(sys.argv[2], run["name"]):
        if run.get("error_occurred"):
            sys.exit(f"{run['name']}: {run['error_message']}")
        time = run[sys.argv[3]] * scale[run["time_unit"]]
        runs[run["name"]] = min(time, runs.get(run["name"], time))
if not runs:
    sys.exit(1)
print(f"{max(runs.values()):.3f}")
PYTHON
}

# figures NAME COMMAND...: runs what prints a name and a figure a line, three times, into $work/NAME.txt.
figures() {
    local name=$1
    shift
    for _ in 1 2 3; do
        "$@" 2> "$work/log" || { cat "$work/log" >&2; trouble "$1 failed"; }
    done > "$work/$name.txt"
}
# best NAME FIGURE [most]: the least of the three, or the most.
best() {
    awk -v figure="$2" -v kind="${3:-least}" '
        $1 == figure && (!found || (kind == "most" ? $2 > value : $2 < value)) { value = $2; found = 1 }
        END { if (!found) exit 1; print value }' "$work/$1.txt" || trouble "no $2 in $1"
}

memory_an_event() {
    awk -v short="$(best short resident_bytes)" -v long="$(best window resident_bytes)" \
        -v events="$(best window events)" 'BEGIN { print (long - short) / events }'
}

# generate EVENTS FILE.tide
generate() {
    "$bin/generate_recording" "$1" "$work/generated.pickle" > /dev/null 2>&1
    "$bin/tidemark" convert "$work/generated.pickle" "$2" > /dev/null
    rm "$work/generated.pickle"
}
generate 1000 "$work/short.tide"
if [ -z "$recording" ]; then
    recording=$work/ten_million.tide
    generate 10000000 "$recording"
fi

cpu=$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo | head -1)
echo "$(date '+%-d %B %Y'), $cpu, $(nproc) cores, load before: $(cut -d' ' -f1 /proc/loadavg)"
echo
echo '| at ten million events | goal | measured | |'
echo '| --- | --- | --- | --- |'

bench bench_timeline '^(pan|zoom|moveMouse)' timeline
goal 'Timeline, pan or zoom, 1920×1080, a frame' "$(slowest timeline '^(pan|zoom)')" most 8 ms
QT_SCALE_FACTOR=2 bench bench_timeline '^(pan|zoom|moveMouse)' timeline2
goal 'Timeline, pan or zoom, the same at twice the resolution' "$(slowest timeline2 '^(pan|zoom)')" most 16 ms
fact 'Timeline, the mouse moves over it, twice the resolution' "$(slowest timeline2 '^moveMouse')" ms

bench bench_bands '^(pan|zoom|arrive|hover)' bands
for page in 'ActiveMemory:Active memory' 'SegmentHistory:Segments over time'; do
    goal "${page#*:}, pan or zoom, a frame" "$(slowest bands "^(pan|zoom)<${page%:*}")" most 16 ms
    goal "${page#*:}, all tiles of a new place (clock)" "$(slowest bands "^arrive<${page%:*}" real_time)" most 150 ms
done
QT_SCALE_FACTOR=2 bench bench_bands '^(pan|zoom)' bands2
fact 'Active memory, pan or zoom, twice the resolution' "$(slowest bands2 '<ActiveMemory')" ms
fact 'Segments over time, pan or zoom, twice the resolution' "$(slowest bands2 '<SegmentHistory')" ms

figures short "$bin/time_window" "$work/short.tide"
figures window "$bin/time_window" "$recording"
goal 'Cursor moves: state rebuilt, map and all else redrawn' "$(best window cursor_ms)" most 16 ms
bench bench_map '^raster/(100000|1000000)/' map
goal 'Map of 100,000 blocks' "$(slowest map '^raster/100000/')" most 4 ms
goal 'Map of 1,000,000 blocks' "$(slowest map '^raster/1000000/')" most 25 ms

goal 'Opening a .tide: first curves (clock)' "$(best window first_curves_ms)" most 1000 ms
goal 'Opening a .tide: complete (clock)' "$(best window open_ms)" most 4000 ms
fact 'Opening a .tide: CPU time of all threads' "$(best window open_cpu_ms)" ms
goal 'Memory an event, whole window' "$(memory_an_event)" most 60 B
goal 'Idle, a recording is open' "$(best window idle_percent)" most 1 '% of a core'
fact 'Next peak, previous peak' "$(best window peaks_ms)" ms

figures live "$bin/time_live" 10
fact 'Recording: events a second that arrive' "$(best live live_events_per_second most)" ''
goal 'Recording: frames a second' "$(best live live_frames_per_second most)" least 30 ''
goal 'Recording: from the recorder to the screen (clock)' "$(best live live_lag_ms)" most 200 ms
# 33 bytes of columns, 26 of curves, and checkpoints.
goal 'Recording: memory grows by, an event' "$(best live live_bytes_per_event)" most 70 B
fact "Recording: the window's thread" "$(best live live_window_thread_percent)" '% of a core'
fact "Recording: the window's thread, a frame" "$(best live live_frame_ms)" ms
goal 'Recording that is paused' "$(best live paused_percent)" most 1 '% of a core'

bench bench_tables '^(searchEvents|sortEvents)' tables
fact 'Table of all events, search on a worker' "$(slowest tables '^searchEvents')" ms
fact 'Table of all events, sort on a worker' "$(slowest tables '^sortEvents')" ms
exit "$failed"
