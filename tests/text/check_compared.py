#!/usr/bin/env python3
# The tables of comparisons: every number of the committed ones is held to its file, and what cannot be shown is refused.
# Room: tests/text.
# SPDX-License-Identifier: MIT
"""Usage: check_compared.py  Fills pages in a folder of its own; the committed pages are read only."""

import json
import re
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

from made_up import comparison_of, folder_of

ROOT = Path(__file__).resolve().parents[2]


def result(stage, api, items, milliseconds, ratio=None):
    spread = {"median": milliseconds, "min": milliseconds * 0.99, "max": milliseconds * 1.01}
    return {"chapter": None if stage == "CUB" else "11", "stage": stage, "api": api, "memory": None, "items": items, "type": "uint32",
            "verdict": "ok", "was_warm": True, "milliseconds": spread, "share_of_copy": 0.5, "ratio_to": {"CUB": ratio}}


def comparison():
    results = [one for items in (2 ** 10, 1000) for one in (result("auto", "vulkan", items, 0.25, 1.125),
                                                            result("CUB", "cuda", items, 0.28125, 1))]
    results.append({**result("none", "vulkan", 1000, 1), "verdict": "skipped", "milliseconds": None})
    return comparison_of(results)


class Compared(unittest.TestCase):
    def setUp(self):
        self.root = folder_of(self)
        self.measurements = self.root / "docs/measurements"
        self.measurements.mkdir(parents=True)
        for name in ("fill_tables.py", "compared.py"):
            shutil.copy(ROOT / "docs/measurements" / name, self.measurements)
        self.page = self.root / "README.md"
        self.page.write_text("Nothing.\n", encoding="utf-8")
        self.put("a.json", comparison())

    def put(self, name, data):
        (self.measurements / name).write_text(json.dumps(data), encoding="utf-8")

    def fill(self, *options):
        return subprocess.run([sys.executable, "-B", self.measurements / "fill_tables.py", *options], capture_output=True, text=True,
                              check=False)

    def show(self, specification):
        self.page.write_text(f"Before.\n<!-- compared: {specification} -->\nold\n<!-- end -->\nAfter.\n", encoding="utf-8")
        return self.fill()

    def test_the_table_has_the_rows_asked_for_and_names_device_driver_date_and_command(self):
        self.assertEqual(self.show("some; a.json; 1000; vulkan 11 *, cuda CUB").returncode, 0)
        text = self.page.read_text(encoding="utf-8")
        for part in ("`./ladder bench --compare`, 2001-02-03. 1,000 uint32 items", "vulkan: Made up, 9.8.7; cuda: Made up, CUB 6.5.4.",
                     "| 11 auto | vulkan | ok | 0.2500 | 2.0 % | 0.500 | 1.125 |\n| 11 none | vulkan | skipped |  |  |  |  |\n",
                     "| CUB | cuda | ok | 0.2812 | 2.0 % | 0.500 | 1.000 |\n"):
            self.assertIn(part, text)
        self.assertTrue(text.startswith("Before.\n") and text.endswith("<!-- end -->\nAfter.\n") and "old" not in text)
        self.assertEqual(self.fill("--check").returncode, 0)

    def test_each_number_of_items_can_have_one_line(self):
        self.assertEqual(self.show("some; a.json; 2^10, 1000; vulkan auto, cuda CUB; a line for each number of items").returncode, 0)
        self.assertIn("| items | 11 auto, vulkan | CUB, cuda | auto to CUB |\n| --- | --: | --: | --: |\n"
                      "| 2^10 | 0.2500 (2.0 %) | 0.2812 (2.0 %) | 1.125 |\n| 1,000 | ", self.page.read_text(encoding="utf-8"))

    def test_what_cannot_be_shown_is_refused_in_one_line_and_the_page_stays(self):
        other = comparison()
        other["devices"][0]["driver"] = "9.8.8"
        self.put("other.json", other)
        self.put("chapters.json", {"runs": []})
        for specification, part in (("some; a.json; 1000", "is not of the form"), ("some; none.json; 1000; vulkan auto", "no none.json"),
                                    ("some; a.json; 2^11; vulkan auto", "no vulkan auto of 2^11 items"),
                                    ("some; a.json; many; vulkan auto", "many is no number of items"),
                                    ("some; a.json; 1000; vulkan chained", "no vulkan chained"),
                                    ("some; chapters.json; 1000; vulkan auto", "chapters.json is no comparison"),
                                    ("some; a.json, other.json; 1000; vulkan auto", "another device or driver: Made up, 9.8.8"),
                                    ("some; a.json; 1000; vulkan none; a line for each number of items", "have a time")):
            outcome = self.show(specification)
            self.assertEqual(outcome.returncode, 1, specification)
            self.assertIn(part, outcome.stderr)
            self.assertEqual(outcome.stderr.count("\n"), 1)
            self.assertIn("\nold\n", self.page.read_text(encoding="utf-8"))

    def test_a_changed_digit_in_any_committed_table_is_seen(self):
        shutil.copytree(ROOT / "docs/measurements", self.measurements, dirs_exist_ok=True)
        pages = [page for page in [ROOT / "README.md", *ROOT.glob("docs/*.md"), *ROOT.glob("chapters/*/README.md")]
                 if re.search(r"^<!-- compared: ", page.read_text(encoding="utf-8"), re.MULTILINE)]
        self.assertGreater(len(pages), 3)
        for page in pages:
            copy = self.root / page.relative_to(ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            text = page.read_text(encoding="utf-8")
            copy.write_text(text, encoding="utf-8")
            self.assertEqual(self.fill("--check").returncode, 0, page)
            for block in re.finditer(r"^<!-- compared: .*?^<!-- end -->$", text, re.DOTALL | re.MULTILINE):
                digit = list(re.finditer(r"\d(?=[^|\n]*\|$)", block[0], re.MULTILINE))[-1].start() + block.start()
                copy.write_text(text[:digit] + str((int(text[digit]) + 1) % 10) + text[digit + 1:], encoding="utf-8")
                outcome = self.fill("--check")
                self.assertEqual(outcome.returncode, 1, block[0].split("\n", 1)[0])
                self.assertIn("differs from its comparisons", outcome.stderr)
            copy.write_text(text, encoding="utf-8")

    def test_the_headline_of_the_readme_is_what_was_measured(self):
        data = json.loads((ROOT / "docs/measurements/2026-12-01_nvidia-h200_compare.json").read_text(encoding="utf-8"))
        (auto,) = (one for one in data["results"] if (one["stage"], one["api"], one["items"]) == ("auto", "vulkan", 2 ** 28))
        text = (ROOT / "README.md").read_text(encoding="utf-8")
        for part in (f"2^28 items in Vulkan in {auto['milliseconds']['median']:.3f} ms", f"{auto['share_of_copy']:.3f} of the speed of a plain copy",
                     f"{auto['ratio_to']['CUB']:.2f} times as fast as CUB", data["date"], f"`{data['command']}`",
                     *(device["driver"].removeprefix("NVIDIA ").split(",")[0] for device in data["devices"] if device["api"] in ("vulkan", "cuda"))):
            self.assertIn(part, text)


if __name__ == "__main__":
    unittest.main(verbosity=2)
