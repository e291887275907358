#!/usr/bin/env python3
"""Fails if a file of app/ includes a higher layer, or if a layer below app/gui includes a library of the window.

    tests/scripts/layers_test.py [--matrix]
"""
import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Layers in order: each may include itself and earlier layers.
LAYERS = ["problem", "playback", "tuning", "external", "session", "export", "gui", "cli", "main"]
WINDOW = re.compile(r'#include [<"](imgui|GLFW/|backends/imgui)')


def layer(path):
    parts = path.split("/")
    return parts[1] if len(parts) > 2 else "main"


def check(lines_of):
    """Checks sources {path: lines}. Returns the violations, and the number of includes per pair of layers."""
    faults, matrix = [], collections.Counter()
    for path, lines in sorted(lines_of.items()):
        own = layer(path)
        if own not in LAYERS:
            faults.append(f"{path}: app/{own} is no layer")
            continue
        for number, line in enumerate(lines, 1):
            if WINDOW.match(line) and own != "gui":
                faults.append(f"{path}:{number}: only app/gui includes ImGui and GLFW")
            include = re.match(r'#include "(app/[^"]+)"', line)
            if not include:
                continue
            other = layer(include[1])
            matrix[own, other] += 1
            if other not in LAYERS or LAYERS.index(other) > LAYERS.index(own):
                faults.append(f"{path}:{number}: app/{own} includes {include[1]}, which lies above it")
    return faults, matrix


def main():
    # Tests the check itself with wrong includes.
    for path, line in [("app/session/a.cpp", '#include "app/gui/b.h"'), ("app/export/a.h", '#include <imgui.h>'),
                       ("app/views/a.h", ""), ("app/problem/deep/a.cpp", '#include "app/playback/b.h"')]:
        if not check({path: [line]})[0]:
            sys.exit(f"{path} with {line!r} passes")
    if check({"app/gui/a.cpp": ['#include "app/session/b.h"', "#include <imgui.h>"], "app/main.cpp": []})[0]:
        sys.exit("an include along the arrows fails")

    sources = [*ROOT.glob("app/**/*.cpp"), *ROOT.glob("app/**/*.h")]
    faults, matrix = check({str(path.relative_to(ROOT)): path.read_text().splitlines() for path in sources})
    if "--matrix" in sys.argv:
        print(f"{'':9}" + "".join(f"{name:>9}" for name in LAYERS))
        for own in LAYERS:
            print(f"{own:9}" + "".join(f"{matrix[own, other] or '':>9}" for other in LAYERS))
    if faults or len(sources) < 300:
        sys.exit("\n".join(faults) or f"only {len(sources)} sources found")
    print(f"{len(sources)} sources of app/ include along the arrows")


if __name__ == "__main__":
    main()
