#!/usr/bin/env python3
# Draws the pictures of chapters 01 and 02: what a scan is, and what the host does around one dispatch.
# Room: docs/figures.
# SPDX-License-Identifier: MIT
"""Writes 01_scan.svg and 02_dispatch.svg beside itself."""

from itertools import accumulate
from pathlib import Path

from svg import SMALL_PX, Picture, Words

ITEMS = [3, 1, 7, 0, 4, 1, 6, 3]


def draw_scan():
    """The loop's one variable walks along the items; the scans are what it held after and before each."""
    inclusive = list(accumulate(ITEMS))
    exclusive = [0] + inclusive[:-1]
    picture = Picture(840, 276, "Inclusive and exclusive scan of eight items",
                      f"Items {ITEMS}: inclusive scan {inclusive}, exclusive scan {exclusive}. "
                      "Each prefix is the one before it plus the next item.")
    words = Words(picture, 220, 74, 46, 40)
    y_items, y_inclusive, y_exclusive = 20, 104, 188
    for name, note, y in [("items", "what comes in", y_items), ("inclusive scan", "up to and including the item", y_inclusive),
                          ("exclusive scan", "everything before the item", y_exclusive)]:
        picture.text(20, y + 18, name, bold=True)
        picture.text(20, y + 36, note, "muted", size=SMALL_PX)
    for place in range(len(ITEMS)):
        words.arrow(place, y_items, place, y_inclusive)
        if place > 0:
            picture.arrow(words.x(place - 1) + words.width + 1, y_inclusive + 20, words.x(place) - 2, y_inclusive + 20)
            picture.arrow(words.x(place - 1) + words.width - 4, y_inclusive + words.height + 1, words.x(place) + 6,
                          y_exclusive - 2, "handed")
    words.row(y_items, ITEMS, lambda place: "cell")
    words.row(y_inclusive, inclusive, lambda place: "third")
    words.row(y_exclusive, exclusive, lambda place: "second" if place == 0 else "fresh")
    picture.text(words.x(0), 254, "the identity, 0", "muted", size=SMALL_PX)
    picture.text(words.x(2), 254, "the inclusive scan, one place to the right; its last prefix falls off", "muted", size=SMALL_PX)
    return picture


# What the host does, and the place on the device that it touches.
STEPS = [
    ("build a program from the shader", None),
    ("make two buffers with guards", None),
    ("upload the items", "in"),
    ("bind program, buffers, parameters", None),
    ("dispatch", "run"),
    ("barrier: a shader wrote, a copy reads", None),
    ("wait until it is done", None),
    ("read the output back", "back"),
    ("compare with the oracle", None),
]


def draw_buffer(picture, x, y, name, words, kind):
    """A guarded buffer: | guard | items … | guard |."""
    picture.text(x, y - 8, name)
    picture.cell(x, y, 62, 34, "second", "guard", size=SMALL_PX)
    picture.cell(x + 62, y, 216, 34, kind, words)
    picture.cell(x + 278, y, 62, 34, "second", "guard", size=SMALL_PX)


def draw_dispatch():
    picture = Picture(840, 470, "What the host does around one dispatch",
                      "Left, the steps of the host in order. Right, the device: two guarded buffers, and one invocation "
                      "that reads the items and writes their prefixes.")
    host_x, host_width, device_x, middle = 20, 300, 470, 640
    picture.text(host_x, 30, "Host: C++", bold=True)
    picture.text(device_x, 30, "Device: memory and a shader", bold=True)
    y_of = {}
    for step, (words, place) in enumerate(STEPS):
        y = 44 + step * 46
        picture.cell(host_x, y, host_width, 32, "fresh" if place else "cell")
        picture.text(host_x + 12, y + 21, f"{step + 1}   {words}")
        if step > 0:
            picture.line(host_x + 24, y - 13, host_x + 24, y - 1, "edge")
        y_of[place] = y + 16

    right = host_x + host_width + 3
    draw_buffer(picture, device_x, 135, "items_in", "  ".join(map(str, ITEMS)), "cell")
    picture.cell(device_x + 62, 214, 216, 62, "third")
    picture.text(middle, 240, "one invocation", "text", "middle", bold=True)
    picture.text(middle, 261, "runs serial.comp", "muted", "middle")
    draw_buffer(picture, device_x, 365, "items_out", "  ".join(map(str, accumulate(ITEMS))), "third")
    picture.arrow(right, y_of["in"], device_x - 3, y_of["in"])
    picture.arrow(right, y_of["run"], device_x + 58, y_of["run"])
    picture.arrow(device_x - 3, y_of["back"], right, y_of["back"])
    picture.arrow(middle, 172, middle, 211, "handed")
    picture.arrow(middle, 279, middle, 362, "handed")
    picture.text(middle + 12, 196, "reads", "muted")
    picture.text(middle + 12, 326, "writes", "muted")
    return picture


if __name__ == "__main__":
    folder = Path(__file__).resolve().parent
    draw_scan().write(folder, "01_scan.svg")
    draw_dispatch().write(folder, "02_dispatch.svg")
