# The picture of chapter 05: a few rakers, each along a run of values.
# Room: docs/figures.
# SPDX-License-Identifier: MIT
from svg import SMALL_PX, Picture, Words

ITEMS = [5, 2, 7, 1, 3, 6, 4, 8, 2, 9, 1, 5, 3, 7, 2, 6]
NUM_RAKERS = 4  # the shader has 32
LEFT, PITCH, WIDTH, ROW = 150, 34, 30, 84


def rake():
    """Phase by phase as in shaders/05_raking/raking.glsl, with 4 rakers instead of 32."""
    size = len(ITEMS)
    run_items = (size + NUM_RAKERS - 1) // NUM_RAKERS
    run_slots = run_items | 1
    slot = [index // run_items * run_slots + index % run_items for index in range(size)]
    values = [None] * (NUM_RAKERS * run_slots)
    for index, item in enumerate(ITEMS):
        values[slot[index]] = item
    picture = Picture(850, 440, "Raking sixteen values with four rakers",
                      "Each raker reduces its run, one invocation scans the aggregates of the runs, and each raker scans its run "
                      "again from its prefix. An unused word after each run keeps the rakers in different banks.")
    words = Words(picture, LEFT, PITCH, WIDTH)

    def draw_values(y, kind):
        for place, value in enumerate(values):
            if value is None:
                picture.cell(words.x(place), y, WIDTH, 30, "idle", "", edge="edge", dashed=True)
            else:
                picture.cell(words.x(place), y, WIDTH, 30, kind, value)

    def name(y, text, note):
        picture.text(LEFT - 14, y + 13, text, "text", "end")
        picture.text(LEFT - 14, y + 29, note, "muted", "end", SMALL_PX)

    def first_of(raker):
        return raker * run_slots

    def run_middle(raker):
        return (words.middle(first_of(raker)) + words.middle(first_of(raker) + run_items - 1)) / 2

    y = 34
    for raker in range(NUM_RAKERS):
        picture.text(run_middle(raker), y - 12, f"run {raker}", "muted", "middle", SMALL_PX)
    draw_values(y, "cell")
    name(y, "values", "every invocation")

    below = y + ROW
    prefixes = []
    for raker in range(NUM_RAKERS):
        aggregate = 0
        for i in range(run_items):
            if raker * run_items + i < size:
                aggregate += values[first_of(raker) + i]
        prefixes.append(aggregate)
        rail = y + 44
        picture.arrow(words.x(first_of(raker)), rail, words.x(first_of(raker) + run_items - 1) + WIDTH, rail)
        picture.arrow(run_middle(raker), rail + 3, run_middle(raker), below - 2)
        picture.cell(run_middle(raker) - 24, below, 48, 30, "fresh", aggregate)
    name(below, "reduce the runs", f"rakers 0 to {NUM_RAKERS - 1}")
    y, below = below, below + ROW

    prefix = 0
    for raker in range(NUM_RAKERS):
        aggregate, prefixes[raker] = prefixes[raker], prefix
        prefix += aggregate
        if raker > 0:
            picture.arrow(run_middle(raker - 1), y + 31, run_middle(raker) - 4, below - 2)
            picture.arrow(run_middle(raker - 1) + 25, below + 15, run_middle(raker) - 25, below + 15)
        picture.cell(run_middle(raker) - 24, below, 48, 30, "third", prefixes[raker])
    name(below, "scan the spine", "invocation 0")
    y, below = below, below + ROW

    for raker in range(NUM_RAKERS):
        prefix = prefixes[raker]
        for i in range(run_items):
            if raker * run_items + i < size:
                value = values[first_of(raker) + i]
                values[first_of(raker) + i] = prefix
                prefix += value
        rail = below - 14
        picture.arrow(run_middle(raker), y + 31, words.middle(first_of(raker)), rail - 3, "handed")
        picture.arrow(words.x(first_of(raker)), rail, words.x(first_of(raker) + run_items - 1) + WIDTH, rail)
    draw_values(below, "second")
    name(below, "scan the runs", f"rakers 0 to {NUM_RAKERS - 1}")
    scanned = [values[slot[index]] for index in range(size)]
    assert scanned == [sum(ITEMS[:index]) for index in range(size)]
    y, below = below, below + 64

    for index in range(size):
        words.keep(slot[index], y, below)
        picture.cell(words.x(slot[index]), below, WIDTH, 30, "fourth", scanned[index] + ITEMS[index])
    name(below, "inclusive", "every invocation")
    picture.text(LEFT, below + 54, "Horizontal arrows: one invocation goes along the words, one after another. Dashed: the unused word after a run.",
                 "muted", "start", SMALL_PX)
    picture.text(LEFT, below + 74, "Drawn with 4 rakers; the shader has 32.", "muted", "start", SMALL_PX)
    return picture


PICTURES = {"05_raking.svg": rake}
