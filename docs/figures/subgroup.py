# The picture of chapter 06: subgroup scans, and more subgroups than a subgroup has lanes.
# Room: docs/figures.
# SPDX-License-Identifier: MIT
from svg import SMALL_PX, Picture, Words

ITEMS = [1, 2, 1, 3, 2, 1, 2, 2, 3, 1, 1, 2, 1, 1, 3, 1, 2, 2, 1, 3, 1, 2, 1, 1, 2, 1, 3, 2, 1, 1, 2, 2]
SUBGROUP_SIZE = 4
LEFT, PITCH, WIDTH, ROW = 150, 20, 19, 80


def inclusive(values):
    return [sum(values[:i + 1]) for i in range(len(values))]


def cooperative():
    """Step by step as in shaders/06_subgroup/subgroup_scan.glsl: 32 invocations in 8 subgroups of 4 lanes."""
    num_subgroups = len(ITEMS) // SUBGROUP_SIZE
    picture = Picture(850, 486, "A workgroup scan of 32 items with eight subgroups of four lanes",
                      "Every subgroup scans its values. The first subgroup scans the eight aggregates, four at a time, with a carry. "
                      "Every subgroup adds the prefix of the subgroup before it.")
    words = Words(picture, LEFT, PITCH, WIDTH, gaps=lambda column: 6 * (column // SUBGROUP_SIZE))

    def name(y, text, note):
        picture.text(LEFT - 14, y + 13, text, "text", "end")
        picture.text(LEFT - 14, y + 29, note, "muted", "end", SMALL_PX)

    def middle_of(subgroup):
        return (words.x(subgroup * SUBGROUP_SIZE) + words.x(subgroup * SUBGROUP_SIZE + SUBGROUP_SIZE - 1) + WIDTH) / 2

    y = 34
    for subgroup in range(num_subgroups):
        picture.text(middle_of(subgroup), y - 12, f"subgroup {subgroup}", "muted", "middle", SMALL_PX)
    words.row(y, ITEMS, lambda column: "cell", SMALL_PX)
    name(y, "values", "one a lane")

    below, within = y + 64, []
    for subgroup in range(num_subgroups):
        within += inclusive(ITEMS[subgroup * SUBGROUP_SIZE:(subgroup + 1) * SUBGROUP_SIZE])
        picture.arrow(words.x(subgroup * SUBGROUP_SIZE), y + 46, words.x(subgroup * SUBGROUP_SIZE + 3) + WIDTH, y + 46)
    words.row(below, within, lambda column: "third" if column % SUBGROUP_SIZE == SUBGROUP_SIZE - 1 else "fresh", SMALL_PX)
    name(below, "subgroup scan", "every subgroup")
    y, below = below, below + ROW

    prefixes = []
    for subgroup in range(num_subgroups):
        prefixes.append(within[subgroup * SUBGROUP_SIZE + SUBGROUP_SIZE - 1])
        picture.arrow(words.middle(subgroup * SUBGROUP_SIZE + SUBGROUP_SIZE - 1), y + 31, middle_of(subgroup), below - 2)
        picture.cell(middle_of(subgroup) - 24, below, 48, 30, "third", prefixes[subgroup])
    name(below, "aggregates", "shared memory")
    y, carry = below, 0
    barrier = y - 24
    for number, first in enumerate(range(0, num_subgroups, SUBGROUP_SIZE)):
        below = y + ROW - 12
        scanned = [carry + value for value in inclusive(prefixes[first:first + SUBGROUP_SIZE])]
        for subgroup in range(num_subgroups):
            if first <= subgroup < first + SUBGROUP_SIZE:
                prefixes[subgroup] = scanned[subgroup - first]
                kind = "fresh"
            else:
                kind = "idle"
            picture.line(middle_of(subgroup), y + 31, middle_of(subgroup), below - 1)
            picture.cell(middle_of(subgroup) - 24, below, 48, 30, kind, prefixes[subgroup], "muted" if kind == "idle" else "text",
                         edge="faint" if kind == "idle" else "edge")
        picture.arrow(middle_of(first) - 24, y + 48, middle_of(first + SUBGROUP_SIZE - 1) + 24, y + 48)
        if carry:
            picture.arrow(middle_of(first - 1) + 6, y + 31, middle_of(first) - 8, y + 44, "handed")
            picture.text(middle_of(first - 1) - 6, y + 52, f"carry {carry}", "text", "end", SMALL_PX)
        carry = scanned[-1]
        name(below, f"round {number + 1}", "subgroup 0 alone")
        y = below
    below, result = y + ROW, []
    for subgroup in range(num_subgroups):
        before = prefixes[subgroup - 1] if subgroup > 0 else 0
        result += [before + value for value in within[subgroup * SUBGROUP_SIZE:(subgroup + 1) * SUBGROUP_SIZE]]
        if subgroup > 0:
            picture.arrow(middle_of(subgroup - 1) + 8, y + 31, middle_of(subgroup) - 8, below - 3, "handed")
    words.row(below, result, lambda column: "second" if column >= SUBGROUP_SIZE else "fresh", SMALL_PX)
    assert result == inclusive(ITEMS)
    name(below, "inclusive", "every subgroup")
    right = words.x(len(ITEMS) - 1) + WIDTH
    for at in (barrier, below - 28):
        picture.line(LEFT, at, right, at, "edge", 1, True)
        picture.text(LEFT - 14, at + 4, "barrier", "muted", "end", SMALL_PX)
    picture.text(LEFT, below + 56, "Green: the last lane's value, the subgroup's aggregate. Orange: the prefix before the subgroup, and own value.",
                 "muted", "start", SMALL_PX)
    picture.text(LEFT, below + 76, "Eight aggregates and four lanes: two rounds, joined by a carry.", "muted", "start", SMALL_PX)
    return picture


PICTURES = {"06_subgroup.svg": cooperative}
