#!/usr/bin/env python3
"""Gives pipes, folders, devices and files of /proc to every command that reads or writes a file.

    tests/scripts/special_files_test.py build/release/bin/texelsort
    tests/scripts/special_files_test.py build/release/bin/texelsort --only external     commands with this in their title

A command must read a pipe like a regular file with the same bytes. Otherwise it must exit with 2 and print one line on
standard error. It must end within its time limit, and must never treat a special file as an empty file.
"""
import argparse
import contextlib
import gzip
import os
import pathlib
import re
import resource
import socket
import subprocess
import sys
import tempfile
import threading

SECONDS = 20  # time limit of a run in seconds, many times its usual duration
MEMORY = 3 << 30  # maximum address space of a run in bytes, because some devices supply endless data
# Time at the end of select's answers, which differs between runs.
TIME = re.compile(rb", [0-9.e+-]+ \S*s$", re.MULTILINE)
ERRORS = re.compile(r"^texelsort: (?!note: |warning: )", re.MULTILINE)
SORT = ["-a", "std/sort@cpu"]
MERGE = ["-a", "merge/multiway@cpu"]
PICTURE = ["--size", "320x240"]
LESSON = """format = 1
title = "t"
level = "beginner"
minutes = 1
source = "s"

[[step]]
show = "-n 8 -a bitonic/reference@cpu --pass 1"
caption = "c"
"""
EXPERIMENT = """format = 1
title = "t"
source = "s"
hardware = "h"

[[measure]]
configurations = ["std/sort@cpu", "std/stable-sort@cpu"]
quick = ["64"]
software = ["64"]
gpu = ["64"]

[[claim]]
says = "a"
where = "b"
paper = "c"
faster = "std/sort@cpu"
than = ["std/stable-sort@cpu"]
at-least = 1.0
"""


def make_contents(program, folder):
    """Returns the contents of a valid file for each reader, and the ending of the file's name."""

    def made(name, *words):
        subprocess.run([program, *map(str, words)], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return (folder / name).read_bytes()

    mixed = [i * 7919 % 10007 for i in range(20_000)]
    records = made("records", "external-generate", "5000", folder / "records")
    log = subprocess.run([program, "external-sort", folder / "records", "--json", "--run-size", "100k", "-o",
                          folder / "sorted"], check=True, capture_output=True).stdout
    measured = made("made.jsonl", "sweep", *SORT, "-n", "64,128", "--samples", "2", "-o", folder / "made.jsonl")
    drawing = ["render", "-n", "8", "-a", "bitonic/reference@cpu", *PICTURE, "-o"]
    return {
        "numbers": ("\n".join(map(str, mixed)).encode(), ""),
        "binary": (records[:40_000], ".bin"),
        "rows": (b"a,b\n" + b"".join(b"%d,n%d\n" % (one, i) for i, one in enumerate(mixed)), ".csv"),
        "ascending": ("\n".join(map(str, range(20_000))).encode(), ""),
        "compressed rows": (gzip.compress(b"a,b\n" + b"".join(b"%d,n%d\n" % (i, i) for i in range(20_000))), ".csv.gz"),
        "few": (b"3 1 2 8 5 6 7 4\n", ""),
        "records": (records, ""),
        "in order": ((folder / "sorted").read_bytes(), ""),
        "rows in order": (b"a,b\n" + b"".join(b"%d,x\n" % i for i in range(20_000)), ".csv"),
        "summary": (made("summary", "external-verify", folder / "sorted", "-o", folder / "summary"), ""),
        "log": (log, ".jsonl"),
        "sweep": (measured, ".jsonl"),
        "network": (b"0:1 2:3\n0:2 1:3\n1:2\n", ""),
        "lesson": (LESSON.encode(), ".toml"),
        "experiment": (EXPERIMENT.encode(), ".toml"),
        "known failures": (b"*\n", ""),
        "session": (made("s.texelsort", *drawing, folder / "s.texelsort"), ".texelsort"),
        "picture": (made("picture.png", *drawing, folder / "picture.png"), ".png"),
    }


def readers(regular):
    """Returns a row per reading command: title, name of its contents, words with None instead of the file, and output.
    The output is a file name, "" for standard output, or None if it contains times. regular() returns regular files."""
    yield "sort", "numbers", ["sort", None, *SORT], "out.txt"
    yield "sort --format binary", "binary", ["sort", None, "--format", "binary", *SORT], "out.txt"
    yield "sort --column", "rows", ["sort", None, "--format", "csv", "--column", "a", *SORT], "out.csv"
    yield "sort --by", "rows", ["sort", None, "--by", "b", *SORT], "out.csv"
    yield "sort --explain", "rows", ["sort", None, "--format", "csv", "--explain"], ""
    yield "select", "numbers", ["select", None, "--min", "--quantile", "0.1", "-a", "std/nth-element@cpu"], "out"
    yield "merge", "ascending", ["merge", None, regular("ascending"), *MERGE], "out.txt"
    yield "merge, second", "ascending", ["merge", regular("ascending"), None, *MERGE], "out.txt"
    yield "check --expect", "known failures", ["check", *SORT, "-n", "64", "--expect", None], None
    yield "network verify", "network", ["network", "verify", None], ""
    yield "network draw", "network", ["network", "draw", None], "out.svg"
    yield "lesson show", "lesson", ["lesson", "show", None], ""
    yield "lesson check", "lesson", ["lesson", "check", None], None
    yield "reproduce", "experiment", ["reproduce", None, "--quick", "--samples", "2"], None
    yield "compare, old", "sweep", ["compare", None, regular("sweep")], ""
    yield "compare, new", "sweep", ["compare", regular("sweep"), None], ""
    yield "export plot of a sweep", "sweep", ["export", "plot", None, "--kind", "throughput"], "out.svg"
    yield "export plot of a log", "log", ["export", "plot", None, "--kind", "merge-tree"], "out.svg"
    yield "export report", "sweep", ["export", "report", None], "out.html"
    yield "export csv", "sweep", ["export", "csv", None], "out.csv"
    yield "export t4", "sweep", ["export", "t4", None], "out.json"
    yield "export page --lesson", "lesson", ["export", "page", "--lesson", None], "out.html"
    yield "external-sort", "records", ["external-sort", None, "--run-size", "100k"], "out"
    yield "external-sort of two", "records", ["external-sort", regular("records"), None, "--run-size", "100k"], "out"
    yield "external-sort --by", "rows", ["external-sort", None, "--by", "b", "--run-size", "100k"], "out"
    yield "external-sort --by of two", "rows", ["external-sort", regular("rows"), None, "--by", "b"], "out"
    yield "external-sort --explain", "rows", ["external-sort", None, "--by", "b", "--explain"], ""
    yield "external-sort --plan", "records", ["external-sort", None, "--plan", "--run-size", "100k"], None
    yield "external-verify", "in order", ["external-verify", None], ""
    yield "external-verify of two", "in order", ["external-verify", regular("in order"), None, "--json"], ""
    yield "external-verify --by", "rows in order", ["external-verify", None, "--by", "a"], ""
    yield "external-verify --by of two", "rows in order", ["external-verify", regular("rows in order"), None, "--by", "a"], ""
    yield "external-verify --explain", "rows in order", ["external-verify", None, "--by", "a", "--explain"], ""
    yield "external-sort --by of compressed rows", "compressed rows", ["external-sort", None, "--by", "b"], "out"
    yield "external-verify --by of compressed rows", "compressed rows", ["external-verify", None, "--by", "a"], ""
    yield "external-verify -s", "summary", ["external-verify", "-s", None], ""
    yield "render", "few", ["render", None, "-a", "bitonic/reference@cpu", *PICTURE], "out.png"
    yield "render of a session", "session", ["render", None, *PICTURE], "out.png"
    yield "render --results of a sweep", "sweep", ["render", "--results", None, *PICTURE], "out.png"
    yield "render --results of a log", "log", ["render", "--results", None, *PICTURE], "out.png"
    yield "render --lesson", "lesson", ["render", "--lesson", None, *PICTURE], "out.png"
    yield "render --expected", "picture", ["render", "-n", "8", "-a", "bitonic/reference@cpu", *PICTURE, "--expected", None], ""


def writers(regular):
    """Returns a row per command that writes a file: title, words with None instead of the file, whether the output
    is always the same, and the file ending."""
    yield "sort", ["sort", regular("numbers"), *SORT, "-o", None], True
    yield "sort --by", ["sort", regular("rows"), "--by", "b", *SORT, "-o", None], True
    yield "select", ["select", regular("numbers"), "--min", "-a", "std/nth-element@cpu", "-o", None], False
    yield "merge", ["merge", regular("ascending"), regular("ascending"), *MERGE, "-o", None], True
    yield "check --junit", ["check", *SORT, "-n", "64", "--junit", None], False
    yield "network print", ["network", "print", "bitonic", "-n", "8", "-o", None], True
    yield "export csv", ["export", "csv", regular("sweep"), "-o", None], True, ".csv"
    yield "export t4", ["export", "t4", regular("sweep"), "-o", None], True, ".json"
    yield "export report", ["export", "report", regular("sweep"), "-o", None], True, ".html"
    yield "external-generate", ["external-generate", "5000", None], True
    yield "external-generate of many", ["external-generate", "200000", None, "--threads", "2"], True
    yield "external-sort", ["external-sort", regular("records"), "--run-size", "100k", "-o", None], True
    yield "external-sort --by", ["external-sort", regular("rows"), "--by", "b", "-o", None], True
    yield "external-verify", ["external-verify", regular("in order"), "-o", None], True
    yield "sweep", ["sweep", *SORT, "-n", "64", "--samples", "2", "-o", None], False
    yield "bench", ["bench", "-a", "std/sort@cpu", "-n", "64", "--samples", "2", "-o", None], False


class Pipe:
    """Thread that writes contents to a pipe, or reads a pipe to its end, while a command runs."""

    def __init__(self, open_end, contents=None):
        self.read, self.contents = b"", contents
        self.thread = threading.Thread(target=self.work, args=(open_end,), daemon=True)
        self.thread.start()

    def work(self, open_end):
        with contextlib.suppress(BrokenPipeError):
            with open(open_end(), "rb" if self.contents is None else "wb") as file:
                if self.contents is None:
                    self.read = file.read()
                else:
                    file.write(self.contents)

    def end(self, path=None):
        """Waits for the thread. If the thread still waits for the pipe's other end, opens it first."""
        self.thread.join(1)
        if path is not None and self.thread.is_alive():
            os.close(os.open(path, os.O_NONBLOCK | os.O_RDWR))
        self.thread.join(5)


class Special:
    def __init__(self, program, folder, only):
        self.program, self.folder, self.only = program, folder, only
        self.faults, self.runs = [], 0
        (folder / "regular").mkdir()
        made = folder / "made"
        made.mkdir()
        self.contents = make_contents(program, made)
        for name in self.contents:
            self.regular(name).write_bytes(self.contents[name][0])

    def regular(self, name):
        return self.folder / "regular" / (name.replace(" ", "-") + self.contents[name][1])

    def run(self, words, work, stdin=None, descriptors=()):
        self.runs += 1
        environment = {**os.environ, "TMPDIR": str(work), "HOME": str(work)}
        environment.pop("DISPLAY", None)
        try:
            result = subprocess.run([self.program, *map(str, words)], cwd=work, env=environment, capture_output=True,
                                    stdin=subprocess.DEVNULL if stdin is None else stdin, pass_fds=descriptors,
                                    timeout=SECONDS, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)))
            return result.returncode, result.stdout, result.stderr.decode(errors="replace")
        except subprocess.TimeoutExpired:
            return None, b"", f"it has not ended in {SECONDS} s"

    def fault(self, title, why):
        self.faults.append(f"{title}: {why}")
        print(f"{title}: {why}", flush=True)

    def read(self, words, output, path, stdin=None, descriptors=()):
        """Runs a command on an input. Returns exit code, output without the input's folder, and standard error."""
        with tempfile.TemporaryDirectory(dir=self.folder) as work:
            (pathlib.Path(work) / "out").mkdir()
            words = [path if word is None else word for word in words] + (["-o", "out/" + output] if output else [])
            code, out, said = self.run(words, pathlib.Path(work), stdin, descriptors)
            made = out
            if output:
                file = pathlib.Path(work, "out", output)
                made = file.read_bytes() if file.exists() else b""
            if folder := os.path.dirname(path):
                made = made.replace(folder.encode() + b"/", b"")
            return code, TIME.sub(b"", made), said

    def judge(self, title, got, right, whole):
        code, made, said = got
        if code is None:
            return self.fault(title, said)
        if code == 2 and len(ERRORS.findall(said)) == 1 and (not whole or not made):
            return None
        if code != right[0] or (whole and made != right[1]):
            same = "the same" if made == right[1] else "another"
            return self.fault(title, f"ended with {code} and {same} output, expected {right[0]}: {said.strip()[-300:]}")
        return None

    def refused(self, title, got):
        code, made, said = got
        if code != 2 or len(ERRORS.findall(said)) != 1 or said.count("\n") > 2:
            self.fault(title, f"ended with {code}, expected 2 and one line: {said.strip()[-300:]}")

    def check_reader(self, title, contents, words, output):
        good, ending = self.contents[contents]
        name = "the-input" + ending
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            path = f"{folder}/{name}"
            pathlib.Path(path).write_bytes(good)
            right = self.read(words, output, path)
            if right[0] == 3:
                return print(f"{title}: left out: {right[2].strip()}")
            if right[0] not in (0, 1):
                return self.fault(title, f"ended with {right[0]} for a regular file: {right[2].strip()[-300:]}")
            os.unlink(path)
            whole = output is not None
            # An output that contains the input's name cannot be compared with the output for an input of another name.
            other = whole and name.encode() not in right[1] and output != "out.png"
            os.mkfifo(path)
            pipe = Pipe(lambda: os.open(path, os.O_WRONLY), good)
            got = self.read(words, output, path)
            pipe.end(path)
            self.judge(f"{title}, a pipe with a name", got, right, whole)
            os.unlink(path)
            for target in ("-", "/dev/stdin", "/proc/self/fd/0", "/dev/fd/0"):
                self.judge(f"{title}, a pipe as {target}", self.read_pipe(words, output, target, good), right, other)
            os.symlink("/dev/stdin", path)
            self.judge(f"{title}, a link to a pipe", self.read_pipe(words, output, path, good), right, whole)
            for target in ("/dev/stdin", path):
                with open(self.regular(contents), "rb") as file:
                    got = self.read(words, output, target, stdin=file)
                self.judge(f"{title}, a file as {os.path.basename(target)}", got, right, whole and target == path or other)
        return self.check_special(title, words, output, ending)

    def read_pipe(self, words, output, path, contents):
        end, begin = os.pipe()
        pipe = Pipe(lambda: begin, contents)
        got = self.read(words, output, path, stdin=end)
        os.close(end)
        pipe.end()
        return got

    def check_special(self, title, words, output, ending):
        """Gives the command inputs other than regular files: a folder, a socket, endless devices, a file of /proc."""
        with tempfile.TemporaryDirectory(dir=self.folder) as name:
            os.mkdir(f"{name}/in{ending}")
            self.refused(f"{title}, a folder", self.read(words, output, f"{name}/in{ending}"))
            with contextlib.closing(socket.socket(socket.AF_UNIX)) as one:
                one.bind(f"{name}/s{ending}")
                self.refused(f"{title}, a socket", self.read(words, output, f"{name}/s{ending}"))
            for device in ("/dev/zero", "/dev/full", "/dev/urandom"):
                link = f"{name}/{device[5:]}{ending}"
                os.symlink(device, link)
                self.refused(f"{title}, {device}", self.read(words, output, link))
            # Files of /proc have contents but report the length 0. --plan is excluded: without a length, a plan cannot
            # know whether the file ends with a complete record.
            for device, of_file in () if "--plan" in words else (("/proc/version", pathlib.Path("/proc/version").read_bytes()), ("/dev/null", b"")):
                path = pathlib.Path(f"{name}/the-input{ending}")
                path.write_bytes(of_file)
                right = self.read(words, output, str(path))
                path.unlink()
                path.symlink_to(device)
                self.judge(f"{title}, {device}", self.read(words, output, str(path)), right, output is not None)
                path.unlink()

    def check_pipe_twice(self):
        """Checks that commands reject a pipe that is named twice, because its second reader would get no bytes."""
        for title, contents, words in (("external-sort", "records", ["-o", "out"]),
                                       ("external-sort --by", "rows", ["--by", "a", "-o", "out"]),
                                       ("external-verify", "in order", []), ("external-verify --by", "rows in order", ["--by", "a"])):
            if self.only not in title:
                continue
            with tempfile.TemporaryDirectory(dir=self.folder) as folder:
                for path in (f"{folder}/pipe", "/dev/stdin", "-"):
                    os.path.exists(f"{folder}/pipe") or os.mkfifo(f"{folder}/pipe")
                    words_of_path = [title.split()[0], None, path, *words]
                    if path.startswith("/dev") or path == "-":
                        got = self.read_pipe(words_of_path, "", "/dev/stdin", self.contents[contents][0])
                    else:
                        pipe = Pipe(lambda: os.open(path, os.O_WRONLY), self.contents[contents][0])
                        got = self.read(words_of_path, "", path)
                        pipe.end(path)
                    self.refused(f"{title}, a pipe twice, {os.path.basename(path)}", got)

    def write(self, words, path):
        with tempfile.TemporaryDirectory(dir=self.folder) as work:
            return self.run([path if word is None else word for word in words], pathlib.Path(work))

    def check_writer(self, title, words, same, ending=""):
        with tempfile.TemporaryDirectory(dir=self.folder) as name:
            regular, fifo = f"{name}/out{ending}", f"{name}/pipe{ending}"
            code, _, said = self.write(words, regular)
            if code != 0:
                return self.fault(title, f"ended with {code} for a regular file: {said.strip()[-300:]}")
            right = pathlib.Path(regular).read_bytes()
            os.mkfifo(fifo)
            pipe = Pipe(lambda: os.open(fifo, os.O_RDONLY))
            code, _, said = self.write(words, fifo)
            pipe.end(fifo)
            refused = code == 2 and len(ERRORS.findall(said)) == 1 and not pipe.read
            if not refused and (code != 0 or not pipe.read or (same and pipe.read != right)):
                self.fault(f"{title} to a pipe",
                           f"ended with {code} and {len(pipe.read)} of {len(right)} bytes: {said.strip()[-300:]}")
            os.mkdir(f"{name}/folder{ending}")
            os.symlink("/dev/full", f"{name}/full{ending}")
            for path in (f"{name}/folder{ending}", f"{name}/full{ending}"):
                code, _, said = self.write(words, path)
                if code != 2 or len(ERRORS.findall(said)) != 1:
                    self.fault(f"{title} to {path}", f"ended with {code}, expected 2: {said.strip()[-300:]}")
        return None

    def check_all(self):
        for title, contents, words, output in readers(self.regular):
            if self.only in title:
                self.check_reader(title, contents, words, output)
        self.check_pipe_twice()
        for title, *writer in writers(self.regular):
            if self.only in title:
                self.check_writer(title, *writer)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("--only", default="", help="commands with this in their title (default: all)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="texelsort-special-") as name:
        special = Special(os.path.abspath(options.program), pathlib.Path(name), options.only)
        special.check_all()
    print(f"{special.runs} runs, {len(special.faults)} faults")
    return 1 if special.faults else 0


if __name__ == "__main__":
    sys.exit(main())
