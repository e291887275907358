#!/usr/bin/env python3
"""Puts each mutation of scripts/kernel_mutations.py into a kernel's source, runs it on the CPU, and reports what found it.

    scripts/mutate_kernels.py --build build/release [--only 4,36,60-72] [--jobs N] [--write FILE]

The build folder contains texelsort, built by Ninja. The script compiles each mutated header separately and links it in
front of the program's libraries. Then `texelsort check` runs the algorithm that uses the header. The table of results
goes to FILE (default: kernel_mutations.md in the build folder). Exits with 1 if nothing finds a mutation.
"""
import argparse
import concurrent.futures
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from kernel_mutations import MUTATIONS  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ORDERS = ("ascending", "descending", "random:1")
LIMIT = 120  # time limit per run in seconds


def mutated(path, number, text, replacement):
    """Returns the source with the mutation, and the number of the mutated line."""
    lines = open(os.path.join(ROOT, path)).read().split("\n")
    found = [i for i, line in enumerate(lines) if text in line and not line.lstrip().startswith("//")]
    if len(found) < number:
        sys.exit(f"{path}: '{text}' is in {len(found)} lines, and {number} is asked for: mend scripts/kernel_mutations.py")
    at = found[number - 1]
    lines[at] = lines[at].replace(text, replacement, 1)
    return "\n".join(lines), at + 1


class Build:
    def __init__(self, folder):
        self.folder = os.path.abspath(folder)
        commands = json.load(open(os.path.join(self.folder, "compile_commands.json")))
        self.compile = {os.path.basename(one["file"])[:-4]: one for one in commands
                        if "/kernels/" in one["file"] and one["file"].endswith(".cpp")}
        every = subprocess.run(["ninja", "-C", self.folder, "-t", "commands", "texelsort"], capture_output=True, text=True,
                               check=True).stdout.splitlines()
        self.link = every[-1]

    def program(self, source, overlay, out, every_type):
        """Builds the program with one kernel source, compiled against an overlay of headers. Returns error messages."""
        one = self.compile[source]
        words = shlex.split(one["command"])
        words = words[1:] if os.path.basename(words[0]) == "ccache" else words
        generated = open(one["file"]).read()
        # Without `every_type`, compile only the instances for 4-byte keys, which saves time. The program keeps its
        # original instances for 8-byte keys.
        blocks = re.split(r"(?=template <>\n)", generated)
        kept = [block for block in blocks if every_type or ", std::uint64_t>()" not in block]
        text = "".join(kept)
        if len(kept) < len(blocks):
            text = text.rstrip() + ("" if text.rstrip().endswith("}  // namespace texelsort::algorithms")
                                    else "\n}  // namespace texelsort::algorithms\n")
        path = os.path.join(out, source + ".cpp")
        open(path, "w").write(text)
        at = words.index("-o")
        words = words[:at] + words[at + 2:]
        words = [word for word in words if word not in ("-c", one["file"]) and not word.endswith(source + ".cpp")]
        words = [words[0], "-I", overlay, *words[1:], "-w", "-c", path, "-o", os.path.join(out, "kernel.o")]
        done = subprocess.run(words, cwd=one["directory"], capture_output=True, text=True)
        if done.returncode != 0:
            return done.stderr
        program = os.path.join(out, "texelsort")
        link = self.link.replace(" -o bin/texelsort ", f" {out}/kernel.o -Wl,-z,muldefs -o {program} ")
        done = subprocess.run(link, shell=True, cwd=self.folder, capture_output=True, text=True)
        return done.stderr if done.returncode != 0 else ""


def found_by(program, words):
    """Runs the check in several orders of threads. Returns the message of the first failure, or an empty string if
    no check fails."""
    command = [program, "check", "-q", *words]
    if "-n" not in words:
        command += ["-n", "1000,9000"]
    if "--payload" not in words:
        command += ["--payload", "none,index"]
    if "-t" not in words:
        command += ["-t", "u32"]
    command += ["-d", "uniform,few-distinct"]
    for order in ORDERS:
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT,
                                  env={**os.environ, "TEXELSORT_CPU_KERNELS_ORDER": order})
        except subprocess.TimeoutExpired:
            return f"does not end in {LIMIT} s"
        if done.returncode != 0:
            lines = [line for line in done.stderr.splitlines() if line.startswith("texelsort: ")]
            said = lines[-1][len("texelsort: "):] if lines else f"exit code {done.returncode}"
            return said if order == "ascending" else f"({order}) {said}"
    return ""


def try_one(build, number):
    path, nth, text, replacement, source, words = MUTATIONS[number]
    path = "compute/algorithms/" + path
    changed, line = mutated(path, nth, text, replacement)
    with tempfile.TemporaryDirectory() as out:
        overlay = os.path.join(out, "overlay")
        os.makedirs(os.path.dirname(os.path.join(overlay, path)))
        open(os.path.join(overlay, path), "w").write(changed)
        errors = build.program(source, overlay, out, "-t" in shlex.split(words))
        said = "does not compile: " + errors[-300:] if errors else found_by(os.path.join(out, "texelsort"),
                                                                            shlex.split(words))
    return number, f"{path}:{line}", text, replacement, said


def table(rows):
    text = ("# Mutations of CUDA's kernels\n\n"
            "`scripts/mutate_kernels.py` put each of these mutations into a kernel's source. The CPU executed the kernel "
            "(docs/cuda.md), and `texelsort check` tested the claim of every pass.\n\n"
            "| | line | original | mutation | found by |\n|---|---|---|---|---|\n")
    cell = lambda one: one.replace("|", "\\|").replace("\n", " ")
    for number, place, was, now, said in rows:
        short = said if len(said) <= 260 else said[:257] + "..."
        text += f"| {number + 1} | `{place.removeprefix('compute/algorithms/')}` | `{cell(was)}` | `{cell(now)}` | {cell(short)} |\n"
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", required=True)
    parser.add_argument("--only", help="numbers of mutations from 1: 4,36 or 60-72")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--write", help="file for the table (default: kernel_mutations.md in the build folder)")
    options = parser.parse_args()
    numbers = range(len(MUTATIONS))
    if options.only:
        numbers = []
        for part in options.only.split(","):
            first, _, last = part.partition("-")
            numbers += range(int(first) - 1, int(last or first))
    for path, nth, text, replacement, _, _ in MUTATIONS:  # exits if a source has changed, even if --only leaves it out
        mutated("compute/algorithms/" + path, nth, text, replacement)
    build = Build(options.build)
    rows = []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for row in pool.map(lambda number: try_one(build, number), numbers):
            rows.append(row)
            print(f"{row[0] + 1:3} {row[1]}: {row[3] or 'nothing'} for {row[2]}: {row[4] or 'FOUND BY NOTHING'}"[:300], flush=True)
    # A finding is valid only if its message names the kernel or the pass. Any other message means that the command did
    # not run. A finding without a source line means that debug information is missing.
    bad = [row for row in rows if not re.search(r": (kernel .*, block \d|pass \d+ \(|result)|does not end in", row[4])
           or "an unknown place" in row[4]]
    print(f"{len(rows) - len(bad)} of {len(rows)} mutations found")
    with open(options.write or os.path.join(options.build, "kernel_mutations.md"), "w") as file:
        file.write(table(rows))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
