#!/usr/bin/env python3
# Draws the ladder, a rung a chapter, from the headings of the chapters' READMEs.
# Room: docs/figures.
# SPDX-License-Identifier: MIT
"""Writes ladder.svg beside itself."""

import re
from pathlib import Path

from svg import SMALL_PX, Picture

FOLDER = Path(__file__).resolve().parent
CHAPTERS = FOLDER.parent.parent / "chapters"

WIDTH, RUNG_HEIGHT = 720, 46
LEFT_RAIL, RIGHT_RAIL = 130, 700

# Who scans, from this chapter on.
SCANNERS = {1: "the CPU", 2: "one invocation", 3: "one workgroup", 8: "the device", 10: "in windows", 11: "in one pass"}


def headings():
    """(number, name, line) of every chapter, from "# 03 · Name: line"."""
    for readme in sorted(CHAPTERS.glob("[0-9][0-9]_*/README.md")):
        first = readme.read_text(encoding="utf-8").splitlines()[0]
        number, name, line = re.fullmatch(r"# (\d\d) · ([^:]+): (.+)", first).groups()
        yield int(number), name, line


def draw():
    rungs = list(headings())
    bottom = 20 + RUNG_HEIGHT * len(rungs)
    picture = Picture(WIDTH, bottom + 28, "The ladder", "One rung a chapter, the first at the bottom: "
                      + "; ".join(f"{number:02} {name}: {line}" for number, name, line in rungs) + ".")
    for place, (number, name, line) in enumerate(rungs):
        y = bottom - RUNG_HEIGHT * place
        picture.line(LEFT_RAIL, y, RIGHT_RAIL, y, "handed", 4)
        picture.text(LEFT_RAIL + 18, y - 12, f"{number:02}", "muted")
        picture.text(LEFT_RAIL + 48, y - 12, name, bold=True)
        picture.text(LEFT_RAIL + 230, y - 12, line)
        if number in SCANNERS:
            picture.text(LEFT_RAIL - 14, y - 12, SCANNERS[number], "muted", "end", SMALL_PX)
    for rail in (LEFT_RAIL, RIGHT_RAIL):
        picture.line(rail, 14, rail, bottom + 18, "handed", 5)
    return picture


if __name__ == "__main__":
    draw().write(FOLDER, "ladder.svg")
