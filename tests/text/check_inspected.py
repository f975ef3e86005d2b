#!/usr/bin/env python3
# Holds the counted tables of the chapters to what the simulator counts.
# Room: tests/text.
# SPDX-License-Identifier: MIT
"""Usage: check_inspected.py [--write] [NN…]  Needs the built programs; SCAN_LADDER_PROGRAMS names their folder.

A table in a chapter's README stands between `<!-- inspected: NN OPTIONS -->` and `<!-- end of inspected -->`, below the
`./ladder inspect` command that counts the same. The head of the table chooses the columns. With --write its rows are
replaced. The exit code is 1 when a table differs or there is none.
"""
import json
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PROGRAMS = Path(os.environ.get("SCAN_LADDER_PROGRAMS", ROOT / "build" / "release" / "bin"))
BLOCK = re.compile(r"<!-- inspected: (\d\d) (.+?) -->\n(.*?)<!-- end of inspected -->\n", re.DOTALL)

# Of a column: the counter, and how the dispatches of a stage make one number.
COUNTERS = {
    "work": ("work", sum),
    "depth": ("depth", max),
    "barriers": ("barriers", sum),
    "worst conflict": ("worst_conflict", max),
    "bytes read": ("bytes_read", sum),
    "bytes written": ("bytes_written", sum),
    "sectors": ("sectors", sum),
}


def inspect(folder, options):
    command = [PROGRAMS / folder.name, "--api", "simulator", "--inspect", *options.split(), "--json", "-"]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode != 0:
        raise RuntimeError(f"{' '.join(map(str, command))}: {run.stderr.strip() or run.returncode}")
    return json.loads(run.stdout)["results"]


def row(result, columns):
    totals = [dispatch["total"] for dispatch in result["dispatches"]]
    numbers = [combine(total[name] for total in totals) for name, combine in (COUNTERS[column] for column in columns)]
    return "| " + " | ".join([result["stage"], *(f"{number:,}" for number in numbers)]) + " |\n"


def counted(folder, options, block):
    """The block as it should be: the command, the head of the table as it is, and the rows."""
    head = re.search(r"^\| stage \|.*\n\|---.*\n", block, re.MULTILINE)
    if head is None:
        raise RuntimeError("the table has no head that begins with stage")
    columns = [name.strip() for name in head[0].split("\n")[0].strip("|").split("|")][1:]
    unknown = set(columns) - set(COUNTERS)
    if unknown:
        raise RuntimeError(f"no counter is named {', '.join(sorted(unknown))}; there are {', '.join(COUNTERS)}")
    rows = "".join(row(result, columns) for result in inspect(folder, options))
    return f"`./ladder inspect {folder.name[:2]} {options}` counts:\n\n{head[0]}{rows}"


def main():
    write = "--write" in sys.argv
    numbers = [argument for argument in sys.argv[1:] if argument != "--write"]
    num_tables, num_wrong = 0, 0
    for readme in sorted(ROOT.glob("chapters/[0-9][0-9]_*/README.md")):
        if numbers and readme.parent.name[:2] not in numbers:
            continue
        text = readme.read_text(encoding="utf-8")
        for match in BLOCK.finditer(text):
            number, options, block = match.groups()
            num_tables += 1
            where = f"{readme.relative_to(ROOT)}: {number} {options}"
            try:
                if number != readme.parent.name[:2]:
                    raise RuntimeError("names another chapter")
                expected = counted(readme.parent, options, block)
            except (OSError, RuntimeError) as error:
                print(f"{where}: {error}")
                num_wrong += 1
                continue
            if block == expected:
                continue
            if write:
                current = readme.read_text(encoding="utf-8")
                readme.write_text(current.replace(match[0], match[0].replace(block, expected), 1), encoding="utf-8")
            else:
                print(f"{where}: the simulator counts otherwise:\n{expected}")
                num_wrong += 1
    print(f"inspected: {num_tables} checked, {num_wrong} wrong")
    return 1 if num_wrong > 0 or num_tables == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
