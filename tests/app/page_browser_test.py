#!/usr/bin/env python3
"""Tests exported pages in headless Chromium: page_browser_test.py PROGRAM [PICTURES]. PICTURES is a folder for screenshots.
The exit code is 77 (skipped) if there is no browser."""

import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from browser import Browser, find_chromium

program = sys.argv[1]
pictures = sys.argv[2] if len(sys.argv) > 2 else None
example = ["-d", "slides-bitonic", "-a", "bitonic/grouped-quads"]


def texelsort(*words):
    return subprocess.run([program, *words], check=True, capture_output=True, text=True).stdout


def traced():
    """Returns the example's states and claims, as `texelsort sort --trace` prints them."""
    lines = texelsort("sort", *example, "--trace").splitlines()
    states = [lines[0].split()[1:]]
    claims = [""]
    for line in lines[1:-1]:
        # Labels of steps have parentheses, too: "step 1 (distance 4)".
        groups = re.findall(r"\((\d[\d,]*)\)", line)
        states.append(re.findall(r"\d+", " ".join(groups)))
        claims.append(line.split("  ok: ")[1])
    return states, claims


def data_of(page):
    with open(page, encoding="utf-8") as file:
        return json.loads(re.search(r'id="data">(.*?)</script>', file.read(), re.S).group(1))


texts = "(selector => [...document.querySelectorAll(selector)].map(one => one.textContent))"


class Pages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.run_page = os.path.join(cls.folder.name, "run.html")
        cls.lesson_page = os.path.join(cls.folder.name, "lesson.html")
        texelsort("export", "page", *example, "-o", cls.run_page)
        texelsort("export", "page", "--lesson", "bitonic-merge-sort", "-o", cls.lesson_page)
        cls.browser = Browser(find_chromium()).__enter__()

    @classmethod
    def tearDownClass(cls):
        cls.browser.__exit__()
        cls.folder.cleanup()

    def setUp(self):
        self.browser.resize(1280, 720)
        self.browser.call("Input.dispatchMouseEvent", type="mouseMoved", x=1, y=1)

    def tearDown(self):
        self.browser.evaluate("0")  # waits for an answer of the browser, after which all earlier events have arrived
        for event in self.browser.events:
            self.assertNotIn(event.get("method"), ("Runtime.exceptionThrown", "Log.entryAdded"), event)

    def texts(self, selector):
        return self.browser.evaluate(f"{texts}({json.dumps(selector)})")

    def text(self, selector):
        return " ".join(self.texts(selector)).strip()

    def test_shows_the_same_states_as_the_program(self):
        states, claims = traced()
        browser = self.browser
        browser.open(self.run_page)
        seen, drawn = [], []
        for number, state in enumerate(states):
            self.assertEqual(self.texts("#texture .value"), state)
            self.assertEqual(self.texts("#network .token text"), state)
            self.assertIn(claims[number], self.text("#pass"))
            self.assertEqual(self.text("#verdict"), "✓ Holds:" if number else "")
            self.assertEqual(self.text("#count"), f"{number} / {len(states) - 1}")
            seen.append(browser.picture())
            drawn.append(browser.evaluate("document.getElementById('views').innerHTML"))
            browser.press("ArrowRight")
        self.assertEqual(len(set(seen)), len(states), "every pass changes the picture")
        self.assertEqual(self.texts("#texture .value"), sorted(states[0]), "past the end nothing changes")
        self.assertIn("Result: sorted.", self.text("#pass"))
        for number in reversed(range(len(states) - 1)):
            browser.press("ArrowLeft")
            # Compares the SVG text instead of pixels, because drawing the same SVG again may change pixels at edges.
            again = browser.evaluate("document.getElementById('views').innerHTML")
            self.assertTrue(again == drawn[number], f"back again at {number} the same is drawn")
        browser.press("End")
        self.assertEqual(self.texts("#texture .value"), states[-1])
        browser.press("Home")
        self.assertEqual(self.texts("#texture .value"), states[0])
        browser.evaluate("{ const p = document.getElementById('position'); p.value = '4'; p.dispatchEvent(new Event('input')); }")
        self.assertEqual(self.texts("#texture .value"), states[4])
        browser.click("#back")
        self.assertEqual(self.texts("#texture .value"), states[3])

    def test_shows_a_key_before_and_after_and_its_partner(self):
        browser = self.browser
        browser.open(self.run_page)
        browser.press("ArrowRight")
        # Keys 6 and 2, at the indices 4 and 5, are the only neighbours in the wrong order.
        browser.click("#texel-4")
        self.assertEqual(self.texts("#details strong"), ["index 4", "index 5"])
        self.assertEqual(self.texts("#details .chip"), ["2", "6"])
        self.assertEqual(self.text("#details .outcome"), "compared and swapped")
        self.assertIn("before: 6, gets the smaller key", self.text("#details"))
        self.assertIn("before: 2, gets the larger key", self.text("#details"))
        browser.click("#comparator-0 .reach")
        self.assertEqual(self.text("#details .outcome"), "compared, kept")
        browser.press("Escape")
        browser.evaluate("document.getElementById('texture').focus()")
        for _ in range(3):
            browser.press("ArrowDown")
        self.assertIn("index 2", self.text("#details"))
        self.assertEqual(browser.evaluate("document.querySelector('#texture [aria-selected=true]').ariaLabel"),
                         "Index 2: 4, before the pass 4, gets the smaller key, partner 3, compared, kept.")
        browser.press("ArrowRight")
        self.assertEqual(self.text("#count"), "2 / 6", "passes are stepped from within a picture, too")

    def test_sends_no_requests(self):
        for page in (self.run_page, self.lesson_page):
            self.browser.open(page)
            for key in ("ArrowRight", "PageDown", "End"):
                self.browser.press(key)
            asked = [event["params"]["request"]["url"] for event in self.browser.events
                     if event.get("method") == "Network.requestWillBeSent"]
            self.assertEqual([url for url in asked if not url.startswith("data:")], ["file://" + page])
            policy = self.browser.evaluate("fetch('" + self.run_page + "').then(() => 'loaded', () => 'refused')")
            self.assertEqual(policy, "refused")
            self.browser.events.clear()  # removes the rejected request from the log

    def test_offers_transport_pass_and_claim_to_screen_readers(self):
        self.browser.open(self.lesson_page)
        self.browser.press("ArrowRight")
        nodes = self.browser.call("Accessibility.getFullAXTree")["nodes"]
        found = {}
        for node in nodes:
            if node.get("ignored"):
                continue
            name = node.get("name", {}).get("value", "")
            found.setdefault(node["role"]["value"], []).append(name)
            if node["role"]["value"] == "slider":
                self.assertEqual(node["value"]["value"], 1)
                self.assertIn("Pass", name)
        for name in ("Go to the input", "Go one pass back", "Play", "Show the next pass", "Go to the end", "Back", "Next"):
            self.assertIn(name, found["button"])
        self.assertIn("Transport: passes", found["group"])
        self.assertIn("Pass and claim", found["status"])
        self.assertTrue(any("Pass 1 of 6: stage 1, step 1 (distance 1)" in name for name in found["heading"]), found["heading"])
        self.assertTrue(any("every block of 2 keys is sorted" in name for name in found["StaticText"]))
        self.assertTrue(any(name.startswith("Index 4: 2, before the pass 6") for name in found["option"]), found["option"])
        self.assertEqual(self.browser.evaluate("document.getElementById('position').getAttribute('aria-valuetext')"),
                         "pass 1 of 6: stage 1, step 1 (distance 1)")
        nameless = [one for role in ("button", "textbox", "checkbox", "radio", "listbox", "slider", "combobox")
                    for one in found.get(role, []) if one == ""]
        self.assertEqual(nameless, [])

    def test_compares_predictions_with_the_run(self):
        browser = self.browser
        browser.open(self.lesson_page)
        self.assertIn("Eight keys are on eight wires", self.text("#caption"))
        steps = data_of(self.lesson_page)["steps"]
        self.assertEqual([name.split(": ", 1)[1] for name in self.texts("#lesson-steps option")],
                         [step["name"] for step in steps])
        self.assertEqual(self.texts("#bars .value"), "3 7 4 8 6 2 1 5".split())
        browser.press("PageDown")
        self.assertIn("Which of the four pairs swap?", self.text("#question legend"))
        browser.click("#network .asked[data-low='0'] .reach")
        browser.click("#network .asked[data-low='4'] .reach")
        self.assertEqual(browser.evaluate("[...document.querySelectorAll('#question input:checked')].map(b => b.value).join()"),
                         "0:1,4:5")
        browser.click("#question .main")
        self.assertIn("Wrong. The right answer is 4:5. You marked 0:1, 4:5.", self.text("#question"))
        self.assertEqual(self.text("#score"), "Score: 0 of 1.")
        browser.click("#question-show")
        self.assertEqual(self.text("#count"), "1 / 6")
        browser.click("#lesson-next")
        self.assertEqual(self.texts("#question .choice span"), ["0:3", "1:2", "4:7", "5:6"])
        browser.click("#question .choice", 1)
        browser.click("#question .choice", 3)
        browser.click("#question .main")
        self.assertIn("Right: 1:2, 5:6.", self.text("#question"))
        self.assertEqual(self.text("#score"), "Score: 1 of 2.")
        browser.click("#lesson-next")
        self.assertEqual(self.texts("#question .choice b"), ["A", "B", "C", "D"])
        place = self.texts("#question .choice span").index("5")
        browser.press("ABCD"[place])
        self.assertEqual(browser.evaluate("document.querySelector('#question input:checked').value"), "5")
        browser.click("#question .main")
        self.assertEqual(self.text("#score"), "Score: 2 of 3.")
        browser.click("#lesson-next")
        browser.click("#lesson-next")
        browser.click("#question .choice", self.texts("#question .choice span").index("55"))
        browser.click("#question .main")
        self.assertEqual(self.text("#score"), "Score: 3 of 4.")
        browser.press("PageUp")
        browser.press("PageUp")
        self.assertIn(f"Right: {'ABCD'[place]} (5).", self.text("#question"), "what was answered stays answered")

    def test_lets_the_user_predict_every_pass(self):
        browser = self.browser
        browser.open(self.run_page)
        self.assertEqual(self.texts("#question legend"), [])
        browser.click("#predict")
        self.assertIn("Which of these swap their keys?", self.text("#question legend"))
        browser.click("#question .choice", self.texts("#question .choice span").index("4:5"))
        browser.click("#question .main")
        self.assertIn("Right: 4:5.", self.text("#question"))
        browser.evaluate("[...document.querySelectorAll('#question button')].find(b => b.textContent === 'Another question').click()")
        self.assertIn("At which index is it", self.text("#question legend"))
        self.assertEqual(len(self.texts("#texture .frame")), 1, "the key that it is about is marked")
        # The right answer is the index of the key in the next state.
        key, place = re.search(r"Key (\d+) is at index (\d+)", self.text("#question legend")).groups()
        states, _ = traced()
        self.assertEqual(states[0][int(place)], key)
        right = str(states[1].index(key))
        choices = self.texts("#question .choice span")
        self.assertIn(right, choices)
        browser.click("#question .choice", next(i for i, choice in enumerate(choices) if choice != right))
        browser.click("#question .main")
        self.assertIn(f"Wrong. The right answer is {'ABCD'[choices.index(right)]} ({right}).", self.text("#question"))
        self.assertEqual(self.text("#score"), "Score: 1 of 2.")
        browser.click("#question-show")
        self.assertEqual(self.text("#count"), "1 / 6")
        self.assertIn("Which of these swap their keys?", self.text("#question legend"), "the next pass is asked about")

    def test_shows_states_and_answers_of_every_lesson(self):
        browser = self.browser
        for lesson in json.loads(texelsort("lesson", "list", "--json"))["lessons"]:
            page = os.path.join(self.folder.name, lesson["lesson"] + ".html")
            texelsort("export", "page", "--lesson", lesson["lesson"], "-o", page)
            data = data_of(page)
            for right in (True, False):
                browser.open(page)
                asked = 0
                for number, step in enumerate(data["steps"]):
                    if number > 0:
                        browser.press("PageDown")
                    run = data["runs"][step["run"]]
                    if right:
                        self.assertEqual(self.text("#caption"), step["caption"].strip())
                        self.expect_state(run, step["pass"])
                    if "question" not in step:
                        continue
                    asked += 1
                    self.answer(step["question"], right)
                    self.assertEqual(self.text("#score"), f"Score: {asked if right else 0} of {asked}.", page)
                if not right:
                    continue
                last = run["stops"][-1]["pass"]
                browser.press("Home")
                first = browser.picture()
                browser.press("End")
                self.expect_state(run, last)
                self.assertNotEqual(browser.picture(), first, f"{page}: the end looks different")
            asked = [event["params"]["request"]["url"] for event in browser.events
                     if event.get("method") == "Network.requestWillBeSent"]
            self.assertEqual([url for url in asked if not url.startswith("data:")], ["file://" + page])

    def expect_state(self, run, number):
        """Checks that the page draws the state in its data. The test decodes the data independently."""
        keys = run["entries"]["keys"].split()
        stop = next(one for one in run["stops"] if one["pass"] == number)
        digits = run["digits"]
        state = [keys[int(stop["state"][i:i + digits], 36)] for i in range(0, len(stop["state"]), digits)]
        if run["n"] <= 1024:
            labels = self.browser.evaluate("[...document.querySelectorAll('#texture [role=option]')].map(one => one.ariaLabel)")
            self.assertEqual([re.match(r"Index \d+: ([^,:]*[^,:.])", label).group(1) for label in labels], state)
        if "payloads" not in run["entries"]:
            place = run["n"] // 2
            self.browser.press("Escape")
            self.browser.evaluate(f"document.getElementById('texel-{place}').dispatchEvent(new MouseEvent('click', {{bubbles: true}}))")
            self.assertIn(state[place], self.texts("#details .chip"))

    def answer(self, question, right):
        choices = self.texts("#question .choice span")
        rights = question["right"].split(", ") if "pairs" in question else [question["right"]]
        chosen = [i for i, choice in enumerate(choices) if choice in rights]
        if not right:
            # To answer wrongly, choose one comparator more or fewer, or another choice.
            other = [i for i in range(len(choices)) if i not in chosen]
            chosen = chosen[1:] if "pairs" in question and chosen else other[:1]
        for i in chosen:
            self.browser.click("#question .choice", i)
        self.browser.click("#question .main")

    def test_fits_phones_and_projectors(self):
        for page, name in ((self.run_page, "run"), (self.lesson_page, "lesson")):
            for width, height in ((1280, 720), (390, 844)):
                for scheme in ("light", "dark"):
                    self.browser.resize(width, height, scheme, touch=width < 600)
                    self.browser.open(page)
                    if page == self.lesson_page:
                        self.browser.press("PageDown")
                    else:
                        self.browser.press("ArrowRight")
                    self.assertLessEqual(self.browser.evaluate("document.documentElement.scrollWidth"), width)
                    small = self.browser.evaluate(
                        "[...document.querySelectorAll('#transport button, .choice')].filter(e => e.offsetParent"
                        " && Math.min(e.offsetWidth, e.offsetHeight) < 38).length")
                    self.assertEqual(small, 0, "what a finger presses is large enough")
                    shown = self.browser.evaluate(
                        "{ const t = document.getElementById('transport').getBoundingClientRect(); t.bottom <= innerHeight + 1 && t.top > 0 }")
                    self.assertTrue(shown, "the transport is always there")
                    self.browser.evaluate("document.getElementById('count').textContent = '99 / 100'")
                    row = self.browser.evaluate(
                        "['on', 'count', 'predict'].map(id => document.getElementById(id).getBoundingClientRect()).map(b => b.y + b.height / 2)")
                    self.assertLess(max(row) - min(row), 2, "what is below the range stands in one row")
                    picture = os.path.join(pictures, f"{name}-{width}-{scheme}.png") if pictures else None
                    self.browser.picture(picture)

    def test_prints_all_passes(self):
        self.browser.open(self.run_page)
        self.browser.evaluate("window.dispatchEvent(new Event('beforeprint'))")
        self.browser.call("Emulation.setEmulatedMedia", media="print")
        self.assertEqual(self.browser.evaluate("getComputedStyle(document.getElementById('transport')).display"), "none")
        rows = self.texts("#pass-rows td.mono")
        self.browser.call("Emulation.setEmulatedMedia", media="")
        self.assertEqual(rows, [" ".join(state) for state in traced()[0]])


if __name__ == "__main__":
    if find_chromium() is None:
        print("skipped: chromium is not installed")
        sys.exit(1 if "browser" in os.environ.get("TEXELSORT_REQUIRE", "").split(",") else 77)
    if pictures:
        os.makedirs(pictures, exist_ok=True)
    unittest.main(argv=sys.argv[:1])
