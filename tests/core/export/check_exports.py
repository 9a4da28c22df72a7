# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether what `tidemark convert` wrote for other programs says what the commands say, read by Python's own
csv, json and sqlite3.

    python3 check_exports.py TIDEMARK RECORDING FOLDER FORMATS_MD

Converts the recording into the folder. Prints what does not fit, or "ok" and what was compared.
"""
import csv
import decimal
import gzip
import json
import pathlib
import re
import sqlite3
import subprocess
import sys

csv.field_size_limit(1 << 30)
TABLES = ["recording", "devices", "device_traces", "series", "allocations", "segments", "blocks", "contexts",
          "tensors", "annotations", "marks", "driver", "curves"]
FIGURES = ["requested_bytes", "allocated_bytes", "active_bytes", "reserved_bytes", "inactive_split_bytes",
           "allocation", "active", "segment", "inactive_split"]


def same(left, right, what):
    if left != right:
        sys.exit(f"{what}: {str(left)[:300]} instead of {str(right)[:300]}")


class Exports:
    def __init__(self, program, recording, folder):
        self.program, self.recording, self.folder = program, recording, pathlib.Path(folder)
        self.run("convert", recording, self.folder / "all.db")
        self.run("convert", recording, self.folder / "trace.json")
        self.db = sqlite3.connect(self.folder / "all.db")
        self.info = json.loads(self.run("info", recording, "--json"))

    def run(self, *arguments):
        done = subprocess.run([self.program, *map(str, arguments)], capture_output=True, check=False)
        same(done.returncode, 0, f"{arguments}: {done.stderr.decode()}")
        return done.stdout

    def csv(self, table):
        path = self.folder / f"{table}.csv"
        self.run("convert", self.recording, path, "--table", table)
        with open(path, encoding="utf-8", newline="") as file:
            return list(csv.reader(file))

    def rows(self, sql, *values):
        return self.db.execute(sql, values).fetchall()

    def device(self, command, number, *more):
        """What a command says of the device at a place in the recording."""
        shown = self.info["devices"][number]
        chosen = ["--device", shown["device"]]
        if shown.get("source"):
            chosen += ["--source", shown["source"]]
        return json.loads(self.run(command, self.recording, *chosen, "--json", *more))


def check_csv(exports):
    """Each table as CSV and in the database: row by row the same."""
    for table in TABLES:
        names, *rows = exports.csv(table)
        cursor = exports.db.execute(f"SELECT * FROM {table}")
        same(names, [column[0] for column in cursor.description], f"columns of {table}")
        expected = []
        for row in cursor:
            cells = ["" if cell is None else cell for cell in row]
            # Addresses beyond 2^63 are negative in a database; a name that looks like a formula is quoted in CSV.
            cells = [cell + 2**64 if isinstance(cell, int) and cell < -1 else cell for cell in cells]
            cells = ["'" + cell if isinstance(cell, str) and cell[:1] in ("=", "+", "-", "@", "\t", "\r") and cell
                     else cell for cell in cells]
            expected.append([str(cell) for cell in cells])
        same(len(rows), len(expected), f"rows of {table}")
        for got, wanted in zip(rows, expected):
            same(got, wanted, f"a row of {table}")


def check_series(exports, number):
    """The series is that of the command, and its highest values are the peaks of info."""
    events = exports.info["devices"][number]["events"]
    same(exports.rows("SELECT count(*) FROM device_traces WHERE device = ?", number), [(events,)], "events")
    rows = exports.rows(f"SELECT event, {', '.join(FIGURES)} FROM series WHERE device = ? ORDER BY event", number)
    same([row[0] for row in rows], list(range(-1, events)), "events of the series")
    step = max(1, events // 50)
    moments = exports.device("series", number, "--at", f"every:{step}") if events else []
    moments += exports.device("series", number, "--at", "start") + exports.device("series", number, "--at", "end")
    for moment in moments:
        event = -1 if moment["event"] is None else moment["event"]
        same(list(rows[event + 1][1:]), [moment[name] for name in FIGURES], f"figures at {event}")
    peaks = exports.info["devices"][number]["peak"]
    for name in ("requested", "allocated", "active", "reserved"):
        place = 1 + FIGURES.index(f"{name}_bytes")
        same(max(row[place] for row in rows), peaks[name]["bytes"], f"peak of {name}")
    return rows


def check_allocations(exports, number, series):
    """The allocations alone give the allocated curve and its count, at every event."""
    change, count = [0] * (len(series) + 1), [0] * (len(series) + 1)
    for begin, end, size in exports.rows(
            "SELECT alloc_event, free_event, bytes FROM allocations WHERE device = ?", number):
        begin = 0 if begin is None else begin + 1
        end = len(series) if end is None else end + 1
        change[begin] += size
        change[end] -= size
        count[begin] += 1
        count[end] -= 1
    total = alive = 0
    for place, row in enumerate(series):
        total += change[place]
        alive += count[place]
        same(total, row[1 + FIGURES.index("allocated_bytes")], f"bytes of what is alive at {row[0]}")
        same(alive, row[1 + FIGURES.index("allocation")], f"number of what is alive at {row[0]}")


def check_end(exports, number, series):
    """Segments and blocks are those of the command, and sum to the end of the series."""
    segments = exports.device("blocks", number)
    unsigned = lambda value: value % 2**64
    got = {unsigned(addr): rest for addr, *rest in exports.rows(
        "SELECT addr, total_size, stream, segment_type, is_expandable, allocated_size, active_size, pool "
        "FROM segments WHERE device = ?", number)}
    same(sorted(got), [segment["address"] for segment in segments], "segments")
    for segment in segments:
        total, stream, kind, expandable, allocated, active, pool = got[segment["address"]]
        same([total, stream, kind, bool(expandable), pool],
             [segment["total_size"], segment["stream"], segment["segment_type"], segment["is_expandable"],
              ",".join(map(str, segment["segment_pool_id"]))], "a segment")
        sizes = [(block["state"], block["size"]) for block in segment["blocks"]]
        same(allocated, sum(size for state, size in sizes if state == "active_allocated"), "allocated_size")
        same(active, sum(size for state, size in sizes if state != "inactive"), "active_size")
    blocks = sorted((unsigned(row[0]), *row[1:]) for row in exports.rows(
        "SELECT addr, size, state FROM blocks WHERE device = ?", number))
    same(blocks, [(block["address"], block["size"], block["state"]) for segment in segments
                  for block in segment["blocks"]], "blocks")
    same(sum(row[0] for row in got.values()), series[-1][1 + FIGURES.index("reserved_bytes")], "reserved")


def check_queries(exports, formats):
    """The example queries of the documentation run, and their sums are those of the series."""
    queries = re.findall(r"```sql\n(.*?)```", pathlib.Path(formats).read_text(encoding="utf-8"), re.S)
    same(len(queries), 3, "number of examples")
    alive, pinned, used = (exports.rows(query) for query in queries)
    highest = exports.rows("SELECT max(allocated_bytes) FROM series")[0][0]
    same(sum(row[2] for row in alive), highest or 0, "bytes by place at the peak")
    free = 0
    for number in range(len(exports.info["devices"])):
        if exports.info["devices"][number].get("curves"):
            continue
        for segment in exports.device("blocks", number):
            states = {block["state"] != "inactive" for block in segment["blocks"]}
            if len(states) == 2 and not segment["is_expandable"]:
                free += sum(block["size"] for block in segment["blocks"] if block["state"] == "inactive")
    same(sum(row[2] for row in pinned), free, "pinned bytes")
    ended = exports.rows("SELECT count(*) FROM allocations WHERE alloc_us > 0 AND free_us > 0")[0][0]
    same(sum(row[1] for row in used), ended, "allocations that ended")


def check_trace(exports):
    """The trace keeps to the format, and its slices and counters tell the same as the tables."""
    exports.run("convert", exports.recording, exports.folder / "trace.json.gz")
    with gzip.open(exports.folder / "trace.json.gz") as packed:
        same(packed.read() == (exports.folder / "trace.json").read_bytes(), True, "what is packed")
    with open(exports.folder / "trace.json", encoding="utf-8") as file:
        trace = json.load(file, parse_float=decimal.Decimal)
    named, slices, counters = set(), {}, {}
    for event in trace["traceEvents"]:
        kind, process = event["ph"], event["pid"]
        same(isinstance(process, int) and isinstance(event["name"], str), True, f"form of {event}")
        if kind == "M":
            same(list(event["args"]), ["name"], "metadata")
            named.add((process, event.get("tid")))
            continue
        same(event["ts"] >= 0, True, f"time of {event}")
        # Perfetto counts nanoseconds, and finds them by way of a double.
        same(int(float(event["ts"]) * 1000), int(event["ts"] * 1000), f"nanosecond of {event}")
        if kind == "X":
            same((process, event["tid"]) in named and event["dur"] >= 0, True, f"row of {event}")
            slices.setdefault((process, event["tid"]), []).append(event)
        elif kind == "C":
            counters.setdefault((process, event["name"]), []).append((event["ts"], event["args"]["bytes"]))
        else:
            same((kind, event["s"]), ("i", "p"), "kind of event")
        same((process, None) in named, True, f"name of process {process}")
    for row in slices.values():
        check_nesting(row)
    check_counters(exports, slices, counters)
    return len(trace["traceEvents"])


def check_nesting(row):
    """What overlaps in one row lies one in the other; allocations never do."""
    ends = []
    for event in sorted(row, key=lambda event: (event["ts"], -event["dur"])):
        while ends and ends[-1] <= event["ts"]:
            ends.pop()
        end = event["ts"] + event["dur"]
        same(not ends or (end <= ends[-1] and event["cat"] == "annotation"), True, f"place of {event}")
        ends.append(end)


def check_counters(exports, slices, counters):
    for number, device in enumerate(exports.info["devices"]):
        process = number + 1
        for name in ("allocated", "active", "reserved"):
            values = counters.get((process, name), [])
            if device["events"]:
                same(max(value for _, value in values), device["peak"][name]["bytes"], f"highest {name}")
                times = [int(float(time) * 1000) for time, _ in values]
                same(all(left < right for left, right in zip(times, times[1:])), True, f"order of {name}")
                same(values[-1][1], device["end"][f"{name}_bytes"], f"end of {name}")
        if not device["events"]:
            continue
        changes = {}
        for (owner, _), row in slices.items():
            for event in row if owner == process else []:
                if event["cat"] != "annotation":
                    size = event["args"]["bytes"]
                    changes[event["ts"]] = changes.get(event["ts"], 0) + size
                    end = event["ts"] + event["dur"]
                    changes[end] = changes.get(end, 0) - size
        # Behind the last event all slices end.
        last = counters[(process, "allocated")][-1][0]
        changes.pop(last, None)
        total, at = 0, {}
        for time in sorted(changes):
            total += changes[time]
            at[time] = total
        steps = [pair for pair in counters[(process, "allocated")] if pair[0] != last]
        total = 0
        for time, value in steps:
            total = at.get(time, total)
            same(total, value, f"allocated at {time}")


def main():
    program, recording, folder, formats = sys.argv[1:]
    exports = Exports(program, recording, folder)
    check_csv(exports)
    events = check_trace(exports)
    for number, device in enumerate(exports.info["devices"]):
        if device.get("curves"):
            continue
        series = check_series(exports, number)
        check_allocations(exports, number, series)
        check_end(exports, number, series)
    check_queries(exports, formats)
    count = exports.rows("SELECT count(*) FROM device_traces")[0][0]
    print(f"ok {count} events, {events} in the trace")


main()
