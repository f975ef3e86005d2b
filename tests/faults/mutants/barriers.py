"""Mutants of barriers: each taken away, each replaced by memoryBarrierShared(), and invocations that never arrive."""
# Room: tests/faults. The tables say what the barrier's comment says: who wrote, who reads next.
# SPDX-License-Identifier: MIT

from edits import barriers_of, line_of, replaced
from mutant import Expected, Mutant, one_workgroup, places, race, tiles

HILLIS_STEELE = "03_hillis_steele/hillis_steele.glsl"
TWO_BARRIERS = "03_hillis_steele/two_barriers.comp"
TREE = "04_blelloch/tree.glsl"
UNROLLED = "04_blelloch/unrolled.comp"
RAKING = "05_raking/raking.glsl"
SUBGROUP_SPINE = "05_raking/subgroup_spine.comp"
EVERY_SUBGROUP = "06_subgroup/every_subgroup.comp"
SUBGROUP_SCAN = "06_subgroup/subgroup_scan.glsl"
REDUCE = "09_reduce_then_scan/reduce_workgroup.glsl"
TAKE_TILE = "11_decoupled_look_back/take_tile.glsl"
WAIT = "11_decoupled_look_back/wait.glsl"
FALLBACK = "11_decoupled_look_back/fallback.glsl"

THE_ROOT = (
    "Invocation 0 clears the root, and the topmost level of the downsweep has one subtree, of invocation 0 too. Its left "
    "child was written before the barrier of the last level but one, or by invocation 0. So this barrier orders nothing "
    "that two invocations share; chapter 04 sets finding it as an exercise."
)

THE_SECOND_SCAN = (
    "Between the store of the prefix and the reads lies the second scan of the tile, which has barriers of its own. This one "
    "stands where a reader looks for it."
)

UP = ("tree[slot(right)] = combine(tree[slot(right - stride)]",)
DOWN_READ = (
    "const Element left_aggregate = tree[slot(right - stride)];",
    "const Element parent_prefix = tree[slot(right)];",
)
DOWN_WRITE = (
    "tree[slot(right - stride)] = parent_prefix;",
    "tree[slot(right)] = combine(parent_prefix, left_aggregate);",
)
SUBTREE_WRITE = ("tree[child.x] = prefix;", "tree[child.y] = combine(prefix, first);", "tree[child.z] = prefix_of_third;",
                 "tree[child.w] = combine(prefix_of_third, third);")
SUBTREE_READ = ("const Element first = tree[child.x];", "const Element first_two = tree[child.y];",
                "const Element third = tree[child.z];", "scan_subtree(child, tree[child.w]);",
                "const Element exclusive_prefix = tree[slot(me)];")
SHARED_PREFIX = (
    (("11_decoupled_look_back/publish.glsl", "if (is_speaker()) prefix_of_workgroup ="),),
    ("return prefix_of_workgroup;",),
)
TOP_WRITE = ("tree[slot(2 * stride - 1)] = tree[slot(stride - 1)];", "tree[slot(stride - 1)] = identity();")
REDUCED = ("const Element first_two = combine(tree[child.x], tree[child.y]);", "tree[child.y] = first_two;",
           "tree[child.w] = combine(first_two, combine(tree[child.z], tree[child.w]));")

# File, and for each of its barriers in their order: who wrote before it, who reads (or writes) after it; or why nobody needs it.
SEPARATED = {
    HILLIS_STEELE: [
        (("values[me] = value;",), ("combine(values[from + me - distance], mine)",)),
        (("values[to + me] = mine;",), ("combine(values[from + me - distance], mine)", "values[from + me - 1]")),
    ],
    TWO_BARRIERS: [
        (("values[me] = value;",), ("const Element earlier =",)),
        (("const Element earlier =",), ("values[me] = combine(earlier, values[me]);",)),
        (("values[me] = combine(earlier, values[me]);",), ("const Element earlier =", "return WorkgroupScan(")),
    ],
    TREE: [
        (UP, UP),
        (DOWN_WRITE, DOWN_READ + ("const Element exclusive_prefix = tree[slot(me)];",)),
        (("tree[slot(me)] = value;",), UP),
        THE_ROOT,
    ],
    UNROLLED: [
        (("tree[slot(me)] = value;",), REDUCED),
        (REDUCED, REDUCED),
        (TOP_WRITE + SUBTREE_WRITE, SUBTREE_READ + SUBTREE_WRITE),
        (SUBTREE_WRITE, SUBTREE_READ),
    ],
    RAKING: [
        (("values[slot(me)] = value;",), ("aggregate = combine(aggregate, values[raker * RUN_SLOTS + i]);",)),
        (("run_prefixes[raker] = reduce_run(raker);",),
         ("const Element aggregate = run_prefixes[raker];", "run_prefixes[raker] = prefix;")),
        (("run_prefixes[raker] = prefix;",), ("scan_run(raker, run_prefixes[raker]);",)),
        (("values[raker * RUN_SLOTS + i] = prefix;",), ("const Element exclusive_prefix = values[slot(me)];",)),
    ],
    SUBGROUP_SPINE: [
        (("values[me] = value;",), ("aggregate = combine(aggregate, values[i]);",)),
        (("values[i] = prefix;",), ("const Element exclusive_prefix = values[me];",)),
    ],
    EVERY_SUBGROUP: [
        (("subgroup_aggregates[gl_SubgroupID] = within;",), ("? subgroup_aggregates[subgroup] : identity();",)),
    ],
    SUBGROUP_SCAN: [
        (("subgroup_prefixes[gl_SubgroupID] = subgroup_aggregate;",), ("? subgroup_prefixes[subgroup] : identity();",)),
        (("subgroup_prefixes[subgroup] = inclusive_prefix;",), ("subgroup_prefixes[gl_SubgroupID - 1]",)),
    ],
    REDUCE: [
        (("tree[me] = value;",), ("tree[me] = combine(tree[me], tree[me + stride]);",)),
        (("tree[me] = combine(tree[me], tree[me + stride]);",),
         ("tree[me] = combine(tree[me], tree[me + stride]);", "return tree[0];")),
        (("subgroup_aggregates[gl_SubgroupID] = subgroup_aggregate;",), ("? subgroup_aggregates[subgroup] : identity();",)),
    ],
    TAKE_TILE: [
        (("number_of_tile = is_spare", "turn_of_scan = turn;"),
         ("return tile_at(number_of_tile - parameters.first_tile);",
          ("11_decoupled_look_back/tile_state.glsl", "word_in_row(turn_of_scan, tile) + part"))),
    ],
    WAIT: [SHARED_PREFIX],
    FALLBACK: [
        (("if (is_speaker()) blocking_tile = found_blocking;",), ("const uint blocking = blocking_tile;",)),
        THE_SECOND_SCAN,
    ],
}

RUNS = {
    HILLIS_STEELE: one_workgroup("03", "double-buffered"),
    TWO_BARRIERS: one_workgroup("03", "two barriers"),
    TREE: one_workgroup("04", "padded"),
    UNROLLED: one_workgroup("04", "unrolled"),
    RAKING: one_workgroup("05", "serial spine"),
    SUBGROUP_SPINE: one_workgroup("05", "subgroup spine"),
    EVERY_SUBGROUP: one_workgroup("06", "every subgroup"),
    SUBGROUP_SCAN: one_workgroup("06", "cooperative"),
    TAKE_TILE: tiles("11", "32-bit atomics", "subgroup"),
    WAIT: tiles("11", "32-bit atomics", "subgroup"),
    FALLBACK: tiles("11", "fallback", "subgroup", block=2),
}
REDUCTIONS = {0: "tree", 1: "tree", 2: "subgroup"}


def run_of(file, index):
    if file != REDUCE:
        return RUNS[file]
    reduction = REDUCTIONS[index]
    return tiles("09", f"{reduction} + hillis-steele", "hillis-steele", reduce=reduction)


def root_runs():
    """More sizes and the other two users of the tree, for the barrier that nobody needs."""
    return tuple(one_workgroup("04", "plain", size) for size in (1, 2, 4, 1024)) + (
        tiles("08", "blelloch", "blelloch"),
        tiles("09", "tree + blelloch", "blelloch", reduce="tree"),
    )


def without_barriers(family, new, what):
    mutants = []
    for file, separated in SEPARATED.items():
        edits = barriers_of(file, new)
        if len(edits) != len(separated):
            raise ValueError(f"{file} has {len(edits)} barriers; the gallery knows {len(separated)}")
        for index, edit in enumerate(edits):
            name = f"{file}:{edit.line}: {what}"
            if isinstance(separated[index], str):
                more_runs = root_runs() if file == TREE else ()
                mutants.append(Mutant(family, name, (edit,), run_of(file, index), None, separated[index], more_runs))
                continue
            before, after = (places(file, *fragments) for fragments in separated[index])
            mutants.append(Mutant(family, name, (edit,), run_of(file, index), race(before, after)))
    return mutants


def early_return(file, statement, condition, value, barrier_file, barrier_index, run):
    """Before `statement` of a file, invocations without an item leave; the others wait for them at the next barrier."""
    edit = replaced(file, statement, f"if ({condition}) return{value}; {statement}")
    line = barriers_of(barrier_file, "")[barrier_index].line
    expected = Expected("divergent barrier", frozenset({(barrier_file, line)}))
    name = f"{file}:{edit.line}: invocations without an item return ({run.stage})"
    return Mutant("early return", name, (edit,), run, expected)


def early_returns():
    one_tile, statement = "lib/scan_one_tile.glsl", "const WorkgroupScan scanned ="
    first_barriers = {HILLIS_STEELE: 0, TWO_BARRIERS: 0, TREE: 2, UNROLLED: 0, RAKING: 0, SUBGROUP_SPINE: 0,
                      EVERY_SUBGROUP: 0, SUBGROUP_SCAN: 0}
    mutants = []
    for file, index in first_barriers.items():
        run = RUNS[file]
        partial = one_workgroup(run.chapter, run.stage, items=77)
        mutants.append(early_return(one_tile, statement, "!has_item", "", file, index, partial))
    main = "const Element aggregate = scan_tile(identity());"
    for local, (file, index) in {"hillis-steele": (HILLIS_STEELE, 0), "subgroup": (SUBGROUP_SCAN, 0)}.items():
        mutants.append(early_return("08_scan_then_propagate/scan_tiles.comp", main, "place() * GRAIN >= tile.num_items", "",
                                    file, index, tiles("08", local, local)))
    return mutants


def in_place():
    file = HILLIS_STEELE
    line_of(file, "const uint to = WORKGROUP_SIZE - from;")
    edits = (replaced(file, "const uint to = WORKGROUP_SIZE - from;", "const uint to = 0;"),)
    expected = race(places(file, "values[to + me] = mine;"), places(file, "combine(values[from + me - distance], mine)"))
    return [Mutant("in place", f"{file}:{edits[0].line}: both arrays are one", edits, RUNS[file], expected)]


def all_mutants():
    return [
        *without_barriers("barrier removed", "", "no barrier()"),
        *without_barriers("memory barrier", "memoryBarrierShared();", "memoryBarrierShared() for barrier()"),
        *early_returns(),
        *in_place(),
    ]
