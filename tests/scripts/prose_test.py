#!/usr/bin/env python3
"""Counts texts that are probably hard to read, in comments, docs and help. Fails if a folder has more than recorded.

    tests/scripts/prose_test.py [--list [FOLDER]]    with --list prints each text instead
    tests/scripts/prose_test.py --record             writes the current counts to prose_counts.json

A count is only an indication: a counted text may be clear, and an uncounted text may be unclear.
"""
import collections
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
COUNTS = pathlib.Path(__file__).with_name("prose_counts.json")
MOST_WORDS = 35
STARTS = re.compile(r"(What|Of|of|that|That of|Who|By what|As)\b")
# Private words of this program. docs/glossary.md lists replacements.
BANNED = re.compile(
    r"\b(twins?|workplaces?|stretch(es)?|laps|patience|own choice|measured here|beside|besides|nobody|somebody|"
    r"whoever|told apart|tells apart|stands? in)\b", re.IGNORECASE)
COMMENT = re.compile(r"^\s*//[/!]?<?\s?(.*)$|//[/!]?<\s*(.*)$|\s//\s(.*)$")


def sentences(text):
    return [part.strip() for part in re.split(r"(?<=[.!?:;])\s+", text) if part.strip()]


def faults_of(text):
    """Returns the kinds of faults in one text: a comment, a paragraph of a page or a help text."""
    found = ["start"] if STARTS.match(text) else []
    found += ["word: " + match[0].lower() for match in BANNED.finditer(text)]
    found += ["long"] * sum(len(sentence.split()) > MOST_WORDS for sentence in sentences(text))
    return found


def comments(lines):
    """Returns the comments of C++ or GLSL. Adjacent comment lines are one text; a comment after code is another."""
    block, first = [], 0
    for number, line in enumerate([*lines, ""], 1):
        whole = re.match(r"\s*//[/!]?\s?(.*)$", line)
        if whole and not whole[1].startswith(":"):
            if not block:
                first = number
            block.append(whole[1])
            continue
        if block:
            yield first, " ".join(block)
            block = []
        behind = re.search(r"[;,{})\w]\s+//(?!:)[/!]?<?\s?(.*)$", line)
        if behind and "http" not in line:
            yield number, behind[1]


def paragraphs(lines):
    """Returns the paragraphs of a Markdown page, without code, tables and generated blocks."""
    block, first, skipped, generated = [], 0, False, False
    for number, line in enumerate([*lines, ""], 1):
        if line.startswith("```"):
            skipped = not skipped
        if re.match(r"<!-- (list|results|lessons|fields)", line):
            generated = True
        if skipped or generated or not line.strip() or line.startswith(("    ", "|", "#", "<", "```", "!")):
            if block:
                yield first, " ".join(block)
            block = []
            generated = generated and not line.startswith("<!-- end")
            continue
        if re.match(r"\s*([-*]|\d+\.)\s", line) and block:
            yield first, " ".join(block)
            block = []
        if not block:
            first = number
        block.append(line.strip())


def texts():
    """Returns all texts of the repository: folder under which a text counts, file, line and text."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    paths = listed.stdout.split() if listed.returncode == 0 else [
        str(path.relative_to(ROOT)) for folder in ("app", "compute", "shaders", "tests", "docs") for path in (ROOT / folder).rglob("*.*")]
    for path in paths:
        if not (ROOT / path).is_file():
            continue
        parts = path.split("/")
        folder = "/".join(parts[:2]) if len(parts) > 2 and parts[0] in ("app", "compute", "tests") else parts[0]
        if path.endswith((".h", ".cpp", ".cu", ".cuh", ".comp", ".frag", ".vert", ".glsl")):
            kind = comments
        elif path.endswith(".md") and parts[0] in ("docs", "README.md") and not path.startswith("docs/results/"):
            kind = paragraphs
        else:
            continue
        for line, text in kind((ROOT / path).read_text(encoding="utf-8").splitlines()):
            yield folder, path, line, text


def check_itself():
    good = ["Returns the keys. Throws UsageError for none.", "Bytes moved by all passes"]
    bad = ["What a pass does", "of the random numbers", "The keys stand in order beside the others.", " ".join(["word"] * 40) + "."]
    if any(faults_of(text) for text in good) or not all(faults_of(text) for text in bad):
        sys.exit("the patterns do not find what they are for")
    if list(comments(["/// One", "/// two", "int a;  ///< three", "//: mark", 'x("//");'])) != [(1, "One two"), (3, "three")]:
        sys.exit("comments are read wrong: " + str(list(comments(["/// One", "/// two", "int a;  ///< three", "//: mark"]))))


def main():
    check_itself()
    counts, total = collections.Counter(), collections.Counter()
    for folder, path, line, text in texts():
        total[folder] += 1
        for fault in faults_of(text):
            counts[folder] += 1
            if "--list" in sys.argv and (sys.argv[-1] == "--list" or folder == sys.argv[-1]):
                print(f"{path}:{line}: {fault}: {text[:160]}")
    if "--list" in sys.argv:
        return
    if "--record" in sys.argv:
        COUNTS.write_text(json.dumps(dict(sorted(counts.items())), indent=2) + "\n")
    recorded = json.loads(COUNTS.read_text())
    more = [f"{folder}: {counts[folder]} texts are probably hard to read, and {recorded.get(folder, 0)} were: see "
            f"tests/scripts/prose_test.py --list {folder}" for folder in sorted(counts) if counts[folder] > recorded.get(folder, 0)]
    if more or sum(total.values()) < 5000:
        sys.exit("\n".join(more) or f"only {sum(total.values())} texts found")
    fewer = [folder for folder in recorded if counts[folder] < recorded[folder]]
    print(f"{sum(total.values())} texts, {sum(counts.values())} probably hard to read" +
          (f"; fewer than recorded in {', '.join(fewer)}: record them with --record" if fewer else ""))


if __name__ == "__main__":
    main()
