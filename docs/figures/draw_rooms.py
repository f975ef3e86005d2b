#!/usr/bin/env python3
# Draws the rooms of the house, and the one way through them.
# Room: docs/figures.
# SPDX-License-Identifier: MIT
"""Writes rooms.svg beside itself."""

from pathlib import Path

from svg import SMALL_PX, Picture

HOUSE_X, HOUSE_WIDTH = 20, 400
WAY_X, WAY_WIDTH = 500, 320

# From the top floor down to the ground: what stands on what.
FLOORS = [
    [("chapters/", "one idea each: dispatches and barriers", "third")],
    [("common/harness/", "options, run, check, time, report", "fresh")],
    [("common/opengl/", "context, buffer, program", "fresh"), ("common/vulkan/", "device, buffer, pipeline", "fresh")],
    [("common/shader/", "a .comp file to GLSL text or SPIR-V", "fresh")],
    [("common/scan/", "the problem, the plan, the oracle", "fresh")],
]

# One run, from its start to its end: where a step is done, and what it does.
WAY = [
    ("main", "hands its chapter to the harness", "third"),
    ("options", "the command line becomes values", "fresh"),
    ("problem", "the items, of a pattern or from a file", "fresh"),
    ("scan function", "the chapter's own, for each API and stage", "third"),
    ("check", "every item, against the oracle", "fresh"),
    ("time, then check again", "beside the copy kernel", "fresh"),
    ("report", "a table, JSON, an exit code", "fresh"),
]


def room(picture, x, y, width, height, name, job, kind):
    picture.cell(x, y, width, height, kind)
    picture.text(x + 14, y + height / 2 - 4, name, bold=True)
    picture.text(x + 14, y + height / 2 + 16, job, "muted")


def draw_house(picture):
    picture.text(HOUSE_X, 30, "The rooms: each stands on those below it")
    height, gap = 60, 14
    for floor, rooms in enumerate(FLOORS):
        width = (HOUSE_WIDTH - gap * (len(rooms) - 1)) / len(rooms)
        for place, (name, job, kind) in enumerate(rooms):
            room(picture, HOUSE_X + place * (width + gap), 46 + floor * (height + gap), width, height, name, job, kind)
    y = 46 + len(FLOORS) * (height + gap) + 32
    room(picture, HOUSE_X, y, HOUSE_WIDTH, height, "shaders/", "GLSL for both APIs, read at run time: no rebuild", "second")
    picture.text(HOUSE_X, y - 12, "beside the house", "muted", size=SMALL_PX)


def draw_way(picture):
    picture.text(WAY_X, 30, "The way through: one run of a chapter")
    height, gap = 52, 20
    for step, (name, job, kind) in enumerate(WAY):
        y = 46 + step * (height + gap)
        room(picture, WAY_X, y, WAY_WIDTH, height, name, job, kind)
        if step > 0:
            picture.arrow(WAY_X + WAY_WIDTH / 2, y - gap + 1, WAY_X + WAY_WIDTH / 2, y - 1)


def draw():
    picture = Picture(840, 550, "The rooms and the way through them",
                      "Left, the rooms: chapters stand on the harness, that on OpenGL and Vulkan, those on the shader room, "
                      "that on the scan room. Right, one run: main, options, problem, scan function, check, time, report.")
    draw_house(picture)
    draw_way(picture)
    return picture


if __name__ == "__main__":
    draw().write(Path(__file__).resolve().parent, "rooms.svg")
