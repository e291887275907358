"""Runs the browser edition in Chromium: serves its folder, and controls its window by input events only."""

import functools
import gzip
import http.server
import json
import os
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from browser import Browser, BrowserError, find_chromium

# Chromium's options for renderers without a graphics card: SwiftShader, or Mesa's renderer via ANGLE on EGL.
renderers = {
    "swiftshader": ("--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"),
    "mesa": ("--use-gl=angle", "--use-angle=gl-egl", "--ignore-gpu-blocklist"),
}

command_page = b"""<!DOCTYPE html><meta charset="utf-8"><link rel="icon" href="data:,"><title>commands</title>
<canvas id="canvas" width="16" height="16"></canvas><script src="texelsort.js"></script>"""


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves a folder like `python3 -m http.server`, and one more page: the program without its window."""

    def do_GET(self):
        if self.path != "/commands.html":
            return super().do_GET()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(command_page)))
        self.end_headers()
        self.wfile.write(command_page)

    def log_message(self, *_):
        pass


class Server:
    def __init__(self, folder):
        handler = functools.partial(Handler, directory=folder)
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


def sizes(folder):
    """Returns the names, bytes and gzip-compressed bytes of all files that a browser loads to show the window."""
    return {name: (os.path.getsize(path), len(gzip.compress(open(path, "rb").read(), 9)))
            for name in ("index.html", "page.css", "page.js", "input.js", "texelsort.js", "texelsort.wasm")
            for path in (os.path.join(folder, name),)}


class Edition:
    """A browser that shows the page of the browser edition."""

    def __init__(self, folder, renderer="swiftshader", limit=120):
        self.server = Server(folder)
        self.address = self.server.address
        self.browser = Browser(find_chromium(), limit, renderers[renderer]).__enter__()

    def close(self):
        self.browser.__exit__()
        self.server.close()

    # The following functions are callbacks for events of the browser.

    def requests(self):
        return [event["params"]["request"]["url"] for event in self.browser.events
                if event.get("method") == "Network.requestWillBeSent"]

    def foreign_requests(self):
        return [url for url in self.requests() if not url.startswith((self.address, "data:", "blob:"))]

    def exceptions(self):
        return [event["params"]["exceptionDetails"] for event in self.browser.events
                if event.get("method") == "Runtime.exceptionThrown"]

    # The following functions observe the window.

    def open(self, fragment="", page="index.html", frames=True):
        """Loads the page again, and waits for its first frame."""
        self.browser.visit("about:blank")
        self.browser.visit(self.address + page + ("#" + fragment if fragment else ""))
        if frames:
            self.wait("texelsortPage.frames > 0 || texelsortPage.ended")
            assert not self.browser.evaluate("texelsortPage.ended"), self.browser.evaluate("texelsortPage.ended")

    def wait(self, expression, seconds=30):
        until = time.monotonic() + seconds
        while True:
            value = self.browser.evaluate(expression)
            if value:
                return value
            if time.monotonic() > until:
                raise BrowserError(f"not within {seconds} s: {expression}; seen: {self.texts()[:40]}")
            time.sleep(0.05)

    def frames(self, count=4):
        """Waits until the browser has drawn `count` frames."""
        self.browser.evaluate(
            f"new Promise(done => {{ let n = {count}; const next = () => n-- ? requestAnimationFrame(next) : done(); next(); }})")

    def fragment(self):
        return self.browser.evaluate("location.hash.slice(1)")

    def view_state(self):
        """Returns the view state: names and values in the part of the address after "#"."""
        from urllib.parse import unquote
        pairs = [pair.split("=", 1) for pair in self.fragment().split("&") if pair]
        return {unquote(pair[0]): unquote(pair[1]) if len(pair) > 1 else True for pair in pairs}

    def wait_for_view_state(self, seconds=20, **values):
        """Waits until the address has these values. In argument names, "_" stands for "."."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            view_state = self.view_state()
            if all(view_state.get(name) == value for name, value in values.items()):
                return view_state
            time.sleep(0.1)
        raise BrowserError(f"the address never says {values}, but {self.fragment()}")

    def seen(self):
        seen = "JSON.parse(texelsortPage.module.ccall('texelsort_seen', 'string', [], []))"
        self.browser.evaluate(seen)
        self.frames()
        return self.browser.evaluate(seen)

    def texts(self):
        try:
            return [one["text"] for one in self.seen()["texts"]]
        except BrowserError:
            return []

    def wait_for_text(self, part, seconds=20):
        until = time.monotonic() + seconds
        while True:
            for text in self.texts():
                if part in text:
                    return text
            if time.monotonic() > until:
                raise BrowserError(f"nobody reads '{part}' in {self.texts()}")

    def box(self, name):
        """Returns the centre of the clickable item with this name, in pixels."""
        for item in self.seen()["items"]:
            if item["name"] == name:
                x, y, width, height = item["box"]
                return x + width / 2, y + height / 2
        raise BrowserError(f"there is nothing to click on named '{name}', but {[one['name'] for one in self.seen()['items']]}")

    # The following functions send input events like those of a user.

    def key(self, key, code=None, modifiers=0, text=None):
        codes = {"ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "Home": 36, "End": 35, "Tab": 9, " ": 32,
                 "PageUp": 33, "PageDown": 34, "Escape": 27, "Enter": 13, "Backspace": 8, "F1": 112, "F5": 116, "F12": 123}
        number = codes.get(key, ord(key.upper()) if len(key) == 1 else 0)
        printed = {"text": text or key} if len(key) == 1 and not modifiers & 6 else {}
        self.browser.call("Input.dispatchKeyEvent", type="keyDown" if printed else "rawKeyDown", key=key, code=code or key,
                          windowsVirtualKeyCode=number, modifiers=modifiers, **printed)
        self.browser.call("Input.dispatchKeyEvent", type="keyUp", key=key, code=code or key, windowsVirtualKeyCode=number,
                          modifiers=modifiers)

    def mouse(self, kind, x, y, **more):
        self.browser.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def hover(self, x, y):
        self.mouse("mouseMoved", x, y)
        self.frames()

    def click(self, x, y):
        self.hover(x, y)
        for kind in ("mousePressed", "mouseReleased"):
            self.mouse(kind, x, y, button="left", clickCount=1)
        self.frames()

    def touch(self, kind, *points):
        self.browser.call("Input.dispatchTouchEvent", type=kind,
                          touchPoints=[{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)])

    def tap(self, x, y):
        self.touch("touchStart", (x, y))
        self.touch("touchEnd")
        self.frames()

    def drop(self, path):
        data = {"items": [], "files": [os.path.abspath(path)], "dragOperationsMask": 1}
        for kind in ("dragEnter", "dragOver", "drop"):
            self.browser.call("Input.dispatchDragEvent", type=kind, x=300, y=300, data=data)

    # The following functions run commands without a window.

    def run(self, *words):
        """Runs a command on a page without a window. Returns its output and messages. Commands on one page share the program."""
        if not self.browser.evaluate("location.pathname === '/commands.html' && !!window.texelsort"):
            self.browser.visit(self.address + "commands.html")
        result = self.browser.evaluate(
            "(async words => { if (!window.program) { window.said = {out: [], err: []}; window.program = await texelsort({"
            " canvas: document.getElementById('canvas'), noInitialRun: true, print: t => said.out.push(t), printErr: t => said.err.push(t)}); }"
            " said.out.length = said.err.length = 0; const code = program.callMain(words);"
            " return {code, out: said.out.join('\\n'), err: said.err.join('\\n')}; })"
            f"({json.dumps(list(words))})")
        return result
