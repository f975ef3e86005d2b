# Tables of comparisons: which rows of which files, as Markdown, with device, driver, date and command.
# Room: docs/measurements.
# SPDX-License-Identifier: MIT
"""A block in a page begins with

    <!-- compared: NAME; FILE, …; ITEMS, …; ROW, … -->

FILE is a comparison of docs/measurements, ITEMS a count such as 2^28, and ROW an API and a stage (`vulkan auto`, `cuda CUB`),
where `vulkan 11 *` is every stage of chapter 11. With `; a line for each number of items` at the end, each number has one line,
with a column for each row's time. The block ends with <!-- end -->. fill_tables.py writes what stands between."""

import json
import os
import pathlib
import re

FOLDER = pathlib.Path(__file__).resolve().parent
BLOCK = re.compile(r"^(<!-- compared: ([^\n]*?) -->\n)(.*?)^(<!-- end -->)$", re.DOTALL | re.MULTILINE)
BY_ITEMS = "a line for each number of items"


class BlockError(Exception):
    """A block that asks for what there is not."""


def milliseconds(value):
    digits = 6 if value < 0.01 else 5 if value < 0.1 else 4 if value < 1 else 3 if value < 10 else 2 if value < 100 else 1
    return f"{value:.{digits}f}"


def count_of(text):
    base, _, exponent = text.partition("^")
    try:
        return int(base) ** int(exponent or "1")
    except ValueError:
        raise BlockError(f"{text} is no number of items") from None


def count_text(items):
    exponent = items.bit_length() - 1
    return f"2^{exponent}" if items == 2 ** exponent else f"{items:,}"


def load(name):
    file = FOLDER / name
    if not file.is_file():
        raise BlockError(f"docs/measurements has no {name}")
    data = json.loads(file.read_text(encoding="utf-8"))
    if "results" not in data:
        raise BlockError(f"{name} is no comparison")
    return data


def is_asked_for(result, row):
    api, _, stage = row.partition(" ")
    if result["api"].split(",")[0] != api:
        return False
    return stage == result["stage"] or (stage.endswith(" *") and stage[:-2] == result["chapter"])


def rows_of(data, items, row):
    found = [result for result in data["results"] if result["items"] == items and is_asked_for(result, row)]
    if not found:
        raise BlockError(f"there is no {row} of {count_text(items)} items")
    return found


def name_of(result):
    return f"{result['chapter']} {result['stage']}" if result["chapter"] else result["stage"]


def is_timed(result):
    return result["verdict"] == "ok" and result["milliseconds"] is not None


def spread(result):
    time = result["milliseconds"]
    return f"{100 * (time['max'] - time['min']) / time['median']:.1f} %"


def to_cub(result):
    ratio = (result["ratio_to"] or {}).get("CUB")
    return f"{ratio:.3f}" if ratio else ""


def cells_of(result):
    verdict = result["verdict"] + ("" if result["was_warm"] else " ~")
    if not is_timed(result):
        return [verdict, "", "", "", ""]
    share = result["share_of_copy"]
    time = milliseconds(result["milliseconds"]["median"])
    return [verdict, time, spread(result), f"{share:.3f}" if share else "", to_cub(result)]


def markdown(head, num_words, rows):
    lines = [head, ["---"] * num_words + ["--:"] * (len(head) - num_words), *rows]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)


def long_table(runs, counts, rows):
    results = [result for items in counts for _, data in runs for row in rows for result in rows_of(data, items, row)]
    head = ["scan", "API", "verdict", "ms", "spread", "of copy", "to CUB"]
    lines = [[name_of(result), result["api"].split(",")[0], *cells_of(result)] for result in results]
    varying = [("memory", [result["memory"] or "" for result in results]), ("type", [result["type"] for result in results]),
               ("items", [count_text(result["items"]) for result in results])]
    for name, values in varying:
        if len(set(values) - {""}) > 1:
            head.insert(0, name)
            lines = [[value, *line] for value, line in zip(values, lines)]
    if not any(result["stage"] == "CUB" for result in results):  # a ratio to what the table does not show
        head, lines = head[:-1], [line[:-1] for line in lines]
    return markdown(head, head.index("ms"), lines), results


def by_items_table(runs, counts, rows):
    ((_, data),) = runs
    results, lines = [], []
    for items in counts:
        found = [rows_of(data, items, row)[0] for row in rows]
        results += found
        if not all(is_timed(result) for result in found):
            raise BlockError(f"not all of {', '.join(rows)} have a time for {count_text(items)} items")
        cells = [f"{milliseconds(result['milliseconds']['median'])} ({spread(result)})" for result in found]
        scans = [result for result in found if result["api"] != "cuda" and result["stage"] != "copy"]
        lines.append([count_text(items), *cells, *(to_cub(result) for result in scans)])
    head = ["items", *(f"{name_of(result)}, {result['api']}" for result in found), *(f"{result['stage']} to CUB" for result in scans)]
    return markdown(head, 1, lines), results


def devices_text(runs, results):
    """The devices that a row ran on; the files must agree on them."""
    found = {}
    for name, data in runs:
        for device in data["devices"]:
            text = f"{device['name']}, {device['driver']}" + (" (a software renderer)" if device["software"] else "")
            if found.setdefault(device["api"], text) != text:
                raise BlockError(f"{name} is of another device or driver: {text}, not {found[device['api']]}")
    apis = list(dict.fromkeys(result["api"].split(",")[0] for result in results))
    return "; ".join(f"{api}: {found[api]}" for api in apis)


def memory_text(results):
    """Where OpenGL's items lay; where that varies the table has a column for it."""
    kinds = {result["memory"] for result in results if result["memory"]}
    return f" OpenGL's items lay in {kinds.pop()} memory." if len(kinds) == 1 else ""


def text_of(specification, page):
    """What belongs into the block."""
    fields = [[part.strip() for part in field.split(",")] for field in specification.split(";")]
    by_items = len(fields) == 5 and fields[4] == [BY_ITEMS]
    if len(fields) != (5 if by_items else 4):
        raise BlockError(f'"{specification}" is not of the form NAME; FILE, …; ITEMS, …; ROW, …')
    names, rows = fields[1], fields[3]
    runs = [(name, load(name)) for name in names]
    counts = [count_of(text) for text in fields[2]]
    table, results = (by_items_table if by_items else long_table)(runs, counts, rows)
    measuring = os.path.relpath(FOLDER.parent / "measuring.md", page.parent)
    up = os.path.relpath(FOLDER, page.parent)
    commands = "; ".join(f"`{data['command']}`, {data['date']}" for _, data in runs)
    types = ", ".join(dict.fromkeys(result["type"] for result in results))
    kinds = types if by_items else f"{', '.join(count_text(items) for items in counts)} {types}"
    times = "Each time is in ms, its spread beside it, as in" if by_items else "ms and spread are those of"
    return "\n".join([
        f"{commands}. {kinds} items, inclusive sum. {devices_text(runs, results)}.{memory_text(results)}",
        "",
        table,
        "",
        f"Everything was checked before and after it was timed. {times} [the comparison]({measuring}#the-comparison)."
        " The numbers are in " + ", ".join(f"[{name}]({up}/{name})" for name in names) + ".",
    ])


def fill(page):
    """The page's text as it is, and as it should be."""
    old = page.read_text(encoding="utf-8")
    return old, BLOCK.sub(lambda found: found[1] + text_of(found[2], page) + "\n" + found[4], old)
