"""What a mutant is: an edit of the real shaders, a run that shows it, and the verdict it must have there."""
# Room: tests/faults.
# SPDX-License-Identifier: MIT

from dataclasses import dataclass, field

from edits import line_of

PROGRAMS = {
    "02": "02_first_dispatch",
    "03": "03_hillis_steele",
    "04": "04_blelloch",
    "05": "05_raking",
    "06": "06_subgroup",
    "07": "07_thread_grain",
    "08": "08_scan_then_propagate",
    "09": "09_reduce_then_scan",
    "10": "10_any_size",
    "11": "11_decoupled_look_back",
}


@dataclass(frozen=True)
class Run:
    """A stage of a chapter, with the options that show the fault. Every schedule is run, at each of the widths."""

    chapter: str
    stage: str
    options: dict
    widths: tuple = (8, 32)

    def words(self):
        words = ["--stage", self.stage]
        for option, value in self.options.items():
            words += [f"--{option}"] if value is True else [f"--{option}", str(value)]
        return words


@dataclass(frozen=True)
class Expected:
    """A verdict, and where: a finding has its line among `places` and, of a race, the other one among `others`."""

    verdict: str
    places: frozenset = frozenset()
    others: frozenset = frozenset()


@dataclass(frozen=True)
class Mutant:
    family: str
    name: str
    edits: tuple
    run: Run
    expected: Expected | None = None  # none: it is harmless
    proof: str = ""  # why it is harmless
    extra: tuple = field(default=())  # of a harmless one: more runs that must be ok


def places(file, *fragments):
    """A fragment stands in the file, or it is a pair: another file, and what stands there."""
    pairs = [fragment if isinstance(fragment, tuple) else (file, fragment) for fragment in fragments]
    return frozenset((where, line_of(where, text)) for where, text in pairs)


def race(earlier, later):
    """Between one of the places that a barrier separates, and another."""
    return Expected("race", earlier, later)


def one_workgroup(chapter, stage, size=128, **options):
    return Run(chapter, stage, {"items": size, "workgroup": size, "kind": "inclusive", **options})


def tiles(chapter, stage, local, items=3 * 256 + 5, workgroup=64, grain=4, **options):
    named = {"items": items, "workgroup": workgroup, "grain": grain, "kind": "inclusive", "local": local}
    named.update({option.replace("_", "-"): value for option, value in options.items()})
    return Run(chapter, stage, named)
