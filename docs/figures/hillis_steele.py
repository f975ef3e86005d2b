# The pictures of chapter 03: the steps of Hillis and Steele, and the race in one array.
# Room: docs/figures.
# SPDX-License-Identifier: MIT
from svg import SMALL_PX, Picture, Words

ITEMS = [5, 2, 7, 1, 3, 6, 4, 8]
LEFT, PITCH, WIDTH, ROW = 190, 62, 46, 76


def steps():
    """Step by step as in shaders/03_hillis_steele/hillis_steele.glsl."""
    size = len(ITEMS)
    values = ITEMS + [0] * size
    picture = Picture(840, 358, "The steps of Hillis and Steele for eight items",
                      "In every step each invocation adds the value that lies a distance of 1, 2, then 4 before its own. "
                      "Invocations that have no such value copy their own.")
    words = Words(picture, LEFT, PITCH, WIDTH)
    y = 34
    for me in range(size):
        picture.text(words.middle(me), y - 12, me, "muted", "middle", SMALL_PX)
    picture.text(LEFT - 16, y - 12, "invocation", "muted", "end", SMALL_PX)
    words.row(y, values[:size], lambda me: "cell")
    picture.text(LEFT - 16, y + 20, "items, in array A", "text", "end")
    source, distance, work = 0, 1, 0
    while distance < size:
        target = size - source
        below = y + ROW
        active = [me >= distance for me in range(size)]
        for me in range(size):
            mine = values[source + me]
            if active[me]:
                mine = values[source + me - distance] + mine
            values[target + me] = mine
            if active[me]:
                words.arrow(me - distance, y, me, below)
            words.keep(me, y, below) if not active[me] else words.arrow(me, y, me, below)
        words.row(below, values[target:target + size], lambda me: "fresh" if active[me] else "idle")
        picture.text(LEFT - 16, below + 13, f"distance {distance}", "text", "end")
        picture.text(LEFT - 16, below + 29, "B to A" if target == 0 else "A to B", "muted", "end", SMALL_PX)
        combines = sum(active)
        picture.text(words.x(size) + 6, below + 20, f"{combines} combines", "muted", "start", SMALL_PX)
        work += combines
        source, distance, y = target, distance * 2, below
    assert values[source:source + size] == [sum(ITEMS[:i + 1]) for i in range(size)]
    picture.text(LEFT, y + 60, "Blue: combine(value at the distance, own value). Outlined: the value is copied, nothing is added.",
                 "muted", "start", SMALL_PX)
    picture.text(words.x(size) + 6, y + 40, f"{work} in all", "text", "start", SMALL_PX)
    picture.text(LEFT, y + 80, "A barrier stands between the rows.", "muted", "start", SMALL_PX)
    return picture


def race():
    """One array and one barrier a step; invocations 4 to 7 run after 0 to 3, as a device may choose."""
    size, distance = len(ITEMS), 1
    early, late = range(0, size // 2), range(size // 2, size)
    before = list(ITEMS)
    picture = Picture(840, 276, "The race in one array",
                      "Invocations 0 to 3 add and store before invocations 4 to 7 read. Invocation 4 then reads a value that "
                      "has been overwritten, and its sum is wrong.")
    words = Words(picture, LEFT, PITCH, WIDTH)
    y = 34
    for me in range(size):
        picture.text(words.middle(me), y - 12, me, "muted", "middle", SMALL_PX)
    picture.text(LEFT - 16, y - 12, "invocation", "muted", "end", SMALL_PX)
    words.row(y, before, lambda me: "cell")
    picture.text(LEFT - 16, y + 20, "values", "text", "end")

    values, right = list(before), [before[me] + (before[me - distance] if me >= distance else 0) for me in range(size)]
    for group, name, kind in ((early, "0 to 3 read, add, store", "fresh"), (late, "then 4 to 7 do", "second")):
        below = y + ROW
        read = [values[me - distance] if me >= distance else 0 for me in group]
        for me, earlier in zip(group, read):
            values[me] = earlier + values[me]
        wrong = [me in group and values[me] != right[me] for me in range(size)]
        for me in range(size):
            if me not in group or me < distance:
                words.keep(me, y, below)
                continue
            words.arrow(me - distance, y, me, below, "bad-arrow" if wrong[me] else "arrow")
            words.arrow(me, y, me, below, "arrow")
        words.row(below, values, lambda me: "bad" if wrong[me] else kind if me in group and me >= distance else "idle",
                  text_kind_of=lambda me: "bad-text" if wrong[me] else "text" if me in group and me >= distance else "muted")
        picture.text(LEFT - 16, below + 20, name, "text", "end", SMALL_PX)
        y = below
    bad = [me for me in late if wrong[me]]
    picture.text(LEFT, y + 58, f"Invocation {bad[0]} had to read {before[bad[0] - 1]}, the value of the row on top. It read "
                 f"{values[bad[0] - 1]}, which invocation {bad[0] - 1} had already stored.", "muted", "start", SMALL_PX)
    picture.text(LEFT, y + 78, f"So it holds {values[bad[0]]} and not {right[bad[0]]}. The later steps hand the error on to the right.",
                 "muted", "start", SMALL_PX)
    return picture


PICTURES = {"03_steps.svg": steps, "03_race.svg": race}
