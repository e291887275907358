#!/usr/bin/env python3
"""Shows which source files a command executes, in the order in which the program first enters them.

    scripts/walk/walk.py [--build DIR] [--functions] -- sort numbers.txt -a bitonic/grouped-quads

Builds the program with a call at the entry of every function (in a separate folder, build/walk), and runs the command.
Prints a line per file: the functions entered, their calls, and the number of separate ranges of calls. --functions also
prints the functions of each file in order, with their numbers of calls. Headers of the standard library and of other
libraries are omitted.
"""
import argparse
import array
import collections
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def build(folder):
    """Builds the instrumented program without optimisation, so that no function is inlined into its caller."""
    os.makedirs(folder, exist_ok=True)
    tracer = os.path.join(folder, "enter.o")
    subprocess.run(["cc", "-O1", "-c", os.path.join(ROOT, "scripts/walk/enter.c"), "-o", tracer], check=True)
    flags = "-O0 -g1 -DNDEBUG -finstrument-functions -finstrument-functions-exclude-file-list=/usr/"
    subprocess.run(["cmake", "-S", ROOT, "-B", folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                    f"-DCMAKE_CXX_FLAGS_RELEASE={flags}", "-DTEXELSORT_CUDA=OFF", "-DTEXELSORT_TESTS=OFF",
                    f"-DCMAKE_EXE_LINKER_FLAGS={tracer}"], check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["ninja", "-C", folder, "texelsort"], check=True, stdout=sys.stderr)
    return os.path.join(folder, "bin/texelsort")


def entries(program, command):
    """Returns the addresses of the entered functions, in order."""
    with tempfile.TemporaryDirectory() as folder:
        log = os.path.join(folder, "log")
        subprocess.run([program, *command], env={**os.environ, "WALK_LOG": log}, stdout=subprocess.DEVNULL, check=False)
        addresses = array.array("Q")
        with open(log, "rb") as file:
            addresses.frombytes(file.read())
        return addresses


def places(program, addresses):
    """Returns file and function of each address."""
    names = sorted(set(addresses))
    base = 0
    for line in subprocess.run(["nm", program], capture_output=True, text=True, check=True).stdout.splitlines():
        if line.endswith(" __executable_start"):
            base = int(line.split()[0], 16)
    said = subprocess.run(["addr2line", "-f", "-C", "-e", program], input="".join(f"{base + one:#x}\n" for one in names),
                          capture_output=True, text=True, check=True).stdout.splitlines()
    result = {}
    for i, address in enumerate(names):
        path = os.path.normpath(said[2 * i + 1].rsplit(":", 1)[0])
        if path.startswith(ROOT) and "/build/" not in path:
            result[address] = (os.path.relpath(path, ROOT), said[2 * i])
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=os.path.join(ROOT, "build/walk"), help="where the program is built")
    parser.add_argument("--functions", action="store_true", help="each file's functions, too")
    parser.add_argument("command", nargs="+", help="what texelsort is given")
    options = parser.parse_args()
    program = build(os.path.abspath(options.build))
    addresses = entries(program, options.command)
    known = places(program, addresses)
    files, ranges, last = collections.OrderedDict(), collections.Counter(), None
    for address in addresses:
        if address not in known:
            continue
        file, function = known[address]
        files.setdefault(file, collections.Counter())[function] += 1
        if file != last:
            ranges[file] += 1
        last = file
    for file, functions in files.items():
        print(f"{file}: {len(functions)} functions, entered {sum(functions.values())} times in {ranges[file]} ranges")
        if options.functions:
            for function, times in functions.items():
                print(f"  {times:8} {function}")


if __name__ == "__main__":
    main()
