#!/usr/bin/env python3
# The plots: the same file gives the same pictures, what they must say is there, and a software renderer's times are not drawn.
# Room: tests/text.
# SPDX-License-Identifier: MIT
"""Usage: check_plots.py  The numbers are made up, and the pictures are thrown away. Exit code 77 where matplotlib is missing."""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PLOT = Path(__file__).resolve().parents[2] / "docs/measurements/plot.py"
SKIPPED = 77


def row(chapter, stage, api, items, milliseconds, share):
    return {"chapter": chapter, "stage": stage, "api": api, "software": False, "items": items, "verdict": "ok",
            "milliseconds": {"median": milliseconds}, "share_of_copy": share}


def comparison(software=False):
    rows = []
    for items in (2 ** 10, 2 ** 20, 2 ** 28):
        rows += [row("02", "copy", "vulkan", items, 1, 1.0), row("09", "reduce-then-scan", "vulkan", items, 2, 0.5),
                 row("11", "tuned tile", "vulkan", items, 1.25, 0.8), row(None, "CUB", "cuda", items, 1.6, 0.625)]
    for one in rows:
        one["software"] = software
    return {"command": "./ladder bench --compare", "date": "2001-02-03", "results": rows,
            "devices": [{"api": "vulkan", "name": "Made up", "driver": "9.8.7", "software": software},
                        {"api": "cuda", "name": "Made up", "driver": "CUB 6.5.4", "software": software}]}


class Plots(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory(prefix="scan_ladder_")
        self.addCleanup(place.cleanup)
        self.folder = Path(place.name)

    def plot(self, data, *options):
        file = self.folder / "numbers.json"
        file.write_text(json.dumps(data), encoding="utf-8")
        return subprocess.run([sys.executable, "-B", PLOT, *options, file, self.folder], capture_output=True, text=True, check=False)

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

    def test_times_of_a_software_renderer_are_drawn_only_where_that_is_asked_for(self):
        outcome = self.plot(comparison(software=True))
        self.assertEqual((outcome.returncode, self.pictures()), (1, {}), outcome.stderr)
        self.assertEqual(self.plot(comparison(software=True), "--software").returncode, 0)
        self.assertIn(b"(a software renderer)", self.pictures()["measured_share.svg"])


if __name__ == "__main__":
    if subprocess.run([sys.executable, "-c", "import matplotlib"], capture_output=True, check=False).returncode != 0:
        sys.exit(SKIPPED)
    unittest.main(verbosity=2)
