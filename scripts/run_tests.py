#!/usr/bin/env python3
"""Runs the test-suite of a build folder in few processes, and writes one JUnit report.

    scripts/run_tests.py --build build/release                    every test
    scripts/run_tests.py --build build/release --only 'cuda/*'    tests by name: FOLDER/SUITE.TEST, with * and ?
    scripts/run_tests.py --build build/release --shuffle 7        in a random order, with 7 as the seed

CTest lists the tests. Tests with the label `googletest` are programs with many tests. Each of these programs runs in up
to four processes, and the report has one line per test. If a process ends early, the test that was running has failed,
and another process runs the remaining tests. The exit code is 1 if a test failed or no test matched.
"""
import argparse
import collections
import concurrent.futures
import fnmatch
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import xml.etree.ElementTree as ElementTree

PROCESSES = 4  # maximum number of processes per test program
TESTS_PER_PROCESS = 25  # minimum number of tests per process, so that small programs start fewer processes
TEST_LIMIT = 900  # time limit per test in seconds
# The pattern of a result has no ^, because a test may print text without a line end before it.
RESULT = re.compile(r"\[ +(OK|FAILED|SKIPPED) +\] (\S+?)(?:, where .*)? \((\d+) ms\)$")
STARTED = re.compile(r"\[ RUN +\] (\S+)$")

Result = collections.namedtuple("Result", "name state seconds output")  # the state is passed, failed or skipped


def ctest_tests(build):
    said = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1"], capture_output=True, text=True, check=True)
    for test in json.loads(said.stdout)["tests"]:
        properties = {one["name"]: one["value"] for one in test.get("properties", [])}
        yield test["name"], test.get("command", []), properties


def environment_of(properties):
    return {**os.environ, **dict(one.split("=", 1) for one in properties.get("ENVIRONMENT", []))}


class Report:
    """Printed report of results as they arrive: a line per failure, progress in tenths, and finally the tables."""

    def __init__(self, total):
        self.total, self.results, self.lock, self.tenth = total, [], threading.Lock(), 0

    def add(self, result):
        with self.lock:
            self.results.append(result)
            if result.state == "failed":
                print(f"FAILED {result.name} ({result.seconds:.1f} s)\n{result.output.rstrip()[-4000:]}", flush=True)
            tenth = 10 * len(self.results) // max(1, self.total)
            if tenth > self.tenth:
                print(f"  tests: {len(self.results)} of {self.total}", flush=True)
                self.tenth = tenth

    def write_junit(self, path):
        suites = ElementTree.Element("testsuites", name="texelsort")
        folders = collections.defaultdict(list)
        for one in self.results:
            folders[one.name.split("/")[0]].append(one)
        for folder, results in sorted(folders.items()):
            count = lambda state: str(sum(one.state == state for one in results))
            suite = ElementTree.SubElement(suites, "testsuite", name=folder, tests=str(len(results)), failures=count("failed"),
                                           skipped=count("skipped"), time=f"{sum(one.seconds for one in results):.3f}")
            for one in sorted(results):
                case = ElementTree.SubElement(suite, "testcase", classname=folder, name=one.name.split("/", 1)[1],
                                              time=f"{one.seconds:.3f}")
                text = re.sub(r"[^\t\n\x20-\ud7ff\ue000-\ufffd]", "?", one.output)
                if one.state == "failed":
                    ElementTree.SubElement(case, "failure", message=text.strip().split("\n")[0][:300]).text = text
                elif one.state == "skipped":
                    ElementTree.SubElement(case, "skipped", message=" ".join(text.split())[:300])
        ElementTree.ElementTree(suites).write(path, encoding="utf-8", xml_declaration=True)

    def print_tables(self, slowest, steps):
        print(f"\nThe {slowest} slowest tests, in seconds:")
        for one in sorted(self.results, key=lambda one: -one.seconds)[:slowest]:
            print(f"  {one.seconds:7.1f}  {one.name}")
        skipped = collections.Counter(" ".join(one.output.split())[:160] for one in self.results if one.state == "skipped")
        if skipped:
            print("\nSkipped, by reason:")
            for reason, count in skipped.most_common():
                print(f"  {count:5}  {reason}")
        if steps:
            self.add_steps(steps)
        state = collections.Counter(one.state for one in self.results)
        print(f"\n{state['passed']} passed, {state['failed']} failed, {state['skipped']} skipped", flush=True)
        return state


    def add_steps(self, path):
        """Appends the seconds of each folder's tests, in tenths, to the table of steps of scripts/setup.sh."""
        seconds, counts = collections.Counter(), collections.Counter()
        for one in self.results:
            folder = one.name.split("/")[0]
            seconds[folder] += one.seconds
            counts[folder] += 1
        with open(path, "a", encoding="utf-8") as file:
            for folder, value in seconds.most_common():
                file.write(f"{round(10 * value)}\t- {counts[folder]} tests of {folder}, sum over all processes\n")


class Program:
    """A GoogleTest program, which lists its tests and runs some of them in one process."""

    def __init__(self, name, command, properties):
        self.name, self.command, self.environment = name, command, environment_of(properties)
        self.folder = name.split("/")[0]

    def tests(self):
        said = subprocess.run([*self.command, "--gtest_list_tests"], capture_output=True, text=True, env=self.environment)
        if said.returncode != 0:
            sys.exit(f"{self.command[0]} does not list its tests: {said.stderr.strip()}")
        names, suite = [], ""
        for line in said.stdout.splitlines():
            if not line.startswith(" "):
                suite = line.split("#")[0].strip()
            elif "." in suite:
                names.append(suite + line.split("#")[0].strip())
        return names

    def run(self, names, options, report):
        """Runs all of `names`, in as many successive processes as necessary."""
        waiting = dict.fromkeys(names)
        while waiting:
            before = len(waiting)
            ended = self.run_process(list(waiting), options, lambda test, *rest: (
                waiting.pop(test, None), report.add(Result(f"{self.folder}/{test}", *rest))))
            if len(waiting) == before:
                for test in waiting:
                    report.add(Result(f"{self.folder}/{test}", "failed", 0.0, f"the program ran no test: {ended}"))
                return

    def run_process(self, names, options, done):
        """Runs tests in one process, and calls done(test, state, seconds, output) for each. Returns how the process
        ended."""
        with tempfile.NamedTemporaryFile("w", suffix=".flags") as flags:
            flags.write("--gtest_filter=" + ":".join(names) + "\n")
            flags.flush()
            process = subprocess.Popen([one for one in self.command if not one.startswith("--gtest_filter=")] +
                                       [f"--gtest_flagfile={flags.name}", "--gtest_color=no", *options],
                                       stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=self.environment, text=True,
                                       errors="replace", start_new_session=True)
            running, output, started = None, [], time.monotonic()
            timed_out = threading.Event()

            def stop():
                timed_out.set()
                os.killpg(process.pid, signal.SIGKILL)

            watch = threading.Timer(TEST_LIMIT, stop)
            watch.start()
            for line in process.stdout:
                if found := STARTED.search(line.rstrip()):
                    running, output, started = found[1], [], time.monotonic()
                    watch.cancel()
                    watch = threading.Timer(TEST_LIMIT, stop)
                    watch.start()
                elif (found := RESULT.search(line.rstrip())) and found[2] == running:
                    state = {"OK": "passed", "FAILED": "failed", "SKIPPED": "skipped"}[found[1]]
                    text = "".join(output)
                    if state == "skipped":  # keeps only the reason, without the source line of the skipped test
                        text = re.sub(r"(?m)^\S+:\d+: Skipped$", "", text)
                    done(running, state, int(found[3]) / 1000, text)
                    running = None
                else:
                    output.append(line)
            process.wait()
            watch.cancel()
            how = f"ended with {process.returncode}" if process.returncode >= 0 else signal.Signals(-process.returncode).name
            if timed_out.is_set():
                how = f"did not end in {TEST_LIMIT} s"
            if running:
                done(running, "failed", time.monotonic() - started, "".join(output) + f"\nThe process {how} in this test.")
            elif process.returncode not in (0, 1):
                done("(end of the process)", "failed", 0.0, "".join(output) + f"\nAfter its last test the process {how}.")
            return how


def run_script(name, command, properties, report):
    """Runs a test that is a separate program."""
    start = time.monotonic()
    try:
        said = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                              env=environment_of(properties), timeout=properties.get("TIMEOUT", TEST_LIMIT),
                              stdin=subprocess.DEVNULL, cwd=properties.get("WORKING_DIRECTORY"))
        code, output = said.returncode, said.stdout
    except subprocess.TimeoutExpired as error:
        code, output = None, f"{error.stdout or ''}\ndid not end in {error.timeout} s"
    good = code == 0
    if wanted := properties.get("PASS_REGULAR_EXPRESSION"):
        good = any(re.search(one, output) for one in wanted)
    state = "passed" if good else "failed"
    if code is not None and code == properties.get("SKIP_RETURN_CODE"):
        state = "skipped"
    report.add(Result(name, state, time.monotonic() - start, output))


def shares(names, costs, usual):
    """Divides tests into shares of similar duration. A test lasts as long as in an earlier run, or `usual` seconds
    if it is new."""
    count = max(1, min(PROCESSES, len(names) // TESTS_PER_PROCESS))
    parts = [[0.0, []] for _ in range(count)]
    for name in sorted(names, key=lambda one: -costs.get(one, usual)):
        part = min(parts, key=lambda one: one[0])
        part[0] += costs.get(name, usual)
        part[1].append(name)
    order = {name: i for i, name in enumerate(names)}
    return [(cost, sorted(part, key=order.get)) for cost, part in parts if part]


def earlier_costs(path):
    costs = collections.defaultdict(dict)
    if os.path.exists(path):
        for case in ElementTree.parse(path).iter("testcase"):
            costs[case.get("classname")][case.get("name")] = float(case.get("time"))
    return costs


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", required=True, help="folder of a build with tests")
    parser.add_argument("--only", nargs="+", default=[], metavar="PATTERN",
                        help="names of tests to run, with * and ? (default: all)")
    parser.add_argument("--jobs", "-j", type=int, default=os.cpu_count(), help="processes at a time (default: one per core)")
    parser.add_argument("--shuffle", type=int, metavar="SEED", help="random order within each process, 1 to 99999")
    parser.add_argument("--junit", metavar="FILE", help="the report (default: tests.xml in the build folder)")
    parser.add_argument("--slowest", type=int, default=40, help="tests in the table of slow ones (default: 40)")
    parser.add_argument("--steps", metavar="FILE", help="table of steps that gets the seconds of each folder's tests")
    parser.add_argument("--list", action="store_true", help="print the names and run nothing")
    options = parser.parse_args()
    junit = options.junit or os.path.join(options.build, "tests.xml")
    costs = earlier_costs(junit)
    flags = [] if options.shuffle is None else ["--gtest_shuffle", f"--gtest_random_seed={options.shuffle}"]
    wanted = lambda name: not options.only or any(fnmatch.fnmatchcase(name, one) for one in options.only)

    work, names = [], []  # work is a list of pairs: expected seconds, and a function that receives the report
    for name, command, properties in ctest_tests(options.build):
        folder = name.split("/")[0]
        if options.only and not any(fnmatch.fnmatchcase(folder, one.split("/")[0]) for one in options.only):
            continue
        if not command:
            sys.exit(f"the tests of {name} are not built: run cmake --build {options.build}")
        if "googletest" not in properties.get("LABELS", []):
            if wanted(name):
                names.append(name)
                work.append((costs[folder].get(name[len(folder) + 1:], properties.get("COST", 5.0)),
                             lambda report, args=(name, command, properties): run_script(*args, report)))
            continue
        program = Program(name, command, properties)
        tests = [one for one in program.tests() if wanted(f"{program.folder}/{one}")]
        names += [f"{program.folder}/{one}" for one in tests]
        usual = properties["COST"] / max(1, len(tests)) if "COST" in properties else 0.1
        for cost, part in shares(tests, costs[program.folder], usual):
            work.append((cost, lambda report, program=program, part=part: program.run(part, flags, report)))
    if options.list:
        print("\n".join(names))
        return 0
    if not names:
        print("no test has such a name; --list prints all", file=sys.stderr)
        return 1
    report = Report(len(names))
    work.sort(key=lambda one: -one[0])
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for future in [pool.submit(run, report) for _, run in work]:
            future.result()
    report.write_junit(junit)
    state = report.print_tables(options.slowest, options.steps)
    return 1 if state["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
