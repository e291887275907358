#!/usr/bin/env python3
"""Fills the tables of README.md, docs/*.md and docs/results/*.md, and draws the figures of figures.py, or reports which are stale.

    scripts/docs.py [--program build/release/bin/texelsort]    fills and draws them
    scripts/docs.py --check [--program ...]                    changes nothing; exit 1 and a line for each stale table or drawing

A table is between two comments. `<!-- end -->` ends each of these blocks:

    <!-- list WORDS -->     what `texelsort list WORDS --format markdown` prints
    <!-- results ... -->    the settings that scripts/results.py describes
    <!-- lessons ... -->    a line `NAME: what the class learns` per lesson of assets/lessons

`texelsort reproduce` writes docs/papers.md from docs/results/papers/; docs.py replaces its explanation of verdicts by a link to
docs/reproducing.md. Without a program, the lists, that page and most drawings stay unchanged. --check also reports links to missing
files, pages that docs/README.md does not link to, pictures that no page shows and a README of more than 90 lines.
"""

import argparse
import glob
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import figures  # noqa: E402
import results  # noqa: E402

BLOCK = re.compile(r"^<!-- (list|results|lessons)\b(.*?)-->\n(.*?)^<!-- end -->", re.DOTALL | re.MULTILINE)
MOST_LINES_OF_README = 90


def settings_of(text):
    settings = {}
    for line in text.strip().splitlines():
        key, _, value = line.strip().partition(":")
        if key in settings:
            raise results.Problem(f"'{key}' is said twice")
        settings[key] = value.strip()
    return settings


def script_of(settings):
    """Returns the name of the script that measured these results. Graphics cards and software rendering have
    different scripts."""
    return "scripts/measure_software.sh" if "llvmpipe" in settings.get("files", "") else "scripts/measure_gpu.sh"


def list_text(program, words):
    command = [program, "list", *words.split(), "--format", "markdown"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise results.Problem(f"{' '.join(command)}: {done.stderr.strip()}")
    return done.stdout


def lessons_text(learns, root):
    """Returns one row per lesson, in the order of `learns`, which maps a lesson's name to what the class learns."""
    folder = os.path.join(root, "assets", "lessons")
    names = {os.path.basename(path)[:-len(".toml")] for path in glob.glob(os.path.join(folder, "*.toml"))}
    if names != set(learns):
        raise results.Problem(f"the lessons are {', '.join(sorted(names))}, the table has {', '.join(sorted(learns))}")
    lines = "| lesson | level | minutes | the class learns |\n|---|---|---:|---|\n"
    for name, text in learns.items():
        with open(os.path.join(folder, f"{name}.toml"), encoding="utf-8") as file:
            lesson = dict(re.findall(r'^(level|minutes) = "?(\w+)"?$', file.read(), re.MULTILINE))
        lines += f"| `{name}` | {lesson['level']} | {lesson['minutes']} | {text} |\n"
    return lines


def fill(text, root, program):
    """Returns the document with all tables filled, and a list of the blocks that were stale."""
    stale = []

    def replace(match):
        kind, words, old = match[1], match[2], match[3]
        if kind == "list":
            if not program:
                return match[0]
            new = list_text(program, words)
        elif kind == "lessons":
            new = lessons_text(settings_of(words), root)
        else:
            settings = settings_of(words)
            new = results.render(settings, os.path.join(root, "docs", "results"), script_of(settings))
        new = "\n" + new.strip("\n") + "\n\n"
        if new != old:
            stale.append(f"{kind} {' '.join(words.split())}")
        return f"<!-- {kind}{words}-->\n{new}<!-- end -->"

    opened = len(re.findall(r"^<!-- (?:list|results|lessons)\b", text, re.MULTILINE))
    if opened != len(BLOCK.findall(text)):
        raise results.Problem("a block has no <!-- end -->")
    return BLOCK.sub(replace, text), stale


PAPERS = """# The papers, measured again

For readers of the five papers: see which claims hold today, and why ([how to measure](reproducing.md)).

"""


def papers_text(root, program):
    """Returns the page of the papers' claims, from docs/results/papers/, which has one folder per machine."""
    folders = sorted(glob.glob(os.path.join(root, "docs", "results", "papers", "*", "")))
    with tempfile.TemporaryDirectory() as folder:
        page = os.path.join(folder, "papers.md")
        command = [program, "reproduce", *(word for one in folders for word in ("--from", one)), "-o", page]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise results.Problem(f"{' '.join(command)}: {done.stderr.strip()}")
        with open(page, encoding="utf-8") as file:
            text = file.read()
    # docs/reproducing.md has the explanation at the end of the page.
    return PAPERS + text.split("\n\n", 1)[1].split("\n## Verdicts\n")[0]


def broken_links(text, path):
    """Returns links in the document to files that do not exist."""
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text):
        if "://" not in target and not os.path.exists(os.path.join(os.path.dirname(path), target)):
            yield target


def unlinked_pages(root, index):
    """Returns pages of docs/ to which docs/README.md does not link."""
    for path in sorted(glob.glob(os.path.join(root, "docs", "*.md"))):
        name = os.path.basename(path)
        if name != "README.md" and not re.search(rf"\]\({re.escape(name)}[#)]", index):
            yield name


def unshown_pictures(root, texts):
    folders = (os.path.join("assets", "screenshots"), os.path.join("docs", "pictures"))
    for path in sorted(path for folder in folders for path in glob.glob(os.path.join(root, folder, "*"))):
        if not any(os.path.basename(path) in text for text in texts):
            yield os.path.relpath(path, root)


def main():
    parser = argparse.ArgumentParser(description="Fills the tables of the documentation.")
    parser.add_argument("--check", action="store_true", help="change nothing, and fail if something is stale")
    parser.add_argument("--program", help="the texelsort that prints the lists")
    parser.add_argument("--root", default=os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    options = parser.parse_args()
    paths = [os.path.join(options.root, "README.md"), *sorted(glob.glob(os.path.join(options.root, "docs", "*.md"))),
             *sorted(glob.glob(os.path.join(options.root, "docs", "results", "*.md")))]
    complaints, texts = [], []
    for path in paths:
        name = os.path.relpath(path, options.root)
        with open(path, encoding="utf-8") as file:
            old = file.read()
        try:
            if name == os.path.join("docs", "papers.md") and options.program:
                new = papers_text(options.root, options.program)
                stale = [] if new == old else ["the whole page"]
            else:
                new, stale = fill(old, options.root, options.program)
        except results.Problem as problem:
            print(f"docs.py: {name}: {problem}", file=sys.stderr)
            return 2
        complaints += [f"{name}: stale: {block}" for block in stale]
        complaints += [f"{name}: links to {target}, which is not there" for target in broken_links(new, path)]
        if not options.check and new != old:
            with open(path, "w", encoding="utf-8") as file:
                file.write(new)
        texts.append(new)
    try:
        complaints += [f"{path}: stale: the drawing" for path in figures.update(options.root, texts, options.program, not options.check)]
    except figures.Problem as problem:
        print(f"docs.py: {problem}", file=sys.stderr)
        return 2
    index = dict(zip(paths, texts)).get(os.path.join(options.root, "docs", "README.md"))
    if index is not None:
        complaints += [f"docs/README.md: does not link to {page}" for page in unlinked_pages(options.root, index)]
    complaints += [f"{picture}: nothing shows it" for picture in unshown_pictures(options.root, texts)]
    if len(texts[0].splitlines()) > MOST_LINES_OF_README:
        complaints.append(f"README.md: {len(texts[0].splitlines())} lines, more than {MOST_LINES_OF_README}")
    if not options.check:
        complaints = [line for line in complaints if ": stale: " not in line]
    for line in complaints:
        print(line)
    if complaints and options.check:
        print("Run scripts/docs.py --program build/release/bin/texelsort, which fills all tables and draws all figures.")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
