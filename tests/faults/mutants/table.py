"""What was seen of the mutants, kept as JSON and shown in docs/simulator.md as a table: who sees what."""
# Room: tests/faults.
# SPDX-License-Identifier: MIT

import json
import re

from edits import SHADERS

RECORD = SHADERS.parent / "docs" / "measurements" / "mutants.json"
PAGE = SHADERS.parent / "docs" / "simulator.md"
BEGIN, END = "<!-- mutants -->", "<!-- end of mutants -->"

FAMILIES = {
    "barrier removed": "A `barrier()` is taken away",
    "memory barrier": "A `barrier()` becomes `memoryBarrierShared()`",
    "early return": "Invocations without an item return before a barrier",
    "in place": "Hillis and Steele in one array, read and written between two barriers",
    "width 32": "A subgroup is taken to have 32 lanes, and has 8",
    "few subgroups": "More subgroups than lanes are not thought of",
    "operands": "The operands of a `combine()` change places; the operator is `last`",
    "bounds": "A bounds check is left out",
    "padding": "Padding is forgotten, or too small",
    "parentheses": "The textbook's missing parentheses",
}
DRIVERS = {"opengl": "llvmpipe", "vulkan": "lavapipe", "validation": "synchronization validation"}


def read():
    return json.loads(RECORD.read_text(encoding="utf-8"))


def write(record):
    RECORD.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def seen(verdict):
    """A cell of a driver."""
    return "–" if verdict == "ok" else verdict if verdict == "skipped" else f"**{verdict}**"


def rows_of(mutants):
    """(file, lines, what, mutant) of each row. Swaps in one file that all see alike share a row."""
    rows = []
    for mutant in mutants:
        place, _, what = mutant["name"].partition(": ")
        file, _, line = place.partition(":")
        is_swap = mutant["family"] == "operands"
        last = rows[-1] if is_swap and rows else None
        if last and last[0] == file and all(mutant[column] == last[3][column] for column in ("simulator", "proof", *DRIVERS)):
            if line not in last[1]:
                last[1].append(line)
        else:
            has_title = is_swap or mutant["family"] in ("barrier removed", "memory barrier")
            rows.append((file, [line], "" if has_title else f", {what}", mutant))
    return rows


def rendered(record):
    mutants = record["mutants"]
    num_harmless = sum(bool(mutant["proof"]) for mutant in mutants)
    lines = ["", f"{len(mutants)} mutants. The simulator sees {len(mutants) - num_harmless} of them; the other {num_harmless} are "
             "harmless, and the notes below say why. – is a run that ended as `ok`: nothing was seen."]
    notes = {}
    for family, title in FAMILIES.items():
        lines += ["", f"**{title}**", "", "| shader | simulator | " + " | ".join(DRIVERS.values()) + " |", "|---" * 5 + "|"]
        for file, numbers, what, mutant in rows_of([one for one in mutants if one["family"] == family]):
            simulator = mutant["simulator"]
            if mutant["proof"]:
                simulator = f"harmless [{notes.setdefault(mutant['proof'], len(notes) + 1)}]"
            cells = " | ".join([simulator] + [seen(mutant[driver]) for driver in DRIVERS])
            lines.append(f"| `{file}:{', '.join(numbers)}`{what} | {cells} |")
    lines += [""] + [f"{number}. {proof}" for proof, number in notes.items()]
    devices = " and ".join(dict.fromkeys(record["devices"].values()))
    lines += ["", f"The columns of the drivers were seen on {devices}, with `{record['command']}`.", ""]
    return "\n".join(lines)


def page_with(record):
    """The page with the table put in between its marks."""
    text = PAGE.read_text(encoding="utf-8")
    if text.count(BEGIN) != 1 or text.count(END) != 1:
        raise ValueError(f"{PAGE}: needs one {BEGIN} and one {END}")
    return re.sub(re.escape(BEGIN) + ".*" + re.escape(END), lambda _: BEGIN + rendered(record) + END, text, flags=re.DOTALL)
