# Small pictures out of cells, arrows and text, readable on a light and on a dark page.
# Room: docs/figures.
# SPDX-License-Identifier: MIT
"""A Picture collects shapes and writes one SVG file. Colours are classes, so that the page's colour scheme picks them."""

from pathlib import Path
from xml.sax.saxutils import escape

TEXT_PX = 14
SMALL_PX = 12  # nothing is smaller

# class: (property, colour on a light page, colour on a dark page)
COLOURS = {
    "text": ("fill", "#1f2328", "#e6edf3"),
    "muted": ("fill", "#59636e", "#9aa4af"),
    "bad-text": ("fill", "#b3131e", "#ff8d86"),
    "cell": ("fill", "#f0f3f6", "#262c36"),
    "idle": ("fill", "#ffffff00", "#00000000"),
    "fresh": ("fill", "#c8e6ff", "#10406f"),
    "second": ("fill", "#ffe2b8", "#5c3a06"),
    "third": ("fill", "#cdeccf", "#17492a"),
    "fourth": ("fill", "#ead9fb", "#47296b"),
    "bad": ("fill", "#ffd3d0", "#6b1f22"),
    "edge": ("stroke", "#8c959f", "#6e7781"),
    "faint": ("stroke", "#d0d7de", "#3d444d"),
    "arrow": ("stroke", "#0969da", "#58a6ff"),
    "handed": ("stroke", "#bc4c00", "#f0883e"),
    "bad-arrow": ("stroke", "#b3131e", "#ff7b72"),
}
TIPS = ("arrow", "handed", "bad-arrow")


def number(value):
    """A coordinate, in as few characters as it needs."""
    return f"{value:.1f}".removesuffix(".0")


class Picture:
    def __init__(self, width, height, title, description):
        self.width, self.height = width, height
        self.title, self.description = title, description
        self.shapes = []

    def cell(self, x, y, width, height, kind, text="", text_kind="text", size=TEXT_PX, edge="edge", dashed=False):
        dash = ' stroke-dasharray="3 3"' if dashed else ""
        self.shapes.append(f'<rect class="{kind} {edge}" x="{number(x)}" y="{number(y)}" width="{number(width)}" '
                           f'height="{number(height)}" rx="3"{dash}/>')
        if text != "":
            self.text(x + width / 2, y + height / 2 + size * 0.35, text, text_kind, "middle", size)

    def text(self, x, y, words, kind="text", anchor="start", size=TEXT_PX, bold=False):
        weight = ' font-weight="600"' if bold else ""
        self.shapes.append(f'<text class="{kind}" x="{number(x)}" y="{number(y)}" text-anchor="{anchor}" '
                           f'font-size="{size}"{weight}>{escape(str(words))}</text>')

    def line(self, x0, y0, x1, y1, kind="faint", width=1.2, dashed=False):
        dash = ' stroke-dasharray="4 4"' if dashed else ""
        self.shapes.append(f'<path class="{kind} line" stroke-width="{width}"{dash} '
                           f'd="M{number(x0)} {number(y0)}L{number(x1)} {number(y1)}"/>')

    def arrow(self, x0, y0, x1, y1, kind="arrow"):
        self.shapes.append(f'<path class="{kind} line" stroke-width="1.6" marker-end="url(#tip-{kind})" '
                           f'd="M{number(x0)} {number(y0)}L{number(x1)} {number(y1)}"/>')

    def write(self, folder, name):
        light = "".join(f".{kind}{{{what}:{colour}}}" for kind, (what, colour, _) in COLOURS.items())
        dark = "".join(f".{kind}{{{what}:{colour}}}" for kind, (what, _, colour) in COLOURS.items())
        tips = "".join(f".tip-{kind}{{fill:{COLOURS[kind][1]}}}" for kind in TIPS)
        dark_tips = "".join(f".tip-{kind}{{fill:{COLOURS[kind][2]}}}" for kind in TIPS)
        markers = "".join(f'<marker id="tip-{kind}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" '
                          f'markerUnits="userSpaceOnUse" orient="auto"><path class="tip-{kind}" d="M0 0.5L8 4L0 7.5Z"/>'
                          f'</marker>' for kind in TIPS)
        lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" width="{self.width}" '
            f'height="{self.height}" role="img" font-family="system-ui, \'DejaVu Sans\', sans-serif">',
            f"<title>{escape(self.title)}</title>",
            f"<desc>{escape(self.description)}</desc>",
            "<style>",
            light + tips + ".line{fill:none}",
            "@media (prefers-color-scheme: dark) {",
            dark + dark_tips,
            "}",
            "</style>",
            f"<defs>{markers}</defs>",
            *self.shapes,
            "</svg>",
        ]
        Path(folder, name).write_text("\n".join(lines) + "\n", encoding="utf-8")


class Words:
    """Rows of words under each other: columns are places, rows are moments."""

    def __init__(self, picture, left, pitch, width, height=30, gaps=None):
        self.picture, self.left, self.pitch, self.width, self.height = picture, left, pitch, width, height
        self.gaps = gaps or (lambda column: 0)  # extra room before a column

    def x(self, column):
        return self.left + column * self.pitch + self.gaps(column)

    def middle(self, column):
        return self.x(column) + self.width / 2

    def row(self, y, values, kind_of, size=TEXT_PX, text_kind_of=None):
        for column, value in enumerate(values):
            kind = kind_of(column)
            text_kind = text_kind_of(column) if text_kind_of else ("muted" if kind == "idle" else "text")
            self.picture.cell(self.x(column), y, self.width, self.height, kind, value, text_kind, size,
                              "faint" if kind == "idle" else "edge")

    def arrow(self, from_column, from_y, to_column, to_y, kind="arrow"):
        """From the bottom of a word in the row at from_y to the top of a word in the row at to_y."""
        self.picture.arrow(self.middle(from_column), from_y + self.height + 1, self.middle(to_column), to_y - 2, kind)

    def keep(self, column, from_y, to_y):
        """A word that nobody changes."""
        self.picture.line(self.middle(column), from_y + self.height + 1, self.middle(column), to_y - 1)
