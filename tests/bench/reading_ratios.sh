#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Reading against Python's pickle.load on the same file and machine, as ratios in one run; exit code 1 when a goal is
# missed. Usage: reading_ratios.sh [BUILD_FOLDER [SNAPSHOT]]
# SNAPSHOT: a pickle of about a million events; without it one is generated. Ten times as many are always generated.
# TIDEMARK_RATIO_EVENTS sets how many the larger file has (10000000). Needs up to 1.5 GB in $TMPDIR and 20 GB of memory
# for Python; both files are deleted afterwards.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.."
bin=$(readlink -f "${1:-build/release}")/bin
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Seconds and peak resident KiB of a command, the best of N: measure N COMMAND...
measure() {
    python3 - "$@" <<'PYTHON'
import os, subprocess, sys, time
best, peak = 1e9, 0
for _ in range(int(sys.argv[1])):
    start = time.monotonic()
    process = subprocess.Popen(sys.argv[2:], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f"{sys.argv[2]} failed")
    best, peak = min(best, time.monotonic() - start), max(peak, usage.ru_maxrss)
print(f"{best:.3f} {peak}")
PYTHON
}

failed=0
# goal NAME VALUE LIMIT: whether VALUE <= LIMIT
goal() {
    local verdict=met
    awk "BEGIN { exit !($2 <= $3) }" || { verdict=MISSED; failed=1; }
    printf '  %-44s %8s  (goal: at most %s) %s\n' "$1" "$2" "$3" "$verdict"
}
ratio() { awk "BEGIN { printf \"%.3f\", $1 / $2 }"; }

# One file against Python: compare NAME FILE ROUNDS
compare() {
    local name=$1 file=$2 rounds=$3 size python_time info_time info_peak
    size=$(stat -c %s "$file")
    read -r python_time _ < <(measure "$rounds" python3 -c 'import pickle, sys; pickle.load(open(sys.argv[1], "rb"))' "$file")
    read -r info_time info_peak < <(measure "$rounds" "$bin/tidemark" info "$file")
    echo "$name: $((size / 1000000)) MB, pickle.load ${python_time} s, tidemark info ${info_time} s, $((info_peak / 1024)) MiB"
    goal "info / pickle.load" "$(ratio "$info_time" "$python_time")" 0.2
    goal "peak resident memory / file" "$(ratio "$((info_peak * 1024))" "$size")" 2.5
    "$bin/tidemark" convert "$file" "$work/recording.tide"
    local tide_size pickle_open tide_open longest
    tide_size=$(stat -c %s "$work/recording.tide")
    read -r pickle_open _ _ longest _ < <("$bin/time_opening" "$file")
    read -r tide_open _ < <("$bin/time_opening" "$work/recording.tide")
    echo "  opening: pickle $pickle_open ms, .tide $tide_open ms, $((tide_size / 1000000)) MB"
    goal ".tide size / pickle size" "$(ratio "$tide_size" "$size")" 0.25
    goal ".tide opening / pickle opening" "$(ratio "$tide_open" "$pickle_open")" 0.334
    goal "state at any event, longest of 200, ms" "$longest" 10
}

snapshot=${2:-}
if [ -z "$snapshot" ]; then
    snapshot=$work/million.pickle
    "$bin/generate_recording" 1000000 "$snapshot"
fi
compare "About a million events" "$snapshot" 5
"$bin/generate_recording" "${TIDEMARK_RATIO_EVENTS:-10000000}" "$work/large.pickle"
compare "Ten times as many" "$work/large.pickle" 1
exit "$failed"
