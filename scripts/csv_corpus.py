#!/usr/bin/env python3
"""Sorts every numeric column of real CSV files with the program, and compares each output with Python's, line by line.

    scripts/csv_corpus.py [--program build/release/bin/texelsort] [--files 200] [FOLDER...]

Without folders, the script uses the CSV files of Debian's packages of statsmodels and scikit-learn. apt-get downloads
them, and dpkg unpacks them in a temporary folder without installing them. The exit code is 1 if an output is wrong
without an error message, or if there are fewer files than --files.
"""

import argparse
import csv
import gzip
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal, InvalidOperation
from pathlib import Path

PACKAGES = ["python3-statsmodels", "python3-statsmodels-lib", "python3-sklearn", "python3-sklearn-lib"]
MISSING = {"", "NA", "N/A", "n/a", "#N/A", "NULL", "null", "None", ".", "?", "-"}
# Maximum number of columns to sort in a file with a single row, because one file has 20,190 columns.
MOST_OF_ONE_ROW = 20
NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?|[+-]?(inf(inity)?|nan)", re.IGNORECASE)


def unpack_packages(folder):
    subprocess.run(["apt-get", "download", "-q", *PACKAGES], cwd=folder, check=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)
    for package in folder.glob("*.deb"):
        subprocess.run(["dpkg", "-x", package, folder / "files"], check=True)
    return folder / "files"


def csv_files(folders, scratch):
    """Returns the paths of all CSV files, compressed ones unpacked. Of identical files, only one is returned."""
    seen = set()
    for folder in folders:
        for path in sorted(Path(folder).rglob("*")):
            if not path.is_file() or path.is_symlink() or not re.search(r"\.(csv|tsv)(\.gz)?$", path.name, re.I):
                continue
            contents = gzip.open(path).read() if path.suffix == ".gz" else path.read_bytes()
            if contents in seen:
                continue
            seen.add(contents)
            if path.suffix == ".gz":
                path = scratch / f"{len(seen)}-{path.stem}"
                path.write_bytes(contents)
            yield path


def decode(contents):
    try:
        return contents.decode("utf-8-sig")
    except UnicodeDecodeError:
        return contents.decode("latin-1")


def read_rows(path):
    text = decode(path.read_bytes())
    try:
        delimiter = csv.Sniffer().sniff(text[:20000], delimiters=",;\t").delimiter
    except csv.Error:
        delimiter = ","
    lines = [line.split() for line in text.splitlines() if line.strip()]
    if not re.search(r"[,;\t]", text) and any(len(line) > 1 for line in lines):
        return lines  # blanks separate the columns, and texelsort rejects such files
    rows = csv.reader(text.splitlines(keepends=True), delimiter=delimiter, skipinitialspace=True)
    return [[field.strip() for field in row] for row in rows if row and not (len(row) == 1 and not row[0].strip())]


def is_number(field):
    return NUMBER.fullmatch(field) is not None


def has_header(rows):
    """Returns whether the first row is a header. The author has checked all these files: headers contain a word."""
    return any(field not in MISSING and not is_number(field) for field in rows[0]) if rows else False


def sort_key(whole):
    """Returns a key in the order of IEEE 754 totalOrder. Decimal is exact, because it does not round numbers."""
    def key(field):
        value = Decimal(field)
        sign = -1 if field.startswith("-") else 1
        if value.is_nan():
            return (2 * sign, Decimal(0), 0)
        if value.is_infinite():
            return (sign, Decimal(0), 0)
        return (0, value, 0 if whole or value != 0 else sign)
    return key


def expected_output(rows, header, index):
    """Returns the lines that sorting a column must print, with rows without a number last. Returns None if it is not
    numeric."""
    data = rows[1:] if header else rows
    fields = [row[index] if index < len(row) else "" for row in data]
    numbers = [field for field in fields if field not in MISSING]
    if not numbers or not all(is_number(field) for field in numbers):
        return None
    whole = all(re.fullmatch(r"[+-]?\d+", field) for field in numbers)
    try:
        lines = sorted(numbers, key=sort_key(whole))
    except InvalidOperation:
        return None
    lines += [field or '""' for field in fields if field in MISSING]
    widest = max(len(row) - next((i for i, f in enumerate(reversed(row)) if f), len(row)) for row in rows)
    if header and len(rows[0]) >= widest and rows[0][index]:
        name = rows[0][index]
        quote = re.search(r'[",\n\r]', name) is not None or name in MISSING or is_number(name)
        lines.insert(0, '"' + name.replace('"', '""') + '"' if quote else name)
    return lines


def run(program, path, index, extra):
    command = [program, "sort", path, "--format", "csv", "--column", str(index + 1), "-a", "std/stable-sort@cpu",
               "--missing", "last", *extra]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True)
    return done.returncode, decode(done.stdout).split("\n")[:-1], decode(done.stderr).strip()


def reason_of(error):
    """Returns an error text without positions and numbers, so that equal reasons can be counted."""
    message = error.removeprefix("texelsort: ").split(".csv", 1)[-1].split(".tsv", 1)[-1].lstrip("0123456789: ")
    return re.sub(r"'[^']*'", "'...'", re.sub(r"\d+", "N", message.split("; there ")[0]))[:110]


def numeric_columns(rows, header):
    """Returns the index and the expected output of each numeric column. Of files with one row, tests only some
    columns."""
    columns = []
    for index in range(max((len(row) for row in rows), default=0)):
        if len(rows) == 1 and len(columns) == MOST_OF_ONE_ROW:
            break
        expected = expected_output(rows, header, index)
        if expected is not None:
            columns.append((index, expected))
    return columns


def check_file(program, path, counts, reasons, wrong):
    rows = read_rows(path)
    header = has_header(rows)
    columns = numeric_columns(rows, header)
    for index, expected in columns:
        code, lines, error = run(program, path, index, [])
        if code != 0 and "--header" in error:
            counts["refused, then right with --header"] += 1
            reasons[reason_of(error)] += 1
            code, lines, error = run(program, path, index, ["--header", "yes" if header else "no"])
            if code == 0 and lines == expected:
                continue
            counts["refused, then right with --header"] -= 1
        if code != 0:
            counts["refused"] += 1
            reasons[reason_of(error)] += 1
            if code != 2:
                wrong.append((path, index + 1, f"exit {code}: {error}"))
        elif lines == expected:
            counts["right, with a warning" if error else "right"] += 1
        elif error:
            counts["changed, with a warning"] += 1
            reasons[reason_of(error)] += 1
        else:
            counts["WRONG IN SILENCE"] += 1
            first = next((i for i, pair in enumerate(zip(lines, expected)) if pair[0] != pair[1]), "length")
            found = lines[first] if first != "length" else len(lines)
            wanted = expected[first] if first != "length" else len(expected)
            wrong.append((path, index + 1, f"line {first}: {found!r} is not {wanted!r}"))
    return len(columns)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="build/release/bin/texelsort")
    parser.add_argument("--files", type=int, default=200, help="at least this many files with a column of numbers")
    parser.add_argument("folders", nargs="*")
    options = parser.parse_args()
    csv.field_size_limit(sys.maxsize)
    counts, reasons, wrong = Counter(), Counter(), []
    files = columns = without = 0
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        folders = options.folders or [unpack_packages(scratch)]
        program = os.path.abspath(options.program)
        # Threads may count without locks, because Python runs only one thread at a time.
        with ThreadPoolExecutor() as workers:
            results = workers.map(lambda path: check_file(program, path, counts, reasons, wrong), csv_files(folders, scratch))
            for found in results:
                files += found > 0
                without += found == 0
                columns += found
                if sys.stderr.isatty():
                    print(f"\r{files} files, {columns} columns", end="", file=sys.stderr, flush=True)
    print(f"{files} files with {columns} columns of numbers; {without} files without")
    for what in ("right", "right, with a warning", "changed, with a warning", "refused, then right with --header",
                 "refused", "WRONG IN SILENCE"):
        print(f"{counts[what]:7}  {what}")
    for reason, count in reasons.most_common():
        print(f"{count:7}    {reason}")
    for path, column, what in wrong:
        print(f"{path}, column {column}: {what}")
    if files < options.files:
        print(f"fewer than {options.files} files", file=sys.stderr)
    return 1 if wrong or files < options.files else 0


if __name__ == "__main__":
    sys.exit(main())
