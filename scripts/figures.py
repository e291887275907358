#!/usr/bin/env python3
"""Draws the figures of docs/ that name parts of a picture or of the program.

    scripts/figures.py --program build/release/bin/texelsort            draws docs/pictures/*.svg and the window
    scripts/figures.py --check --program ...                            changes nothing; exit 1 and a line per stale drawing

The numbers, networks and positions come from the program, and the layers from the CMake files. docs.py also draws and
checks the SVG files. The picture of the window needs rsvg-convert; its pixels depend on the driver, so no test checks it.
"""

import argparse
import base64
import importlib.util
import os
import re
import subprocess
import sys
import tempfile
from html import escape

sys.dont_write_bytecode = True
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# Colours of the light theme, of the palette of Okabe and Ito.
TEXT, DIM, LINE, PALE, BLUE, ORANGE, GREEN, PURPLE = "#1A1F26 #555F6D #A9B1BA #EEF3F8 #0072B2 #D55E00 #009E73 #8A4B78".split()


class Problem(Exception):
    pass


class Unavailable(Exception):
    """This machine cannot run a sort that a drawing needs."""


def run(program, *words):
    done = subprocess.run([program, *map(str, words)], capture_output=True, text=True, check=False)
    if done.returncode == 3:
        raise Unavailable(done.stderr.strip())
    if done.returncode != 0:
        raise Problem(f"{program} {' '.join(map(str, words))}: {done.stderr.strip()}")
    return done.stdout


class Figure:
    """An SVG picture on white. Coordinates are pixels."""

    def __init__(self, width, height, title):
        self.lines = [f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="title" width="{width}" '
                      f'height="{height}" viewBox="0 0 {width} {height}" font-family="Inter, \'Helvetica Neue\', Arial, sans-serif">',
                      f'<title id="title">{escape(title)}</title>',
                      '<defs><marker id="head" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" '
                      f'orient="auto" markerUnits="userSpaceOnUse"><path d="M0 0L10 5L0 10Z" fill="{DIM}"/></marker>'
                      '<pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
                      f'<rect width="6" height="6" fill="#FBE3D2"/><path d="M0 0V6" stroke="{ORANGE}" stroke-width="2.4"/></pattern>'
                      '</defs>',
                      f'<rect width="{width}" height="{height}" fill="#FFFFFF"/>']

    def raw(self, text):
        self.lines.append(text)

    def text(self, x, y, words, size=15, fill=TEXT, anchor="middle", bold=False):
        weight = ' font-weight="600"' if bold else ""
        self.raw(f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{fill}" text-anchor="{anchor}"{weight}>'
                 f'{escape(str(words))}</text>')

    def box(self, x, y, width, height, fill=PALE, stroke=LINE, radius=6, line=1.2):
        self.raw(f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius}" fill="{fill}" stroke="{stroke}" '
                 f'stroke-width="{line}"/>')

    def path(self, d, stroke=DIM, width=1.6, arrow=False, dashes=""):
        more = ' marker-end="url(#head)"' if arrow else ""
        more += f' stroke-dasharray="{dashes}"' if dashes else ""
        self.raw(f'<path d="{d}" fill="none" stroke="{stroke}" stroke-width="{width}"{more}/>')

    def done(self):
        return "\n".join([*self.lines, "</svg>"]) + "\n"


# Figure of the layers of the program.

LIBRARIES = {"gpu": "OpenGL", "spirv": "glslang, SPIRV-Cross", "script": "Lua", "mpi": "MPI", "cuda": "CUDA", "app_gui": "ImGui, GLFW"}  # the libraries that only one layer calls


def layers_of_app():
    """Returns the list of layers that layers_test.py checks."""
    spec = importlib.util.spec_from_file_location("layers_test", os.path.join(ROOT, "tests", "scripts", "layers_test.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.LAYERS


def dependencies():
    """Returns the CMake targets of the layers that each layer links directly. Omits those that it also links through
    other layers."""
    texts = []
    for top in ("compute", "app"):
        for folder in sorted(os.listdir(os.path.join(ROOT, top))):
            path = os.path.join(ROOT, top, folder, "CMakeLists.txt")
            if os.path.exists(path):
                with open(path, encoding="utf-8") as file:
                    texts.append(file.read())
    text = "\n".join(texts)
    direct = {name: set() for name in re.findall(r"^texelsort_layer\((\w+)", text, re.MULTILINE)}
    for name, libraries in re.findall(r"(?:texelsort_layer\(|target_link_libraries\(texelsort_)(\w+)([^)]*)\)", text):
        if name in direct:
            direct[name] |= {one for one in re.findall(r"texelsort_(\w+)", libraries) if one in direct and one != name}
    apps = ["app_" + name for name in layers_of_app()[:-1]]
    if set(apps) != {name for name in direct if name.startswith("app_")}:
        raise Problem("the CMake targets of app/ are not the layers of layers_test.py")
    direct["main"] = {apps[-1]}

    def reach(name):
        return direct[name].union(*map(reach, direct[name])) if direct[name] else set()

    return {name: used - set().union(*map(reach, used)) if used else set() for name, used in direct.items()}


def layers():
    links = dependencies()
    depth = {}

    def depth_of(name):
        if name not in depth:
            depth[name] = 1 + max(map(depth_of, links[name]), default=-1)
        return depth[name]

    compute = [name for name in links if name != "main" and not name.startswith("app_")]
    deepest = max(map(depth_of, compute))
    apps = [*("app_" + name for name in layers_of_app()[:-1]), "main"]
    wide, high, step, left = 92, 46, 118, 44
    places = {name: (left + step * i, 84) for i, name in enumerate(apps)}
    span = (step * (len(apps) - 1)) / deepest
    middle = 340
    used_by_app = set().union(*(links[name] for name in apps))
    for level in range(deepest + 1):
        column = sorted((name for name in compute if depth[name] == level),
                        key=lambda name: (name not in used_by_app, name in LIBRARIES, name))
        for i, name in enumerate(column):
            places[name] = (left + span * (deepest - level), middle + (i - (len(column) - 1) / 2) * 70 - high / 2)
    figure = Figure(1124, 520, "The layers of texelsort")
    for y, height, name in [(16, 134, "app"), (180, 324, "compute")]:
        figure.box(16, y, 1092, height, "#FAFBFC", "#D5DBE2", 10)
        figure.text(32, y + (30 if name == "app" else height - 18), name, 20, TEXT, "start", True)
    figure.text(96, 46, "an arrow leads from a layer to one that it uses", 15, DIM, "start")
    for name, used in sorted(links.items()):
        x, y = places[name]
        for other in sorted(used):
            to_x, to_y = places[other]
            if name.startswith("app_") and not other.startswith("app_"):
                start, turn, end = x + wide / 2, y + high + 36, to_x + wide / 2
                figure.path(f"M{start:g} {y + high}V{turn:g}H{end:g}V{to_y - 2:g}", arrow=True, width=2)
            elif y == places["main"][1]:
                figure.path(f"M{x:g} {y + high / 2:g}H{to_x + wide + 2:g}", arrow=True, width=2)
            else:
                # The curve ends before the next column, so that it crosses no box.
                a, b, start = y + high / 2, to_y + high / 2, x + wide
                end = x + span - 10
                bend = (start + end) / 2
                figure.path(f"M{start:g} {a:g}C{bend:g} {a:g} {bend:g} {b:g} {end:g} {b:g}H{to_x - 2:g}", arrow=True, width=2)
    for name, (x, y) in places.items():
        is_app = name == "main" or name.startswith("app_")
        figure.box(x, y, wide, high, "#DCEBF7" if is_app else "#DDF1EA", BLUE if is_app else GREEN, 7, 1.6)
        library = LIBRARIES.get(name)
        figure.text(x + wide / 2, y + (21 if library else 28), name.removeprefix("app_"), 15, TEXT, bold=True)
        if library:
            figure.text(x + wide / 2, y + 38, library, 12, DIM)
    return figure.done()


# Figure of a network with the names of its parts.


def network_parts(program):
    drawing = run(program, "network", "draw", "bitonic", "-n", 8, "--pass", 4, "--svg")
    width, height = map(float, re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', drawing).groups())
    stages = [tuple(map(float, box)) for box in
              re.findall(r'<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)" height="[\d.]+" rx', drawing)]
    wires = [float(y) for y in re.findall(r'class="wire" d="M[\d.]+ ([\d.]+)H', drawing)]
    groups = re.findall(r'<g class="pass".*?</g>', drawing, re.DOTALL)
    comparators = [[tuple(map(float, one)) for one in re.findall(r'x1="([\d.]+)" y1="([\d.]+)" x2="[\d.]+" y2="([\d.]+)"', group)]
                   for group in groups]
    if len(stages) != 3 or len(wires) != 8 or len(comparators) != 6:
        raise Problem("texelsort network draw writes another form of SVG")
    figure = Figure(width + 262, height + 84, "The parts of a network: wire, comparator, step and stage")
    content = re.search(r"<rect width=\"100%\".*?/>\n(.*)</svg>", drawing, re.DOTALL)[1]
    figure.raw(f'<g font-family="sans-serif">{content}</g>')
    right = width - 4

    def name(y, word, *lines):
        figure.text(right + 20, y, word, 18, TEXT, "start", True)
        for i, line in enumerate(lines):
            figure.text(right + 20, y + 21 + 19 * i, line, 14.5, DIM, "start")

    figure.path(f"M{right + 14:g} {wires[0]:g}H{width - 16:g}", arrow=True)
    name(wires[0] + 6, "wire", "one place of the array")
    # Position of the lowest comparator in the last step, which the labels name.
    x, upper, lower = comparators[-1][-1]
    middle = (upper + lower) / 2
    figure.path(f"M{right + 14:g} {middle:g}H{x + 8:g}", arrow=True)
    name(middle - 16, "comparator", "compares the keys of two wires;", "the smaller key goes to the tail", "of the arrow")

    def bracket(low, high, word, line, colour):
        y = height - 2
        figure.path(f"M{low:g} {y:g}v8H{high:g}v-8", colour, 2.4)
        figure.text(low, y + 32, word, 18, colour, "start", True)
        figure.text(low, y + 53, line, 14.5, DIM, "start")

    columns = [x for x, _, _ in comparators[3]]
    bracket(min(columns) - 12, max(columns) + 12, "step", "comparators that run at the same time", ORANGE)
    bracket(stages[1][0] + 3, stages[1][0] + stages[1][1] - 3, "stage", "a group of steps", TEXT)
    return figure.done()


# Figure of the path along which two sequences are merged.


def merge_path(program):
    trace = run(program, "merge", "-n", 16, "-d", "permutation", "--seed", 1, "--sequences", 2, "-a", "merge/path@cuda", "--device",
                "cpu-kernels", "--trace").splitlines()
    # Split a line of the program's trace at two or more spaces, which separate its columns. The last column of a pass
    # is its claim.
    keys, output = ([int(word) for word in re.split(r"\s{2,}", line.strip())[column].split()]
                    for line, column in ((trace[0], -1), (trace[2], -2)))
    a, b = keys[:8], keys[8:]
    points = [(0, 0)]  # points of the path: numbers of keys that are already merged from a and b
    for key in output:
        i, j = points[-1]
        points.append((i + 1, j) if i < 8 and a[i] == key else (i, j + 1))
        taken = a[i] if points[-1][0] > i else b[j]
        if taken != key:
            raise Problem("the output of the merge is not a merge of its sequences")
    parts, cell, left, top = 4, 46, 92, 92
    length = len(output) // parts
    colours = [BLUE, ORANGE, GREEN, PURPLE]
    pales = ["#D6E8F5", "#FBE3D2", "#D5EFE6", "#EBDDE7"]
    figure = Figure(900, 640, "Merge path of two sequences of eight keys, in four equal parts")

    def at(point):
        return left + cell * point[1], top + cell * point[0]

    for k in range(9):
        figure.path(f"M{left} {top + cell * k}h{8 * cell}", "#D5DBE2", 1.2)
        figure.path(f"M{left + cell * k} {top}v{8 * cell}", "#D5DBE2", 1.2)
    figure.text(left + 4 * cell, top - 56, "sequence B", 17, DIM, bold=True)
    figure.raw(f'<g transform="rotate(-90 24 {top + 4 * cell})">')
    figure.text(24, top + 4 * cell + 5, "sequence A", 17, DIM, bold=True)
    figure.raw("</g>")
    part_of = {key: i // length for i, key in enumerate(output)}

    def key_box(x, y, key):
        part = part_of[key]
        figure.box(x + 2, y + 2, cell - 4, cell - 4, pales[part], colours[part], 5, 1.6)
        figure.text(x + cell / 2, y + cell / 2 + 6, key, 17, TEXT, bold=True)

    for k in range(8):
        key_box(left - cell - 4, top + cell * k, a[k])
        key_box(left + cell * k, top - cell - 4, b[k])
    for part in range(1, parts):
        d = part * length
        low, high = (d, 0) if d <= 8 else (8, d - 8), (0, d) if d <= 8 else (d - 8, 8)
        (x1, y1), (x2, y2) = at(low), at(high)
        figure.path(f"M{x1:g} {y1:g}L{x2:g} {y2:g}", DIM, 1.8, dashes="7 5")
    for part in range(parts):
        steps = points[part * length:(part + 1) * length + 1]
        figure.path("M" + "L".join(f"{x:g} {y:g}" for x, y in map(at, steps)), colours[part], 6)
    for part in range(1, parts):
        x, y = at(points[part * length])
        figure.raw(f'<circle cx="{x}" cy="{y}" r="8" fill="#FFFFFF" stroke="{TEXT}" stroke-width="2.6"/>')
    below = top + 8 * cell + 62
    step = (900 - 2 * 28) / 16
    for i, key in enumerate(output):
        part = i // length
        figure.box(28 + step * i + 2, below, step - 4, 40, pales[part], colours[part], 5, 1.6)
        figure.text(28 + step * (i + 0.5), below + 26, key, 17, TEXT, bold=True)
        figure.text(28 + step * (i + 0.5), below + 57, "A" if key in a else "B", 13, DIM)
    figure.text(28, below - 14, "output", 17, DIM, "start", True)
    for part in range(parts):
        figure.text(28 + step * length * (part + 0.5), below + 82, f"part {part + 1}", 17, colours[part], bold=True)
    x = left + 8 * cell + 34
    notes = [("path", ["Down: the next key comes from A.", "Right: the next key comes from B."]),
             ("diagonal", [f"Diagonals: all points after {length}, {2 * length} or {3 * length} keys."]),
             ("circle", ["A binary search along the diagonal", "finds where the path crosses it.",
                         "Each thread block merges the keys", "between two circles."])]
    y = top + 24
    for kind, lines in notes:
        if kind == "path":
            figure.path(f"M{x} {y - 5}h34", BLUE, 6)
        elif kind == "diagonal":
            figure.path(f"M{x} {y + 5}l34 -20", DIM, 1.8, dashes="7 5")
        else:
            figure.raw(f'<circle cx="{x + 17}" cy="{y - 5}" r="8" fill="#FFFFFF" stroke="{TEXT}" stroke-width="2.6"/>')
        for line in lines:
            figure.text(x + 48, y, line, 16, TEXT, "start")
            y += 24
        y += 20
    return figure.done()


# Figure of the look-back of one tile.


def look_back(program):
    trace = run(program, "sort", *LOOK_BACK_RUN, "--trace").splitlines()
    keys = [int(word) for word in trace[0].split()[1:]]
    after = [int(word) for word in re.split(r"\s{2,}", trace[3].strip())[3].split()]
    tile, digit = 8, 1
    tiles = [keys[i:i + tile] for i in range(0, len(keys), tile)]
    counts = [sum(key % 4 == digit for key in one) for one in tiles]
    smaller = sum(key % 4 < digit for key in keys)
    first = smaller + sum(counts[:-1])
    if after != sorted(keys, key=lambda key: key % 4):
        raise Problem("pass 3 of the look-back is not a stable move by the lowest two bits")
    figure = Figure(1000, 430, "Look-back: the last tile finds the index of its first key with digit 01")
    left, wide, gap, top = 24, 228, 13.3, 64
    summed = [sum(counts[:i + 1]) for i in range(4)]
    figure.text(left, 30, "During the pass: what each tile has published for digit 01 (orange keys)", 18, TEXT, "start", True)
    for i, one in enumerate(tiles):
        x = left + i * (wide + gap)
        figure.text(x + wide / 2, top - 4, f"tile {i}", 16, DIM)
        figure.path(f"M{x} {top + 2}h{wide}", LINE, 1.6)
        for k, key in enumerate(one):
            mine = key % 4 == digit
            figure.box(x + k * wide / tile + 1, top + 8, wide / tile - 2, 30, "#FBD0AE" if mine else "#F1F3F6",
                       ORANGE if mine else LINE, 4, 2 if mine else 1)
            figure.text(x + (k + 0.5) * wide / tile, top + 29, key, 14, TEXT if mine else DIM, bold=mine)
        complete = i < 2
        figure.box(x, top + 56, wide, 66, "#A9DCCB" if complete else "url(#hatch)", GREEN if complete else ORANGE, 6, 2)
        if not complete:
            figure.box(x + 34, top + 62, wide - 68, 54, "#FFFFFF", "none", 5, 0)
        figure.text(x + wide / 2, top + 84, "sum up to here" if complete else "own count", 16)
        figure.text(x + wide / 2, top + 111, summed[i] if complete else counts[i], 24, TEXT, bold=True)

    def centre(i):
        return left + i * (wide + gap) + wide / 2

    y = top + 124
    for to, depth, word in [(2, 34, f"1. own count {counts[2]}: add, continue"), (1, 82, f"2. sum {summed[1]}: add, stop")]:
        start, end = centre(3) + 28 * (to == 1), centre(to)
        figure.path(f"M{start:g} {y}v{depth - 14}q0 14 -14 14H{end + 14:g}q-14 0 -14 -14V{y + 3}", DIM, 2.2, arrow=True)
        figure.text((centre(2) + centre(3)) / 2 if to == 2 else (centre(1) + centre(2)) / 2 + 30, y + depth - 8, word, 15, TEXT)
    y = top + 256
    figure.text(left, y, "Index of the first key with digit 01 in tile 3:", 17, TEXT, "start", True)
    terms = [(smaller, "keys with smaller digits,", "from the histogram", PALE, LINE),
             (summed[1], "sum up to tile 1", "(look-back)", "#A9DCCB", GREEN),
             (counts[2], "own count of tile 2", "(look-back)", "#FBE3D2", ORANGE),
             (first, "where tile 3 scatters its", "first key with digit 01", "#FFFFFF", TEXT)]
    for i, (number, upper, lower, fill, stroke) in enumerate(terms):
        x = left + i * (wide + gap)
        if i:
            figure.text(x - gap / 2 + 16, y + 44, "=" if i == 3 else "+", 24, TEXT, bold=True)
        figure.box(x + wide / 2 - 40, y + 16, 80, 40, fill, stroke, 6, 2)
        figure.text(x + wide / 2, y + 44, number, 22, TEXT, bold=True)
        figure.text(x + wide / 2, y + 78, upper, 15, DIM)
        figure.text(x + wide / 2, y + 97, lower, 15, DIM)
    return figure.done()


LOOK_BACK_RUN = "-n 32 -d permutation -a radix/onesweep@compute -p digit=2 -p tile=8 -p workgroup=4".split()
LAYERS_PICTURE = "layers.svg"  # this figure is the only one that needs no program
DRAWINGS = {LAYERS_PICTURE: lambda _: layers(), "network-parts.svg": network_parts, "merge-path.svg": merge_path,
            "look-back.svg": look_back}


def drawings(pages, program):
    """Returns the path and the text of each drawing that a page shows. Omits those that this machine cannot make,
    and without a program all but the layers."""
    for name, draw in DRAWINGS.items():
        if (program or name == LAYERS_PICTURE) and any(f"pictures/{name}" in page for page in pages):
            try:
                yield os.path.join("docs", "pictures", name), draw(program)
            except Unavailable as reason:
                print(f"figures.py: {name} is not drawn: {reason}", file=sys.stderr)


def update(root, pages, program, change):
    """Writes stale drawings if `change` is true. Returns the paths of those that were stale."""
    stale = []
    for path, text in drawings(pages, program):
        whole = os.path.join(root, path)
        old = None
        if os.path.exists(whole):
            with open(whole, encoding="utf-8") as file:
                old = file.read()
        if text == old:
            continue
        stale.append(path)
        if change:
            with open(whole, "w", encoding="utf-8") as file:
                file.write(text)
    return stale


# Picture of the window with numbered parts.

# Headings in the window, and the position of each number: at the corner of the panel, or before or behind the heading.
# The legend of the numbers is in docs/window.md.
MARKS = [("texelsort", "corner"), ("after pass", "before"), ("Input", "corner"), ("Algorithm", "behind"), ("Texture", "corner"),
         ("Bars", "corner"), ("Network", "corner"), ("Timing", "corner"), ("stage 4, step", "corner"), ("Pinned", "corner"),
         ("16 keys", "before")]
WINDOW_RUN = "-n 16 -a bitonic/grouped-quads --pass 7 --pin 3 --measure --size 1280x720 --theme light".split()


def window_parts(program, path):
    """Draws the window and numbers its parts. The positions are those of the headings in the SVG picture of the window."""
    with tempfile.TemporaryDirectory() as folder:
        lettered, pixels, marked = (os.path.join(folder, name) for name in ("window.svg", "window.png", "marked.svg"))
        for picture in (lettered, pixels):
            run(program, "render", *WINDOW_RUN, "-o", picture)
        heading_form = r'<text class="\w" x="([\d.]+)" y="([\d.]+)" font-size="[\d.]+" textLength="([\d.]+)"[^>]*>([^<]*)<'
        with open(lettered, encoding="utf-8") as file:
            texts = [(float(x), float(y), float(length), words) for x, y, length, words in
                     re.findall(heading_form, file.read())]
        with open(pixels, "rb") as file:
            content = base64.b64encode(file.read()).decode()
        figure = Figure(1280, 720, "The window with numbered parts")
        figure.raw(f'<image width="1280" height="720" href="data:image/png;base64,{content}"/>')
        for number, (heading, where) in enumerate(MARKS, 1):
            found = [(x, y, length) for x, y, length, words in texts if words.startswith(heading)]
            if not found:
                raise Problem(f"the window has no heading '{heading}'")
            x, y, length = found[0]
            x += {"corner": -14, "before": -18, "behind": length + 18}[where]
            y -= 24 if where == "corner" else 5
            x, y = max(x, 14), min(max(y, 14), 706)
            figure.raw(f'<circle cx="{x:g}" cy="{y:g}" r="13" fill="{ORANGE}" stroke="#FFFFFF" stroke-width="2"/>')
            figure.text(x, y + 5.5, number, 15.5, "#FFFFFF", bold=True)
        with open(marked, "w", encoding="utf-8") as file:
            file.write(figure.done())
        subprocess.run(["rsvg-convert", "-o", path, marked], check=True)


def main():
    parser = argparse.ArgumentParser(description="Draws the figures that name parts of a picture or of the program.")
    parser.add_argument("--check", action="store_true", help="change nothing, and fail if a drawing is stale")
    parser.add_argument("--program", required=True, help="the texelsort that draws the window and runs the sorts")
    options = parser.parse_args()
    stale = update(ROOT, [f"pictures/{name}" for name in DRAWINGS], options.program, not options.check)
    if options.check:
        for path in stale:
            print(f"{path}: stale")
        return 1 if stale else 0
    window_parts(options.program, os.path.join(ROOT, "assets", "screenshots", "window-parts.png"))
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (Problem, Unavailable) as problem:
        sys.exit(f"figures.py: {problem}")
