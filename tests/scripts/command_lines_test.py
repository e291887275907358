#!/usr/bin/env python3
"""Runs recorded command lines of texelsort and compares exit codes, output and written files with the record.

    tests/scripts/command_lines_test.py build/release/bin/texelsort                    compares all records
    tests/scripts/command_lines_test.py build/release/bin/texelsort --only sort select compares these records
    tests/scripts/command_lines_test.py build/release/bin/texelsort --record           writes the records anew

The folder `command_lines` next to this script has one record per command. A record is a list of blocks:

    # A comment.
    $ texelsort sort --input-values 3,1,2 -o sorted.txt     the command line, which bash runs
    with times                                              optional: rules for this block, see RULES
    exit 0
    | text                                                  one line of standard output
    ! text                                                  one line of standard error
    + sorted.txt                                            a file that the command line wrote or changed
    : 1                                                     one line of that file

A line of output without a newline at its end is followed by `\\`. Long or binary output is a digest and a size. To add a
command line, write its `$` line (and its `with` line) into a record and run --record.

The blocks of one record share a folder, so later ones read files that earlier ones wrote. The files in
`command_lines/inputs` are there from the start. The test also fails if an option that any `--help` lists does not
occur in any recorded command line that was accepted.

Exit code 77: skipped, because there is no OpenGL without a display, or because the program was built with CUDA and lists
other algorithms as available.
"""
import argparse
import concurrent.futures
import difflib
import hashlib
import json
import os
import pathlib
import re
import resource
import shlex
import shutil
import subprocess
import sys
import tempfile

RECORDS = pathlib.Path(__file__).resolve().parent / "command_lines"
SHADERS = pathlib.Path(__file__).resolve().parents[2] / "shaders"
RENDERER = RECORDS / "renderer"  # file with the renderer and the processor that drew the recorded pictures
FEWEST = 300  # minimum number of recorded command lines, so that the loss of records is noticed
WORKERS = 2
SECONDS = 240  # time limit of a command line in seconds, many times its usual duration
# Maximum bytes of recorded outputs and files; longer ones are recorded as digests.
LONG_OUTPUT, LONG_FILE = 14_000, 1_200
# Options that a command lists in its --help but rejects in every use. The records must contain a command line that
# shows the rejection.
MOMENT_OF_KERNELS = ["--launch", "--block", "--warp", "--instruction"]
ALWAYS_REFUSED = {
    # Exported pages are interactive, so these options would have no effect.
    ("export", "page"): ["--trail", "--follow", "--focus", "--diagram", "--buffer", "--source",
                         "--pseudocode", "--history", "--history-of-key", "--fold", "--own-picture", "--kernels",
                         *MOMENT_OF_KERNELS, "--compare-with", "--lane", "--clock"],
    # These options show a moment within one pass, but slides and films show whole passes.
    ("export", "slides"): MOMENT_OF_KERNELS,
    ("export", "film"): MOMENT_OF_KERNELS,
    # Merges do not support records.
    ("merge",): ["--layout"],
}
PICTURES = (".png", ".gif", ".svg", ".pdf")
WIDTH = 132  # maximum number of columns of recorded JSON

# Texts that depend on the machine, the build or the day. The test replaces them in all output and in text files.
ALWAYS = {
    # Version of Mesa's renderer, and vector width of the processor.
    "renderer": (r"llvmpipe \(LLVM [\d.]+, \d+ bits\)", "llvmpipe (LLVM)"),
    "driver": (r"\(Core Profile\) Mesa \d[^\s\",]*( \(git-\w+\))?", "(Core Profile) Mesa"),
    "Mesa's version of OpenGL": (r"(?<!\d)4\.\d (?=\(Core Profile\))", "4.x "),
    "OpenGL": (r"OpenGL 4\.\d,", "OpenGL 4.x,"),
    # The number and the folder of EGL's vendor file depend on the distribution.
    "EGL vendor": (r"EGL finds \S*mesa\.json", "EGL finds mesa.json"),
    # Versions of the libraries with which the program was built.
    "library": (r"\b(libstdc\+\+|libc\+\+|oneTBB|Highway) \d[\d.]*", r"\1 V"),
    "cairo": (r"\bcairo \d[\d.]*", "cairo V"),
    # Builds differ in whether they include MPI, and in its version.
    "MPI": (r"(?m)^(  MPI +).*$", r"\1MPI"),
    "MPI in JSON": (r"\"mpi\": ?(\"[^\"]*\"|null)", '"mpi": "MPI"'),
    "MPI's absence": (r"\"mpi_reason\": ?\"[^\"]*\"", '"mpi_reason": ""'),
    "version": (r"(\btexelsort |\"version\": ?\"|\"texelsort\": ?\")\d+\.\d+\.\d+[-+\w.]*", r"\1V"),
    # Dates of this test's input files are earlier.
    "date": (r"\b20(2[6-9]|[3-9]\d)-\d\d-\d\d(T\d\d:\d\d:\d\dZ?)?\b", "DATE"),
    # The samples so far of a sweep, whose number depends on the time.
    "partial results": (r"(?m)^\{.*\"partial\":true.*\}\n", ""),
    # On a busy machine, OpenGL may need more than two seconds to compile a shader.
    "slow shader": (r"texelsort: note: OpenGL has been compiling .* for \d+ seconds\n", ""),
    "load": (r"texelsort: note: other programs use \d+ % of the processors.*\n", ""),
    "load in JSON": (r"\"other_load\": ?(null|[\d.e+-]+)", '"other_load": null'),
    "processors in JSON": (r"\"processors\": ?\d+", '"processors": 2'),
    "threads in JSON": (r"\"threads\": ?\d+", '"threads": 2'),
}


def sorted_lines(text):
    return "".join(sorted(text.splitlines(keepends=True)))


def narrow(text):
    """Removes alignment from tables, because the width of columns depends on the numbers."""
    return re.sub(r" {2,}", "  ", re.sub(r"(?m) +$", "", text))


def replace_times(line):
    line = re.sub(r" \d[\d.\s]* times the prediction", " N times the prediction", line)
    line = re.sub(r"(?<![\w.^])\d+(\.\d+)?(e[-+]?\d+)? ?(ns|µs|us|ms|s|min)\b", "T", line)
    line = re.sub(r"(?<![\w.])-?\d+\.\d+(e[-+]?\d+)?(?![\w.]*\w\.)", "N", line)
    return re.sub(r" +T\b", " T", line)


def replace_numbers(line):
    line = re.sub(r"(?<![\w.^-])\d+([.,]\d+)*(e[-+]?\d+)?(?!\w)", "N", line)
    return re.sub(r"\[N(?:,N)+\]", "[N]", line)  # the number of samples depends on times


def but_commands(replace, text):
    """Applies `replace` to all lines except those that print a command line, whose numbers come from the user."""
    return narrow("".join(line if line.startswith("again ") else replace(line) for line in text.splitlines(keepends=True)))


# Rules for blocks, selected by their `with` line. Each rule replaces parts of the text.
RULES = {
    # Replaces fractions, which are times, rates and shares, and the units of times, which depend on their value.
    "times": lambda text: but_commands(replace_times, text),
    # Replaces rates, with or without a fraction.
    "rates": lambda text: re.sub(r"(?<![\w.])(\d+(\.\d+)?|N) ?(bytes|[kMG]?B|[kMG]i?B|[kMG]? ?keys|M records)/s", "R", text),
    # Replaces memory sizes and time shares. The program's own memory depends on its libraries.
    "sizes": lambda text: narrow(re.sub(r"(?<![\w.])[\d.N]+ (bytes|kB|MB|GB|%)(?!/)", r"N \1", text).replace("kB", "MB")),
    # Replaces whole numbers that differ between runs, such as numbers of adaptive samples or bytes of memory.
    "numbers": lambda text: but_commands(replace_numbers, text),
    # Sorts the lines, because their order depends on times.
    "sorted": sorted_lines,
    # Removes verdicts and lines that depend on times.
    "verdicts": lambda text: re.sub(r"(?m) *\b(fastest|tied)$|^.*: (the time changes most|no jump is seen|a change of the time).*\n", "",
                                    re.sub(r"(\"result\": ?)\"(fastest|tied)\"", r'\1""', text)),
    # Replaces the verdict on a claim, because two samples decide it.
    "claims": lambda text: re.sub(r"\b(holds|weaker|mixed|reversed|undecided)\b", "V", text),
    # Replaces fractions, which are times, in one JSON object or one per line.
    "json": lambda text: json_text(text, False),
    # Replaces all numbers in JSON.
    "json-numbers": lambda text: json_text(text, True),
    # Records a digest instead of the text.
    "digest": lambda text: f"({digest(text.encode())})\n" if text else "",
    # Records only the sizes of pictures: for pictures of times, and of shaders while OpenGL compiles them.
    "picture-size": lambda text: text,
    # Records nothing, because the text differs between runs.
    "hidden": lambda text: "(hidden)\n" if text else "",
}


def digest(data):
    lines = data.count(b"\n")
    return f"{len(data)} bytes, {lines} lines, sha256 {hashlib.sha256(data).hexdigest()[:16]}"


def masked(value, whole):
    if isinstance(value, dict):
        return {key: masked(one, whole) for key, one in value.items()}
    if isinstance(value, list):
        items = [masked(one, whole) for one in value]
        return items if not items or any(one != items[0] for one in items) else [items[0]]
    if isinstance(value, float) or (whole and isinstance(value, int) and not isinstance(value, bool)):
        return "N"
    return value


def json_lines(value, indent=""):
    """Returns a JSON value as lines of at most WIDTH columns, if possible."""
    short = json.dumps(value, ensure_ascii=False)
    if len(indent) + len(short) <= WIDTH or not isinstance(value, (dict, list)) or not value:
        return [short]
    inner = indent + " "
    if isinstance(value, dict):
        parts = [(json.dumps(key, ensure_ascii=False) + ": ", one) for key, one in value.items()]
        ends = "{}"
    else:
        parts = [("", one) for one in value]
        ends = "[]"
    lines = [ends[0]]
    for number, (name, one) in enumerate(parts):
        below = json_lines(one, inner)
        lines.append(inner + name + below[0])
        lines.extend(below[1:])
        if number + 1 < len(parts):
            lines[-1] += ","
    return [*lines, indent + ends[1]]


def json_text(text, whole):
    if not text:
        return text
    try:
        values = [json.loads(text)]
    except ValueError:
        try:
            values = [json.loads(line) for line in text.splitlines()]
        except ValueError:
            return text
    return "".join(line + "\n" for value in values for line in json_lines(masked(value, whole)))


class Block:
    def __init__(self, comments, line, rules):
        self.comments, self.line, self.rules = comments, line, rules
        self.code = None
        self.recorded = []

    def head(self):
        rules = [f"with {' '.join(self.rules)}"] if self.rules else []
        return [*self.comments, f"$ {self.line}", *rules]


def read_record(path):
    """Returns the comment above the first block of a record, and the blocks."""
    blocks, comments, preamble = [], [], None
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
        if line.startswith("$ "):
            blocks.append(Block(comments, line[2:], []))
            comments = []
        elif line.startswith("#"):
            comments.append(line)
        elif not line:
            if preamble is None and not blocks:
                preamble, comments = comments, []
        elif not blocks:
            sys.exit(f"{path}:{number}: expected a line that begins with '$ ' before this one")
        elif line.startswith("with "):
            blocks[-1].rules = line.split()[1:]
            for rule in blocks[-1].rules:
                if rule not in RULES:
                    sys.exit(f"{path}:{number}: unknown rule '{rule}': expected one of {', '.join(RULES)}")
        else:
            blocks[-1].recorded.append(line)
            if line.startswith("exit "):
                blocks[-1].code = int(line[5:])
    return preamble or [], blocks


def picture_size(data):
    if data.startswith(b"\x89PNG"):
        return "{}x{}".format(int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big"))
    if data.startswith(b"GIF8"):
        return "{}x{}".format(int.from_bytes(data[6:8], "little"), int.from_bytes(data[8:10], "little"))
    found = re.search(rb"<svg[^>]*? width=\"([\d.]+)\"[^>]*? height=\"([\d.]+)\"", data)
    if found:
        return "{}x{}".format(found[1].decode(), found[2].decode())
    pages = len(re.findall(rb"/Type */Page\b", data))
    return f"{pages} pages"


class Runner:
    def __init__(self, program, pictures):
        self.program, self.pictures = program, pictures
        self.base = pathlib.Path(tempfile.mkdtemp(prefix="texelsort-lines-")).resolve()
        (self.base / "bin").mkdir()
        (self.base / "bin" / "texelsort").symlink_to(program)
        self.processor = processor_names()

    def close(self):
        shutil.rmtree(self.base, ignore_errors=True)

    def environment(self, home):
        kept = ("ASAN_OPTIONS", "LSAN_OPTIONS", "UBSAN_OPTIONS", "LD_LIBRARY_PATH")
        folders = {name: str(home / name.lower()) for name in
                   ("XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "TMPDIR")}
        for folder in folders.values():
            pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
        return {**{name: os.environ[name] for name in kept if name in os.environ}, **folders,
                "PATH": f"{self.base / 'bin'}:/usr/local/bin:/usr/bin:/bin", "HOME": str(home), "LC_ALL": "C", "TZ": "UTC",
                "COLUMNS": "80", "LINES": "24", "TERM": "dumb", "OMP_NUM_THREADS": "2", "LP_NUM_THREADS": "2",
                # Always uses Mesa's software renderer. All records share its shader cache.
                "LIBGL_ALWAYS_SOFTWARE": "1", "GALLIUM_DRIVER": "llvmpipe", "CUDA_VISIBLE_DEVICES": "",
                "MESA_SHADER_CACHE_DIR": str(self.base / "shader-cache")}

    def normal(self, data, folder, rules):
        text = data.decode("utf-8", "backslashreplace")
        # Replaces temporary folders, which differ between runs.
        text = text.replace(str(folder), "$DIR").replace(str(folder.parent), "$HOME").replace(str(self.base), "$BASE")
        text = text.replace(str(self.program), "texelsort")
        for pattern, replacement in ALWAYS.values():
            text = re.sub(pattern, replacement, text)
        for name in self.processor:
            text = text.replace(name, "PROCESSOR")
        for rule in rules:
            text = RULES[rule](text)
        return text

    def run_record(self, name, blocks):
        """Runs the blocks of a record. Returns the lines that each block should now have."""
        home = self.base / name
        folder = home / "work"
        shutil.copytree(RECORDS / "inputs", folder)
        # Folder of shaders for command lines with --shader-dir.
        (folder / "shaders" / "networks").mkdir(parents=True)
        for shader in ("step.comp", "grouped_quads.frag"):
            shutil.copy(SHADERS / "networks" / shader, folder / "shaders" / "networks" / shader)
        environment = self.environment(home)
        before = contents(folder)
        results = []
        for block in blocks:
            try:
                done = subprocess.run(["bash", "-c", block.line], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                                      capture_output=True, timeout=SECONDS, check=False)
                code, out, err = done.returncode, done.stdout, done.stderr
            except subprocess.TimeoutExpired as fault:
                code, out, err = "none: the command line needs too long", fault.stdout or b"", fault.stderr or b""
            after = contents(folder)
            lines = [f"exit {code}", *self.stream("|", out, folder, block.rules, LONG_OUTPUT),
                     *self.stream("!", err, folder, block.rules, LONG_OUTPUT)]
            for path in sorted(after):
                if before.get(path) != after[path]:
                    lines += self.file(path, after[path], folder, block.rules)
            lines += [f"- {path}" for path in sorted(before) if path not in after]
            before = after
            results.append(lines)
        return results

    def stream(self, mark, data, folder, rules, limit):
        text = self.normal(data, folder, rules)
        if len(text.encode()) > limit:
            text = f"({digest(text.encode())})\n"
        return marked(mark, text)

    def file(self, path, data, folder, rules):
        if path.endswith(PICTURES):
            # Digests of pictures are compared only for the recorded renderer, because each renderer rounds differently.
            stable = self.pictures and "picture-size" not in rules
            known = hashlib.sha256(self.normal(data, folder, []).encode()).hexdigest()[:16]
            return [f"+ {path}, {picture_size(data)}, sha256 {known if stable else '*'}"]
        try:
            text = self.normal(data, folder, rules)
            if b"\0" in data or (not data.isascii() and not data.decode("utf-8")):
                raise ValueError
        except ValueError:
            return [f"+ {path}, {digest(data)}"]
        if len(text.encode()) > LONG_FILE:
            return [f"+ {path}, {digest(text.encode())}"]
        return [f"+ {path}", *marked(":", text)]


def marked(mark, text):
    """Returns a text as lines of a record, each after `mark`. Escapes carriage returns and other control characters."""
    if not text:
        return []
    text = re.sub(r"[\x00-\x08\x0b-\x1f\x7f]", lambda one: f"\\x{ord(one[0]):02x}", text)
    ended = text.endswith("\n")
    lines = [f"{mark} {line}" if line else mark for line in text.removesuffix("\n").split("\n")]
    return lines if ended else [*lines, f"{mark}\\"]


def contents(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def processor_names():
    try:
        found = re.findall(r"^model name\s*: (.*)$", pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8"), re.MULTILINE)
    except OSError:
        found = []
    return sorted({name.strip() for name in found}, key=len, reverse=True)


def words_of(line):
    """Returns the words after each `texelsort` in a command line."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
    lexer.commenters = ""
    lexer.whitespace_split = True
    commands, current = [], None
    for word in lexer:
        if word == "texelsort":
            current = []
            commands.append(current)
        elif word and set(word) <= set("();<>|&"):
            current = None
        elif current is not None:
            current.append(word)
    return commands


class Options:
    """All commands and their options, read from their --help."""

    def __init__(self, program, environment):
        self.program, self.environment = program, environment
        self.options = {}  # for each command (a tuple of words), the names of each option
        self.commands = {}  # for each command, its subcommands under all their names
        self.walk(())

    def walk(self, command):
        said = subprocess.run([self.program, *command, "--help"], env=self.environment, capture_output=True, text=True,
                              stdin=subprocess.DEVNULL, check=True).stdout
        section, self.options[command], self.commands[command] = "", [], {}
        for line in said.split("\n"):
            if re.match(r"\S.*:$", line):
                section = line
            elif line and not line.startswith(" "):
                section = ""
            names = re.match(r"  (\S+( (?<=, )\S+)*)", line)
            if not names or not section or section == "Examples:":
                continue
            if section == "Commands:":
                for name in names[1].split(", "):
                    self.commands[command][name] = names[1].split(", ")[0]
            elif names[1].startswith("-"):
                self.options[command].append(names[1].split(" ")[0].split(","))
        for name in set(self.commands[command].values()):
            self.walk((*command, name))

    def split(self, words):
        """Returns the command and all words after its name."""
        command, rest = (), list(words)
        while rest and rest[0] in self.commands[command]:
            command = (*command, self.commands[command][rest.pop(0)])
        return command, rest

    def missing(self, records):
        used, accepted = {}, set()
        for blocks in records.values():
            for block in blocks:
                for words in words_of(block.line):
                    command, rest = self.split(words)
                    accepted.add(command)
                    # A rejected command line does not count, because it does not show the effect of its options.
                    counted = {word.split("=")[0] for word in rest}
                    if block.code == 2:
                        counted &= set(ALWAYS_REFUSED.get(command, []))
                    used.setdefault(command, set()).update(counted)
        spellings = set().union(*used.values())
        for command, options in sorted(self.options.items()):
            name = " ".join(("texelsort", *command))
            if command not in accepted:
                yield f"{name}: no command line of it is recorded"
            for names in options:
                if not used.get(command, set()).intersection(names):
                    yield f"{name}: no accepted command line with {','.join(names)} is recorded"
                for one in names:
                    if one not in spellings:
                        yield f"{name}: no accepted command line is recorded that spells this option {one}"


def skip(reason):
    if "gl" in os.environ.get("TEXELSORT_REQUIRE", "").split(","):
        sys.exit(f"{reason}, but TEXELSORT_REQUIRE asks for OpenGL")
    print(f"skipped: {reason}")
    sys.exit(77)


def renderer_of(program, environment):
    said = subprocess.run([program, "list", "devices", "--json"], env=environment, capture_output=True, text=True,
                          stdin=subprocess.DEVNULL, check=False)
    if said.returncode != 0:
        skip(f"texelsort list devices ends with {said.returncode}: {said.stderr.strip()}")
    listed = json.loads(said.stdout)
    if not listed["devices"] or not listed["devices"][0]["renderer"].startswith("llvmpipe"):
        skip("there is no OpenGL by llvmpipe without a display")
    if listed["cuda"]["built_with"] is not None:
        print("skipped: the record is of a program that was built without CUDA")
        sys.exit(77)
    return f"{listed['devices'][0]['renderer']}, {listed['devices'][0]['driver']}, {processor()}"


def processor():
    """Returns the name, family and model of the processor. The code that llvmpipe compiles for it rounds differently."""
    values = dict(re.findall(r"^(model name|cpu family|model)\t+: (.*)$", pathlib.Path("/proc/cpuinfo").read_text(), re.M))
    return ", ".join(values.get(name, "") for name in ("model name", "cpu family", "model"))


def without_digest(lines):
    return [re.sub(r"^(\+ .*, sha256 )\w{16}$", r"\1*", line) if line.split(", ")[0].endswith(PICTURES) else line
            for line in lines]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--record", action="store_true", help="write the records anew")
    parser.add_argument("--only", nargs="*", default=[], help="names of records (default: all)")
    arguments = parser.parse_args()
    program = pathlib.Path(arguments.program).resolve()
    paths = {path.stem: path for path in sorted(RECORDS.glob("*.txt"))}
    chosen = {name: paths[name] for name in arguments.only or paths}
    runner = Runner(program, True)
    try:
        environment = runner.environment(runner.base / "home")
        renderer = renderer_of(program, environment)
        same_renderer = RENDERER.exists() and RENDERER.read_text(encoding="utf-8").strip() == renderer
        runner.pictures = arguments.record or same_renderer
        records = {name: read_record(path) for name, path in chosen.items()}
        faults = []
        # Starts long records first, so that all workers finish at about the same time.
        order = sorted(records, key=lambda name: -len(records[name][1]))
        with concurrent.futures.ThreadPoolExecutor(WORKERS) as workers:
            results = dict(zip(order, workers.map(lambda name: runner.run_record(name, records[name][1]), order)))
        for name, (preamble, blocks) in records.items():
            text = [*preamble, ""] if preamble else []
            for block, lines in zip(blocks, results[name]):
                if arguments.record:
                    block.code = int(lines[0].split()[1])
                    text += [*block.head(), *lines, ""]
                    continue
                recorded = block.recorded if runner.pictures else without_digest(block.recorded)
                if recorded != lines:
                    difference = difflib.unified_diff(recorded, lines, "recorded", "now", lineterm="", n=1)
                    faults.append(f"{name}.txt: $ {block.line}\n" + "\n".join(list(difference)[2:60]))
            if arguments.record:
                chosen[name].write_text("\n".join(text).rstrip("\n") + "\n", encoding="utf-8")
        if arguments.record and not arguments.only:
            RENDERER.write_text(renderer + "\n", encoding="utf-8")
        all_blocks = {name: read_record(path)[1] for name, path in paths.items()}
        count = sum(len(words_of(block.line)) > 0 for blocks in all_blocks.values() for block in blocks)
        if count < FEWEST:
            faults.append(f"{count} command lines are recorded, expected at least {FEWEST}")
        faults += Options(program, environment).missing(all_blocks)
    finally:
        runner.close()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    for fault in faults:
        print(f"FAILED {fault}\n")
    if not runner.pictures:
        print(f"pictures: only their sizes are compared, because {renderer} did not draw the recorded ones")
    print(f"{count} recorded command lines, {len(faults)} faults, {used.ru_utime + used.ru_stime:.0f} s of processor time")
    if faults and not arguments.record:
        print(f"If the changes are wanted: {sys.argv[0]} {arguments.program} --record, and read the difference")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
