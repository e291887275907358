#!/usr/bin/env python3
"""Runs clang-tidy on the program's sources, with the checks of .clang-tidy.

    scripts/tidy.py                      all sources
    scripts/tidy.py compute/gpu app/cli  the joined sources of these folders
    scripts/tidy.py --since COMMIT       the sources of folders that have changed since COMMIT

clang-tidy reads the joined sources of a folder, as the compiler does, so that it reads headers once per folder.
The exit code is 1 if a check fails, and 3 if clang-tidy is missing.
"""
import argparse
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
OURS = ("compute/", "app/")


def newest():
    """Returns the newest clang-tidy. Versions before 16 reject libstdc++'s ranges and captured structured bindings."""
    return next(filter(None, (shutil.which(f"clang-tidy-{version}") for version in range(30, 15, -1))), None)


def compiled(build):
    """Returns each compiled source, and the files of the repository that it includes."""
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        for entry in json.load(file):
            source = os.path.join(entry["directory"], entry["file"])
            files = [source]
            if "/Unity/" in source:
                with open(source, encoding="utf-8") as joined:
                    files = re.findall(r'#include "(.*)"', joined.read())
            files = [os.path.relpath(one, ROOT) for one in files]
            if any(one.startswith(OURS) and one.endswith(".cpp") for one in files):
                yield source, files


def changed_folders(since):
    """Returns the folders of changed files; nothing if this clone does not know the commit."""
    said = subprocess.run(["git", "diff", "--name-only", since], cwd=ROOT, capture_output=True, text=True)
    if said.returncode != 0:
        return None
    return {os.path.dirname(path) for path in said.stdout.split("\n") if path.startswith(OURS)}


def without_precompiled_headers(build, folder):
    """Writes a compile_commands.json without precompiled headers, because Clang cannot read those of GCC."""
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        text = re.sub(r"-Winvalid-pch|-fpch-preprocess|--param=\S+|-include \S*cmake_pch\.hxx", "", file.read())
    with open(os.path.join(folder, "compile_commands.json"), "w", encoding="utf-8") as file:
        file.write(text)


def wanted(files, folders):
    return folders is None or any(os.path.dirname(one) in folders for one in files)


def tidy(program, build, source):
    # Adds GCC's header folder after Clang's own folder, because only GCC has some headers, such as backtrace.h.
    other = subprocess.run(["c++", "-print-file-name=include"], capture_output=True, text=True, check=True).stdout.strip()
    said = subprocess.run([program, "-p", build, "--quiet", "--extra-arg=-idirafter", f"--extra-arg={other}", source],
                          cwd=ROOT, capture_output=True, text=True)
    return said.returncode, said.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", help="compute/gpu, app/cli")
    parser.add_argument("--since", metavar="COMMIT", help="only folders in which something has changed since COMMIT")
    parser.add_argument("--build", default="build/release", help="a configured build folder with joined sources")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    program = os.environ.get("CLANG_TIDY") or newest()
    if not program:
        print("tidy.py: there is no clang-tidy from 16 on: install clang-tidy-16, or name one by CLANG_TIDY", file=sys.stderr)
        return 3
    build = os.path.join(ROOT, options.build)
    folders = {folder.rstrip("/") for folder in options.folders} or None
    if options.since:
        folders = changed_folders(options.since)
    sources = sorted({source for source, files in compiled(build) if wanted(files, folders)})
    failed = 0
    with tempfile.TemporaryDirectory() as commands, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        without_precompiled_headers(build, commands)
        for code, said in pool.map(lambda source: tidy(program, commands, source), sources):
            if code != 0:
                failed += 1
                print(said, end="", flush=True)
    print(f"clang-tidy: {len(sources)} sources, {failed} with findings")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
