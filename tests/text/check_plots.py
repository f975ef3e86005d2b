#!/usr/bin/env python3
# The plots: the same file gives the same pictures, what they must say is there, and a software renderer's times are not drawn.
# Room: tests/text.
# SPDX-License-Identifier: MIT
"""Usage: check_plots.py  The numbers are made up, and the pictures are thrown away, but for those that the pages show: they must be
what the committed comparisons give. Exit code 77 where matplotlib is missing."""

import json
import subprocess
import sys
import unittest
from pathlib import Path

from made_up import comparison_of, folder_of

PLOT = Path(__file__).resolve().parents[2] / "docs/measurements/plot.py"
SKIPPED = 77
# What the pictures of docs/figures are drawn of, in this order.
COMMITTED = [PLOT.parent / name for name in ("2026-11-30_nvidia-h200_compare_small.json", "2026-12-01_nvidia-h200_compare.json")]


def row(chapter, stage, api, items, milliseconds, share):
    return {"chapter": chapter, "stage": stage, "api": api, "software": False, "items": items, "type": "uint32", "verdict": "ok",
            "milliseconds": {"median": milliseconds}, "share_of_copy": share}


def comparison(software=False):
    rows = []
    for items in (2 ** 10, 2 ** 20, 2 ** 28):
        rows += [row("02", "copy", "vulkan", items, 1, 1.0), row("09", "reduce-then-scan", "vulkan", items, 2, 0.5),
                 row("11", "auto", "vulkan", items, 1.25, 0.8), row(None, "CUB", "cuda", items, 1.6, 0.625)]
    for one in rows:
        one["software"] = software
    return comparison_of(rows, software)


class Plots(unittest.TestCase):
    def setUp(self):
        self.folder = folder_of(self)

    def plot(self, data, *options, beside=()):
        files = [self.folder / f"numbers{index}.json" for index in range(1 + len(beside))]
        for file, content in zip(files, [data, *beside]):
            file.write_text(json.dumps(content), encoding="utf-8")
        return subprocess.run([sys.executable, "-B", PLOT, *options, "--into", self.folder, *files], capture_output=True, text=True,
                              check=False)

    def pictures(self):
        return {path.name: path.read_bytes() for path in self.folder.glob("*.svg")}

    def test_the_same_numbers_give_the_same_pictures_and_a_change_is_seen(self):
        self.assertEqual(self.plot(comparison()).returncode, 0)
        first = self.pictures()
        self.assertEqual(set(first), {"measured_throughput.svg", "measured_share.svg", "measured_latency.svg"})
        self.assertEqual(self.plot(comparison()).returncode, 0)
        self.assertEqual(self.pictures(), first)
        self.assertEqual(self.plot(comparison(), "--check").returncode, 0)
        changed = comparison()
        changed["results"][-2]["milliseconds"]["median"] = 1.26
        self.assertEqual(self.plot(changed, "--check").returncode, 1)
        self.assertEqual(self.pictures(), first)

    def test_each_picture_says_device_driver_date_and_command_and_knows_dark_pages(self):
        self.plot(comparison())
        for name, picture in self.pictures().items():
            for part in ("Made up, 9.8.7", "2001-02-03", "./ladder bench --compare", "prefers-color-scheme: dark", "CUB"):
                self.assertIn(part, picture.decode(), name)

    def test_several_comparisons_are_drawn_together_and_of_what_is_in_both_the_first_counts(self):
        few, many = comparison(), comparison()
        few["results"] = [one for one in few["results"] if one["items"] <= 2 ** 20]
        few["command"] = "./ladder bench --compare --items 2^10,2^20"
        many["results"] = [one for one in many["results"] if one["items"] >= 2 ** 20]
        self.assertEqual(self.plot(few, beside=[many]).returncode, 0)
        self.assertIn(b"--items 2^10,2^20, 2001-02-03", self.pictures()["measured_latency.svg"])
        self.assertNotIn(b"--items 2^10,2^20, 2001-02-03", self.pictures()["measured_share.svg"])
        many["results"][0]["milliseconds"]["median"] = 7  # 2^20, which the first file has, too
        self.assertEqual(self.plot(few, "--check", beside=[many]).returncode, 0)
        many["results"][-1]["milliseconds"]["median"] = 7
        self.assertEqual(self.plot(few, "--check", beside=[many]).returncode, 1)

    def test_comparisons_of_another_driver_or_type_are_refused(self):
        driver, kind = comparison(), comparison()
        driver["devices"][0]["driver"] = "9.8.8"
        kind["results"][0]["type"] = "uint64"
        for other, part in ((driver, "Made up, 9.8.8"), (kind, "uint64")):
            outcome = self.plot(comparison(), beside=[other])
            self.assertEqual((outcome.returncode, self.pictures()), (1, {}))
            self.assertIn(part, outcome.stderr)

    def test_the_pictures_of_the_pages_are_what_the_committed_comparisons_give(self):
        outcome = subprocess.run([sys.executable, "-B", PLOT, "--check", *COMMITTED], capture_output=True, text=True, check=False)
        if outcome.returncode == SKIPPED:
            self.skipTest(outcome.stderr.strip())
        self.assertEqual(outcome.returncode, 0, outcome.stderr)

    def test_times_of_a_software_renderer_are_drawn_only_where_that_is_asked_for(self):
        outcome = self.plot(comparison(software=True))
        self.assertEqual((outcome.returncode, self.pictures()), (1, {}), outcome.stderr)
        self.assertEqual(self.plot(comparison(software=True), "--software").returncode, 0)
        self.assertIn(b"(a software renderer)", self.pictures()["measured_share.svg"])


if __name__ == "__main__":
    if subprocess.run([sys.executable, "-c", "import matplotlib"], capture_output=True, check=False).returncode != 0:
        sys.exit(SKIPPED)
    unittest.main(verbosity=2)
