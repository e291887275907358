#!/usr/bin/env python3
"""Compares times of the browser edition with those of the desktop program: measure.py SITE PROGRAM [RENDERER]. Prints a
Markdown table with one line per algorithm and size: milliseconds per pass in both, measured alternately, and their
ratio. RENDERER is swiftshader or mesa."""

import json
import statistics
import subprocess
import sys

sys.dont_write_bytecode = True
from edition import Edition

site, program = sys.argv[1], sys.argv[2]
renderer = sys.argv[3] if len(sys.argv) > 3 else "mesa"
cases = [(algorithm, size) for algorithm in ("bitonic/single-quad", "bitonic/grouped-quads", "bitonic/fused")
         for size in ("2^10", "2^16", "2^20")]
rounds = 3


def milliseconds_per_pass(text):
    result = json.loads(text)
    return result["total_ms"]["median"] / sum(stage["passes"] for stage in result["stages"]), result["renderer"]


edition = Edition(site, renderer, limit=900)
print("| algorithm | n | browser, ms a pass | desktop, ms a pass | ratio |\n|---|---|---|---|---|")
names = {}
for algorithm, size in cases:
    words = ["sort", "-n", size, "-a", algorithm, "--timing", "--json", "--samples", "3" if size == "2^20" else "5", "-q"]
    here, there = [], []
    for _ in range(rounds if size != "2^20" else 1):
        edition.browser.visit(edition.address + "commands.html")
        answer = edition.run(*words)
        value, names["browser"] = milliseconds_per_pass(answer["out"])
        there.append(value)
        value, names["desktop"] = milliseconds_per_pass(subprocess.run([program, *words], check=True, capture_output=True, text=True).stdout)
        here.append(value)
    ratio = statistics.median(a / b for a, b in zip(there, here))
    print(f"| `{algorithm}` | {size} | {statistics.median(there):.3g} | {statistics.median(here):.3g} | {ratio:.2f} |", flush=True)
print()
for place, name in names.items():
    print(f"{place}: {name}")
edition.close()
