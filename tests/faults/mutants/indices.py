"""Mutants of indices and sizes: bounds that are not checked, padding that is too small, parentheses that are missing."""
# Room: tests/faults.
# SPDX-License-Identifier: MIT

from dataclasses import replace

from barriers import DOWN_READ, DOWN_WRITE, RAKING, REDUCED, SUBTREE_WRITE, TREE, UNROLLED, UP
from edits import Edit, original, replaced
from mutant import Expected, Mutant, one_workgroup, places, race, tiles

ONE_TILE = "lib/scan_one_tile.glsl"
BLOCKED = "07_thread_grain/blocked.glsl"
STRIDED = "07_thread_grain/strided.glsl"


def mutant(family, what, file, old, new, run, expected, proof="", extra=()):
    edit = replaced(file, old, new)
    return Mutant(family, f"{file}:{edit.line}: {what}", (edit,), run, expected, proof, extra)


def out_of_bounds(file, *fragments):
    return Expected("out of bounds", places(file, *fragments))


def bounds():
    partial = one_workgroup("03", "double-buffered", items=77)
    blocked, strided = tiles("08", "raking", "raking"), tiles("08", "subgroup", "subgroup")
    carried = replace(tiles("10", "windows", "subgroup", 4093, 64, 8, limit_range=4096), widths=(8,))
    reduce = tiles("09", "tree + raking", "raking", reduce="tree")
    load, store, summed = "no bounds check on load", "no bounds check on store", "09_reduce_then_scan/upsweep.comp"
    blocked_load = "held[i] = first + i < tile.num_items ? items_in[tile.first_item + first + i] : identity();"
    strided_load = "items_in[tile.first_item + min(first + i, tile.num_items - 1)];"
    whole_load = "if (is_whole(tile, row)) load_cell(tile, row);"
    return [
        mutant("bounds", load, ONE_TILE, "has_item ? items_in[item] : identity()", "items_in[item]", partial,
               out_of_bounds(ONE_TILE, "items_in[item]")),
        mutant("bounds", store, ONE_TILE, "if (has_item) items_out[item] =", "items_out[item] =", partial,
               out_of_bounds(ONE_TILE, "items_out[item] =")),
        mutant("bounds", load, BLOCKED, blocked_load, "held[i] = items_in[tile.first_item + first + i];", blocked,
               out_of_bounds(BLOCKED, blocked_load)),
        mutant("bounds", store, BLOCKED, "if (first + i < tile.num_items) ", "", blocked,
               out_of_bounds(BLOCKED, "if (first + i < tile.num_items) items_out")),
        mutant("bounds", load, STRIDED, strided_load, "items_in[tile.first_item + first + i];", strided,
               out_of_bounds(STRIDED, strided_load)),
        mutant("bounds", store, STRIDED, "if (first + i < tile.num_items) ", "", strided,
               out_of_bounds(STRIDED, "if (first + i < tile.num_items) items_out")),
        mutant("bounds", load, STRIDED, whole_load, "load_cell(tile, row);", strided,
               out_of_bounds(STRIDED, "items_of_cell = item_vectors_in[cell];")),
        mutant("bounds", store, STRIDED, "if (is_whole(tile, row)) store_cell", "store_cell", strided,
               out_of_bounds(STRIDED, "item_vectors_out[cell] = items_of_cell;")),
        mutant("bounds", "the cells that end with the items are left out", STRIDED, "(cell_of(row) + 1) * CELL_ITEMS <=",
               "(cell_of(row) + 1) * CELL_ITEMS <", replace(strided, options={**strided.options, "items": 3 * 256 + 4}),
               Expected("wrong")),
        mutant("bounds", "items that are not there are added to the carry", STRIDED,
               "first + i < tile.num_items ? loaded : identity()", "loaded", carried, Expected("wrong")),
        mutant("bounds", load, summed, "if (item < tile.num_items) ", "", reduce,
               out_of_bounds(summed, "if (item < tile.num_items) aggregate")),
        mutant("bounds", load, "02_first_dispatch/serial.comp", "item < parameters.num_items",
               "item < parameters.num_items + 1",
               replace(one_workgroup("02", "serial"), options={"items": 77, "kind": "inclusive"}),
               out_of_bounds("02_first_dispatch/serial.comp", "prefix = combine(prefix, items_in[item]);")),
    ]


SPARE_WORD = (
    "The last leaf lies at W - 1 + (W - 1) / 32, which for W from 32 on is one word before the end: W + W / 32 counts a gap "
    "after the last 32 leaves as well, and nobody uses it. (Below 32 there is no gap, and the mutant is caught.)"
)


def padding():
    padded = "shared Element tree[WORKGROUP_SIZE + WORKGROUP_SIZE / NUM_BANKS];"
    unpadded = "shared Element tree[WORKGROUP_SIZE];"
    short = "shared Element tree[WORKGROUP_SIZE + WORKGROUP_SIZE / NUM_BANKS - 1];"
    rakers, fewer = "values[NUM_RAKERS * RUN_SLOTS]", "values[NUM_RAKERS * RUN_ITEMS - 1]"
    leaf, none = "tree[slot(me)] = value;", "padded slots in an array without padding"
    plenty = (one_workgroup("04", "padded", 32), one_workgroup("04", "padded", 1024))
    return [
        mutant("padding", none, TREE, padded, unpadded, one_workgroup("04", "padded"), out_of_bounds(TREE, leaf)),
        mutant("padding", "one word short, 16 invocations", TREE, padded, short, one_workgroup("04", "padded", 16),
               out_of_bounds(TREE, leaf)),
        mutant("padding", "one word short, 128 invocations", TREE, padded, short, one_workgroup("04", "padded", 128), None,
               SPARE_WORD, plenty),
        mutant("padding", none, UNROLLED, padded, unpadded, one_workgroup("04", "unrolled"), out_of_bounds(UNROLLED, leaf)),
        mutant("padding", "runs without their padding, one word short", RAKING, rakers, fewer,
               one_workgroup("05", "serial spine"), out_of_bounds(RAKING, "values[slot(me)] = value;")),
    ]


def sweep(what, start, lines):
    """The textbook's index of a right child without its parentheses, in one of the two sweeps."""
    old, new = "const uint right = (me + 1) * 2 * stride - 1;", "const uint right = me + 1 * 2 * stride - 1;"
    edit = Edit(TREE, original(TREE).index(old, start), old, new)
    name = f"{TREE}:{edit.line}: {what}"
    return Mutant("parentheses", name, (edit,), one_workgroup("04", "padded"), race(lines, lines))


def parentheses():
    leaf, stored = places(TREE, "tree[slot(me)] = value;"), places(RAKING, "values[slot(me)] = value;")
    subtree = "const uint last = (subtree + 1) * 4 * stride - 1;"
    subtrees = places(UNROLLED, *REDUCED, *SUBTREE_WRITE, "tree[slot(me)] = value;")
    run_slot = "return index / RUN_ITEMS * RUN_SLOTS + index % RUN_ITEMS;"
    return [
        mutant("parentheses", "index + index >> 5", TREE, "return index + index / NUM_BANKS;", "return index + index >> 5;",
               one_workgroup("04", "padded"), race(leaf, leaf)),
        sweep("me + 1 * 2 * stride - 1, up", 0, places(TREE, *UP)),
        sweep("me + 1 * 2 * stride - 1, down", original(TREE).index("void downsweep"), places(TREE, *DOWN_READ, *DOWN_WRITE)),
        mutant("parentheses", "subtree + 1 * 4 * stride - 1", UNROLLED, subtree,
               "const uint last = subtree + 1 * 4 * stride - 1;", one_workgroup("04", "unrolled"), race(subtrees, subtrees)),
        mutant("parentheses", "index / (RUN_ITEMS * RUN_SLOTS)", RAKING, run_slot,
               "return index / (RUN_ITEMS * RUN_SLOTS) + index % RUN_ITEMS;", one_workgroup("05", "serial spine"),
               race(stored, stored)),
    ]


def all_mutants():
    return [*bounds(), *padding(), *parentheses()]
