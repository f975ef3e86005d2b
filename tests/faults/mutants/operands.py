"""Mutants of combine(earlier, later): each with its operands swapped, which the operator `last` shows."""
# Room: tests/faults.
# SPDX-License-Identifier: MIT

from dataclasses import replace

from edits import files_with, swaps_of
from mutant import Expected, Mutant, Run, one_workgroup, tiles

CHAPTERS = ("02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "lib")
LAST = {"operator": "last", "kind": "all"}

# More subgroups than lanes at the first width, so that every loop over subgroups goes round twice.
RUNS = {
    "02_first_dispatch/serial.comp": Run("02", "serial", {"items": 100, **LAST}),
    "03_hillis_steele/hillis_steele.glsl": one_workgroup("03", "double-buffered", **LAST),
    "03_hillis_steele/two_barriers.comp": one_workgroup("03", "two barriers", **LAST),
    "04_blelloch/tree.glsl": one_workgroup("04", "plain", **LAST),
    "04_blelloch/unrolled.comp": one_workgroup("04", "unrolled", **LAST),
    "05_raking/raking.glsl": one_workgroup("05", "serial spine", **LAST),
    "05_raking/subgroup_spine.comp": one_workgroup("05", "subgroup spine", **LAST),
    "06_subgroup/every_subgroup.comp": one_workgroup("06", "every subgroup", **LAST),
    "06_subgroup/subgroup_scan.glsl": one_workgroup("06", "cooperative", **LAST),
    "07_thread_grain/blocked.glsl": tiles("09", "tree + hillis-steele", "hillis-steele", reduce="tree", **LAST),
    "07_thread_grain/strided.glsl": tiles("08", "subgroup", "subgroup", items=1600, grain=8, **LAST),
    "07_thread_grain/thread.glsl": tiles("08", "raking", "raking", **LAST),
    "08_scan_then_propagate/uniform_add.comp": tiles("08", "raking", "raking", **LAST),
    "09_reduce_then_scan/upsweep.comp": tiles("09", "tree + raking", "raking", reduce="tree", **LAST),
    "10_any_size/spine.comp": tiles("10", "windows", "raking", limit_range=1024, **LAST),
    "lib/subgroup.glsl": one_workgroup("06", "cooperative", **LAST),
}
# With --block 1 no tile publishes anything: each reduces all before it, and finds aggregates alone.
BLOCKED = tiles("11", "fallback", "subgroup", items=4 * 512 + 5, grain=8, block=1, **LAST)
RUNS |= {
    # Windows of two tiles, so that most look back at more than one.
    "11_decoupled_look_back/look_back.glsl": replace(BLOCKED, widths=(2,)),
    "11_decoupled_look_back/publish.glsl": tiles("11", "chained", "subgroup", **LAST),
    "11_decoupled_look_back/reduce_tile.glsl": BLOCKED,
}
SCANNED_ALONE = tiles("11", "32-bit atomics", "subgroup", items=1600, grain=8, **LAST)
REDUCTIONS = ("tree", "raking", "subgroup")  # one combine each
SCAN_THEN_ADD = Run("07", "blocked, scan then add", {"items": 500, "workgroup": 128, "grain": 4, **LAST})

NOT_WITH_LAST = (
    "upsweep.comp reduces by vectors only where COMMUTES says that the operator commutes: with `last`, which shows swapped "
    "operands, the line is never reached, and with `sum` and `max` the order of two operands changes nothing."
)
ONE_TILE = (
    "Only the stage that scans first and adds afterwards has this line, in chapter 07, where the one tile's prefix is the "
    "identity: combined with it from either side, a prefix stays what it is."
)


def run_of(file, index):
    if file == "09_reduce_then_scan/reduce_workgroup.glsl":
        name = REDUCTIONS[index]
        run = tiles("09", f"{name} + raking", "raking", workgroup=128, reduce=name, **LAST)
        return replace(run, widths=(8,))
    if file == "07_thread_grain/strided.glsl" and index == 5:  # the prefix of the tile
        return tiles("09", "tree + subgroup", "subgroup", reduce="tree", **LAST)
    if file == "07_thread_grain/strided.glsl" and index > 7:  # scan_tile_alone() and what is added later
        return SCANNED_ALONE
    if file == "11_decoupled_look_back/reduce_tile.glsl" and index == 3:  # in blocked order
        return tiles("11", "fallback", "raking", block=1, **LAST)
    if file == "07_thread_grain/thread.glsl" and index == 3:
        return SCAN_THEN_ADD
    if file == "07_thread_grain/blocked.glsl" and index == 0:
        return SCAN_THEN_ADD
    if index == 0 and file.startswith("06_subgroup/"):  # what the loop over the subgroups carries from round to round
        return replace(RUNS[file], widths=(8,))
    return RUNS[file]


def proof_of(file, edit, index):
    if file == "09_reduce_then_scan/upsweep.comp" and "vector" in edit.old:
        return NOT_WITH_LAST
    if file == "07_thread_grain/blocked.glsl" and index == 0:
        return ONE_TILE
    return ""


def all_mutants():
    mutants = []
    for file in files_with(r"\bcombine\(", CHAPTERS):
        if file == "lib/monoid.glsl":
            continue
        for index, edit in enumerate(swaps_of(file)):
            name = f"{file}:{edit.line}: operands swapped, {edit.new}"
            proof = proof_of(file, edit, index)
            mutants.append(Mutant("operands", name, (edit,), run_of(file, index), None if proof else Expected("wrong"), proof))
    return mutants
