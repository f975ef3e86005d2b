#!/usr/bin/env python3
# Draws the pictures of real runs, trace_*.svg: the simulator runs the chapters' shaders, and broken copies of them.
# Room: docs/figures.
# SPDX-License-Identifier: MIT
"""Usage: traces.py [--check] [--binaries FOLDER] [NAME…]

Writes each picture beside itself, or only those named. With --check it writes nothing and compares; the exit code is then 1
when one differs. The chapters are run with ./ladder, or straight from the folder of their binaries."""

import argparse
import os
import shlex
import shutil
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
ROOT = FOLDER.parent.parent
ITEMS = [5, 2, 7, 1, 3, 6, 4, 8, 2, 9, 1, 5, 3, 7, 2, 6]

FOUR_RAKERS = ("lib/interface.h", "#define NUM_RAKERS 32", "#define NUM_RAKERS 4")
FOUR_BANKS = ("lib/interface.h", "#define NUM_BANKS 32", "#define NUM_BANKS 4")


def without_barrier(file, comment):
    """The edit that leaves out the one barrier whose comment starts so."""
    return file, f"barrier();  // {comment}", f"// {comment}"


# name: (chapter, number of items, options, edits of a copy of the shaders). Subgroups are narrow, so that a small workgroup has some.
PICTURES = {
    "trace_03_double_buffered": ("03_hillis_steele", 8, "--stage double-buffered", []),
    "trace_03_race": ("03_hillis_steele", 8, "--stage 'two barriers' --schedule lockstep",
                      [without_barrier("03_hillis_steele/two_barriers.comp", "every invocation has read")]),
    "trace_04_plain": ("04_blelloch", 8, "--stage plain", []),
    "trace_04_padded": ("04_blelloch", 16, "--stage padded", [FOUR_BANKS]),
    "trace_04_unrolled": ("04_blelloch", 16, "--stage unrolled", []),
    "trace_04_race": ("04_blelloch", 8, "--stage plain",
                      [without_barrier("04_blelloch/tree.glsl", "this level is written")]),
    "trace_05_serial_spine": ("05_raking", 16, "--stage 'serial spine'", [FOUR_RAKERS]),
    "trace_05_subgroup_spine": ("05_raking", 16, "--stage 'subgroup spine'", []),
    "trace_05_race": ("05_raking", 16, "--stage 'serial spine' --schedule lockstep",
                      [FOUR_RAKERS, without_barrier("05_raking/raking.glsl", "every run is reduced")]),
    "trace_06_cooperative": ("06_subgroup", 16, "--stage cooperative", []),
    "trace_06_every_subgroup": ("06_subgroup", 16, "--stage 'every subgroup'", []),
    "trace_06_race": ("06_subgroup", 16, "--stage cooperative --schedule lockstep",
                      [without_barrier("06_subgroup/subgroup_scan.glsl", "every subgroup's aggregate")]),
    "trace_07_blocked": ("07_thread_grain", 16, "--stage blocked --workgroup 4 --grain 4 --subgroup-width 2", []),
}


def write_items(path, items):
    """A NumPy file, version 1.0, of 32-bit unsigned integers."""
    head = f"{{'descr': '<u4', 'fortran_order': False, 'shape': ({len(items)},), }}"
    head += " " * (-(len(head) + 11) % 64) + "\n"
    path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode() + struct.pack(f"<{len(items)}I", *items))


def edited_shaders(scratch, edits):
    """A copy of the shaders in which each text, which must be there once, is replaced."""
    shaders = scratch / "shaders"
    shutil.copytree(ROOT / "shaders", shaders)
    for file, old, new in edits:
        text = (shaders / file).read_text(encoding="utf-8")
        if text.count(old) != 1:
            raise RuntimeError(f"{file} has {text.count(old)} times: {old}")
        (shaders / file).write_text(text.replace(old, new), encoding="utf-8")
    return shaders


def draw(name, binaries):
    """The picture's bytes."""
    chapter, num_items, options, edits = PICTURES[name]
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        write_items(scratch / "items.npy", ITEMS[:num_items])
        picture = scratch / "picture.svg"
        start = [str(binaries / chapter)] if binaries else [str(ROOT / "ladder"), "run", chapter]
        command = start + ["--api", "simulator", "--kind", "inclusive", "--input", str(scratch / "items.npy"),
                           "--draw", str(picture)] + shlex.split(options)
        if "--subgroup-width" not in command:
            command += ["--subgroup-width", "4"]
        environment = dict(os.environ, SCAN_LADDER_SHADERS=str(edited_shaders(scratch, edits)))
        run = subprocess.run(command, env=environment, capture_output=True, text=True)
        # A broken shader's result is wrong, as it should be.
        if run.returncode not in ((0, 1) if edits else (0,)) or not picture.is_file():
            raise RuntimeError(f"{' '.join(command)} ended with {run.returncode}:\n{run.stdout}{run.stderr}")
        return picture.read_bytes()


def main():
    parser = argparse.ArgumentParser(description="Draws the pictures of real runs.")
    parser.add_argument("--check", action="store_true", help="compare, and write nothing")
    parser.add_argument("--binaries", type=Path, metavar="FOLDER", help="of the chapters, instead of ./ladder run")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(PICTURES)}")
    arguments = parser.parse_args()
    if unknown := set(arguments.names) - set(PICTURES):
        parser.error(f"no picture {', '.join(sorted(unknown))}")

    faults = 0
    if arguments.check and not arguments.names:
        for path in sorted(FOLDER.glob("trace_*.svg")):
            if path.stem not in PICTURES:
                print(f"{path.name}: nothing draws it")
                faults += 1
    for name in arguments.names or PICTURES:
        path = FOLDER / f"{name}.svg"
        drawn = draw(name, arguments.binaries)
        if not arguments.check:
            path.write_bytes(drawn)
            print(path.name)
        elif not path.is_file() or path.read_bytes() != drawn:
            print(f"{path.name}: is not what its shader's run draws; python3 docs/figures/traces.py draws it anew")
            faults += 1
    if arguments.check:
        print(f"{len(arguments.names or PICTURES)} pictures drawn, {faults} wrong")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
