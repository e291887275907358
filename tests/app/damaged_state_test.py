#!/usr/bin/env python3
"""Opens the real window on a virtual display with damaged settings, presets, state and tuned values.

    tests/app/damaged_state_test.py build/release/bin/texelsort

The window must open in its default state, print a warning, and keep the damaged files. SIGINT and SIGTERM must end it.
Exit code 77: skipped.
"""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

SECONDS = 30
GOOD = {
    "settings.json": {"theme": "light", "width": 800, "layout": {"across": 0.5}},
    "presets.json": [{"name": "mine", "algorithm": "bitonic/compute", "parameters": {"workgroup": "64"}}],
    "recent.json": {"inputs": ["/a"], "sessions": []},
    "last.texelsort": {"schema": "texelsort/session/1", "view_state": {"algorithm": "bitonic/grouped-quads", "count": 8},
                       "layout": {"across": 0.5}},
    "tuned.json": {"schema": "texelsort/tuned/1", "winners": []},
}
READ_LATER = "presets.json"  # the program reads this file only when the panel of presets is drawn


def text_with(value):
    """Returns damaged contents of each file: its first number or text is replaced by a value."""
    def change(name):
        good = json.dumps(GOOD[name])
        key = {"settings.json": '"light"', "presets.json": '"mine"', "recent.json": '["/a"]', "last.texelsort": "8",
               "tuned.json": "[]"}[name]
        return good.replace(key, value, 1).encode()
    return change


DAMAGES = {
    "cut": lambda name: json.dumps(GOOD[name]).encode()[:-5],
    "empty": lambda name: b"",
    "binary": lambda name: bytes(range(256)) * 16,
    "wrong types": text_with('{"a": [1]}'),
    "a number": lambda name: b"7",
    "large number": text_with("1e999"),
    "NaN": text_with("NaN"),
    "nested": lambda name: b"[" * 100000,
    "directory": None,
    "pipe": None,
}


def skip(reason):
    if "window" in os.environ.get("TEXELSORT_REQUIRE", "").split(","):
        sys.exit(f"{reason}, but TEXELSORT_REQUIRE asks for the window")
    print(f"skipped: {reason}")
    sys.exit(77)


def window_of(process):
    end = time.monotonic() + SECONDS
    while time.monotonic() < end and process.poll() is None:
        found = subprocess.run(["xdotool", "search", "--onlyvisible", "--name", "^texelsort$"], capture_output=True,
                               text=True, check=False).stdout.split()
        if found:
            return found[0]
        time.sleep(0.05)
    return None


def close(window, process):
    """Closes the window by its keyboard shortcut."""
    end = time.monotonic() + SECONDS
    while process.poll() is None and time.monotonic() < end:
        for words in (["windowfocus", window], ["key", "ctrl+q"]):
            subprocess.run(["xdotool", *words], capture_output=True, check=False)
        time.sleep(0.2)
    if process.poll() is None:
        process.kill()
    return process.wait()


def start(program, base):
    """Starts the program. Returns the process, its window (None if there is none), and the file with its output."""
    environment = {**os.environ, "HOME": str(base), "LIBGL_ALWAYS_SOFTWARE": "1",
                   **{f"XDG_{kind}_HOME": str(base) for kind in ("CONFIG", "STATE", "DATA", "CACHE")}}
    log = base / "log"
    with log.open("wb") as out:
        process = subprocess.Popen([program], stdin=subprocess.DEVNULL, stdout=out, stderr=out, env=environment, cwd=base,
                                   preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    window = window_of(process)
    if window is None:
        process.kill()
        process.wait()
        if "OpenGL 3.3" in log.read_text(errors="replace"):
            skip("the virtual display has no OpenGL 3.3")
    return process, window, log


def faults_of_signal(program, number, base):
    process, window, log = start(program, base)
    if window is not None:
        process.send_signal(number)
    if process.wait() != -number:
        yield f"ended with {process.returncode}: {log.read_text(errors='replace')}"


def faults_of(program, damage, make, base):
    folder = base / "texelsort"
    folder.mkdir(parents=True)
    for name in GOOD:
        if damage == "directory":
            (folder / name).mkdir()
        elif damage == "pipe":
            os.mkfifo(folder / name, 0o600)
        else:
            (folder / name).write_bytes(make(name))
    process, window, log = start(program, base)
    if window is None:
        yield f"no window: {log.read_text(errors='replace')}"
        return
    time.sleep(0.3)
    code = close(window, process)
    said = log.read_text(errors="replace")
    if code != 0:
        yield f"ended with {code}: {said.strip()}"
    for name in GOOD:
        path = folder / name
        if name != READ_LATER and f"warning: {path}" not in said:
            yield f"no warning about {name}: {said.strip()}"
        if make is None:
            if not (path.is_dir() or path.is_fifo()):
                yield f"{name} was replaced"
            continue
        aside = folder / f"{name}.ignored"
        kept = [one for one in (path, aside) if one.exists() and one.read_bytes() == make(name)]
        if not kept:
            yield f"{name} was lost"


def main():
    program = os.path.abspath(sys.argv[1])
    for tool in ("Xvfb", "xdotool"):
        if shutil.which(tool) is None:
            skip(f"{tool} is not installed")
    read, write = os.pipe()
    server = subprocess.Popen(["Xvfb", "-displayfd", str(write), "-noreset", "-screen", "0", "1280x800x24", "-nolisten", "tcp"],
                              pass_fds=[write], stderr=subprocess.DEVNULL)
    os.close(write)
    try:
        with os.fdopen(read) as display:
            number = display.readline().strip()
        if not number:
            skip("Xvfb does not start")
        os.environ["DISPLAY"] = f":{number}"
        os.environ.pop("WAYLAND_DISPLAY", None)
        faults = []
        for damage, make in DAMAGES.items():
            with tempfile.TemporaryDirectory(prefix="texelsort-damaged-") as name:
                faults += [f"{damage}: {fault}" for fault in faults_of(program, damage, make, pathlib.Path(name))]
        for number in (signal.SIGINT, signal.SIGTERM):
            with tempfile.TemporaryDirectory(prefix="texelsort-signal-") as name:
                faults += [f"{number.name}: {fault}" for fault in faults_of_signal(program, number, pathlib.Path(name))]
        print("\n".join(faults) if faults else f"{len(DAMAGES)} kinds of damage")
        return 1 if faults else 0
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    sys.exit(main())
