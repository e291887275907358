#!/usr/bin/env python3
"""Tests the window of the browser edition with real input events: page_test.py SITE PROGRAM [PICTURES]. SITE is the
served folder, PROGRAM the desktop program. PICTURES is a folder for screenshots."""

import hashlib
import json
import os
import subprocess
import sys
import tempfile
import time
import unittest

sys.dont_write_bytecode = True
from edition import BrowserError, Edition, sizes

site, program = sys.argv[1], sys.argv[2]
pictures = sys.argv[3] if len(sys.argv) > 3 else None
example = "v=1&distribution=slides-bitonic&type=u32&seed=1&algorithm=bitonic/grouped-quads&pass="
control, shift = 2, 8
most_compressed = 2 << 20
most_start = 10  # maximum seconds from loading to the first frame, to detect a page that hangs


def picture(name, edition):
    path = os.path.join(pictures, name + ".png") if pictures else None
    return hashlib.sha256(edition.browser.picture(path)).hexdigest()


class Window(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.edition = Edition(site)
        if pictures:
            os.makedirs(pictures, exist_ok=True)

    @classmethod
    def tearDownClass(cls):
        cls.edition.close()

    def setUp(self):
        self.edition.browser.resize(1280, 720)
        self.edition.browser.call("Emulation.setTouchEmulationEnabled", enabled=False)
        self.edition.browser.visit(self.edition.address + "commands.html")
        self.edition.browser.evaluate("localStorage.clear()")

    def open(self, passes=None, **more):
        self.edition.open("" if passes is None else example + str(passes), **more)
        if passes is not None:
            self.edition.wait_for_view_state(**{"pass": str(passes)})

    def wait_for_pass(self, number):
        self.edition.wait_for_view_state(**{"pass": str(number)})


class Start(Window):
    def test_is_small_and_loads_quickly(self):
        measured = sizes(site)
        total = sum(compressed for _, compressed in measured.values())
        print("bytes, and bytes by gzip:", json.dumps(measured), "in all", total)
        self.assertLessEqual(total, most_compressed)
        starts = []
        for _ in range(3):
            self.edition.open()
            starts.append(self.edition.browser.evaluate("performance.getEntriesByName('texelsort-first-frame')[0].startTime") / 1000)
        print("seconds from the request to the first frame:", " ".join(f"{one:.2f}" for one in starts))
        self.assertLessEqual(min(starts), most_start)

    def test_contacts_only_its_own_server(self):
        self.open(3)
        self.edition.key("ArrowRight")
        self.wait_for_pass(4)
        self.assertEqual(self.edition.foreign_requests(), [])
        self.assertTrue(any(url.endswith("texelsort.wasm") for url in self.edition.requests()))
        self.assertEqual(self.edition.exceptions(), [])
        with self.assertRaises(BrowserError, msg="its policy forbids it"):
            self.edition.browser.evaluate("fetch('https://example.org/').then(answer => answer.status)")

    def test_shows_the_progress_of_loading(self):
        self.edition.browser.call("Network.emulateNetworkConditions", offline=False, latency=0,
                                  downloadThroughput=1 << 20, uploadThroughput=1 << 20)
        try:
            self.edition.browser.call("Network.setCacheDisabled", cacheDisabled=True)
            self.edition.open(frames=False)
            seen = set()
            self.edition.wait("texelsortPage && (window.shown = document.getElementById('progress').value) > 0.1")
            seen.add(self.edition.browser.evaluate("shown"))
            self.edition.wait("document.getElementById('progress').value > shown + 0.1")
            picture("loading", self.edition)
        finally:
            self.edition.browser.call("Network.emulateNetworkConditions", offline=False, latency=0, downloadThroughput=-1,
                                      uploadThroughput=-1)
            self.edition.browser.call("Network.setCacheDisabled", cacheDisabled=False)
        self.edition.wait("texelsortPage.frames > 0", 60)
        self.assertTrue(self.edition.browser.evaluate("document.getElementById('cover').hidden"))

    def test_explains_what_is_missing_without_webgl(self):
        script = self.edition.browser.call(
            "Page.addScriptToEvaluateOnNewDocument",
            source="const get = HTMLCanvasElement.prototype.getContext; HTMLCanvasElement.prototype.getContext ="
                   " function (kind, ...more) { return kind === 'webgl2' ? null : get.call(this, kind, ...more); };")
        try:
            self.edition.open(frames=False)
            self.edition.wait("texelsortPage.ended")
            self.assertIn("does not provide WebGL 2", self.edition.browser.evaluate("document.getElementById('says').textContent"))
            picture("without-webgl", self.edition)
            self.edition.browser.click("#instead a")
            self.edition.wait("document.querySelector('#lesson-next') !== null")
        finally:
            self.edition.browser.call("Page.removeScriptToEvaluateOnNewDocument", identifier=script["identifier"])


class Keys(Window):
    def test_step_like_on_the_desktop(self):
        self.open(0)
        for number in range(1, 4):
            self.edition.key("ArrowRight")
            self.wait_for_pass(number)
        self.edition.key("ArrowLeft")
        self.wait_for_pass(2)
        self.edition.key("End")
        self.edition.wait_for_view_state(**{"pass": "end"})
        self.edition.key("Home")
        self.wait_for_pass(0)

    def test_leave_the_browsers_shortcuts_unchanged(self):
        self.open(3)
        self.edition.browser.evaluate(
            "window.left = []; addEventListener('keydown', event => { if (!event.defaultPrevented) left.push(event.key); })")
        for key in ("t", "w", "n", "r", "l", "f", "j", "u", "q", "d"):
            self.edition.browser.evaluate(
                f"dispatchEvent(new KeyboardEvent('keydown', {{key: '{key}', ctrlKey: true, bubbles: true, cancelable: true}}));"
                f" document.body.dispatchEvent(new KeyboardEvent('keydown', {{key: '{key}', ctrlKey: true, bubbles: true, cancelable: true}}))")
        for key in ("F3", "F5", "F6", "F7", "F11", "F12"):
            self.edition.browser.evaluate(
                f"document.body.dispatchEvent(new KeyboardEvent('keydown', {{key: '{key}', bubbles: true, cancelable: true}}))")
        left = self.edition.browser.evaluate("left")
        for key in ("t", "w", "n", "r", "l", "f", "j", "u", "q", "d", "F3", "F5", "F6", "F7", "F11", "F12"):
            self.assertIn(key, left)
        self.edition.browser.evaluate("left.length = 0")
        for key in ("ArrowRight", "ArrowLeft", " ", "Tab", "F1"):
            self.edition.browser.evaluate(
                f"document.body.dispatchEvent(new KeyboardEvent('keydown', {{key: '{key}', bubbles: true, cancelable: true}}))")
        for key in ("p", "o", "s", "z"):
            self.edition.browser.evaluate(
                f"document.body.dispatchEvent(new KeyboardEvent('keydown', {{key: '{key}', ctrlKey: true, bubbles: true, cancelable: true}}))")
        self.assertEqual(self.edition.browser.evaluate("left"), [])

    def test_are_listed_by_f1_and_typed_into_fields(self):
        self.open(3)
        self.edition.key("F1")
        self.edition.wait_for_text("play or pause")
        self.edition.key("Escape")
        self.edition.key("p", modifiers=control)
        self.edition.frames()
        for letter in "odd-even":
            self.edition.key(letter)
            self.edition.frames(2)
        self.edition.wait_for_text("odd-even")
        self.edition.key("Escape")
        self.edition.frames()
        self.assertEqual(self.edition.view_state()["pass"], "3", "letters did nothing else")


class Mouse(Window):
    def test_shows_a_hovered_key_in_all_views_and_pins_a_clicked_one(self):
        self.open(3)
        before = picture("window-1280x720", self.edition)
        x, y = self.wire()
        self.edition.hover(x, y)
        self.assertNotEqual(picture("hovered-1280x720", self.edition), before)
        self.edition.click(x, y)
        pinned = self.edition.wait("new URLSearchParams(location.hash.slice(1)).get('pin')")
        self.edition.hover(1, 1)
        self.edition.key("Escape")
        self.edition.wait("!location.hash.includes('pin=')")
        self.edition.frames()
        self.assertEqual(picture("let-go", self.edition), before, f"after index {pinned}")

    def wire(self):
        """Returns a point in the view of the texture, at the upper left of all views."""
        texts = self.edition.seen()["texts"]
        title = next(one["box"] for one in texts if one["text"].startswith("Texture"))
        return title[0] + 90, title[1] + 110

    def test_clicks_buttons(self):
        self.open(3)
        names = [item["name"] for item in self.edition.seen()["items"]]
        self.assertTrue(names)
        self.edition.click(*self.edition.box("link"))
        self.edition.wait_for_text("Copied: " + self.edition.address)

    def test_copies_the_link(self):
        self.open(3)
        self.edition.browser.call("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
        self.edition.click(*self.edition.box("link"))
        copied = self.edition.wait("navigator.clipboard.readText()")
        self.assertEqual(copied, self.edition.address + "index.html#" + self.edition.fragment())


class Links(Window):
    def test_open_a_view_state_and_follow_a_changed_address(self):
        self.open(5)
        self.edition.browser.evaluate(f"location.hash = '{example}2'")
        self.edition.wait_for_text("stage 2")
        self.wait_for_pass(2)

    def test_give_the_same_session_as_on_the_desktop(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "view_state.texelsort")
            subprocess.run([program, "render", "-d", "slides-bitonic", "-a", "bitonic/grouped-quads", "--pass", "4", "--pin", "1",
                            "-o", path], check=True, capture_output=True)
            self.open()
            self.edition.drop(path)
            self.edition.wait_for_view_state(**{"pass": "4", "pin": "1"})
            again = os.path.join(folder, "again.texelsort")
            subprocess.run([program, "render", self.edition.address + "#" + self.edition.fragment(), "-o", again], check=True,
                           capture_output=True)
            self.assertEqual(json.load(open(again))["view_state"], json.load(open(path))["view_state"])

    def test_are_rejected_with_a_message_if_damaged(self):
        self.edition.open("v=1&pas=3")
        self.edition.wait_for_text("a view state has no 'pas', did you mean 'pass'?")
        self.edition.open("v=1&z=AAAA")
        self.edition.wait_for_text("damaged")

    def test_continue_a_lesson(self):
        self.edition.open("v=1&lesson.name=bitonic-merge-sort&lesson.step=3&algorithm=bitonic/grouped-quads&distribution=slides-bitonic")
        self.edition.wait("location.hash.includes('lesson.name=bitonic-merge-sort')")
        self.edition.frames()
        step = self.edition.view_state()["lesson.step"]
        self.assertEqual(step, "3")
        picture("lesson-1280x720", self.edition)
        self.edition.key("PageDown")
        self.edition.wait("location.hash.includes('lesson.step=4')")

    def test_stay_after_the_page_is_reloaded(self):
        self.open(2)
        self.edition.key("ArrowRight")
        self.wait_for_pass(3)
        self.edition.browser.events.clear()
        self.edition.browser.call("Page.reload")
        self.edition.browser.wait_for("Page.loadEventFired")
        self.edition.wait("window.texelsortPage && texelsortPage.frames > 0")
        self.wait_for_pass(3)


class Files(Window):
    def test_are_dropped_chosen_and_saved(self):
        with tempfile.TemporaryDirectory() as folder:
            keys = os.path.join(folder, "keys.txt")
            with open(keys, "w") as file:
                file.write("9 4 7 1 8 2 6 3")
            self.open(3)
            self.edition.drop(keys)
            self.edition.wait("location.hash.includes('input_values=9,4,7,1,8,2,6,3')")
            csv = os.path.join(folder, "prices.csv")
            with open(csv, "w") as file:
                file.write("price\n3.5\n1.25\n2\n")
            root = self.edition.browser.call("DOM.getDocument")["root"]["nodeId"]
            node = self.edition.browser.call("DOM.querySelector", nodeId=root, selector="#files")["nodeId"]
            self.edition.browser.call("DOM.setFileInputFiles", nodeId=node, files=[csv])
            self.edition.wait("location.hash.includes('input_values=3.5,1.25,2')")
            self.edition.browser.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=folder)
            self.edition.key("s", modifiers=control)
            until = time.monotonic() + 20
            saved = []
            while not saved and time.monotonic() < until:
                saved = [name for name in os.listdir(folder) if name.endswith(".texelsort")]
                time.sleep(0.1)
            self.assertTrue(saved, os.listdir(folder))
            with open(os.path.join(folder, saved[0])) as file:
                self.assertEqual(json.load(file)["schema"], "texelsort/session/1")

    def test_are_rejected_with_a_message_if_they_are_not_input(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "words.txt")
            with open(path, "w") as file:
                file.write("no numbers here")
            self.open(3)
            self.edition.drop(path)
            self.edition.wait_for_text("words.txt")
            self.assertIn("distribution", self.edition.view_state(), "the run is as it was")

    def views(self):
        """Returns the pixels of transport, input and views. Excludes predictions, which are measured at every start."""
        shot = self.edition.browser.call("Page.captureScreenshot", format="png",
                                         clip={"x": 0, "y": 0, "width": 1000, "height": 580, "scale": 1})
        return shot["data"]

    def test_keep_the_settings(self):
        self.open(3)
        dark = self.views()
        self.edition.key("t")
        self.edition.frames(6)
        picture("light", self.edition)
        light = self.views()
        self.assertNotEqual(light, dark)
        self.edition.browser.evaluate("dispatchEvent(new Event('pagehide'))")
        self.assertTrue(self.edition.browser.evaluate("Object.keys(localStorage).some(name => name.endsWith('settings.json'))"))
        self.open(3)
        self.edition.frames(6)
        self.assertEqual(self.views(), light)


class Workspaces(Window):
    def test_run_a_race_to_its_results(self):
        self.open(3)
        self.edition.key("v")
        self.edition.wait_for_text("0 of 6 passes")
        self.edition.key("ArrowRight")
        self.edition.wait_for_text("1 of 6 passes")
        self.edition.key("End")
        self.edition.wait_for_text("6 of 6 passes")
        self.assertEqual(self.edition.texts().count("Sorted"), 2, "both lanes say what they are")
        self.edition.wait_for_view_state(focus="race", compare_with="odd-even-merge/grouped-quads")
        picture("race", self.edition)

    def test_prove_the_network_in_the_network_editor(self):
        self.open(3)
        self.edition.key("n")
        # The bitonic merge sort of 8 positions, which the editor shows, has 24 comparators in 6 steps.
        self.edition.wait_for_text("Sorts all 256 inputs")
        self.edition.wait_for_text("8 places, 24 comparators, 6 steps")
        self.edition.wait_for_view_state(focus="network-editor")
        picture("network-editor", self.edition)


class Context(Window):
    def test_continues_where_it_was_after_a_loss(self):
        self.open(3)
        self.edition.browser.evaluate(
            "window.losing = document.getElementById('canvas').getContext('webgl2').getExtension('WEBGL_lose_context'); losing.loseContext()")
        self.edition.wait("!document.getElementById('cover').hidden")
        self.assertIn("has stopped the graphics", self.edition.browser.evaluate("document.getElementById('says').textContent"))
        picture("lost", self.edition)
        time.sleep(0.5)
        self.edition.browser.evaluate("losing.restoreContext()")
        self.edition.wait("document.getElementById('cover').hidden")
        self.edition.wait_for_text("continues where it was")
        self.edition.key("ArrowRight")
        self.wait_for_pass(4)


class Screens(Window):
    def test_support_touch_on_a_phone(self):
        self.edition.browser.resize(390, 844, touch=True, ratio=2)
        self.edition.browser.call("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=5)
        self.open(3)
        self.assertEqual(self.edition.browser.evaluate("[canvas.width, canvas.height]"), [780, 1688])
        picture("phone-390x844", self.edition)
        self.assertEqual(self.edition.browser.evaluate("document.documentElement.scrollWidth"), 390)
        texts = self.edition.seen()["texts"]
        tab = next(one["box"] for one in texts if one["text"] == "Texture")
        self.edition.tap(tab[0] + tab[2] / 2, tab[1] + tab[3] / 2)
        self.edition.frames()
        before = picture("phone-texture-390x844", self.edition)
        self.edition.touch("touchStart", (180, 400))
        self.edition.touch("touchStart", (180, 400), (210, 440))
        for step in range(1, 9):
            self.edition.touch("touchMove", (180 - 8 * step, 400 - 8 * step), (210 + 8 * step, 440 + 8 * step))
            self.edition.frames(2)
        self.edition.touch("touchEnd")
        self.edition.frames()
        self.assertNotEqual(picture("phone-pinched-390x844", self.edition), before, "two fingers zoom")
        self.assertEqual(self.edition.view_state()["pass"], "3", "and press nothing")

    def test_follow_the_windows_size_and_ratio(self):
        self.open(3)
        for width, height, ratio in ((1280, 720, 1), (900, 600, 1), (640, 900, 2), (1280, 720, 1.5)):
            self.edition.browser.resize(width, height, ratio=ratio)
            size = [round(width * ratio), round(height * ratio)]
            self.edition.wait(f"canvas.width === {size[0]} && canvas.height === {size[1]}")
            self.edition.frames()
            picture(f"size-{width}x{height}-{ratio}", self.edition)
        self.assertEqual(self.edition.view_state()["pass"], "3")

    def test_work_in_a_frame_of_another_page(self):
        self.edition.open(page="embed.html", frames=False)
        time.sleep(0.5)
        self.edition.wait("frames.length === 1 && frames[0].texelsortPage && frames[0].texelsortPage.frames > 0", 60)
        self.assertIn("pass=3", self.edition.browser.evaluate("frames[0].location.hash"))
        picture("embedded", self.edition)


class Memory(Window):
    def test_does_not_grow_between_a_hundred_and_a_thousand_steps(self):
        self.open(0)

        def steps(count):
            for i in range(count):
                self.edition.key("ArrowRight" if i % 10 < 5 else "ArrowLeft")
            self.edition.frames(20)

        def measure():
            self.edition.browser.call("HeapProfiler.collectGarbage")
            return self.edition.browser.evaluate("[texelsortPage.module.HEAPU8.length, performance.memory.usedJSHeapSize]")

        steps(100)
        after_hundred = measure()
        steps(900)
        after_thousand = measure()
        print("bytes of the program and of scripts after 100 and 1000 steps:", after_hundred, after_thousand)
        self.assertLessEqual(after_thousand[0], after_hundred[0])
        self.assertLessEqual(after_thousand[1], after_hundred[1] * 1.05)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v", *sys.argv[4:]])
