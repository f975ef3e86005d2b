#!/usr/bin/env python3
"""Puts measured numbers into the pages: fill_tables.py [--check] [FILE.json …]

FILE.json is what measure.sh wrote. Between `<!-- measured: TABLE -->` and `<!-- end -->` of chapters/CHAPTER/README.md
stands then a table of that file's runs for it, with the machine and the command. TABLE is the chapter, or the chapter and
a word. Blocks that begin with `<!-- compared:` name their files themselves (compared.py says how): they are filled each
time. With --check nothing is written: the exit code says whether a page differs from its files.
"""
# SPDX-License-Identifier: MIT
import json
import os
import pathlib
import re
import sys

import compared

ROOT = pathlib.Path(__file__).resolve().parents[2]


def milliseconds(value):
    return f"{value:.4f}" if value < 1 else f"{value:.3f}" if value < 100 else f"{value:.1f}"


def row(result):
    time, share = result["milliseconds"], result["share_of_copy"]
    if result["verdict"] != "ok" or time is None:
        cells = [result["verdict"], result["reason"] or "", "", ""]
    else:
        spread = f"{milliseconds(time['min'])} … {milliseconds(time['max'])}"
        speed = result["gigabytes_per_second"]
        cells = [milliseconds(time["median"]), spread, f"{speed:.4g}" if speed else "", f"{share:.3f}" if share else ""]
    return [result["stage"], result["api"], result["kind"] or "", *cells]


HEAD = ["stage", "API", "kind", "ms", "least … most", "GB/s", "share of copy"]


def table(head, rows):
    lines = [head, ["---"] * (len(head) - 4) + ["--:"] * 4, *rows]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)


def options_of(runs):
    """What the commands have in common, and what each has besides."""
    commands = [run["command"].split() for run in runs]
    shared = os.path.commonprefix(commands)
    return " ".join(shared), [" ".join(command[len(shared):]) for command in commands]


def text_of(runs, date, source):
    first = runs[0]["report"]
    devices = "; ".join(
        f"{device['api']}: {device['name']}, {device['driver']}" + (" (a software renderer)" if device["software"] else "")
        for device in first["devices"])
    command, others = options_of(runs)
    head, rows = HEAD, [row(result) for result in first["results"]]
    if len(runs) > 1:
        command += " …"
        head = ["…", *HEAD]
        rows = [[f"`{other}`", *row(result)] for run, other in zip(runs, others) for result in run["report"]["results"]]
    item = first["results"][0]
    return "\n".join([
        f"`{command}`, {item['items']:,} {item['type']} items, {date}. {devices}.",
        "",
        table(head, rows),
        "",
        f"Every row was checked before and after it was timed; ms is the median of {repeats(runs)} runs. The numbers are in"
        f" [{source.name}](../../docs/measurements/{source.name}).",
    ])


def repeats(runs):
    counts = {result["milliseconds"]["repeats"] for run in runs for result in run["report"]["results"] if result["milliseconds"]}
    return " or ".join(str(count) for count in sorted(counts))


def put(page, old, new, source, check):
    """Writes the page where it differs, or says so; whether it differs and stays so."""
    if new == old:
        return False
    if not check:
        page.write_text(new, encoding="utf-8")
        return False
    print(f"{page.relative_to(ROOT)} differs from {source}", file=sys.stderr)
    return True


def fill_runs(source, check):
    """The tables of measure.sh's file; whether one differs."""
    data = json.loads(source.read_text(encoding="utf-8"))
    differs = False
    tables = {}
    for run in data["runs"]:
        tables.setdefault(run.get("table", run["chapter"]), []).append(run)
    for name, runs in tables.items():
        readme = ROOT / "chapters" / runs[0]["chapter"] / "README.md"
        marker = re.compile(rf"(<!-- measured: {name} -->\n).*?(<!-- end -->)", re.DOTALL)
        old = readme.read_text(encoding="utf-8")
        if not marker.search(old):
            raise compared.BlockError(f"{readme.relative_to(ROOT)} has no place for measured numbers")
        new = marker.sub(lambda match: match[1] + text_of(runs, data["date"], source) + "\n" + match[2], old)
        differs |= put(readme, old, new, source.name, check)
    return differs


def fill_comparisons(check):
    """The tables of comparisons in all pages; whether one differs."""
    differs = False
    for page in [ROOT / "README.md", *sorted(ROOT.glob("docs/*.md")), *sorted(ROOT.glob("chapters/*/README.md"))]:
        try:
            old, new = compared.fill(page)
        except compared.BlockError as error:
            raise compared.BlockError(f"{page.relative_to(ROOT)}: {error}") from None
        differs |= put(page, old, new, "its comparisons", check)
    return differs


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--check"]
    check = "--check" in sys.argv
    try:
        differs = [fill_runs(pathlib.Path(argument).resolve(), check) for argument in arguments]
        differs.append(fill_comparisons(check))
    except compared.BlockError as error:
        print(f"fill_tables.py: {error}", file=sys.stderr)
        return 1
    return 1 if any(differs) else 0


if __name__ == "__main__":
    sys.exit(main())
