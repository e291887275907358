#!/usr/bin/env python3
"""Compares the sorts of the browser edition with those of the desktop program: commands_test.py SITE PROGRAM [PATTERN].
Every algorithm that runs in the browser must pass `check` there for u32 and f32. Its states must equal those on the
desktop, bit for bit. Fused networks other than bitonic are checked for one of the two types. PATTERN, a shell pattern,
restricts the test to some algorithms."""

import fnmatch
import json
import os
import re
import subprocess
import sys
import time
import unittest

sys.dont_write_bytecode = True
from edition import Edition

site, program = sys.argv[1], sys.argv[2]
pattern = sys.argv[3] if len(sys.argv) > 3 else "*"
types = ("u32", "f32")


def desktop(*words):
    done = subprocess.run([program, *words], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def states(trace):
    """Returns the names of all passes, and hashes of the states after them, from a trace."""
    return re.findall(r"^(input|pass +\d+|result).*?([0-9a-f]{16}|$)", trace, re.M)


def thresholds(trace):
    """Returns the counts and results of a selection's passes from a trace, without times."""
    return re.sub(r", [\d.]+ (s|ms|µs)$", "", trace, flags=re.M).splitlines()


class Sorts(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.edition = Edition(site, limit=1200)
        listed = cls.edition.run("list", "algorithms", "--json")
        cls.listed = json.loads(listed["out"])["algorithms"]
        cls.running = [one["id"] for one in cls.listed if one["available"] and fnmatch.fnmatch(one["id"], pattern)]

    @classmethod
    def tearDownClass(cls):
        cls.edition.close()

    def fresh(self):
        self.edition.browser.visit(self.edition.address + "commands.html")

    def test_gives_a_reason_for_unavailable_algorithms(self):
        on_desktop = {one["id"] for one in json.loads(desktop("list", "algorithms", "--json")[1])["algorithms"]}
        self.assertLessEqual({one["id"] for one in self.listed}, on_desktop)
        for one in self.listed:
            if not one["available"]:
                self.assertTrue(one["reason"], one["id"])
        for method in ("single-quad", "grouped-quads", "blend", "fused"):
            self.assertTrue(any(one["id"].endswith("/" + method) and one["available"] for one in self.listed), method)

    def checked_types(self):
        """Returns pairs of algorithms and key types. Compiling a fused network takes a minute per type, but the code
        that encodes keys is the same for all networks. The networks therefore alternate between the types."""
        fused = [algorithm for algorithm in self.running if algorithm.endswith("/fused") and algorithm != "bitonic/fused"]
        for algorithm in self.running:
            yield algorithm, [types[fused.index(algorithm) % len(types)]] if algorithm in fused else types

    def test_fulfils_all_claims(self):
        for algorithm, checked in self.checked_types():
            with self.subTest(algorithm=algorithm):
                self.fresh()
                start = time.monotonic()
                result = self.edition.run("check", "-a", algorithm, "-t", *checked, "-q")
                seconds = time.monotonic() - start
                counts = re.search(r"^[1-9]\d* passed, \d+ skipped$", result["out"], re.MULTILINE)
                print(f"{algorithm}: {counts[0] if counts else result['err']}, {seconds:.0f} s", flush=True)
                self.assertTrue(counts, result["out"])

    def traced(self, algorithm, key_type):
        """Returns commands that report the result of every pass, and functions that extract the result from their
        output. The desktop runs the first command that the algorithm accepts: best-known networks have at most 16 keys.
        Fused passes get a maximum of steps below the browser's bound on the length of a program. They also get a fixed
        number of targets: WebGL 2 guarantees four, and some browsers have eight."""
        shape = ["-p", "steps=8", "-p", "targets=4"] if algorithm.endswith("/fused") else []
        for n in ("300", "16"):
            yield ["sort", "-n", n, "-t", key_type, "-a", algorithm, *shape, "--trace", "--hashes"], states
        yield ["select", "-n", "300", "-k", "10", "-t", key_type, "-a", algorithm, "--trace"], thresholds

    def test_has_the_same_states_as_the_desktop(self):
        compared = []
        for algorithm in self.running:
            self.fresh()
            for key_type in types:
                for words, passes in self.traced(algorithm, key_type):
                    code, here, _ = desktop(*words)
                    if code != 0:
                        continue
                    with self.subTest(algorithm=algorithm, type=key_type):
                        there = self.edition.run(*words)
                        self.assertEqual(passes(there["out"]), passes(here), there["err"])
                        self.assertGreaterEqual(len(passes(here)), 3)
                        compared.append(algorithm)
                    break
        print(f"{len(compared)} traces are the desktop's", flush=True)
        self.assertGreater(len(compared), 0)
        # The test skips commands that the desktop program rejects. At least the commands of fused networks must not be
        # skipped.
        for algorithm in self.running:
            if algorithm.endswith("/fused"):
                self.assertEqual(compared.count(algorithm), len(types), algorithm)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v", *sys.argv[4:]])
