#!/usr/bin/env python3
"""Mutants of the shaders, and who sees them: the simulator under every schedule, llvmpipe, lavapipe, synchronization validation.

Every mutant is made from the real shaders by an edit of one place, in a copy that goes again. The simulator must give each the
verdict, and the lines, that it should have; what is harmless must be ok, and has its proof.

  mutants.py --list              names
  mutants.py --check FAMILY…     runs them on the simulator; the exit code says whether all is as it should be
  mutants.py --originals NN…     the unchanged shaders of chapters must be ok under every schedule, at every width
  mutants.py --table             docs/simulator.md shows what docs/measurements/mutants.json has
  mutants.py --write             runs all, on the drivers too, and writes the record and the table
"""
# Room: tests/faults.
# SPDX-License-Identifier: MIT

import argparse
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "mutants"))
import barriers  # noqa: E402  (the folder must be known first)
import indices  # noqa: E402
import operands  # noqa: E402
import originals  # noqa: E402
import runs  # noqa: E402
import table  # noqa: E402
import widths  # noqa: E402

COMMAND = "tests/faults/mutants.py --write"


def gallery():
    mutants = [one for room in (barriers, widths, operands, indices) for one in room.all_mutants()]
    return sorted(mutants, key=lambda mutant: list(table.FAMILIES).index(mutant.family))


def recorded_cells():
    if not table.RECORD.exists():
        return {}
    return {(one["family"], one["name"]): one["simulator"] for one in table.read()["mutants"]}


def check(families, part):
    """Complaints about the mutants of some families; `part` is (number, of how many)."""
    chosen = [mutant for mutant in gallery() if mutant.family in families]
    if not chosen:
        sys.exit(f"no mutants of {', '.join(families)}; there are {', '.join(table.FAMILIES)}")
    cells, failed = recorded_cells(), 0
    for mutant in chosen[part[0] - 1 :: part[1]]:
        cell, complaints = runs.simulate(mutant)
        known = cells.get((mutant.family, mutant.name))
        if known != cell:
            complaints.append(f"the record says {known}, the run {cell}: run {COMMAND}")
        print(f"{'FAIL' if complaints else 'ok'}: {mutant.name}: {cell}")
        for complaint in complaints:
            print(f"  {complaint}")
        failed += bool(complaints)
    return failed


def write():
    mutants = gallery()
    failed = 0
    entries = []
    with ThreadPoolExecutor(2) as pool:
        simulated = list(pool.map(runs.simulate, mutants))
        driven = {driver: list(pool.map(lambda mutant: runs.drive(mutant, driver), mutants)) for driver in runs.DRIVERS}
    for index, mutant in enumerate(mutants):
        cell, complaints = simulated[index]
        for complaint in complaints:
            print(f"{mutant.name}: {complaint}")
        failed += bool(complaints)
        entries.append({"family": mutant.family, "name": mutant.name,
                        "run": " ".join(map(str, runs.command_of(mutant.run, ()))), "simulator": cell,
                        **{driver: driven[driver][index] for driver in runs.DRIVERS}, "proof": mutant.proof})
    table.write({"command": COMMAND, "devices": runs.devices(), "mutants": entries})
    if table.PAGE.exists():
        table.PAGE.write_text(table.page_with(table.read()), encoding="utf-8")
    return failed


def check_table():
    """The page shows the record, and the record has the mutants that the shaders make today."""
    record = table.read()
    names = [(mutant.family, mutant.name) for mutant in gallery()]
    if [(one["family"], one["name"]) for one in record["mutants"]] != names:
        print(f"{table.RECORD} has other mutants than the shaders make: run {COMMAND}")
        return 1
    if table.page_with(record) != table.PAGE.read_text(encoding="utf-8"):
        print(f"{table.PAGE} shows another table than the record: run {COMMAND}")
        return 1
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--check", nargs="+", metavar="FAMILY")
    parser.add_argument("--part", default="1/1", help="of --check: 2/3 takes the second of every three")
    parser.add_argument("--originals", nargs="+", metavar="NN")
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    failed = 0
    if given.list:
        for mutant in gallery():
            print(f"{mutant.family}: {mutant.name}")
    if given.check:
        number, of = map(int, given.part.split("/"))
        failed += check(given.check, (number, of))
    if given.originals:
        failed += originals.check(given.originals)
    if given.table:
        failed += check_table()
    if given.write:
        failed += write()
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
