#!/usr/bin/env python3
"""Puts measured numbers into the chapters' READMEs: fill_tables.py FILE.json

FILE.json is what measure.sh wrote. Between `<!-- measured: CHAPTER -->` and `<!-- end -->` of chapters/CHAPTER/README.md
stands then a table of that file's run of the chapter, with the machine and the command. With --check nothing is written:
the exit code says whether a README differs from the file.
"""
# SPDX-License-Identifier: MIT
import json
import pathlib
import re
import sys

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


def table(rows):
    head = ["stage", "API", "kind", "ms", "least … most", "GB/s", "share of copy"]
    lines = [head, ["---"] * 3 + ["--:"] * 4, *rows]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)


def text_of(run, date, source):
    report = run["report"]
    devices = "; ".join(
        f"{device['api']}: {device['name']}, {device['driver']}" + (" (a software renderer)" if device["software"] else "")
        for device in report["devices"])
    first = report["results"][0]
    return "\n".join([
        f"`{run['command']}`, {first['items']:,} {first['type']} items, {date}. {devices}.",
        "",
        table([row(result) for result in report["results"]]),
        "",
        f"Every row was checked before and after it was timed; ms is the median of {repeats(report)} runs. The numbers are in"
        f" [{source.name}](../../docs/measurements/{source.name}).",
    ])


def repeats(report):
    counts = {result["milliseconds"]["repeats"] for result in report["results"] if result["milliseconds"]}
    return " or ".join(str(count) for count in sorted(counts))


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--check"]
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    check = "--check" in sys.argv
    source = pathlib.Path(arguments[0]).resolve()
    data = json.loads(source.read_text())
    differs = False
    for run in data["runs"]:
        readme = ROOT / "chapters" / run["chapter"] / "README.md"
        marker = re.compile(rf"(<!-- measured: {run['chapter']} -->\n).*?(<!-- end -->)", re.DOTALL)
        old = readme.read_text()
        if not marker.search(old):
            print(f"{readme}: has no place for measured numbers", file=sys.stderr)
            return 1
        new = marker.sub(lambda match: match[1] + text_of(run, data["date"], source) + "\n" + match[2], old)
        if new != old and check:
            print(f"{readme.relative_to(ROOT)} differs from {source.name}", file=sys.stderr)
            differs = True
        elif new != old:
            readme.write_text(new)
    return 1 if differs else 0


if __name__ == "__main__":
    sys.exit(main())
