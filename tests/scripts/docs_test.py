"""Tests of scripts/docs.py and scripts/results.py. Usage: python3 tests/scripts/docs_test.py"""

import json
import os
import subprocess
import sys
import tempfile
import unittest

SCRIPTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "scripts")
sys.dont_write_bytecode = True
sys.path.insert(0, SCRIPTS)
import figures  # noqa: E402
import results  # noqa: E402


def row(algorithm, n, median, **more):
    measured = {"algorithm": algorithm, "n": n, "type": "u32", "distribution": "uniform", "median_ms": median,
                "low_ms": median * 0.99, "high_ms": median * 1.01, "mkeys_per_s": n / median / 1000, "verified": True,
                "passes": 3, "waits": None, "speed": None, "result": "", "order": "asc", "payload": "none", "clock": "cuda_events",
                "device": "EGL", "renderer": "Card", "driver": "4.6", "date": "2026-01-02T03:04:05Z",
                "command": "texelsort bench -a x"}
    return {**measured, **more}


class Folder(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = self.folder.name

    def write(self, path, text):
        path = os.path.join(self.root, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def read(self, path):
        with open(os.path.join(self.root, path), encoding="utf-8") as file:
            return file.read()


class Tables(Folder):
    def render(self, measured, /, **settings):
        self.write("r.json", json.dumps(measured))
        return results.render({"files": "r.json", "origin": "no", **settings}, self.root, "measure.sh")

    def test_formats_numbers_with_three_significant_digits(self):
        shown = [results.significant(value) for value in (0, 0.0123456, 0.5, 1.5, 12.345, 123.4, 12345.6)]
        self.assertEqual(shown, ["0", "0.0123", "0.500", "1.50", "12.3", "123", "12346"])

    def test_formats_sizes_from_1024_on_as_powers_of_two(self):
        self.assertEqual([results.size_text(n) for n in (16, 1024, 1000, 1 << 28)], ["16", "2^10", "1000", "2^28"])

    def test_computes_speeds_relative_to_the_baseline_of_the_same_problem(self):
        rows = [row("cub/merge@cuda", 1024, 2.0), row("a/b", 1024, 1.0), row("cub/merge@cuda", 2048, 9.0),
                row("a/b", 2048, 3.0)]
        table = self.render(rows, table="list", columns="algorithm size median speed",
                            against="algorithm=cub/merge@cuda")
        self.assertIn("| `a/b` | 2^10 | 1.00 | 2.00 |", table)
        self.assertIn("| `a/b` | 2^11 | 3.00 | 3.00 |", table)

    def test_treats_payloads_as_separate_problems(self):
        rows = [row("base", 1024, 2.0), row("base", 1024, 8.0, payload="index"), row("a", 1024, 1.0, payload="index")]
        table = self.render(rows, table="list", columns="algorithm keys speed", against="algorithm=base")
        self.assertIn("| `a` | u32, index | 8.00 |", table)

    def test_marks_the_fastest_only_if_intervals_do_not_overlap(self):
        rows = [row("a", 1024, 1.0), row("b", 1024, 2.0), row("a", 2048, 1.0), row("b", 2048, 1.001)]
        table = self.render(rows, table="pivot", rows="size", columns="algorithm")
        self.assertIn("| 2^10 | **1.00** | 2.00 |", table)
        self.assertIn("| 2^11 | 1.00 | 1.00 |", table)

    def test_names_no_winner_if_a_row_has_too_few_samples_for_an_interval(self):
        unsure = row("a/b", 1024, 1.0, low_ms=None, high_ms=None)
        table = self.render([unsure, row("c/d", 1024, 2.0)], table="pivot", rows="size", columns="algorithm a/b c/d",
                            cells="interval")
        self.assertIn("| 2^10 | 1.00 [too few samples] | 2.00 [1.98 to 2.02] |", table)

    def test_compares_methods_within_a_network(self):
        rows = [row("n/slow", 1024, 4.0), row("n/fast", 1024, 1.0), row("m/slow", 1024, 8.0), row("m/fast", 1024, 1.0)]
        table = self.render(rows, table="pivot", rows="network", columns="method slow fast", against="method=slow")
        self.assertIn("| `n` | 4.00 | **1.00 (4.00 x)** |", table)
        self.assertIn("| `m` | 8.00 | **1.00 (8.00 x)** |", table)

    def test_groups_rows_of_one_name(self):
        rows = [row("n/a", 1024, 4.0), row("m/a", 1024, 8.0), row("n/a", 2048, 4.0)]
        table = self.render(rows, table="pivot", rows="network size", columns="method")
        self.assertEqual([line[:12] for line in table.splitlines()[2:]], ["| `n` | 2^10", "| `n` | 2^11", "| `m` | 2^10"])

    def test_allows_different_baselines_per_algorithm(self):
        rows = [row("cub/radix", 1024, 1.0), row("cub/merge", 1024, 6.0), row("radix/a", 1024, 2.0),
                row("sample/b", 1024, 3.0)]
        table = self.render(rows, table="pivot", rows="size", columns="algorithm",
                            against="sample/*:algorithm=cub/merge radix/*:algorithm=cub/radix")
        self.assertIn("| 2^10 | **1.00** | 6.00 | 2.00 (0.500 x) | 3.00 (2.00 x) |", table)
        with self.assertRaises(results.Problem):
            self.render(rows, table="pivot", rows="size", columns="algorithm", against="cub/radix")

    def test_names_variants_by_algorithm_and_label_of_their_file(self):
        for name in ("direct", "indirect"):
            self.write(name + ".json", json.dumps([row("a", 1024, 1.0)]))
        settings = {"files": "direct.json=direct indirect.json=indirect", "table": "pivot", "rows": "size",
                    "columns": "variant", "origin": "no"}
        self.assertIn("| n | `a, direct` | `a, indirect` |", results.render(settings, self.root, "measure.sh"))

    def test_names_the_call_and_version_of_libraries(self):
        rows = [row("cub/merge@cuda", 1024, 1.0, library="CUB 3.0.1", library_call="DeviceMergeSort with less", cccl="3.0.1")]
        text = self.render(rows, table="list", columns="algorithm", origin="yes")
        self.assertIn("CCCL 3.0.1", text)
        self.assertIn("`cub/merge@cuda` is DeviceMergeSort with less, CUB 3.0.1.", text)

    def test_explains_cells_without_a_time(self):
        refused = row("b", 1024, 1.0, median_ms=None, verified=None, result="not measured: too large")
        rows = [row("a", 1024, 1.0), refused, row("a", 2048, 1.0)]
        table = self.render(rows, table="pivot", rows="size", columns="algorithm")
        self.assertIn("| 2^10 | 1.00 | – (1) |", table)
        self.assertIn("| 2^11 | 1.00 | – (2) |", table)
        self.assertIn("(1) not measured: too large.", table)
        self.assertIn("(2) not part of this run.", table)

    def test_leaves_no_cell_empty(self):
        table = self.render([row("a", 1024, 1.0, parameters="")], table="list", columns="algorithm waits parameters")
        self.assertIn("| `a` | – (1) | none |", table)
        self.assertIn("(1) only selections count waits.", table)

    def test_ignores_an_unverified_time(self):
        wrong = row("a", 1024, 1.0, verified=False, result="WRONG: key 3")
        table = self.render([wrong], table="list", columns="algorithm median")
        self.assertNotIn("1.00", table)
        self.assertIn("WRONG: key 3", table)

    def test_distinguishes_runs_by_labels(self):
        self.write("tuned.json", json.dumps([row("a", 1024, 1.0)]))
        self.write("paper.json", json.dumps([row("a", 1024, 3.0)]))
        settings = {"files": "tuned.json=tuned paper.json=paper", "table": "pivot", "rows": "algorithm",
                    "columns": "label paper tuned", "against": "label=paper", "origin": "no"}
        table = results.render(settings, self.root, "measure.sh")
        self.assertIn("| `a` | 3.00 | **1.00 (3.00 x)** |", table)

    def test_filters_by_patterns_and_rejects_unknown_fields(self):
        rows = [row("radix/a", 1024, 1.0), row("other/b", 1024, 1.0)]
        table = self.render(rows, table="list", columns="algorithm", where="algorithm=radix/*")
        self.assertIn("radix/a", table)
        self.assertNotIn("other/b", table)
        with self.assertRaises(results.Problem):
            self.render(rows, table="list", columns="algorithm", where="nonsense=1")

    def test_reads_rows_in_an_object_with_common_fields(self):
        table = self.render({"schema": 1, "cccl": "3.0", "results": [row("a", 1024, 1.0)]}, table="list",
                            columns="algorithm median", origin="yes")
        self.assertIn("Card; 4.6; CCCL 3.0; cuda_events; 2026-01-02.", table)
        self.assertIn("    texelsort bench -a x", table)

    def test_fills_sentences_with_the_ranges_of_their_rows(self):
        rows = [row("base", 1024, 2.0), row("a", 1024, 1.0), row("base", 4096, 6.0), row("a", 4096, 4.0)]
        settings = {"table": "sentence", "against": "algorithm=base"}
        text = self.render(rows, text="{sizes}: `a` is {a} as fast, in {a ms}; base takes {base ms}.", **settings)
        self.assertEqual(text, "2^10 to 2^12: `a` is 1.50 to 2.00 times as fast, in 1.00 to 4.00 ms; base takes 2.00 to 6.00 ms.\n")
        self.assertEqual(self.render(rows, text="{a}", where="size=2^10", **settings), "2.00 times\n")
        with self.assertRaises(results.Problem):
            self.render(rows, text="{nothing}", **settings)

    def test_converts_results_to_a_sweep_with_intervals_as_samples(self):
        path = self.write("r.json", json.dumps([row("a", 1024, 1.0, bytes=8), row("b", 1024, 2.0, bytes=8, verified=False)]))
        results.main(os.path.join(self.root, "sweep.jsonl"), path)
        header, one = map(json.loads, self.read("sweep.jsonl").splitlines())
        self.assertEqual((header["schema"], header["renderer"]), ("texelsort/sweep/1", "Card"))
        self.assertEqual((one["algorithm"], one["samples_ms"]), ("a", [0.99, 1.0, 1.01]))

    def test_names_a_missing_file_and_its_script(self):
        text = results.render({"files": "h200/none.json", "table": "list", "columns": "median"}, self.root, "measure.sh")
        self.assertIn("`h200/none.json`", text)
        self.assertIn("measure.sh", text)

    def test_shows_fields_and_layouts_of_records(self):
        table = self.render([row("a", 1024, 1.0, payload="record:8 hybrid")], table="list", columns="fields layout")
        self.assertIn("| 8 | hybrid |", table)

    def test_counts_distances_whose_intervals_do_not_overlap(self):
        def point(mapping, distance, ms):
            return {**row("", 1024, ms), "mapping": mapping, "tile": 8, "distance": distance}
        rows = [point("row-major", 1, 1.0), point("row-major", 2, 2.0), point("tiled", 1, 1.5), point("tiled", 2, 1.0)]
        table = self.render(rows, table="distances")
        self.assertIn("| 2^10 | tiles of 8 x 8 | 1.00 at 2 | 1.50 at 1 | 2 | 1 | 1 |", table)


class Documents(Folder):
    def run_script(self, *words):
        command = [sys.executable, os.path.join(SCRIPTS, "docs.py"), "--root", self.root, *words]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def program(self, table):
        path = self.write("program", f"#!/bin/sh\n[ \"$*\" = 'list families --format markdown' ] || exit 2\n"
                                     f"printf '{table}\\n'\n")
        os.chmod(path, 0o755)
        return path

    def test_finds_and_updates_a_stale_list(self):
        self.write("README.md", "# Title\n<!-- list families -->\nold\n<!-- end -->\nrest\n")
        program = self.program("| new |")
        stale = self.run_script("--check", "--program", program)
        self.assertEqual(stale.returncode, 1)
        self.assertIn("README.md: stale: list families", stale.stdout)
        self.assertIn("old", self.read("README.md"))
        self.assertEqual(self.run_script("--program", program).returncode, 0)
        self.assertEqual(self.read("README.md"),
                         "# Title\n<!-- list families -->\n\n| new |\n\n<!-- end -->\nrest\n")
        self.assertEqual(self.run_script("--check", "--program", program).returncode, 0)

    def test_finds_a_stale_table_of_results(self):
        self.write("README.md", "# Title\n")
        self.write("docs/results/r.json", json.dumps([row("a", 1024, 1.0)]))
        block = "<!-- results\nfiles: r.json\ntable: list\ncolumns: algorithm median\n-->\n{}<!-- end -->\n"
        self.write("docs/results.md", block.format(""))
        self.assertEqual(self.run_script("--check").returncode, 1)
        self.assertEqual(self.run_script().returncode, 0)
        self.assertIn("| `a` | 1.00 |", self.read("docs/results.md"))
        self.assertEqual(self.run_script("--check").returncode, 0)
        self.write("docs/results/r.json", json.dumps([row("a", 1024, 2.0)]))
        self.assertEqual(self.run_script("--check").returncode, 1)

    def test_fills_the_page_of_a_device(self):
        self.write("README.md", "# Title\n")
        self.write("docs/results/card/r.json", json.dumps([row("a/b", 1024, 1.0)]))
        self.write("docs/results/card.md", "<!-- results\nfiles: card/r.json\ntable: list\ncolumns: algorithm median\n-->\n<!-- end -->\n")
        self.assertIn("docs/results/card.md: stale: results", self.run_script("--check").stdout)
        self.assertEqual(self.run_script().returncode, 0)
        self.assertIn("| `a/b` | 1.00 |", self.read("docs/results/card.md"))

    def test_writes_an_introduction_for_the_page_of_papers(self):
        self.write("README.md", "# Title\n")
        self.write("docs/reproducing.md", "# Reproducing\n")
        self.write("docs/papers.md", "old\n")
        path = self.write("program", "#!/bin/sh\nprintf '# Title\\n\\n| H200 |\\n\\n## Sorts\\n\\ntext\\n\\n## Verdicts\\n\\nExplained.\\n' >\"$3\"\n")
        os.chmod(path, 0o755)
        self.assertEqual(self.run_script("--program", path).returncode, 0)
        page = self.read("docs/papers.md")
        self.assertIn("[how to measure](reproducing.md)", page)
        self.assertTrue(page.endswith("\n\n| H200 |\n\n## Sorts\n\ntext\n"))
        self.assertNotIn("Explained", page)

    def test_reports_a_block_without_an_end(self):
        self.write("README.md", "<!-- list families -->\nno end\n")
        self.assertEqual(self.run_script().returncode, 2)

    def test_finds_a_page_without_a_link_in_the_index(self):
        self.write("README.md", "# Title\n")
        self.write("docs/README.md", "[one](one.md) [part](three.md#part)\n")
        for name in ("one", "two", "three"):
            self.write(f"docs/{name}.md", f"# {name}\n")
        checked = self.run_script("--check")
        self.assertEqual(checked.returncode, 1)
        self.assertEqual(checked.stdout.splitlines()[0], "docs/README.md: does not link to two.md")
        self.write("docs/README.md", "[one](one.md) [part](three.md#part) [two](two.md)\n")
        self.assertEqual(self.run_script("--check").returncode, 0)

    def test_fills_a_table_of_lessons_with_level_and_minutes(self):
        self.write("README.md", "# Title\n")
        self.write("assets/lessons/one.toml", 'level = "beginner"\nminutes = 15\n')
        self.write("docs/lessons.md", "# Lessons\n<!-- lessons\none: how: it works\n-->\n<!-- end -->\n")
        self.assertEqual(self.run_script().returncode, 0)
        self.assertIn("| `one` | beginner | 15 | how: it works |", self.read("docs/lessons.md"))
        self.write("assets/lessons/two.toml", 'level = "advanced"\nminutes = 5\n')
        self.assertEqual(self.run_script("--check").returncode, 2)

    def test_ignores_a_block_that_is_only_mentioned(self):
        self.write("README.md", "Write `<!-- list families -->` and `<!-- end -->`.\n")
        self.assertEqual(self.run_script("--check").returncode, 0)

    def test_finds_broken_links_unused_pictures_and_long_front_pages(self):
        self.write("README.md", "[there](docs/a.md) [not](docs/b.md) ![p](assets/screenshots/p.png)\n" + "x\n" * 90)
        self.write("docs/a.md", "[up](../README.md) [web](https://example.org/b.md)\n")
        self.write("assets/screenshots/p.png", "")
        self.write("assets/screenshots/q.png", "")
        self.write("docs/pictures/chart.svg", "")
        lines = self.run_script("--check").stdout.splitlines()
        self.assertEqual(lines[:4], ["README.md: links to docs/b.md, which is not there",
                                     "assets/screenshots/q.png: nothing shows it", "docs/pictures/chart.svg: nothing shows it",
                                     "README.md: 91 lines, more than 90"])

    def test_draws_a_figure_that_a_page_shows(self):
        self.write("README.md", "![layers](docs/pictures/layers.svg)\n")
        self.write("docs/pictures/layers.svg", "old")
        self.assertEqual(self.run_script("--check").stdout.splitlines()[0], "docs/pictures/layers.svg: stale: the drawing")
        self.assertEqual(self.run_script().returncode, 0)
        self.assertTrue(self.read("docs/pictures/layers.svg").startswith("<svg"))
        self.assertEqual(self.run_script("--check").returncode, 0)


class Figures(unittest.TestCase):
    def test_layers_use_only_their_next_layers(self):
        used = figures.dependencies()
        self.assertEqual(used["data"], set())
        self.assertEqual(used["gpu"], {"simt", "spirv"})
        self.assertEqual(used["cuda"], {"gpu"})  # which leads to simt
        self.assertEqual(used["main"], {"app_cli"})

    def test_the_legend_of_the_window_has_a_row_per_mark(self):
        with open(os.path.join(SCRIPTS, "..", "docs", "window.md"), encoding="utf-8") as file:
            legend = file.read().split("## Parts of the window")[1].split("\n## ")[0]
        rows = [line.split("|")[1].strip() for line in legend.splitlines() if line.startswith("|")][2:]
        self.assertEqual(rows, [str(number) for number in range(1, len(figures.MARKS) + 1)])



if __name__ == "__main__":
    unittest.main()
