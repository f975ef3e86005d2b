"""Mutants of subgroups: 32 lanes are assumed, or more subgroups than lanes are forgotten. Right at one width, not at others."""
# Room: tests/faults.
# SPDX-License-Identifier: MIT

import re
from dataclasses import replace

from barriers import EVERY_SUBGROUP, REDUCE, SUBGROUP_SCAN
from edits import Edit, code_of, files_with, original, replaced
from mutant import Expected, Mutant, one_workgroup, places, tiles

CHAPTERS = ("05", "06", "07", "08", "09", "10", "lib")
RUNS = {
    "05_raking/subgroup_spine.comp": one_workgroup("05", "subgroup spine"),
    "06_subgroup/every_subgroup.comp": one_workgroup("06", "every subgroup"),
    "06_subgroup/subgroup_scan.glsl": one_workgroup("06", "cooperative"),
    "07_thread_grain/strided.glsl": tiles("08", "subgroup", "subgroup"),
    "09_reduce_then_scan/reduce_workgroup.glsl": tiles("09", "subgroup + subgroup", "subgroup", workgroup=128, reduce="subgroup"),
    "lib/subgroup.glsl": one_workgroup("06", "cooperative"),
    "lib/workgroup_scan.glsl": one_workgroup("06", "cooperative"),
}


def expected_of_32(file):
    """Where the last of 32 lanes was to store the aggregate, nobody does; what lanes 8 to 31 were to scan, nobody scans."""
    if file in (EVERY_SUBGROUP, SUBGROUP_SCAN):
        return Expected("uninitialised", places(file, "[subgroup] : identity();"))
    return Expected("wrong")


def width_of_32():
    """Each file that asks for the width of a subgroup gets 32; it is run with 8 lanes."""
    mutants = []
    for file in files_with("gl_SubgroupSize", CHAPTERS):
        starts = [found.start() for found in re.finditer("gl_SubgroupSize", code_of(original(file)))]
        # From the end, so that the offsets of the others stay.
        edits = tuple(Edit(file, start, "gl_SubgroupSize", "32") for start in reversed(starts))
        lines = ", ".join(map(str, sorted({edit.line for edit in edits})))
        run = replace(RUNS[file], widths=(8,))
        name = f"{file}:{lines}: subgroups of 32, where they have 8"
        mutants.append(Mutant("width 32", name, edits, run, expected_of_32(file)))
    return mutants


def few_subgroups():
    """The loop over the subgroups goes round once: right for as many subgroups as lanes, and no more."""
    once = {
        EVERY_SUBGROUP: ("first < gl_SubgroupID; first += gl_SubgroupSize", "first < 1; first += gl_SubgroupSize"),
        SUBGROUP_SCAN: ("first < gl_NumSubgroups; first += gl_SubgroupSize", "first < 1; first += gl_SubgroupSize"),
        REDUCE: ("first < gl_NumSubgroups; first += gl_SubgroupSize", "first < 1; first += gl_SubgroupSize"),
    }
    mutants = []
    for file, (old, new) in once.items():
        edit = replaced(file, old, new)
        run = replace(RUNS[file], widths=(8,))
        name = f"{file}:{edit.line}: 16 subgroups, of which 8 lanes see 8"
        mutants.append(Mutant("few subgroups", name, (edit,), run, Expected("wrong")))
    return mutants


def all_mutants():
    return [*width_of_32(), *few_subgroups()]
