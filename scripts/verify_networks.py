#!/usr/bin/env python3
"""Verifies every network in list files or folders, with all inputs of zeros and ones for up to 32 positions.

Example for external lists: B. Dobbelaere's page https://bertdobbelaere.github.io/sorting_networks.html, saved by a
browser, or the folder Networks/Sorters of a clone of https://github.com/bertdobbelaere/SorterHunter.

  scripts/verify_networks.py --program build/release/bin/texelsort sorting_networks.html
  scripts/verify_networks.py --program build/release/bin/texelsort SorterHunter/Networks/Sorters --most 32

Prints a line per network: its name, number of positions, whether it sorts, and how this was found. Prints a line per
file with its seconds. The exit code is 1 if a network does not sort or cannot be read, and 2 if there is no network.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import time


def files_of(paths, most):
    """Returns all files, with folders replaced by their files in the order of names. Omits files of networks with
    more than `most` positions, whose names are like Sort_33_199_15.json."""
    for path in paths:
        if not path.is_dir():
            yield path
            continue
        for file in sorted(path.glob("*.json")):
            named = re.match(r"[A-Za-z]+_(\d+)_", file.name)
            if named is None or int(named.group(1)) <= most:
                yield file


def verify(program, file):
    """Runs `network verify` on a file. Returns its rows, its seconds and its error message."""
    start = time.monotonic()
    run = subprocess.run([program, "network", "verify", str(file), "--json"], capture_output=True, text=True,
                         check=False)
    seconds = time.monotonic() - start
    if not run.stdout:
        return [], seconds, run.stderr.strip()
    document = json.loads(run.stdout)
    return document.get("networks", [document]), seconds, ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="build/release/bin/texelsort")
    parser.add_argument("--most", type=int, default=32, help="places; larger networks are passed over (default: 32)")
    parser.add_argument("paths", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    sorting = proved = wrong = 0
    for file in files_of(options.paths, options.most):
        rows, seconds, fault = verify(options.program, file)
        if fault:
            wrong += 1
            print(fault)
        for row in rows:
            if row["n"] > options.most:
                continue
            sorting += row["sorts"]
            proved += row["sorts"] and row["method"] == "exhaustive"
            wrong += not row["sorts"]
            verdict = "sorts" if row["sorts"] else f"DOES NOT SORT {row['counterexample']}"
            print(f"{row['network']:28} {row['n']:3} places  {verdict}, {row['method']}")
        print(f"{file}: {seconds:.2f} s")
    print(f"{sorting} networks sort, {proved} of them proved by all inputs; {wrong} wrong")
    if wrong:
        return 1
    return 0 if sorting else 2


if __name__ == "__main__":
    sys.exit(main())
