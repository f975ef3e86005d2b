"""Runs the chapters' programs as a user would, in an environment and a folder of the test's own."""
# Room: tests/faults.
# SPDX-License-Identifier: MIT

import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

HERE = Path(__file__).resolve()
PROGRAMS = Path(os.environ.get("SCAN_LADDER_PROGRAMS", HERE.parents[3] / "build/release/bin"))
SKIPPED = 77
USAGE = 2

ALL_GPU = [
    "02_first_dispatch",
    "03_hillis_steele",
    "04_blelloch",
    "05_raking",
    "06_subgroup",
    "07_thread_grain",
    "08_scan_then_propagate",
    "09_reduce_then_scan",
    "10_any_size",
    "11_decoupled_look_back",
]
SERIAL = "01_serial"
TREE = "04_blelloch"
PIPELINE = "08_scan_then_propagate"
REDUCE = "09_reduce_then_scan"
ANY_SIZE = "10_any_size"
LOOK_BACK = "11_decoupled_look_back"


class Run:
    """What a program printed and how it ended."""

    def __init__(self, code, out, err, seconds):
        self.code, self.out, self.err, self.seconds = code, out, err, seconds

    @property
    def text(self):
        """All of it on one line, for the table wraps its footnotes."""
        return " ".join((self.out + self.err).split())

    @property
    def results(self):
        """Of a run with `--json -`, whose table goes to the standard error."""
        return json.loads(self.out)["results"]

    @property
    def devices(self):
        return json.loads(self.out)["devices"]

    def __str__(self):
        return f"exit code {self.code} after {self.seconds:.1f} s\n{self.out}\n{self.err}"


def run(program, *arguments, env=None, without=(), **options):
    """Starts a program; `env` adds to its environment, and the variables `without` are taken out of it."""
    environment = {name: value for name, value in os.environ.items() if name not in without}
    environment.update(env or {})
    start = time.monotonic()
    done = subprocess.run(
        [str(PROGRAMS / program), *map(str, arguments)],
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
        **options,
    )
    return Run(done.returncode, done.stdout, done.stderr, time.monotonic() - start)


@contextlib.contextmanager
def folder():
    """A folder of the test's own, which goes with it."""
    with tempfile.TemporaryDirectory(prefix="scan_ladder_") as name:
        yield Path(name)


class ProgramTest(unittest.TestCase):
    """With the checks that many tests share."""

    maxDiff = None

    def require_ok(self, outcome):
        """Right, and nothing skipped but subgroups in OpenGL or an API that this machine lacks."""
        if outcome.code == SKIPPED:
            self.skipTest(outcome.text)
        self.assertEqual(outcome.code, 0, outcome)
        for result in outcome.results:
            if result["verdict"] == "skipped":
                continue
            self.assertEqual(result["verdict"], "ok", outcome)

    def require_usage_error(self, outcome, *parts):
        """One line on the standard error, nothing on the standard output, exit code 2."""
        self.assertEqual(outcome.code, USAGE, outcome)
        self.assertEqual(outcome.out, "", outcome)
        self.assertEqual(len(outcome.err.splitlines()), 1, outcome)
        for part in parts:
            self.assertIn(part, outcome.err)

    def require_reason(self, outcome, *parts):
        """It did not run, or not all of it, and says why with all of `parts`."""
        self.assertNotEqual(outcome.code, 0, outcome)
        for part in parts:
            self.assertIn(part, outcome.text)


def main():
    """Runs the one method that is named, or all. The exit code is 77 when it was skipped."""
    names = sys.argv[1:]
    module = sys.modules["__main__"]
    loader = unittest.defaultTestLoader
    suite = unittest.TestSuite()
    for test in loader.loadTestsFromModule(module):
        for case in test:
            if not names or case.id().rsplit(".", 1)[-1] in names:
                suite.addTest(case)
    if suite.countTestCases() < max(1, len(names)):
        sys.exit(f"no test is called {' or '.join(names)}")
    result = unittest.TextTestRunner(verbosity=2).run(suite)
    if not result.wasSuccessful():
        sys.exit(1)
    sys.exit(SKIPPED if result.skipped else 0)
