#!/usr/bin/env python3
# Draws the pictures of chapter 11: what a tile sees when it looks back, and how states lie in memory.
# Docs: run it anywhere; it writes 11_*.svg beside itself, the same bytes every time.
# SPDX-License-Identifier: MIT
#
# The values come from a look-back that runs here, and are checked against a serial scan.
from itertools import accumulate
from pathlib import Path

import svg

FOLDER = Path(__file__).resolve().parent
AGGREGATES = [9, 4, 7, 3, 8, 5, 6, 2]  # of tiles 0 to 7
STATUSES = "PPPAPAAA"  # what each has published when tile 7 looks back
KINDS = {"P": "third", "A": "second", "X": "idle"}
PREFIXES = list(accumulate(AGGREGATES))


def look_back(tile, width):
    """(end of the window, lanes needed, what they hold together) for each window, from the nearest; and the prefix."""
    windows, prefix, end = [], 0, tile
    while True:
        numbers = range(end - width, end)
        first = max((n for n in numbers if n < 0 or STATUSES[n] == "P"), default=end - width)
        needed = [n for n in numbers if n >= first]
        found = sum(0 if n < 0 else PREFIXES[n] if STATUSES[n] == "P" else AGGREGATES[n] for n in needed)
        prefix += found
        windows.append((end, needed, found))
        if first < 0 or STATUSES[first] == "P":
            return windows, prefix
        end -= width


# ---- What tile 7 sees ------------------------------------------------------------------------------------------------

LEFT, PITCH, WIDTH = 150, 84, 70


def tile_x(tile):
    return LEFT + tile * PITCH


def draw_look_back():
    windows, prefix = look_back(7, width=2)
    assert prefix == PREFIXES[6]
    assert [needed for _, needed, _ in windows] == [[5, 6], [4]]
    picture = svg.Picture(840, 330, "Tile 7 looks back",
                          "Tiles 5 and 6 have published their aggregates and tile 4 its prefix: their sum is all before tile 7.")
    picture.text(20, 36, "tile", size=13)
    picture.text(20, 67, "its aggregate", size=13)
    picture.text(20, 117, "has published", size=13)
    for tile, (aggregate, status) in enumerate(zip(AGGREGATES, STATUSES)):
        middle = tile_x(tile) + WIDTH / 2
        picture.text(middle, 36, tile, anchor="middle", bold=tile == 7)
        picture.cell(tile_x(tile), 46, WIDTH, 30, "cell", aggregate)
        value = PREFIXES[tile] if status == "P" else aggregate
        picture.cell(tile_x(tile), 96, WIDTH, 30, KINDS[status], f"{status}  {value}")
    sums = []
    for number, (end, needed, found) in enumerate(windows):
        y = 150 + number * 46
        left, right = tile_x(end - 2), tile_x(end - 1) + WIDTH
        picture.line(left, y, right, y, "arrow", 2)
        for tile in needed:
            picture.arrow(tile_x(tile) + WIDTH / 2, 128, tile_x(tile) + WIDTH / 2, y - 3)
        words = " + ".join(str(PREFIXES[n] if STATUSES[n] == "P" else AGGREGATES[n]) for n in needed)
        label = f"window {number + 1}: " + (f"{words} = {found}" if len(needed) > 1 else f"{found}, a prefix: done")
        picture.text(left, y + 18, label, size=13)
        sums.insert(0, str(found))
    picture.text(20, 262, f"Everything before tile 7: {' + '.join(sums)} = {prefix}. Its own prefix, which it publishes now: "
                          f"{prefix} + {AGGREGATES[7]} = {PREFIXES[7]}.", size=13)
    picture.text(20, 284, "Window 2 ends at its last prefix: what is before tile 4 is in that already, and lane 0 is not needed.", size=13)
    picture.cell(20, 300, 30, 20, KINDS["A"], "A")
    picture.text(58, 315, "aggregate: the tile's own items", size=13)
    picture.cell(270, 300, 30, 20, KINDS["P"], "P")
    picture.text(308, 315, "prefix: everything up to and including the tile", size=13)
    return picture


# ---- How states lie in memory ----------------------------------------------------------------------------------------

LINE = 640  # of 128 bytes, in pixels
WORD64, WORD32 = LINE / 16, LINE / 32


def draw_line(picture, y, words):
    picture.text(20, y + 20, words, size=13)
    picture.cell(170, y, LINE, 30, "idle", edge="faint")


def draw_states():
    picture = svg.Picture(840, 300, "Where states lie", "Sixteen packed states share a line of 128 bytes; a padded one has a line to itself; "
                                                        "without 64-bit atomics a state is two words, each with a status.")
    picture.text(170, 24, "one line of the cache, 128 bytes", "muted", size=12)
    draw_line(picture, 34, "packed, 64 bits")
    for tile in range(16):
        picture.cell(170 + tile * WORD64, 34, WORD64, 30, "second" if tile % 2 else "third", tile, size=12)
    draw_line(picture, 84, "padded, 64 bits")
    picture.cell(170, 84, WORD64, 30, "third", 0, size=12)
    picture.text(170 + WORD64 + 12, 104, "tile 1 has the next line", "muted", size=12)
    draw_line(picture, 134, "padded, 32 bits")
    for word in range(2):
        picture.cell(170 + word * WORD32, 134, WORD32, 30, "third", 0, size=12)
    picture.text(170 + 2 * WORD32 + 12, 154, "two words of tile 0", "muted", size=12)
    picture.text(20, 202, "one word of 64", size=13)
    picture.cell(170, 186, 320, 26, "second", "status, 32 bits", size=12)
    picture.cell(490, 186, 320, 26, "third", "value, 32 bits", size=12)
    picture.text(20, 244, "two words of 32", size=13)
    for word, words in enumerate(("value, low 16 bits", "value, high 16 bits")):
        left = 170 + word * 325
        picture.cell(left, 228, 70, 26, "second", "status, 2", size=12)
        picture.cell(left + 70, 228, 90, 26, "idle", "0", "muted", size=12)
        picture.cell(left + 160, 228, 155, 26, "third", words, size=12)
    picture.text(20, 284, "The status is in the highest bits. So of two words for a tile the later one is the greater, and atomicMax keeps it.", size=13)
    return picture


PICTURES = {"11_look_back.svg": draw_look_back, "11_states.svg": draw_states}


def main():
    for name, draw in PICTURES.items():
        draw().write(FOLDER, name)
        print(name)


if __name__ == "__main__":
    main()
