#!/usr/bin/env python3
"""Measures the peak memory of external-sort against its budget, for ten shapes of rows.

    tests/scripts/budgets_test.py build/release/bin/texelsort                             2 budgets, files of 6 MB
    tests/scripts/budgets_test.py build/release/bin/texelsort --budgets 20 --size 40      the full form

Prints one line per budget with the peak of each shape, in MB. Fails if a peak exceeds its budget, or if a sort fails.
"""
import argparse
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

MB = 10**6


def shapes(size):
    """Returns ten shapes of CSV files: pairs of a name and rows. The rows have a header and a column named k."""
    values = random.Random(1)
    number = lambda: values.randrange(10**9)

    def rows(make, count=None):
        text, bytes_left = [], size
        for i in range(count or size):
            text.append(make(i))
            bytes_left -= len(text[-1])
            if bytes_left <= 0:
                break
        return "".join(text)

    words = "".join(values.choice("abcdefgh ") for _ in range(30_000))
    yield "one character", "k\n" + rows(lambda i: "zyxwvu"[i % 6] + "\n", 3_000_000)
    yield "digit pairs", "k,v\n" + rows(lambda i: f"{number() % 10},{i % 10}\n")
    yield "ordinary", "k,name,when\n" + rows(lambda i: f"{number()},name {i},2024-01-{i % 28 + 1:02}\n")
    yield "text keys", "k,v\n" + rows(lambda i: f"{words[i % 20_000:i % 20_000 + 300]},{i}\n")
    yield "20 kB rows", "k,v\n" + rows(lambda i: f"{number()},{words[:20_000]}\n")
    yield "1000 columns", "k" + "".join(f",c{i}" for i in range(1, 1000)) + "\n" + rows(lambda i: f"{number()}" + ",7" * 999 + "\n")
    yield "quoted lines", "k,v\n" + rows(lambda i: f"\"{number()}\",\"a \"\"b\"\"\nc {i}\"\n")
    yield "long, then short", "k,v\n" + rows(lambda i: f"{number()},{words[:400] if i < 12_000 else ''}\n")
    yield "short, then long", "k,v\n" + rows(lambda i: f"{number() % 100},{'' if i < 1_500_000 else words[:4000]}\n")
    yield "equal keys", "k,v\n" + rows(lambda i: f"same,{i}\n")


def peak(program, words, folder):
    """Runs the program. Returns its exit code, its peak memory in bytes, and its output."""
    with open(folder / "said", "w+b") as said:
        process = subprocess.Popen([program, *map(str, words)], stdout=said, stderr=said)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        return process.returncode, usage.ru_maxrss * 1024, said.read().decode()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("--budgets", type=int, default=2, help="between the smallest and 300 MB (default: 2)")
    parser.add_argument("--size", type=int, default=6, help="MB of each file (default: 6)")
    options = parser.parse_args()
    faults = 0
    with tempfile.TemporaryDirectory(prefix="texelsort-budgets-") as name:
        folder = pathlib.Path(name)
        # Generates files in a child process, because the peak memory of a sort includes the memory of its parent at its
        # start.
        maker = os.fork()
        if maker == 0:
            for title, rows in shapes(options.size * MB):
                (folder / f"{title}.csv").write_text(rows)
            os._exit(0)
        assert os.waitpid(maker, 0)[1] == 0
        names = [title for title, _ in shapes(0)]
        sort = lambda title, budget: peak(options.program, ["external-sort", folder / f"{title}.csv", "--by", "k", "-o",
                                                            folder / "out", "--memory", budget, "--temp-dir", folder], folder)
        # The program rejects budgets that are too small, and prints the smallest possible budget.
        least = 0
        for title in names:
            code, _, said = sort(title, MB)
            assert code == 3, (title, code, said)
            least = max(least, int(re.search(r"needs at least (\d+)", said)[1]))
        least += 2 * MB  # margin, because the memory of the program itself varies between runs, by up to 0.6 MB
        last = 300 * MB
        print("budget  " + "  ".join(f"{title:>16}" for title in names))
        for i in range(options.budgets):
            budget = least + (last - least) * i // max(1, options.budgets - 1)
            cells = []
            for title in names:
                code, most, said = sort(title, budget)
                good = code == 0 and most <= budget
                faults += not good
                cells.append(f"{most / MB:.1f}" if good else f"{most / MB:.1f} FAULT {code}")
                if code != 0:
                    print(said.strip())
            print(f"{budget / MB:6.1f}  " + "  ".join(f"{cell:>16}" for cell in cells), flush=True)
    print(f"{faults} peaks above their budget")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
