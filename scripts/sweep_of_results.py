#!/usr/bin/env python3
"""Prints results of `texelsort bench --format json` as a sweep, so that `texelsort export plot` can draw them.

    scripts/sweep_of_results.py FILE... > results.jsonl

A bench keeps the median of each row and its 95 % interval, not the samples. The samples of a row in the sweep are therefore the
three numbers that were measured: the interval's lower end, the median and the upper end. `export plot` computes the same median
and interval from them. Other statistics of these three numbers, such as quartiles, mean nothing: draw `--kind throughput` only.
"""

import json
import sys


def main():
    if len(sys.argv) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    rows = []
    for path in sys.argv[1:]:
        with open(path, encoding="utf-8") as file:
            rows += json.load(file)["results"]
    unverified = [row for row in rows if row["verified"] is False]
    if unverified:
        print(f"sweep_of_results.py: {unverified[0]['algorithm']}: {unverified[0]['result']}", file=sys.stderr)
        return 1
    rows = [row for row in rows if row["median_ms"] is not None]
    first = rows[0]
    header = {"schema": "texelsort/sweep/1", "version": "", "command": first["command"], "date": first["date"],
              "device": first["device"], "renderer": first["renderer"], "driver": first["driver"], "processor": "",
              "cccl": first["cccl"], "seed": first["seed"], "trials": len(rows)}
    print(json.dumps(header))
    for row in rows:
        line = {key: row[key] for key in ("algorithm", "n", "type", "distribution", "order", "payload")}
        line |= {"parameters": {}, "given": {}, "status": "measured", "group": 0, "seconds": 0}
        line |= {"samples_ms": [row[key] for key in ("low_ms", "median_ms", "high_ms")]}
        line |= {key: row[key] for key in ("bytes", "passes", "clock")}
        print(json.dumps(line))
    return 0


if __name__ == "__main__":
    sys.exit(main())
