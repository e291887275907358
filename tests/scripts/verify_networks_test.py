#!/usr/bin/env python3
"""Tests scripts/verify_networks.py on a list of networks that sort, and a folder with a network that does not."""

import pathlib
import subprocess
import sys
import tempfile


def run(program, *arguments):
    script = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "verify_networks.py"
    return subprocess.run([sys.executable, script, "--program", program, *map(str, arguments)], capture_output=True,
                          text=True, check=False)


def expect(run_result, code, *parts):
    assert run_result.returncode == code, (run_result.returncode, run_result.stdout, run_result.stderr)
    for part in parts:
        assert part in run_result.stdout, (part, run_result.stdout)


def main(program):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        page = folder / "list.html"
        page.write_text("<html><table><tr><td>Sorting network for 3 inputs, 3 CEs, 3 layers:<br>\n<p>[(0,2)]<br>\n"
                        "[(0,1)]<br>\n[(1,2)]<br>\n</p></td></tr>"
                        "<tr><td>Sorting network for 2 inputs, 1 CE, 1 layer:<br>\n<p>[(0,1)]<br></p></td></tr></html>")
        expect(run(program, page), 0, "list.html#1", "2 networks sort, 2 of them proved by all inputs; 0 wrong")
        sorters = folder / "Sorters"
        sorters.mkdir()
        (sorters / "Sort_2_1_1.json").write_text('{"N":2,"L":1,"D":1,"nw":[[0,1]]}')
        (sorters / "Sort_3_2_2.json").write_text('{"N":3,"L":2,"D":2,"nw":[[0,1],[1,2]]}')
        (sorters / "Sort_33_1_1.json").write_text('{"N":33,"L":1,"D":1,"nw":[[0,32]]}')
        (sorters / "Sort_4_9_1.json").write_text('{"N":4,"L":9,"D":1,"nw":[[0,1]]}')
        expect(run(program, sorters), 1, "Sort_2_1_1.json", "DOES NOT SORT [1, 1, 0]", "announces 9 comparators",
               "1 networks sort, 1 of them proved by all inputs; 2 wrong")
        empty = folder / "empty"
        empty.mkdir()
        expect(run(program, empty), 2, "0 networks sort")


if __name__ == "__main__":
    main(sys.argv[1])
