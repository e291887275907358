#!/usr/bin/env python3
"""Counts how often texelsort calls one of two equal sorts faster, and how often it finds a sort that is 10 % slower.

    scripts/measure_verdicts.py PROGRAM [--kinds KIND,...] [--runs N] [--load] [--window PROGRAM] [-n SIZE]
                                [--seconds S] [--rounds N]

The script writes a copy of the template `bitonic` with two parameters: `unused` changes nothing, and `extra` adds
passes. It first measures how many passes add 10 %. Then it measures each kind of comparison N times with equal sorts,
and N times with the slower one:

    bench      two values of a parameter
    sweep      the same two values
    programs   compare --programs: two programs that differ in the sort
    files      compare: two files of bench --repetitions 20
    window     a changed parameter in the window
    agreement  the ratio of the window and that of bench; their intervals should overlap

The last two need the program measure_ratio of the tests (--window). bench and sweep get --seconds S (default: 1.5; a
GPU needs less). With --rounds N, compare --programs gets both. With --load, two processes use the processors in bursts
of 0.2 to 3 seconds meanwhile. The output is a Markdown table. At an error rate of 5 %, half of all trials of 60 equal
sorts call three or more sorts faster or slower.
"""
import argparse
import collections
import json
import multiprocessing
import os
import random
import re
import subprocess
import sys
import tempfile
import time

SORT = "sort/"


def burst(seed):
    """Uses a processor in bursts until it is terminated."""
    draws = random.Random(seed)
    while True:
        end = time.monotonic() + draws.uniform(0.2, 3)
        while time.monotonic() < end:
            pass
        time.sleep(draws.uniform(0.2, 3))


def replaced(pattern, replacement, text):
    text, count = re.subn(pattern, lambda _: replacement, text)
    if count != 1:
        sys.exit(f"the template bitonic has changed: '{pattern}' occurs {count} times")
    return text


class Trials:
    """Comparisons of an old and a new sort. Each returns the verdict on the new one."""

    def __init__(self, program, window, size, seconds, rounds, folder):
        self.program, self.window_program = os.path.abspath(program), window and os.path.abspath(window)
        self.size, self.seconds, self.folder = size, str(seconds), folder
        self.rounds = ["--rounds", str(rounds), "--seconds", str(seconds)] if rounds else []
        self.measured, self.latest = [], {}
        self.write("old", 0)
        old, new = self.bench_rows("extra=0", "extra=20", "--samples", "201")
        self.extra = max(1, round(0.1 * 20 / (new["median_ms"] / old["median_ms"] - 1)))
        self.write("new", self.extra)

    def write(self, side, always):
        """Writes the sort of one side, with a number of passes that are always added, and a program that runs there."""
        folder = os.path.join(self.folder, side)
        os.makedirs(folder)
        subprocess.run([self.program, "init", "-q", SORT], cwd=folder, check=True, capture_output=True)
        path = os.path.join(folder, SORT, "sort.lua")
        with open(path) as file:
            text = file.read()
        text = replaced(r"  parameters = \{\n", """  parameters = {
    unused = { values = {0, 1}, default = 0, unit = "", help = "Changes nothing." },
    extra = { low = 0, high = 1000, default = 0, unit = "passes", help = "Passes that are added." },
""", text)
        end = "      size = 2 * size\n    end\n"
        text = replaced(re.escape(end), end + f"    for i = 1, p.extra + {always} do\n"
                        '      step(n, 2, 1, "again " .. i, compare_exchange { distance = 1 })\n    end\n', text)
        with open(path, "w") as file:
            file.write(text)
        script = os.path.join(folder, "texelsort")
        with open(script, "w") as file:
            file.write(f'#!/bin/sh\ncd {folder} && exec {self.program} "$@"\n')
        os.chmod(script, 0o755)

    def run(self, words, side="old", good=(0,)):
        run = subprocess.run([self.program, *words, "-q"], cwd=os.path.join(self.folder, side), capture_output=True,
                             text=True)
        if run.returncode not in good:
            sys.exit(f"texelsort {' '.join(words)}: exit code {run.returncode}\n{run.stderr}")
        return run.stdout

    def bench_rows(self, old, new, *words):
        return json.loads(self.run(["bench", "-a", f"{SORT}:{old}", f"{SORT}:{new}", "-n", self.size, "--format", "json",
                                    *words]))["results"]

    def values(self, equal):
        return ("unused=0", "unused=1") if equal else ("extra=0", f"extra={self.extra}")

    @staticmethod
    def by_winner(old_wins, new_wins):
        return "SLOWER" if old_wins else "FASTER" if new_wins else "none"

    def bench(self, equal):
        return self.by_winner(*(row["result"] == "fastest" for row in
                                self.bench_rows(*self.values(equal), "--seconds", self.seconds)))

    def sweep(self, equal):
        old, new = self.values(equal)
        table = self.run(["sweep", "-a", SORT, "-p", f"{old},{new.split('=')[1]}", "-n", self.size, "--seconds",
                          self.seconds])
        fastest = [line for line in table.splitlines() if line.rstrip().endswith("fastest")]
        return self.by_winner(*(any(re.search(rf"\b{one}\b", line) for line in fastest) for one in (old, new)))

    def verdict(self, words):
        row = json.loads(self.run(["compare", "--format", "json", *words], good=(0, 1)))["results"][0]
        return "machine changed" if "machine" in (row["reason"] or "") else row["verdict"]

    def programs(self, equal):
        sides = ("old", "old" if equal else "new")
        programs = (os.path.join(self.folder, side, "texelsort") for side in sides)
        return self.verdict(["--programs", *programs, *self.rounds, "-a", SORT, "-n", self.size])

    def measure_file(self, side):
        """Measures a side into a file of its own, next to the previous file of that side."""
        self.measured.append(side)
        self.latest[side] = os.path.join(self.folder, f"{len(self.measured)}.json")
        self.run(["bench", "-a", SORT, "-n", self.size, "--repetitions", "20", "--format", "json", "-o",
                  self.latest[side]], side)
        return self.latest[side]

    def files(self, equal):
        """Compares the last file with the next one, so that each comparison needs one measurement."""
        if not self.measured:
            self.measure_file("old")
        before = self.latest[self.measured[-1]]
        if equal:
            return self.verdict([before, self.measure_file(self.measured[-1])])
        self.measure_file("new" if self.measured[-1] == "old" else "old")
        return self.verdict([self.latest["old"], self.latest["new"]])

    def window_ratio(self, equal):
        """Returns the ratio that the window shows, and its interval."""
        old, new = self.values(equal)
        name, value = old.split("=")
        run = subprocess.run([self.window_program, SORT, self.size, name, value, new.split("=")[1]], text=True, check=True,
                             cwd=os.path.join(self.folder, "old"), capture_output=True)
        return [float(word) for word in run.stdout.split()]

    def window(self, equal):
        _, low, high = self.window_ratio(equal)
        return self.by_winner(low > 1, high < 1)

    def agreement(self, equal):
        _, low, high = self.window_ratio(equal)
        old, new = self.bench_rows(*self.values(equal), "--seconds", self.seconds)
        if new["over_fastest"] > 1:
            ends = new["over_fastest_low"], new["over_fastest_high"]
        else:
            ends = 1 / old["over_fastest_high"], 1 / old["over_fastest_low"]
        return "overlap" if low <= ends[1] and ends[0] <= high else "differ"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--kinds", default="bench,sweep,programs,files")
    parser.add_argument("--runs", type=int, default=30)
    parser.add_argument("--load", action="store_true")
    parser.add_argument("--window")
    parser.add_argument("-n", dest="size", default="2^14")
    parser.add_argument("--seconds", type=float, default=1.5)
    parser.add_argument("--rounds", type=int)
    options = parser.parse_args()
    loads = [multiprocessing.Process(target=burst, args=(seed,), daemon=True) for seed in range(2 * options.load)]
    with tempfile.TemporaryDirectory() as folder:
        trials = Trials(options.program, options.window, options.size, options.seconds, options.rounds,
                        folder)
        print(f"10 %: {trials.extra} added passes; {'two processes in bursts' if loads else 'no load'}\n")
        print("| kind | sorts | verdicts on the new sort | seconds each |\n|---|---|---|---:|", flush=True)
        for load in loads:
            load.start()
        for kind in options.kinds.split(","):
            for equal in (True, False):
                start = time.monotonic()
                counts = collections.Counter(getattr(trials, kind)(equal) for _ in range(options.runs))
                text = ", ".join(f"{count} {verdict}" for verdict, count in sorted(counts.items()))
                seconds = (time.monotonic() - start) / options.runs
                print(f"| {kind} | {'equal' if equal else '10 % slower'} | {text} | {seconds:.1f} |", flush=True)


if __name__ == "__main__":
    main()
