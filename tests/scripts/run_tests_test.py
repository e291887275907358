#!/usr/bin/env python3
"""Tests scripts/run_tests.py with a program that prints like GoogleTest, and a replacement for CTest that lists it."""
import json
import os
import stat
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

# Test program: Good passes, Bad fails, Absent is skipped, Crash ends the process, and Open prints a line without its
# end.
PROGRAM = '''#!/usr/bin/env python3
import os, re, sys
names = ["Some.Good", "Some.Bad", "Some.Absent", "Some.Crash", "All/Some.Open/0"]
if "--gtest_list_tests" in sys.argv:
    print("Some.\\n  Good\\n  Bad\\n  Absent\\n  Crash\\nAll/Some.\\n  Open/0  # GetParam() = 3")
    sys.exit()
flags = open(next(one for one in sys.argv if one.startswith("--gtest_flagfile=")).split("=")[1]).read()
wanted = re.search("--gtest_filter=(.*)", flags)[1].split(":")
for name in [one for one in names if one in wanted]:
    print(f"[ RUN      ] {name}", flush=True)
    if name == "Some.Bad":
        print("a.cpp:3: Failure\\nExpected: 1\\n[  FAILED  ] Some.Bad (12 ms)")
    elif name == "Some.Absent":
        print("a.cpp:9: Skipped\\nno device\\n[  SKIPPED ] Some.Absent (0 ms)")
    elif name == "Some.Crash":
        os.abort()
    elif name.startswith("All"):
        print("no end of line[       OK ] All/Some.Open/0, where GetParam() = 3 (5 ms)")
    else:
        print(f"[       OK ] {name} (1 ms)")
sys.exit("Some.Bad" in wanted)
'''


def check(condition, what):
    if not condition:
        sys.exit(f"FAILED: {what}")


def write_program(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)


def main():
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "program")
        write_program(program, PROGRAM)
        tests = [{"name": "some", "command": [program, "--gtest_filter=*"],
                  "properties": [{"name": "LABELS", "value": ["googletest"]}]},
                 {"name": "scripts/good", "command": ["true"], "properties": []},
                 {"name": "scripts/skips", "command": ["sh", "-c", "echo no tool; exit 77"],
                  "properties": [{"name": "SKIP_RETURN_CODE", "value": 77}]},
                 {"name": "scripts/slow", "command": ["sleep", "5"], "properties": [{"name": "TIMEOUT", "value": 0.2}]},
                 {"name": "scripts/first", "command": ["touch", os.path.join(folder, "first")],
                  "properties": [{"name": "COST", "value": 50.0}]},
                 {"name": "scripts/second", "command": ["test", "-e", os.path.join(folder, "first")], "properties": []}]
        write_program(os.path.join(folder, "ctest"), f"#!/bin/sh\ncat <<'END'\n{json.dumps({'tests': tests})}\nEND\n")
        environment = {**os.environ, "PATH": folder + os.pathsep + os.environ["PATH"]}

        def run(*words):
            return subprocess.run([os.path.join(ROOT, "scripts/run_tests.py"), "--build", folder, *words],
                                  capture_output=True, text=True, env=environment)

        said = run("--slowest", "2", "-j", "1")
        check(said.returncode == 1, f"failures end with {said.returncode}")
        check("5 passed, 3 failed, 2 skipped" in said.stdout, said.stdout + said.stderr)
        check("SIGABRT" in said.stdout, "the signal is not named")
        check("no device" in said.stdout and "no tool" in said.stdout, "reasons of skips are not printed")
        cases = {case.get("classname") + "/" + case.get("name"): case
                 for case in ElementTree.parse(os.path.join(folder, "tests.xml")).iter("testcase")}
        check(len(cases) == 10, f"the report has {len(cases)} tests")
        check("Expected: 1" in cases["some/Some.Bad"].find("failure").text, "the failure has no text")
        check(cases["some/Some.Crash"].find("failure") is not None, "a test that ends the process has not failed")
        check(cases["some/All/Some.Open/0"].get("time") == "0.005", "the test behind the end of the process did not run")
        check(cases["scripts/slow"].find("failure") is not None, "a script beyond its limit has not failed")
        check(run("--only", "some/Some.G*", "scripts/good").returncode == 0, "tests by name fail")
        check(run("--only", "none/*").returncode == 1, "a pattern without a test is accepted")


if __name__ == "__main__":
    main()
