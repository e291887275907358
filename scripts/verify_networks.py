#!/usr/bin/env python3
"""Verifies every network of some list files or folders, by all inputs of zeros and ones up to 32 places.

For lists from elsewhere, such as B. Dobbelaere's: the page https://bertdobbelaere.github.io/sorting_networks.html as a
browser saves it, or the folder Networks/Sorters of a clone of https://github.com/bertdobbelaere/SorterHunter.

  scripts/verify_networks.py --program build/release/bin/texelsort sorting_networks.html
  scripts/verify_networks.py --program build/release/bin/texelsort SorterHunter/Networks/Sorters --most 32

A line for each network: its name, places, whether it sorts and how that was found; a line for each file with its
seconds. Exits 1 if one does not sort or cannot be read, 2 if there is none.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import time


def files_of(paths, most):
    """The files, and those of folders by name; of names such as Sort_33_199_15.json only up to `most` places."""
    for path in paths:
        if not path.is_dir():
            yield path
            continue
        for file in sorted(path.glob("*.json")):
            named = re.match(r"[A-Za-z]+_(\d+)_", file.name)
            if named is None or int(named.group(1)) <= most:
                yield file


def verify(program, file):
    """The rows that `network verify` gives of a file, the seconds it took, and what it says is wrong."""
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
