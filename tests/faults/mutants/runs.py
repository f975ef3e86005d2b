"""Runs a mutant: on the simulator, under every schedule, where its verdict is checked; and on the drivers at hand."""
# Room: tests/faults.
# SPDX-License-Identifier: MIT

import json
import os
import shlex
import shutil
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path

from edits import SHADERS
from mutant import PROGRAMS

FOLDER = Path(os.environ.get("SCAN_LADDER_PROGRAMS", SHADERS.parent / "build/release/bin"))
SIMULATOR = ("--api", "simulator", "--schedule", "all")
DRIVERS = {
    "opengl": ("--api", "opengl", "--repeat", "1"),
    "vulkan": ("--api", "vulkan", "--repeat", "1"),
    "validation": ("--api", "vulkan", "--repeat", "1", "--validation"),
}
MOST_SECONDS = 60


@contextmanager
def shaders_with(edits):
    """A copy of the shaders with the edits made, for as long as it is used."""
    with tempfile.TemporaryDirectory(prefix="scan_ladder_mutant_") as name:
        folder = Path(name) / "shaders"
        shutil.copytree(SHADERS, folder)
        for edit in edits:
            edit.apply(folder)
        yield folder


def command_of(run, words):
    return [PROGRAMS[run.chapter], *words, *run.words()]


def results_of(run, words, folder):
    """The report's results of the run's stage, or a word for a run that left none."""
    command = command_of(run, words)
    try:
        done = subprocess.run([FOLDER / command[0], *command[1:], "--json", "-"], stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, timeout=MOST_SECONDS, check=False,
                              env={**os.environ, "SCAN_LADDER_SHADERS": str(folder)})
    except subprocess.TimeoutExpired:
        return "hung"
    if done.returncode < 0:
        return "crashed"
    if not done.stdout.startswith("{"):
        raise RuntimeError(f"{shlex.join(command)}: exit code {done.returncode}: {done.stderr.strip()}")
    return [result for result in json.loads(done.stdout)["results"] if result["stage"] == run.stage]


def matches(expected, result):
    """The finding that was expected of a run; of a wrong result, the result."""
    if expected.verdict == "wrong":
        return result if result["verdict"] in ("wrong", "unwritten") else None
    for finding in result["findings"]:
        place = (finding["file"], finding["line"])
        other = (finding["other_file"], finding["other_line"])
        is_there = (place in expected.places and (not expected.others or other in expected.others)) or (
            other in expected.places and place in expected.others)
        if finding["fault"] == expected.verdict and is_there:
            return finding
    return None


def told(finding):
    """What the table says of it."""
    if "fault" not in finding:
        return "wrong"
    place = f"{Path(finding['file']).name}:{finding['line']}"
    if finding["other_file"] is None:
        return f"{finding['fault']}, {place}"
    lines = sorted({finding["line"], finding["other_line"]})
    return f"{finding['fault']}, {Path(finding['file']).name}:{' and '.join(map(str, lines))}"


def simulate(mutant):
    """What the simulator says, and a list of complaints: runs that did not say what they should."""
    complaints, cell = [], "ok"
    with shaders_with(mutant.edits) as folder:
        for run in (mutant.run, *mutant.extra):
            for width in run.widths:
                words = (*SIMULATOR, "--subgroup-width", str(width))
                results = results_of(run, words, folder)
                said = complaints_about(mutant, results)
                complaints += [f"{shlex.join(command_of(run, words))}: {one}" for one in said]
                found = mutant.expected and isinstance(results, list) and [matches(mutant.expected, one) for one in results]
                if cell == "ok" and found and any(found):
                    cell = told(next(filter(None, found)))
    return cell, complaints


def complaints_about(mutant, results):
    if isinstance(results, str) or not results:
        return [f"the run {results or 'has no such stage'}"]
    complaints = []
    for schedule in sorted({result["schedule"] for result in results}):
        ran = [result for result in results if result["schedule"] == schedule]
        said = "; ".join(f"{one['kind']} {one['verdict']}: {one['reason']}" for one in ran)
        if mutant.expected is None and any(one["verdict"] != "ok" for one in ran):
            complaints.append(f"{schedule}: not ok, but {said}")
        if mutant.expected is not None and not any(matches(mutant.expected, one) for one in ran):
            complaints.append(f"{schedule}: no {mutant.expected}, but {said}")
    return complaints


def drive(mutant, driver):
    """What a driver's run says: the worst verdict of its results; of validation, whether a message failed one."""
    with shaders_with(mutant.edits) as folder:
        results = results_of(mutant.run, DRIVERS[driver], folder)
    if isinstance(results, str):
        return results
    verdicts = [result["verdict"] for result in results]
    bad = [verdict for verdict in verdicts if verdict not in ("ok", "skipped")]
    if driver == "validation":
        return "message" if "failed" in bad else "ok"
    return bad[0] if bad else verdicts[0] if verdicts else "skipped"


def devices():
    """Name and driver of what the drivers' columns ran on."""
    names = {}
    for api in ("opengl", "vulkan"):
        done = subprocess.run([FOLDER / PROGRAMS["03"], "--api", api, "--items", "1", "--repeat", "1", "--json", "-"],
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=MOST_SECONDS, check=False)
        found = json.loads(done.stdout)["devices"] if done.stdout.startswith("{") else []
        names[api] = f"{found[0]['name']}; {found[0]['driver']}" if found else "none"
    return names
