#!/usr/bin/env python3
"""Gives every writer of texelsort every kind of bad text, and reads the result with independent parsers.

    tests/scripts/outgoing_text_test.py build/release/bin/texelsort

Names of folders, files, columns and titles contain the text. Python's codec gives the expected result: it also replaces
maximal subparts of ill-formed sequences. Runs exit with 0, or with 2 and a reason before they write anything.
"""
import csv
import html.parser
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

ILL_FORMED = [b"caf\xe9", b"\xe2\x82", b"\xf0\x9f\x98", b"\xc0\xaf", b"\xe0\x80\xaf", b"\xf0\x80\x80\xaf",
              b"\xed\xa0\x80", b"\xed\xb0\x80", b"\xf4\x90\x80\x80", b"\xf5", b"\xff", b"\x80", b"\xe9"]
WELL_FORMED = ["\x01", "\x07", "\t", "\x1b[31m", "\x7f", "\x85", "\x9b31m", "\r\n", "\ufffe", "\uffff", "\ufdd0", "\U0001ffff", "\u2028",
               "\u202e", "\u200f", "\U0001f600", "'", '"', "`", "&", "&amp;", "<b>", "]]>", "<!--", "-->", "\\", "$(x)",
               "%0A", "\u00e4\u20ac"]
# File names by kind. They cannot contain NUL and '/'. After -a, "," ":" "#" "*" and "?" have special meanings.
NAMES = {"ill-formed": b"_".join(ILL_FORMED), "well-formed": "_".join(WELL_FORMED).encode(),
         "long": "\u00e4".encode() * 100, "element": b"<script>x<"}
BELOW = {"element": b"script>"}  # name of a subfolder with which the path contains "</script>"
# Title that also contains characters that TOML and JSON must escape.
TITLE = "_".join(WELL_FORMED) + "\x00</script>" + "\u00e4" * 3000
CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufdd0-\ufdef\ufffe\uffff\U0001ffff]")


def shown(text):
    """Returns a text as every format stores it. Normalises white space, because formats differ in it."""
    if isinstance(text, bytes):
        text = text.decode("utf-8", "replace")
    return " ".join(CONTROLS.sub("\ufffd", text).split())


def strings(value):
    """Returns all strings of a parsed JSON document."""
    if isinstance(value, dict):
        for key, one in value.items():
            yield key
            yield from strings(one)
    elif isinstance(value, list):
        for one in value:
            yield from strings(one)
    elif isinstance(value, str):
        yield value


class Page(html.parser.HTMLParser):
    """HTML parser that collects the texts and elements of a page."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.texts, self.open, self.data = [], [], [], ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.inside = dict(attributes)

    def handle_data(self, data):
        self.texts.append(data)
        if self.tags[-1:] == ["script"] and "json" in self.inside.get("type", ""):
            self.data += data


class Test:
    def __init__(self, program, folder):
        self.program, self.folder, self.count = program, folder, 0

    def run(self, *words, codes=(0,), **environment):
        env = {**os.environb, b"XDG_CONFIG_HOME": os.fsencode(self.folder / "config"),
               **{key.encode(): value for key, value in environment.items()}}
        done = subprocess.run([self.program, *words], cwd=self.folder, env=env, capture_output=True, timeout=120, check=False)
        self.count += 1
        assert done.returncode in codes, (words, done.returncode, done.stderr)
        for line in done.stderr.decode("utf-8").split("\n"):
            assert not CONTROLS.search(line), (words, line)
        return done

    def read(self, path):
        with open(os.path.join(os.fsencode(self.folder), os.fsencode(path)), "rb") as file:
            return file.read()

    def finds(self, session, algorithm):
        """Checks that a session's algorithm path, which is relative to the session's folder, leads to the file."""
        session = self.folder / session
        named = json.loads(session.read_bytes())["view_state"]["algorithm"]
        assert os.path.samefile(session.parent / named.removesuffix("/reference@cpu"),
                                os.path.join(os.fsencode(self.folder), algorithm.removesuffix(b"/reference@cpu"))), named

    def expect(self, text, whole, words):
        assert shown(text) in shown(whole), (words, shown(text), shown(whole)[:3000])

    def json(self, out, text, words):
        values = json.loads(out.decode("utf-8"))
        self.expect(text, "\n".join(strings(values)), words)
        return values

    def xml(self, out, text, words):
        root = xml.etree.ElementTree.fromstring(out)
        texts = [one for element in root.iter() for one in [element.text or "", *element.attrib.values()]]
        self.expect(text, "\n".join(texts), words)

    def html(self, out, text, words):
        page = Page(out.decode("utf-8"))
        assert "b" not in page.tags, (words, page.tags)
        self.expect(text, "\n".join(page.texts), words)
        return page

    def plain(self, out, text, words):
        decoded = out.decode("utf-8")
        assert not CONTROLS.search(decoded), (words, decoded)
        self.expect(text, decoded, words)
        return decoded


def write_networks(folder):
    """Writes a network of two positions that sorts, and a network of three positions that does not sort."""
    folder.mkdir(parents=True)
    (folder / "n.txt").write_text("0:1\n")
    (folder / "wrong.txt").write_text("n=3\n0:1\n")


def names_of_networks(test, kind, name):
    """Tests the name as the folder of a network, which is part of the algorithm's id."""
    exact = kind != "ill-formed"
    below = BELOW.get(kind, b"")
    folder = os.path.join(name, below) if below else name
    write_networks(pathlib.Path(os.fsdecode(os.path.join(os.fsencode(test.folder), folder))))
    right, wrong = folder + b"/n.txt/reference@cpu", folder + b"/wrong.txt/reference@cpu"
    small = ["-n", "2", "-t", "u32"]

    out = test.run("bench", "-a", right, *small, "--samples", "1", "--format", "csv").stdout
    rows = list(csv.DictReader(io.StringIO(out.decode("utf-8"), newline="")))
    test.plain(out, "", "csv")
    test.expect(right, rows[0]["algorithm"], "bench csv")
    out = test.run("bench", "-a", right, *small, "--samples", "1", "--format", "json").stdout
    command = test.json(out, right, "bench json")["results"][0]["command"]
    words = subprocess.run(["bash", "-c", "printf '%s\\0' " + command], capture_output=True, check=True).stdout.split(b"\0")
    assert right in words, ("a command names the file exactly", command, words)
    test.plain(test.run("bench", "-a", right, *small, "--samples", "1").stdout, "", "bench text")

    checked = test.run("check", "-a", wrong, "-n", "3", "-t", "u32", "-d", "reversed", "--json", "--junit", "junit.xml", codes=(1,))
    test.json(checked.stdout, wrong, "check json")
    test.xml(test.read("junit.xml"), wrong, "junit")
    test.plain(test.run("check", "-a", wrong, "-n", "3", "-t", "u32", "-d", "reversed", codes=(1,)).stdout, wrong, "check")
    tap = test.plain(test.run("check", "-a", wrong, "-n", "3", "-t", "u32", "-d", "reversed", "--tap", codes=(1,)).stdout, "", "tap")
    for line in tap.strip().split("\n")[2:]:
        assert re.match(r"(not )?ok \d+ - |  (---|\.\.\.|\w+: )", line), ("tap", line)
    lines = test.run("check", "-a", wrong, "-n", "3", "-t", "u32", "-d", "reversed", "--github", codes=(1,)).stdout
    annotations = [line for line in lines.decode("utf-8").split("\n") if line.startswith("::")]
    assert annotations and all(re.fullmatch(r"::error title=[^:,\r]*::[^\r]*", line) for line in annotations), annotations

    test.plain(test.run("network", "verify", folder + b"/n.txt").stdout, "", "verify")
    test.plain(test.run("network", "analyse", folder + b"/n.txt").stdout, folder, "analyse")

    # Commands that later open a file by its name must write the name exactly, or reject it before they compute
    # anything.
    codes = (0,) if exact else (2,)
    test.run("sweep", "-a", right, *small, "--samples", "1", "-o", "sweep.jsonl", codes=codes)
    test.run("check", "-a", wrong, "-n", "3", "-t", "u32", "-d", "reversed", "--save-failures", "failures",
             codes=(1,) if exact else (2,))
    saved = test.run("render", "-a", right, "-n", "2", "-o", "state.texelsort", codes=codes)
    if exact:
        lines = test.read("sweep.jsonl").decode("utf-8").strip().split("\n")
        assert [json.loads(line) for line in lines][1]["algorithm"] == os.fsdecode(right), lines
        test.finds("state.texelsort", right)
        test.run("render", "state.texelsort", "-o", "state.png", "--size", "320x240")
        session = next((test.folder / "failures").glob("*.texelsort"))
        test.finds(session, wrong)
        for path in ("sweep.jsonl", "state.texelsort"):
            (test.folder / path).unlink()
        shutil.rmtree(test.folder / "failures")
    else:
        assert b"not UTF-8" in saved.stderr, saved.stderr
        left = [path for path in ("sweep.jsonl", "state.texelsort") if (test.folder / path).exists()]
        assert not left and not list((test.folder / "failures").glob("*.texelsort")), left


def names_of_files(test, kind, name):
    """Tests the name as the file of a network, which appears in titles."""
    folder = test.folder / "files"
    folder.mkdir(exist_ok=True)
    path = os.path.join(b"files", name + b".txt")
    with open(os.path.join(os.fsencode(test.folder), path), "w", encoding="ascii") as file:
        file.write("0:1\n")
    test.xml(test.run("network", "draw", path, "--svg").stdout, name, "network svg")
    test.run("export", "page", "-a", path + b"/reference@cpu", "-n", "2", "-o", "page.html")
    page = test.html(test.read("page.html"), name, "page")
    test.expect(name, "\n".join(strings(json.loads(page.data))), "page data")
    test.run("render", "-a", path + b"/reference@cpu", "-n", "2", "--view", "network", "-o", "view.svg", "--size", "640x480")
    xml.etree.ElementTree.fromstring(test.read("view.svg"))
    test.run("export", "slides", "-a", path + b"/fused", "-n", "2", "-o", "slides.pdf")
    if shutil.which("pdfinfo"):
        done = subprocess.run(["pdfinfo", "slides.pdf"], cwd=test.folder, capture_output=True, check=True)
        test.expect(name, re.search(r"^Title: *(.*?)\nCreator:", done.stdout.decode("utf-8"), re.DOTALL | re.MULTILINE)[1], "pdf")
    refused = test.run("sort", b"missing/" + name, codes=(2,))
    assert refused.stderr.count(b"\n") == 1, refused.stderr
    test.json(test.run("doctor", "--json", DISPLAY=name, codes=(0, 3)).stdout, "", "doctor")
    test.plain(test.run("doctor", DISPLAY=name, codes=(0, 3)).stdout, "", "doctor")


def names_of_columns(test, kind, name):
    """Tests the name as a column of a CSV file."""
    with open(os.path.join(os.fsencode(test.folder), b"in.csv"), "wb") as file:
        file.write(b'"' + name.replace(b'"', b'""') + b'",x\n3,1\n1,2\n2,3\n')
    column = name
    by = b'"' + name.replace(b'"', b'""') + b'"'
    done = test.run("sort", "in.csv", "--column", column, "--timing", "--json", "--samples", "1", "-a", "std/sort@cpu")
    json.loads(done.stdout.decode("utf-8"))
    done = test.run("external-sort", "in.csv", "-o", "out.csv", "--by", by, "--json")
    report = json.loads(done.stdout.decode("utf-8").strip().split("\n")[-1])
    test.expect(name.replace(b'"', b""), report["format"].replace('"', ""), "external-sort")
    assert test.read("out.csv").splitlines()[-1] == b"3,1", "rows leave as they are"
    json.loads(test.run("external-sort", "in.csv", "--by", by, "--json", "--plan").stdout.decode("utf-8"))
    test.plain(test.run("external-sort", "in.csv", "-o", "out.csv", "--by", by).stdout, "", "external-sort")
    (test.folder / "report.json").write_bytes(done.stdout)
    test.run("export", "plot", "report.json", "-o", "plot.svg", "--title", name)
    test.xml(test.read("plot.svg"), name if kind != "long" else "", "external plot")
    codes = (2,) if kind == "ill-formed" else (0,)
    test.run("render", "in.csv", "--column", column, "-a", "bitonic/reference@cpu", "-o", "column.texelsort", codes=codes)
    if kind != "ill-formed":
        assert json.loads(test.read("column.texelsort"))["view_state"]["column"] == name.decode("utf-8")


def titles(test):
    """Tests that a title, which TOML and JSON write with escapes, is correct in every report."""
    quoted = '"' + "".join(one if one.isalnum() else f"\\U{ord(one):08X}" for one in TITLE) + '"'
    (test.folder / "lesson.toml").write_text(
        f'format = 1\ntitle = {quoted}\nlevel = "beginner"\nminutes = 1\nsource = {quoted}\nnotes = {quoted}\n'
        f'[[step]]\nshow = "-n 4 -a bitonic/reference@cpu --pass 0"\ncaption = {quoted}\n', encoding="utf-8")
    test.plain(test.run("lesson", "show", "lesson.toml").stdout, TITLE, "lesson")
    test.run("export", "page", "--lesson", "lesson.toml", "-o", "lesson.html")
    page = test.html(test.read("lesson.html"), TITLE, "lesson page")
    assert json.loads(page.data)["steps"][0]["caption"] == TITLE, "JSON is exact"
    stages = {"schema": "texelsort/network/1", "n": 2, "stages": [{"name": TITLE, "steps": [[[0, 1]]]}]}
    (test.folder / "stages.json").write_text(json.dumps(stages))
    out = test.run("network", "print", "stages.json", "--json").stdout
    # In the text format of networks, the name of a stage is on one line.
    one_line = re.sub("[\x00-\x1f\x7f]", " ", TITLE)
    assert json.loads(out.decode("utf-8"))["stages"][0]["name"] == one_line
    (test.folder / "printed.txt").write_bytes(test.run("network", "print", "stages.json").stdout)
    test.run("network", "verify", "printed.txt")
    test.xml(test.run("network", "draw", "stages.json", "--svg").stdout, one_line, "stages svg")

    test.run("sweep", "-a", "std/sort@cpu", "-n", "2^4,2^6", "--samples", "3", "-o", "good.jsonl")
    lines = [json.loads(line) for line in (test.folder / "good.jsonl").read_text().strip().split("\n")]
    for field in ("renderer", "driver", "device", "processor", "command"):
        lines[0][field] = TITLE
    for line in lines[1:]:
        line["algorithm"] = TITLE
    (test.folder / "bad.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    test.run("export", "report", "bad.jsonl", "-o", "report.html")
    test.html(test.read("report.html"), TITLE, "report")
    for kind in ("heat-map", "throughput", "boxes"):
        test.run("export", "plot", "bad.jsonl", "--kind", kind, "-o", "sweep.svg")
        xml.etree.ElementTree.fromstring(test.read("sweep.svg"))
    test.run("export", "t4", "bad.jsonl", "-o", "t4.json")
    assert json.loads(test.read("t4.json"))["results"][0]["configuration"]["algorithm"] == TITLE
    for form in ("json", "markdown", "table"):
        out = test.run("compare", "bad.jsonl", "bad.jsonl", "--format", form).stdout
        test.json(out, TITLE, form) if form == "json" else test.plain(out, "", form)
        rows = [line for line in out.decode("utf-8").strip().split("\n") if line.startswith("|")]
        bars = {len(re.findall(r"(?<!\\)\|", row)) for row in rows}
        assert form != "markdown" or len(bars) == 1, ("cells", bars)

    experiment = (pathlib.Path(__file__).resolve().parents[2] / "assets/experiments/cpu-sorts.toml").read_text()
    experiment = re.sub(r'^title = ".*"$', lambda _: "title = " + quoted, experiment, flags=re.MULTILINE)
    experiment = re.sub(r'^says = ".*"$', lambda _: "says = " + quoted, experiment, flags=re.MULTILINE)
    (test.folder / "mine.toml").write_text(experiment)
    results = test.folder / "results"
    results.mkdir()
    shutil.copy(pathlib.Path(__file__).resolve().parents[2] / "docs/results/papers/llvmpipe/cpu-sorts.jsonl", results / "mine.jsonl")
    for ending in ("md", "html", "json", "svg"):
        test.run("reproduce", "mine.toml", "--from", "results", "-o", "reproduced." + ending)
        out = test.read("reproduced." + ending)
        {"md": test.plain, "html": test.html, "json": test.json, "svg": test.xml}[ending](out, TITLE if ending != "svg" else "", ending)


def one_way_out():
    """Checks that sources write JSON only with the functions that replace ill-formed bytes."""
    root = pathlib.Path(__file__).resolve().parents[2]
    for folder in ("app", "compute"):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in (".cpp", ".h", ".cu") and path.name != "outgoing_text.h":
                assert ".dump(" not in path.read_text(), f"{path}: use json_text() of compute/data/text/outgoing_text.h"


def main(program):
    one_way_out()
    with tempfile.TemporaryDirectory() as name:
        test = Test(str(pathlib.Path(program).resolve()), pathlib.Path(name))
        for kind, text in NAMES.items():
            names_of_networks(test, kind, text)
            if kind == "element":
                text = text + b"\\" + b"script>"
            names_of_files(test, kind, text)
            names_of_columns(test, kind, b"</script>" if kind == "element" else text)
        titles(test)
        print(f"{test.count} runs")


if __name__ == "__main__":
    main(sys.argv[1])
