#!/usr/bin/env python3
"""Sorts generated CSV files by whole rows with external-sort, and compares every byte with a sort by Python.

    scripts/external_rows.py [--program build/release/bin/texelsort] [--rounds 200] [--seed 1] [--kills 3] [--gnu]

The files contain what breaks parsers: quotes around separators and line ends, doubled quotes, CR LF, a byte order mark,
UTF-8 and Latin-1, empty and missing fields, duplicates, rows without all columns, a last row without a line end, rows
of widely different lengths. Python sorts the values from which a row was generated; it does not parse the file. Every
round also draws options: several columns and kinds, directions, missing values, --unique, --top, short runs, compressed
runs, compressed input, a pipe, the output over the input. Each round kills some sorts that keep their runs at random
moments, and resumes them. --gnu also compares simple files with GNU sort. The script exits with 1 at the first
difference, and keeps the files of that round.
"""

import argparse
import gzip
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from pathlib import Path

WORDS = ["", "a", "b", "alpha", "Alpha", "alphabet", "alphabetical", "ünïcode", "日本", "with space", " padded ", "NA",
         "0", "-1", "1e3", "x" * 40, "x" * 39 + "y", "'single'", "#hash", "tab\tinside", "\\", "null"]
NASTY = ['say "hi"', "a,b;c", "two\nlines", "three\n\nlines\n", '"', '""', ",", "\n"]
MISSING = ["", "NA", "null", "-"]


def number(random_):
    """Returns the text and the value of a number, written in one of several ways."""
    value = Decimal(random_.choice([0, 1, 10, 1000, 10**12, 10**25])) * random_.randint(-99, 99) / 100
    if random_.random() < 0.1:
        return f"{value:E}", value
    if random_.random() < 0.1:
        return f"{'' if value.is_signed() else '+'}{value:f}", value
    return f"{value:f}" + ("0" if random_.random() < 0.1 and "." in f"{value:f}" else ""), value


def date(random_):
    day = datetime(1970, 1, 1) + timedelta(days=random_.randint(-20000, 20000))
    kind = random_.randrange(4)
    if kind == 0:
        return day.strftime("%Y-%m-%d"), day.replace(tzinfo=timezone.utc)
    if kind == 1:
        return "%04d%02d%02d" % (day.year, day.month, day.day), day.replace(tzinfo=timezone.utc)
    moment = day + timedelta(seconds=random_.randrange(86400))
    if kind == 2:
        return moment.isoformat(), moment.replace(tzinfo=timezone.utc)
    hours = random_.randint(-12, 12)
    return moment.isoformat() + "%+03d:00" % hours, moment.replace(tzinfo=timezone(timedelta(hours=hours)))


class Case:
    """A generated file, options of external-sort, and the only correct output."""

    def __init__(self, seed):
        self.random = random_ = random.Random(seed)
        self.separator = random_.choice([",", ",", ";", "\t"])
        self.end = random_.choice(["\n", "\n", "\r\n"])
        self.encoding = random_.choice(["utf-8", "utf-8", "latin-1"])
        self.header = random_.random() < 0.7
        self.kinds = [random_.choice(["number", "text", "date"]) for _ in range(random_.randint(1, 6))]
        self.by = [(column, random_.random() < 0.4) for column in
                   random_.sample(range(len(self.kinds)), random_.randint(1, min(3, len(self.kinds))))]
        self.missing = random_.choice(["first", "last", "skip"])
        self.unique = random_.random() < 0.2
        self.top = random_.randint(1, 300) if random_.random() < 0.2 else None
        self.long_rows = random_.random() < 0.1
        self.rows = [self.row() for _ in range(random_.choice([0, 1, 2, 20, 500, 3000]))]
        if self.rows and random_.random() < 0.5:  # appends copies of earlier rows, so that some rows are equal
            self.rows += [random_.choice(self.rows) for _ in range(len(self.rows) // 4)]
        names = [f"column {i}" if i != 1 else 'odd "name", really' for i in range(len(self.kinds))]
        head = self.separator.join(self.written(name) for name in names) + self.end if self.header else ""
        self.head = (b"\xef\xbb\xbf" if self.encoding == "utf-8" and random_.random() < 0.3 else b"") + self.encoded(head)
        # A file with a single line needs a line end, which shows the sort the line end for its output.
        self.last_end = random_.random() < 0.7 or (len(self.rows) == 1 and not self.header)

    def encoded(self, text):
        return text.encode(self.encoding, "replace")

    def written(self, text, quote=False):
        if quote or any(character in text for character in [self.separator, '"', "\n", "\r"]) or text != text.strip():
            return '"' + text.replace('"', '""') + '"'
        return text

    def row(self):
        texts, values = [], []
        for kind in self.kinds:
            if kind == "text":
                value = self.random.choice(WORDS + NASTY)
                if self.long_rows and self.random.random() < 0.01:
                    value = "long" * self.random.randint(1, 20000)
                texts.append(self.written(value, self.random.random() < 0.1))
                values.append(self.encoded(value) or None)
            elif self.random.random() < 0.05:
                texts.append(self.random.choice(MISSING))
                values.append(None)
            else:
                text, value = (number if kind == "number" else date)(self.random)
                texts.append(self.written(text, self.random.random() < 0.05))
                values.append(value)
        return self.encoded(self.separator.join(texts) + self.end), values

    def contents(self):
        all_ = self.head + b"".join(raw for raw, _ in self.rows)
        return all_ if self.last_end or not self.rows else all_[:-len(self.end)]

    def expected(self):
        rows = self.rows
        if self.missing == "skip":
            rows = [row for row in rows if all(row[1][column] is not None for column, _ in self.by)]

        def place(row, column):
            return 1 if row[1][column] is not None else 0 if self.missing == "first" else 2

        for column, descending in reversed(self.by):
            present = sorted((row for row in rows if row[1][column] is not None), key=lambda row: row[1][column],
                             reverse=descending)
            absent = [row for row in rows if row[1][column] is None]
            rows = absent + present if self.missing == "first" else present + absent
        if self.unique:
            kept, before = [], object()
            for row in rows:
                key = [row[1][column] for column, _ in self.by]
                if key != before:
                    kept.append(row)
                before = key
            rows = kept
        return self.head + b"".join(raw for raw, _ in rows[:self.top])

    def options(self):
        by = ",".join(f"{column + 1}:{self.kinds[column]}" + (":desc" if descending else "")
                      for column, descending in self.by)
        words = ["--by", by, "--missing", self.missing, "--header", "yes" if self.header else "no",
                 "--separator", {",": "comma", ";": "semicolon", "\t": "tab"}[self.separator]]
        if self.unique:
            words.append("--unique")
        if self.top is not None:
            words += ["--top", str(self.top)]
        return words


def run(words, **more):
    return subprocess.run(words, capture_output=True, check=False, **more)


def fail(folder, message, words, result=None):
    print(f"{message}\n{' '.join(map(str, words))}\nfiles in {folder}", file=sys.stderr)
    if result is not None:
        print(result.stderr.decode(errors="replace"), file=sys.stderr)
    sys.exit(1)


def kill_and_resume(words, kills, random_, folder, output):
    """Kills the sort at random moments, and resumes it, until it ends or has been killed often enough."""
    for _ in range(kills):
        started = time.monotonic()
        process = subprocess.Popen(words + ["--resume"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            process.wait(timeout=random_.uniform(0.005, 0.15))
            return
        except subprocess.TimeoutExpired:
            process.send_signal(random_.choice([signal.SIGKILL, signal.SIGINT, signal.SIGTERM]))
            process.wait()
        if time.monotonic() - started > 30:
            fail(folder, "a signal did not end it", words)
    result = run(words + ["--resume"])
    if result.returncode != 0:
        fail(folder, "it did not go on", words, result)


def check(case, program, folder, kills):
    random_ = case.random
    source, output = folder / "in.csv", folder / "out.csv"
    contents, expected = case.contents(), case.expected()
    if not contents.removeprefix(b"\xef\xbb\xbf").strip():
        return 0  # a file without fields has no column to sort by
    runs = folder / "runs"
    runs.mkdir()
    base = [program, "external-sort", "-a", "std/stable-sort@cpu", "--temp-dir", str(runs)] + case.options()
    if random_.random() < 0.6:
        base += ["--run-size", str(random_.choice([1, 1000, 20000, 300000]))]
    if random_.random() < 0.3:
        base.append("--compress")
    way = random_.choice(["file", "over", "gzip", "zstd", "pipe", "stdout", "killed", "killed"])
    input_, stdin = str(source), None
    source.write_bytes(contents)
    if way == "gzip":
        input_ = str(source) + ".gz"
        Path(input_).write_bytes(gzip.compress(contents))
    elif way == "zstd":
        run(["zstd", "-q", str(source)])
        input_ += ".zst"
    elif way == "pipe":
        input_, stdin = "-", contents
    target = str(source) if way == "over" else "-" if way == "stdout" else str(output)
    words = base + [input_, "-o", target]
    if way == "killed":
        kill_and_resume(words, kills, random_, folder, output)
        made = output.read_bytes()
    else:
        result = run(words, input=stdin) if stdin is not None else run(words)
        if result.returncode != 0:
            fail(folder, "refused", words, result)
        made = result.stdout if way == "stdout" else Path(target).read_bytes()
    if made != expected:
        (folder / "expected.csv").write_bytes(expected)
        if way == "stdout":
            output.write_bytes(made)
        fail(folder, f"another order ({way})", words)
    left = list(runs.iterdir()) + [path for path in folder.iterdir() if path.name.startswith(".texelsort")]
    if left:
        fail(folder, f"left behind: {left}", words)
    verified = [program, "external-verify"] + [word for word in case.options() if word != "--unique"] + ["-"]
    if "--top" in verified:
        at = verified.index("--top")
        del verified[at:at + 2]
    result = run(verified, input=made)
    if made.strip() and len(made) > len(case.head) and result.returncode != 0:
        fail(folder, "not verified", verified, result)
    return 1


def check_gnu(program, folder, random_):
    """Sorts simple rows with external-sort and with GNU sort, and compares the outputs."""
    source, ours, theirs = folder / "in.csv", folder / "ours.csv", folder / "theirs.csv"
    source.write_text("".join(f"{random_.randint(-10**9, 10**9)},{random_.choice('abcdef') * random_.randint(1, 9)},{i}\n"
                              for i in range(20000)))
    for by, keys in [("1:number", ["-k1,1n"]), ("2:text,1:number:desc", ["-k2,2", "-k1,1nr"]), ("2:text:desc", ["-k2,2r"])]:
        run([program, "external-sort", source, "-o", ours, "--by", by, "--header", "no", "--run-size", "50k",
             "-a", "std/stable-sort@cpu"])
        subprocess.run(["sort", "-s", "-t,", *keys, "-o", theirs, source], check=True, env={**os.environ, "LC_ALL": "C"})
        if ours.read_bytes() != theirs.read_bytes():
            fail(folder, "another order than GNU sort's", [by])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="build/release/bin/texelsort")
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kills", type=int, default=3, help="of each sort that is killed")
    parser.add_argument("--gnu", action="store_true")
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    checked = 0
    for seed in range(options.seed, options.seed + options.rounds):
        folder = Path(tempfile.mkdtemp(prefix=f"texelsort-rows-{seed}-"))
        checked += check(Case(seed), program, folder, options.kills)
        subprocess.run(["rm", "-r", folder], check=True)
    if options.gnu:
        with tempfile.TemporaryDirectory() as folder:
            check_gnu(program, Path(folder), random.Random(options.seed))
    print(f"{checked} files were sorted as Python sorts them")


if __name__ == "__main__":
    main()
