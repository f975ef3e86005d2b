#!/usr/bin/env python3
# Draws the measured plots: throughput against N, share of copy a rung, and the time of small N.
# Room: docs/measurements.
# SPDX-License-Identifier: MIT
"""Usage: plot.py [--check] [--software] [--into FOLDER] FILE.json …

FILE.json is what ./ladder bench --compare --json wrote, or what measure.sh wrote: that one gives the share of copy alone. Several
comparisons are drawn together: they must be of one device, driver and type, and of what stands in two of them the first counts.
Writes measured_*.svg into FOLDER (default: docs/figures). With --check it writes nothing and compares; the exit code is 1 when one
differs, and 77 where matplotlib is missing or of another version than drew them. A software renderer's times are drawn with
--software only. The same files give the same pictures, byte for byte, from the same version of matplotlib."""

import argparse
import io
import json
import math
import re
import sys
import textwrap
from pathlib import Path

from plot_files import FilesError, merge

try:
    import matplotlib
    matplotlib.use("svg")
    from matplotlib import pyplot
except ImportError:
    print("plot.py: matplotlib is missing: apt-get install python3-matplotlib", file=sys.stderr)
    sys.exit(77)

ROOT = Path(__file__).resolve().parents[2]
TEXT, MUTED, FAINT = "#1f2328", "#59636e", "#d0d7de"
# On a dark page each colour becomes another.
DARK = {TEXT: "#e6edf3", MUTED: "#9aa4af", FAINT: "#3d444d", "#0969da": "#58a6ff", "#bc4c00": "#f0883e",
        "#1a7f37": "#3fb950", "#8250df": "#bc8cff", "#bf3989": "#f778ba", "#6e7781": "#8c959f", "#9a6700": "#d29922"}
SERIES = ["#0969da", "#bc4c00", "#1a7f37", "#8250df", "#bf3989", "#9a6700", "#6e7781"]
MARKS = ["o", "s", "^", "D", "v", "P", "X"]
# What a plot of lines has room for: (stage, API), in this order.
LINES = [("copy", "vulkan"), ("scan-then-propagate", "vulkan"), ("reduce-then-scan", "vulkan"), ("textbook", "vulkan"),
         ("auto", "vulkan"), ("auto", "opengl"), ("CUB", "cuda")]
SMALL_LINES = [("copy", "vulkan"), ("no fill", "vulkan"), ("auto", "vulkan"), ("CUB", "cuda")]
SMALL_ITEMS = 2 ** 22
COMMAND_LETTERS = 90
MOST_TICKS = 13
LINE_INCHES = 0.19
SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")

STYLE = {
    "svg.hashsalt": "scan ladder", "svg.fonttype": "none", "font.family": "sans-serif", "font.size": 12,
    "axes.titlesize": 12, "axes.labelsize": 12, "xtick.labelsize": 12, "ytick.labelsize": 12, "legend.fontsize": 12,
    "text.color": TEXT, "axes.labelcolor": TEXT, "axes.edgecolor": MUTED, "xtick.color": MUTED, "ytick.color": MUTED,
    "xtick.labelcolor": TEXT, "ytick.labelcolor": TEXT, "grid.color": FAINT, "axes.grid": True, "axes.axisbelow": True,
    "axes.spines.top": False, "axes.spines.right": False, "legend.frameon": False, "figure.figsize": (8.4, 5.0), "figure.dpi": 100,
    "savefig.transparent": True,
}


def devices_of(devices, rows):
    """A line for each device that has a row."""
    apis = {row["api"] for row in rows}
    lines = []
    for device in (one for one in devices if one["api"] in apis):
        mark = " (a software renderer)" if device["software"] else ""
        lines.append(f"{device['api']}: {device['name']}, {device['driver']}{mark}")
    return lines


def is_timed(row):
    return row["verdict"] == "ok" and row["milliseconds"] is not None


def name_of(row):
    name = f"{row['chapter']} {row['stage']}".strip()
    return f"{name}, {row['api']}"


def short_count(items):
    exponent = math.log2(items)
    return "2" + str(int(exponent)).translate(SUPERSCRIPTS) if exponent.is_integer() else f"{items:,}"


def sign(figure, title, source, rows):
    """What every plot says: what it is, on what device, with which driver, when, and by which command."""
    figure.text(0.01, 1 - 0.06 / figure.get_size_inches()[1], title, ha="left", va="top", fontsize=14, weight="bold")
    lines = devices_of(source["devices"], rows)
    for index in sorted({row["file"] for row in rows}):
        lines += textwrap.wrap(source["commands"][index].replace(",2^", ", 2^"), COMMAND_LETTERS, subsequent_indent="    ")
    figure.text(0.01, 0.008, "\n".join(lines).replace(", 2^", ",2^"), ha="left", va="bottom", fontsize=12, color=MUTED)
    height = figure.get_size_inches()[1]
    foot = LINE_INCHES * (len(lines) + 1)
    figure.tight_layout(rect=(0.01, foot / height, 1, 1 - 2 * LINE_INCHES / height))


def lines_by_items(rows, wanted):
    """(label, number of items, rows) of each line that has two points or more."""
    for stage, api in wanted:
        points = sorted((row for row in rows if (row["stage"], row["api"]) == (stage, api)), key=lambda row: row["items"])
        if len(points) > 1:
            yield name_of(points[0]), [row["items"] for row in points], points


def plot_lines(rows, wanted, source, title, label, value):
    figure, axes = pyplot.subplots()
    sizes, drawn = set(), []
    for index, (name, items, points) in enumerate(lines_by_items(rows, wanted)):
        sizes.update(items)
        drawn += points
        axes.plot(items, [value(row) for row in points], color=SERIES[index], marker=MARKS[index], label=name)
    if not sizes:
        pyplot.close(figure)
        return None
    axes.set_xscale("log", base=2)
    ticks = sorted(sizes) if len(sizes) <= MOST_TICKS else [items for items in sorted(sizes) if math.log2(items) % 2 == 0]
    axes.set_xticks(ticks)
    axes.set_xticklabels([short_count(items) for items in ticks])
    axes.minorticks_off()
    axes.set_ylim(bottom=0)
    axes.set_xlabel("items")
    axes.set_ylabel(label)
    axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5))
    sign(figure, title, source, drawn)
    return figure


def plot_throughput(rows, source):
    return plot_lines(rows, LINES, source, "Throughput against the number of items", "items a nanosecond",
                      lambda row: row["items"] / row["milliseconds"]["median"] / 1e6)


def plot_latency(rows, source):
    small = [row for row in rows if row["items"] <= SMALL_ITEMS]
    return plot_lines(small, SMALL_LINES, source, "The time of a scan of few items", "microseconds",
                      lambda row: row["milliseconds"]["median"] * 1e3)


def is_climbed(rows, items):
    return len({row["chapter"] for row in rows if row["items"] == items and row["stage"] != "copy"}) > 1


def plot_share(rows, source):
    """Bars: every rung on a GPU, at the largest number of items that several chapters were measured with."""
    rows = [row for row in rows if row["share_of_copy"] and row["api"] in ("vulkan", "opengl", "cuda")]
    if not any(is_climbed(rows, row["items"]) for row in rows):
        return None
    largest = max(items for items in {row["items"] for row in rows} if is_climbed(rows, items))
    rows = [row for row in rows if row["items"] == largest and row["stage"] != "copy"]
    figure, axes = pyplot.subplots(figsize=(8.4, 1.9 + 0.3 * len(rows)))
    apis = {"vulkan": SERIES[0], "opengl": SERIES[1], "cuda": SERIES[2]}
    bars = axes.barh(range(len(rows)), [row["share_of_copy"] for row in rows], color=[apis[row["api"]] for row in rows])
    axes.bar_label(bars, [f"{row['share_of_copy']:.3f}" for row in rows], padding=4)
    axes.set_yticks(range(len(rows)), [name_of(row) for row in rows])
    axes.margins(y=0.01)
    axes.invert_yaxis()
    axes.grid(axis="y", visible=False)
    axes.set_xlim(0, max(1.1, 1.1 * max(row["share_of_copy"] for row in rows)))
    axes.set_xlabel("share of copy: 1 is a plain copy in the same API")
    sign(figure, f"Share of copy at {short_count(largest)} items", source, rows)
    return figure


PLOTS = {"throughput": plot_throughput, "share": plot_share, "latency": plot_latency}


def svg_of(figure):
    """The picture, in pixels, with colours for a dark page."""
    text = io.StringIO()
    figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    pyplot.close(figure)
    svg = re.sub(r'(<svg[^>]*?) height="([\d.]+)pt"', lambda found: f'{found[1]} height="{float(found[2]) * 4 / 3:.0f}"',
                 re.sub(r'(<svg[^>]*?) width="([\d.]+)pt"', lambda found: f'{found[1]} width="{float(found[2]) * 4 / 3:.0f}"',
                        text.getvalue()))
    rules = []
    for light, dark in DARK.items():
        for attribute in ("fill", "stroke"):
            rules.append(f'[style*="{attribute}: {light}"]{{{attribute}:{dark} !important}}')
    version = f"<!-- matplotlib {matplotlib.__version__} -->"
    style = "<style>@media (prefers-color-scheme: dark){" + "".join(rules) + "}</style>"
    svg = re.sub(r"(<svg[^>]*>)", lambda found: f"{found[1]}\n {version}\n {style}", svg, count=1)
    return "\n".join(line.rstrip() for line in svg.splitlines()) + "\n"


def draw(paths, with_software):
    """name: SVG text, of each plot that the files have numbers for."""
    rows, source = merge([(path, json.loads(path.read_text(encoding="utf-8"))) for path in paths])
    rows = [row for row in rows if is_timed(row) and (with_software or not row["software"])]
    pictures = {}
    with matplotlib.rc_context(STYLE):
        for name, plot in PLOTS.items():
            figure = plot(rows, source)
            if figure is not None:
                pictures[f"measured_{name}.svg"] = svg_of(figure)
    return pictures


def compare(pictures, folder):
    """The exit code of --check."""
    code = 0
    for name, svg in pictures.items():
        old = (folder / name).read_text(encoding="utf-8") if (folder / name).is_file() else ""
        version = re.search(r"<!-- matplotlib (\S+) -->", old)
        if version is not None and version[1] != matplotlib.__version__:
            print(f"plot.py: {name} was drawn by matplotlib {version[1]}; here is {matplotlib.__version__}", file=sys.stderr)
            return 77
        if old != svg:
            print(f"{folder / name}: is not what these files give: draw it again with plot.py", file=sys.stderr)
            code = 1
    return code


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--into", type=Path, default=ROOT / "docs/figures")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--software", action="store_true")
    arguments = parser.parse_args()
    try:
        pictures = draw(arguments.files, arguments.software)
    except FilesError as error:
        print(f"plot.py: {error}", file=sys.stderr)
        return 1
    if not pictures:
        names = ", ".join(path.name for path in arguments.files)
        print(f"plot.py: {names} has no times to draw; a software renderer's are drawn with --software", file=sys.stderr)
        return 1
    if arguments.check:
        return compare(pictures, arguments.into)
    for name, svg in pictures.items():
        (arguments.into / name).write_text(svg, encoding="utf-8")
        print(arguments.into / name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
