"""The shaders as they are: ok under every schedule, at every width of a subgroup."""
# Room: tests/faults.
# SPDX-License-Identifier: MIT

import json
import os
import shlex
import subprocess

from edits import SHADERS
from mutant import PROGRAMS
from runs import FOLDER

SIMULATED = ["--api", "simulator", "--schedule", "all", "--subgroup-width", "all", "--json", "-"]
ONE_WORKGROUP = [["--items", "128", "--workgroup", "128"], ["--items", "131", "--workgroup", "256"]]
TILES = ["--workgroup", "128", "--grain", "4"]
SIZES = {
    "02": [["--items", "131"]],
    "03": ONE_WORKGROUP,
    "04": ONE_WORKGROUP,
    "05": ONE_WORKGROUP,
    "06": ONE_WORKGROUP,
    "07": [["--items", "509", *TILES]],
    "08": [["--items", "1543", *TILES, "--local", "all"]],
    "09": [["--items", "1543", *TILES]],
    "10": [["--items", "1543", *TILES]],
    "11": [["--items", "1543", *TILES]],
}


def check(chapters):
    failed = 0
    for chapter in chapters:
        for size in SIZES[chapter]:
            command = [PROGRAMS[chapter], *size, *SIMULATED]
            environment = {**os.environ, "SCAN_LADDER_SHADERS": str(SHADERS)}
            done = subprocess.run([FOLDER / command[0], *command[1:]], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                                  check=False, env=environment)
            results = json.loads(done.stdout)["results"] if done.stdout.startswith("{") else []
            bad = [one for one in results if one["verdict"] not in ("ok", "skipped")]
            is_ok = results and not bad and any(one["verdict"] == "ok" for one in results)
            print(f"{'ok' if is_ok else 'FAIL'}: {shlex.join(command)}: {len(results)} runs")
            for one in bad[:5]:
                print(f"  {one['stage']}, {one['schedule']}, {one['subgroup_width']}: {one['verdict']}: {one['reason']}")
            if not results:
                print(f"  exit code {done.returncode}: {done.stderr.strip()[:500]}")
            failed += not is_ok
    return failed
