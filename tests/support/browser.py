"""Controls headless Chromium via the pipe of its debugging protocol. Uses only Python's standard library.

Protocol: https://chromedevtools.github.io/devtools-protocol/
"""

import base64
import fcntl
import json
import os
import select
import shutil
import subprocess
import tempfile
import time


class BrowserError(Exception):
    pass


def find_chromium():
    """Returns the path of Chromium. None if it is not installed."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        path = shutil.which(name)
        if path:
            return path
    return None


class Browser:
    """A browser with one page. Use it in a `with` statement, which ends the browser."""

    def __init__(self, program, limit=60, graphics=("--disable-gpu",)):
        self.limit = limit  # maximum seconds to wait for an answer of the browser
        self.folder = tempfile.mkdtemp(prefix="texelsort-browser-")
        self.events = []
        self.last = 0
        self.buffer = b""
        self.session = None
        # The browser reads from descriptor 3 and writes to descriptor 4. Moves other descriptors out of the way first.
        to_read, self.to_browser = os.pipe()
        self.from_browser, to_write = os.pipe()
        high = [fcntl.fcntl(one, fcntl.F_DUPFD_CLOEXEC, 10) for one in (to_read, to_write)]

        def place():
            os.dup2(high[0], 3)
            os.dup2(high[1], 4)

        arguments = [
            program, "--headless=new", "--remote-debugging-pipe", "--no-first-run", *graphics, "--hide-scrollbars",
            "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-extensions",
            "--disable-dev-shm-usage", f"--user-data-dir={self.folder}", "about:blank"]
        if os.geteuid() == 0:
            # Needed if the superuser runs the tests, because Chromium's sandbox rejects the superuser.
            arguments.insert(1, "--no-sandbox")
        environment = {**os.environ, "HOME": self.folder, "XDG_CONFIG_HOME": self.folder, "XDG_CACHE_HOME": self.folder}
        self.log = open(os.path.join(self.folder, "log"), "w+b")
        self.process = subprocess.Popen(arguments, preexec_fn=place, pass_fds=(3, 4), stdin=subprocess.DEVNULL,
                                        stdout=self.log, stderr=self.log, env=environment)
        for one in (to_read, to_write, *high):
            os.close(one)

    def __enter__(self):
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(domain + ".enable")
        return self

    def __exit__(self, *_):
        session, self.session = self.session, None
        try:
            self.call("Browser.close")
            self.process.wait(20)
        except (BrowserError, OSError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        del session
        os.close(self.to_browser)
        os.close(self.from_browser)
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _message(self, until):
        while b"\0" not in self.buffer:
            ready, _, _ = select.select([self.from_browser], [], [], max(0, until - time.monotonic()))
            if not ready:
                raise BrowserError("the browser does not answer")
            part = os.read(self.from_browser, 1 << 20)
            if not part:
                self.log.seek(0)
                raise BrowserError("the browser ended: " + self.log.read()[-500:].decode(errors="replace"))
            self.buffer += part
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **parameters):
        """Calls a command of the protocol and returns its result. Keeps events that arrive before the result."""
        self.last += 1
        command = {"id": self.last, "method": method, "params": parameters}
        if self.session:
            command["sessionId"] = self.session
        os.write(self.to_browser, json.dumps(command).encode() + b"\0")
        until = time.monotonic() + self.limit
        while True:
            message = self._message(until)
            if message.get("id") != self.last:
                self.events.append(message)
            elif "error" in message:
                raise BrowserError(f"{method}: {message['error']['message']}")
            else:
                return message["result"]

    def wait_for(self, event):
        until = time.monotonic() + self.limit
        while not any(message.get("method") == event for message in self.events):
            self.events.append(self._message(until))

    def open(self, path):
        self.visit("file://" + os.path.abspath(path))

    def visit(self, address):
        self.events.clear()
        self.call("Page.navigate", url=address)
        self.wait_for("Page.loadEventFired")

    def resize(self, width, height, scheme="light", touch=False, ratio=1):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=ratio, mobile=touch)
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def evaluate(self, expression):
        """Evaluates a JavaScript expression and returns its value, converted via JSON."""
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise BrowserError(json.dumps(result["exceptionDetails"]))
        return result["result"].get("value")

    def press(self, key):
        for kind in ("rawKeyDown", "keyUp"):
            code = {"ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "Home": 36, "End": 35, "Tab": 9,
                    "PageUp": 33, "PageDown": 34, "Escape": 27, "Enter": 13}.get(key) or ord(key)
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code)

    def click(self, selector, index=0):
        """Clicks the centre of an element. Scrolls to the element first if necessary."""
        place = self.evaluate(
            f"(() => {{ const e = document.querySelectorAll({json.dumps(selector)})[{index}]; e.scrollIntoView({{block: 'center'}});"
            " const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()")
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            button = "none" if kind == "mouseMoved" else "left"
            self.call("Input.dispatchMouseEvent", type=kind, x=place[0], y=place[1], button=button, clickCount=1)

    def picture(self, path=None):
        """Returns a screenshot of the page as PNG."""
        data = base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])
        if path:
            with open(path, "wb") as file:
                file.write(data)
        return data
