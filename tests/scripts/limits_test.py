#!/usr/bin/env python3
"""Runs texelsort under limits of threads, memory, open files and file sizes, in steps.

    tests/scripts/limits_test.py build/release/bin/texelsort                a few steps of each limit
    tests/scripts/limits_test.py build/release/bin/texelsort --steps 200    the full form

Each run must exit with 0 and the right output, or with 2 or 3, one reason and no output. It must end within its time limit
and leave no file. If the test runs as root, it uses a user without processes for the runs, because the limit of threads
counts all threads of a user and does not apply to root.
"""
import argparse
import os
import pathlib
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time

USER = 61234  # id of a user that has no processes
SECONDS = 20  # time limit of a run in seconds, many times its duration without limits
KIB, MIB = 1 << 10, 1 << 20
# Matches lines of the program that are not notes or warnings. The OpenMP library prints a line that cannot be
# suppressed.
REASON = re.compile(r"^(?!texelsort: (?:note|warning): |libgomp: |$).+", re.MULTILINE)
TIME = re.compile(rb", [0-9.e+]+ \S*s$", re.MULTILINE)


def make_inputs(folder, program):
    values = random.Random(1)
    numbers = [values.randrange(10**6) for _ in range(200_000)]
    (folder / "numbers.txt").write_text("\n".join(map(str, numbers)) + "\n")
    (folder / "few.txt").write_text("\n".join(map(str, numbers[:64])) + "\n")
    (folder / "rows.csv").write_text("a,b\n" + "".join(f"{i},n{one}\n" for i, one in enumerate(numbers[:100_000])))
    # Odd-even transposition reaches many distinct states, so that the program tries inputs in parallel threads.
    places = 30
    steps = [" ".join(f"{i}:{i + 1}" for i in range(step % 2, places - 1, 2)) for step in range(places)]
    (folder / "network.txt").write_text("\n".join(steps) + "\n")
    subprocess.run([program, "external-generate", "100000", folder / "records.dat"], check=True)


def commands(folder):
    yield "sort", ["sort", folder / "numbers.txt"], "out.txt"
    yield "sort --by", ["sort", folder / "rows.csv", "--by", "b"], "out.csv"
    yield "select", ["select", folder / "numbers.txt", "--quantile", "0.5", "-a", "std/nth-element@cpu"], "out.txt"
    memory = ["--memory", "300M"]
    yield "external-sort", ["external-sort", folder / "records.dat", "--run-size", "1M", *memory], "out.dat"
    yield "external-sort --by", ["external-sort", folder / "rows.csv", "--by", "b", "--run-size", "200k", *memory], "out.csv"
    yield "network verify", ["network", "verify", folder / "network.txt"], None
    yield "render", ["render", folder / "few.txt", "--size", "320x240"], "out.png"


class Runner:
    def __init__(self, program, folder):
        self.program, self.folder, self.faults, self.runs = program, folder, [], 0

    def limit(self, kind, value):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if os.geteuid() == 0:
            os.setgroups([])
            os.setgid(USER)
            os.setuid(USER)
        if kind is not None:
            resource.setrlimit(kind, (value, value))

    def start(self, words, kind=None, value=0):
        """Runs texelsort. Returns its exit code, standard output, standard error and the remaining files."""
        with tempfile.TemporaryDirectory(dir=self.folder) as name:
            work = pathlib.Path(name)
            work.chmod(0o777)
            environment = {**os.environ, "TMPDIR": name, "HOME": name, "XDG_CACHE_HOME": str(self.folder / "cache")}
            environment.pop("DISPLAY", None)
            process = subprocess.Popen([self.program, *words], cwd=name, env=environment, stdin=subprocess.DEVNULL,
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                       preexec_fn=lambda: self.limit(kind, value))
            try:
                out, said = process.communicate(timeout=SECONDS)
                code = process.returncode
            except subprocess.TimeoutExpired:
                process.kill()
                out, said = process.communicate()
                code = None
            # Removes the time in the last line of select's answers.
            files = {str(one.relative_to(work)): TIME.sub(b"", one.read_bytes()) for one in work.rglob("*") if one.is_file()}
        return code, out, said.decode(errors="replace"), files

    def loads(self, kind, value):
        """Returns whether the system's loader can start the program within the limit."""
        return self.start(["--version"], kind, value)[0] == 0

    def check(self, title, words, output, right, kind, value):
        words = [*words, "-o", output] if output else words
        started = time.monotonic()
        code, out, said, files = self.start(words, kind, value)
        seconds = time.monotonic() - started
        self.runs += 1
        fault = None
        if code is None:
            fault = f"did not end in {SECONDS} s"
        elif code not in (0, 2, 3):
            fault = f"ended with {code}"
        elif code == 0 and (files != right[1] or right[0] not in (None, out)):
            fault = f"ended with 0 and another output, files {sorted(files)}"
        elif code != 0 and files:
            fault = f"left {sorted(files)}"
        elif code != 0 and len(reasons := REASON.findall(said)) != 1:
            fault = f"ended with {code} and gave {len(reasons)} reasons"
        if fault:
            self.faults.append(f"{title}: {fault} after {seconds:.1f} s: {said.strip()[-200:]}")
            print(self.faults[-1], flush=True)
        return code


def lowest(holds, value, most):
    """Doubles `value` until `holds` is true for it. Returns the number before it, and the number itself."""
    before = value
    while value < most and not holds(value):
        before, value = value, 2 * value
    return before, value


def spread(first, last, steps):
    return sorted({first + (last - first) * i // max(1, steps - 1) for i in range(steps)})


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("--steps", type=int, default=5, help="of each limit and command (default: 5)")
    parser.add_argument("--only", nargs="+", default=[], help="commands (default: all)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="texelsort-limits-") as name:
        folder = pathlib.Path(name)
        folder.chmod(0o777)
        (folder / "cache").mkdir()
        (folder / "cache").chmod(0o777)
        # Copies the program to a folder where the other user may run it.
        program = shutil.copy(options.program, folder / "texelsort")
        make_inputs(folder, program)
        for one in folder.iterdir():
            if one.is_file():
                one.chmod(0o755)
        runner = Runner(program, folder)
        before, least_memory = lowest(lambda value: runner.loads(resource.RLIMIT_AS, value), 8 * MIB, 1 << 40)
        while least_memory - before > MIB:
            middle = (before + least_memory) // 2
            before, least_memory = (before, middle) if runner.loads(resource.RLIMIT_AS, middle) else (middle, least_memory)
        least_files = next(value for value in range(3, 100) if runner.loads(resource.RLIMIT_NOFILE, value))
        for title, words, output in commands(folder):
            if options.only and title not in options.only:
                continue
            code, out, said, files = runner.start([*words, "-o", output] if output else words)
            if code == 3:
                print(f"{title}: left out: {said.strip()}")
                continue
            if code != 0:
                sys.exit(f"{title}: ended with {code} without limits: {said}")
            right = out, files
            if title.startswith("external-sort"):  # does not compare the output, because external-sort prints times
                right = None, files
            enough = lowest(lambda value: runner.start([*words, "-o", output] if output else words, resource.RLIMIT_AS,
                                                       value)[0] == 0, least_memory, 1 << 40)[1]
            size = max([1000, *map(len, files.values())])
            steps = options.steps
            plans = [("threads", resource.RLIMIT_NPROC, range(1, steps + 1)),
                     ("memory", resource.RLIMIT_AS, spread(least_memory, enough, steps)),
                     ("open files", resource.RLIMIT_NOFILE, range(least_files, least_files + steps)),
                     ("file size", resource.RLIMIT_FSIZE, spread(0, size + KIB, steps))]
            for limit, kind, values in plans:
                codes = []
                for value in values:
                    codes.append(runner.check(f"{title}, {limit} {value}", words, output, right, kind, value))
                print(f"{title}, {limit} {values[0]} to {values[-1]}: " +
                      ", ".join(f"{codes.count(code)} ended with {code}" for code in sorted(set(codes), key=str)), flush=True)
        print(f"{runner.runs} runs, {len(runner.faults)} faults")
        return 1 if runner.faults else 0


if __name__ == "__main__":
    sys.exit(main())
