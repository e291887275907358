#!/usr/bin/env python3
"""Times `texelsort sort FILE` and GNU sort alternately, and writes a result file for docs/results/llvmpipe.md.

    scripts/measure_command.py build/release/bin/texelsort -o docs/results/llvmpipe/command.json

Both programs read the same text file of uniform 32-bit numbers and write a file. The two outputs must be equal. Whole
processes are timed. GNU sort runs as its users run it for numbers: with the C locale and two threads.
"""

import argparse
import datetime
import filecmp
import json
import os
import platform
import random
import subprocess
import sys
import tempfile
import time


def milliseconds(command, environment):
    start = time.perf_counter()
    subprocess.run(command, check=True, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    return 1e3 * (time.perf_counter() - start)


def interval(times):
    """Returns the median and its distribution-free 95 % interval: of 9 times, the second and the last but one."""
    ordered = sorted(times)
    tail, chance = 0, 0.5 ** len(ordered)
    binomial = chance
    while chance + binomial * (len(ordered) - tail) / (tail + 1) <= 0.025:
        binomial *= (len(ordered) - tail) / (tail + 1)
        chance += binomial
        tail += 1
    return ordered[len(ordered) // 2], ordered[tail], ordered[-1 - tail]


def processor():
    with open("/proc/cpuinfo") as file:
        names = [line.split(": ", 1)[1].strip() for line in file if line.startswith("model name")]
    return names[0] if names else platform.processor()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("-n", type=int, default=5_000_000)
    parser.add_argument("--pairs", type=int, default=9)
    parser.add_argument("-o", "--output", required=True)
    arguments = parser.parse_args()
    if arguments.pairs < 6 or arguments.pairs % 2 == 0:
        sys.exit("--pairs: an odd number from 7 up, for a median with an interval")
    environment = dict(os.environ, LC_ALL="C")
    with tempfile.TemporaryDirectory() as folder:
        numbers, own, other = (os.path.join(folder, name) for name in ("numbers.txt", "own.txt", "other.txt"))
        source = random.Random(1)
        with open(numbers, "w") as file:
            file.writelines(f"{source.getrandbits(32)}\n" for _ in range(arguments.n))
        commands = {
            "texelsort": [arguments.program, "sort", numbers, "-o", own],
            "GNU-sort": ["sort", "-n", "--parallel=2", numbers, "-o", other],
        }
        times = {name: [] for name in commands}
        for pair in range(arguments.pairs + 1):
            for name, command in commands.items():
                took = milliseconds(command, environment)
                if pair > 0:  # does not count the first pair of runs, which only fills caches
                    times[name].append(took)
        if not filecmp.cmp(own, other, shallow=False):
            sys.exit("the two outputs differ")
    ratio, low, high = interval([b / a for a, b in zip(times["texelsort"], times["GNU-sort"])])
    rows = []
    for name in commands:
        middle, least, most = interval(times[name])
        rows.append({"algorithm": name, "n": arguments.n, "type": "u32", "distribution": "uniform",
                     "median_ms": middle, "low_ms": least, "high_ms": most, "samples": arguments.pairs, "verified": True,
                     "payload": "none", "device": processor(), "clock": "whole processes, in turn"})
    version = subprocess.run(["sort", "--version"], capture_output=True, text=True, check=True).stdout.splitlines()[0]
    rows[0] |= {"ratio": ratio, "ratio_low": low, "ratio_high": high}
    rows[1] |= {"library_call": "sort -n --parallel=2, LC_ALL=C", "library": version}
    result = {"schema": "texelsort/command/1", "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
              "command": f"scripts/measure_command.py build/release/bin/texelsort -n {arguments.n} --pairs {arguments.pairs}",
              "results": rows}
    with open(arguments.output, "w") as file:
        json.dump(result, file, indent=2)
        file.write("\n")
    print(f"{ratio:.2f} times as fast [{low:.2f}, {high:.2f}]")


if __name__ == "__main__":
    main()
