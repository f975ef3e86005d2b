#!/usr/bin/env python3
# Draws the pictures of chapters 08 to 10: pipelines of several dispatches, levels, grids, windows and streams.
# Docs: run it anywhere; it writes 08_*.svg, 09_*.svg and 10_*.svg beside itself, the same bytes every time.
# SPDX-License-Identifier: MIT
#
# Every number in a picture is computed here by the algorithm that the picture shows, and checked against a serial scan.
from itertools import accumulate
from pathlib import Path

import svg

FOLDER = Path(__file__).resolve().parent
ITEMS = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8]  # twelve items, in tiles of four
TILE = 4
TILE_KINDS = ["fresh", "second", "third"]  # a colour each for tiles, windows or slots


class Picture(svg.Picture):
    def arrow_down(self, x, from_y, to_y):
        self.arrow(x, from_y, x, to_y)

    def barrier(self, left, right, y, words):
        """A dashed line across the picture: what is below starts when what is above is done and seen."""
        self.line(left, y, right, y, "bad-arrow", dashed=True)
        self.text(right, y - 5, words, "bad-text", "end", 13)

    def label(self, right, y, name, note=""):
        self.text(right, y, name, anchor="end", size=13)
        if note:
            self.text(right, y + 16, note, "muted", "end", 12)


# ---- The algorithms, on lists ----------------------------------------------------------------------------------------


def tiles_of(items, tile=TILE):
    return [items[first : first + tile] for first in range(0, len(items), tile)]


def inclusive(items, prefix=0):
    return list(accumulate(items, initial=prefix))[1:]


def exclusive(items, prefix=0):
    return list(accumulate(items, initial=prefix))[:-1]


def flat(tiles):
    return [item for tile in tiles for item in tile]


def levels_of(num_items, tile):
    """The items of each level: M = ceil(N / tile), until they fit one tile."""
    levels = [num_items]
    while levels[-1] > tile:
        levels.append(-(-levels[-1] // tile))
    return levels


def grid_of(num_groups, most):
    """As common/scan/plan.cpp makes it, with the same limit on each axis."""
    z = -(-num_groups // (most * most))
    y = -(-num_groups // (most * z))
    x = -(-num_groups // (y * z))
    return x, y, z


# ---- Rows of cells in tiles ------------------------------------------------------------------------------------------

LEFT, CELL, GAP, HEIGHT = 168, 46, 16, 30
RIGHT = LEFT + 12 * CELL + 2 * GAP


def cell_x(i):
    return LEFT + i * CELL + i // TILE * GAP


def tile_middle(t):
    return cell_x(t * TILE) + TILE * CELL / 2


def draw_row(picture, y, name, values, note=""):
    picture.label(LEFT - 14, y + 20, name, note)
    for i, value in enumerate(values):
        picture.cell(cell_x(i), y, CELL, HEIGHT, TILE_KINDS[i // TILE], value)


def draw_tile_values(picture, y, name, values, note=""):
    """One cell a tile, under the middle of the tile."""
    picture.label(LEFT - 14, y + 20, name, note)
    for t, value in enumerate(values):
        picture.cell(tile_middle(t) - CELL / 2, y, CELL, HEIGHT, TILE_KINDS[t], value)


def draw_dispatch(picture, y, number, words):
    picture.text(LEFT, y, f"dispatch {number}", bold=True)
    picture.text(LEFT + 88, y, words)


# ---- Chapter 08 ------------------------------------------------------------------------------------------------------


def draw_scan_then_propagate():
    scanned = [inclusive(tile) for tile in tiles_of(ITEMS)]
    aggregates = [tile[-1] for tile in scanned]
    prefixes = exclusive(aggregates)
    result = flat([[prefix + item for item in tile] for prefix, tile in zip(prefixes, scanned)])
    assert result == inclusive(ITEMS)

    picture = Picture(780, 490, "Scan-then-propagate in three dispatches",
                      "Twelve items in tiles of four: the tiles are scanned, their aggregates are scanned, and what lies "
                      "before each tile is added to it.")
    draw_row(picture, 12, "items_in", ITEMS)
    draw_dispatch(picture, 68, 1, "scan_tiles: each workgroup scans its tile")
    draw_row(picture, 80, "items_out", flat(scanned), "tiles, each alone")
    for t in range(3):
        picture.arrow(cell_x(t * TILE + 3) + CELL / 2, 112, tile_middle(t) + CELL / 2 - 4, 143)
    draw_tile_values(picture, 144, "tile_aggregates", aggregates, "last of each tile")
    picture.barrier(20, RIGHT, 208, "barrier: dispatch 2 reads the aggregates")
    draw_dispatch(picture, 236, 2, "scan_tiles: one workgroup scans the aggregates, exclusively")
    draw_tile_values(picture, 250, "tile_prefixes", prefixes, "all tiles before")
    picture.barrier(20, RIGHT, 314, "barrier: dispatch 3 reads the prefixes, and items_out")
    draw_dispatch(picture, 342, 3, "uniform_add: each workgroup adds one prefix to its tile")
    for t, prefix in enumerate(prefixes):
        picture.text(tile_middle(t) - 10, 378, f"+ {prefix}", anchor="end")
        picture.arrow_down(tile_middle(t), 356, 394)
    draw_row(picture, 396, "items_out", result, "the scan")
    picture.text(LEFT, 456, "Dispatch 1 reads and writes every item; dispatch 3 reads and writes every item again:", size=13)
    picture.text(LEFT, 474, "4N words, and the few words of the aggregates.", size=13)
    return picture


def draw_levels():
    num_items, tile = 40, 4
    levels = levels_of(num_items, tile)
    assert levels == [40, 10, 3]
    picture = Picture(780, 320, "Three levels, five dispatches",
                      "40 items in tiles of 4 leave 10 aggregates; these leave 3, which fit one tile.")
    cell, gap, centre, step = 10, 6, 440, 96
    rows = [236 - k * step for k in range(len(levels))]
    for k, count in enumerate(levels):
        num_tiles = -(-count // tile)
        left = centre - (count * cell + (num_tiles - 1) * gap) / 2
        for i in range(count):
            picture.cell(left + i * cell + i // tile * gap, rows[k], cell, 22, "fresh" if k == 0 else "fourth")
        picture.text(20, rows[k] + 10, f"level {k}", bold=True)
        picture.text(20, rows[k] + 28, f"{count} items, {num_tiles} tile" + ("s" if num_tiles > 1 else ""), "muted", size=13)
    last = len(levels) - 1
    for k in range(last):
        middle = (rows[k] + rows[k + 1] + 22) / 2
        picture.arrow(centre - 34, rows[k] - 5, centre - 34, rows[k + 1] + 27)
        picture.label(centre - 46, middle - 2, f"{k + 1}: scan_tiles", "one aggregate a tile")
        picture.arrow(centre + 34, rows[k + 1] + 27, centre + 34, rows[k] - 5)
        picture.text(centre + 46, middle - 2, f"{2 * last + 1 - k}: uniform_add", size=13)
        picture.text(centre + 46, middle + 14, "one prefix a tile", "muted", size=12)
    picture.text(centre, rows[last] - 12, f"{last + 1}: scan_tiles, one workgroup", anchor="middle", size=13)
    picture.text(20, 304, "The numbers count the dispatches, in order: up the left side, down the right side.", size=13)
    return picture


# ---- Chapter 09 ------------------------------------------------------------------------------------------------------


def draw_reduce_then_scan():
    aggregates = [sum(tile) for tile in tiles_of(ITEMS)]
    prefixes = exclusive(aggregates)
    result = flat([inclusive(tile, prefix) for prefix, tile in zip(prefixes, tiles_of(ITEMS))])
    assert result == inclusive(ITEMS)

    picture = Picture(780, 484, "Reduce-then-scan in three dispatches",
                      "Twelve items in tiles of four: the upsweep reduces the tiles, the spine scans their aggregates, and "
                      "the downsweep scans each tile from its prefix.")
    draw_row(picture, 12, "items_in", ITEMS)
    draw_dispatch(picture, 68, 1, "upsweep: each workgroup reduces its tile and writes one word")
    for t in range(3):
        for i in range(TILE):
            picture.arrow(cell_x(t * TILE + i) + CELL / 2, 80, tile_middle(t) + (i - 1.5) * 9, 110)
    draw_tile_values(picture, 112, "tile_aggregates", aggregates, "one a tile")
    picture.barrier(20, RIGHT, 178, "barrier: the spine reads the aggregates")
    draw_dispatch(picture, 206, 2, "spine: one workgroup scans the aggregates, exclusively")
    draw_tile_values(picture, 220, "tile_prefixes", prefixes, "all tiles before")
    picture.barrier(20, RIGHT, 284, "barrier: the downsweep reads the prefixes")
    draw_dispatch(picture, 312, 3, "downsweep: each workgroup reads its tile again,")
    picture.text(LEFT + 88, 330, "and scans it starting from the prefix in hand")
    draw_row(picture, 344, "items_in", ITEMS, "the same words again")
    for t, prefix in enumerate(prefixes):
        picture.text(tile_middle(t) - 10, 398, f"from {prefix}", anchor="end")
        picture.arrow_down(tile_middle(t), 377, 408)
    draw_row(picture, 410, "items_out", result, "the scan")
    picture.text(LEFT, 468, "The upsweep reads every item; the downsweep reads and writes every item: 3N words.", size=13)
    return picture


def draw_traffic():
    picture = Picture(780, 246, "Words moved by a copy and by two scans",
                      "A copy reads N words and writes N. Reduce-then-scan moves 3N, scan-then-propagate 4N.")
    left, unit, height = 196, 104, 34
    rows = [
        ("copy kernel", [("copy", "read"), ("copy", "write")]),
        ("reduce-then-scan", [("upsweep", "read"), ("downsweep", "read"), ("downsweep", "write")]),
        ("scan-then-propagate", [("scan", "read"), ("scan", "write"), ("add", "read"), ("add", "write")]),
    ]
    of_copy = len(rows[0][1])
    for k, (name, moves) in enumerate(rows):
        y = 20 + k * 66
        picture.text(left - 14, y + 22, name, anchor="end")
        for i, (stage, move) in enumerate(moves):
            picture.cell(left + i * unit, y, unit, height, "fresh" if move == "read" else "second", f"{move} N", size=13)
            picture.text(left + (i + 0.5) * unit, y + 49, stage, "muted", "middle", 12)
        end = left + len(moves) * unit + 14
        if k == 0:
            picture.text(end, y + 22, f"{len(moves)}N", bold=True)
        else:
            picture.text(end, y + 15, f"{len(moves)}N", bold=True)
            picture.text(end, y + 33, f"limit {of_copy}/{len(moves)} = {of_copy / len(moves):.3f}", size=13)
    picture.text(20, 232, "A scan that runs at the speed of the memory takes as much longer than the copy as its bar is longer.", size=13)
    return picture


# ---- Chapter 10 ------------------------------------------------------------------------------------------------------


def draw_windows():
    items = ITEMS + [9, 7, 9, 3, 2, 3, 8, 4, 6, 2]
    window_items = 8
    windows = tiles_of(items, window_items)
    picture = Picture(850, 290, "Three windows and the carry between them",
                      "22 items in windows of 8: the spine of each window starts from the carry of the windows before.")
    cell, gap, left, half = 27, 50, 88, 58
    starts = [left + w * (window_items * cell + gap) for w in range(len(windows))]
    middles = [start + len(window) * cell / 2 for start, window in zip(starts, windows)]
    # Where the carry is drawn: before, between and after the spines.
    places = [middles[0] - half - 44, *((a + b) / 2 for a, b in zip(middles, middles[1:])), middles[-1] + half + 44]
    picture.label(left - 12, 79, "items")
    picture.label(left - 12, 227, "scan")
    words, carries, scanned = [0, None], [0], []
    for w, window in enumerate(windows):
        carry = words[w % 2]
        result = inclusive(window, carry)
        words[(w + 1) % 2] = carry + sum(window)
        assert result[-1] == words[(w + 1) % 2]
        carries.append(words[(w + 1) % 2])
        scanned += result
        picture.text(middles[w], 36, f"window {w}", anchor="middle", bold=True)
        for i, (item, value) in enumerate(zip(window, result)):
            picture.cell(starts[w] + i * cell, 60, cell, 28, TILE_KINDS[w], item, size=13)
            picture.cell(starts[w] + i * cell, 208, cell, 28, TILE_KINDS[w], value, size=12)
        picture.cell(middles[w] - half, 128, 2 * half, 40, "cell")
        picture.text(middles[w], 145, "spine", anchor="middle", size=13)
        picture.text(middles[w], 161, f"starts from {carry}", anchor="middle", size=12)
        picture.arrow_down(middles[w], 90, 127)
        picture.text(middles[w] + 8, 112, "upsweep", "muted", size=12)
        picture.arrow_down(middles[w], 169, 207)
        picture.text(middles[w] + 8, 191, "downsweep", "muted", size=12)
        picture.arrow(places[w] + 16, 148, middles[w] - half - 1, 148, "handed")
        picture.arrow(middles[w] + half + 1, 148, places[w + 1] - 18, 148, "handed")
    assert scanned == inclusive(items)
    for turn, (place, carry) in enumerate(zip(places, carries)):
        picture.text(place, 126, f"word {turn % 2}", "muted", "middle", 12)
        picture.text(place, 153, carry, anchor="middle")
    picture.text(20, 272, "The carry lies in two words of the device's memory that take turns: a spine reads one and writes the other.", size=13)
    return picture


def draw_grid():
    num_tiles, most = 32, 7
    num_columns, num_rows, num_layers = grid_of(num_tiles, most)
    assert (num_columns, num_rows, num_layers) == (7, 5, 1)
    picture = Picture(700, 280, "32 tiles on a grid of 7 by 5 workgroups",
                      "A grid with at most seven workgroups an axis has room for 35; three are spare.")
    left, top, width, height = 64, 44, 42, 36
    for y in range(num_rows):
        picture.text(left - 12, top + y * (height + 4) + 23, f"y {y}", "muted", "end", 12)
        for x in range(num_columns):
            if y == 0:
                picture.text(left + x * (width + 4) + width / 2, top - 10, f"x {x}", "muted", "middle", 12)
            index = y * num_columns + x
            spare = index >= num_tiles
            picture.cell(left + x * (width + 4), top + y * (height + 4), width, height, "idle" if spare else "third", index,
                         "muted" if spare else "text", dashed=spare)
    words = left + num_columns * (width + 4) + 24
    picture.text(words, 64, f"{num_tiles} tiles, at most {most} groups an axis", bold=True)
    picture.text(words, 92, f"rows: {num_tiles} / {most} rounded up = {num_rows}", size=13)
    picture.text(words, 112, f"columns: {num_tiles} / {num_rows} rounded up = {num_columns}", size=13)
    picture.text(words, 140, f"group_index() is y * {num_columns} + x", size=13)
    picture.cell(words, 164, 22, 20, "third")
    picture.text(words + 32, 179, "has the tile of that number", size=13)
    picture.cell(words, 194, 22, 20, "idle", dashed=True)
    picture.text(words + 32, 209, "spare: its tile has no items", size=13)
    picture.text(20, 266, "A spare group loads identities, passes every barrier and stores nothing.", size=13)
    return picture


def stream_schedule(count, slots):
    """When each step starts if all take one unit of time: the order of submission of vulkan_stream.cpp."""
    host, copy, scan = [], [], []
    copied_in, scanned, copied_out = {}, {}, {}
    now = transfer_free = compute_free = 0

    def take(w):
        nonlocal now
        start = max(now, copied_out[w])
        host.append((start, f"take {w}", w))
        now = start + 1

    def copy_out(w):
        nonlocal transfer_free
        start = max(transfer_free, scanned[w], now)
        copy.append((start, f"out {w}", w))
        transfer_free = copied_out[w] = start + 1

    for w in range(count):
        if w >= slots:
            take(w - slots)
        host.append((now, f"give {w}", w))
        now += 1
        start = max(transfer_free, now)
        copy.append((start, f"in {w}", w))
        transfer_free = copied_in[w] = start + 1
        start = max(compute_free, copied_in[w])
        scan.append((start, f"scan {w}", w))
        compute_free = scanned[w] = start + 1
        if w > 0:
            copy_out(w - 1)
    copy_out(count - 1)
    for w in range(max(0, count - slots), count):
        take(w)
    return {"host": host, "transfer queue": copy, "compute queue": scan}


def draw_stream():
    count, slots, left, unit = 5, 3, 136, 56
    lanes = stream_schedule(count, slots)
    end = max(start + 1 for steps in lanes.values() for start, _, _ in steps)
    picture = Picture(left + unit * end + 16, 232, "Windows streamed through three slots",
                      "The host fills and empties staging buffers while one queue copies and the other scans.")
    for k, (name, steps) in enumerate(lanes.items()):
        y = 20 + k * 50
        picture.text(left - 12, y + 22, name, anchor="end")
        picture.line(left, y + 40, left + unit * end, y + 40)
        free = 0
        for start, words, w in steps:
            assert start >= free, "a lane does one step at a time"
            free = start + 1
            picture.cell(left + start * unit + 1, y, unit - 2, 34, TILE_KINDS[w % slots], words, size=12)
    busy = [sum(start == tick for steps in lanes.values() for start, _, _ in steps) for tick in range(end)]
    assert max(busy) == len(lanes)  # once the stream flows, all three work at the same time
    picture.text(20, 192, "Time goes to the right, drawn as if every step took as long. A colour is a slot: windows 0 and 3 share one.", size=13)
    picture.text(20, 214, "give: the host fills the slot's staging buffer. take: it waits, and takes the result out of the slot's other one.", size=13)
    return picture


PICTURES = {
    "08_scan_then_propagate.svg": draw_scan_then_propagate,
    "08_levels.svg": draw_levels,
    "09_reduce_then_scan.svg": draw_reduce_then_scan,
    "09_traffic.svg": draw_traffic,
    "10_windows.svg": draw_windows,
    "10_grid.svg": draw_grid,
    "10_stream.svg": draw_stream,
}


if __name__ == "__main__":
    for name, draw in PICTURES.items():
        draw().write(FOLDER, name)
