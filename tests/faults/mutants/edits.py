"""Changes to the text of shaders: each names its file and its line, and fails where the text is no longer there."""
# Room: tests/faults.
# SPDX-License-Identifier: MIT

import re
from dataclasses import dataclass
from pathlib import Path

SHADERS = Path(__file__).resolve().parents[3] / "shaders"


@dataclass(frozen=True)
class Edit:
    """`old` becomes `new` at offset `start` of shaders/<file>. The number of lines stays, so that lines can be named."""

    file: str
    start: int
    old: str
    new: str

    @property
    def line(self):
        return original(self.file)[: self.start].count("\n") + 1

    def apply(self, folder):
        path = folder / self.file
        text = path.read_text(encoding="utf-8")
        if not text.startswith(self.old, self.start) or self.old.count("\n") != self.new.count("\n"):
            raise ValueError(f"{self.file}:{self.line}: cannot put {self.new!r} for {self.old!r}")
        path.write_text(text[: self.start] + self.new + text[self.start + len(self.old) :], encoding="utf-8")


def original(file):
    return (SHADERS / file).read_text(encoding="utf-8")


def code_of(text):
    """The text with its comments blanked, so that offsets stay."""
    return re.sub(r"//[^\n]*", lambda comment: " " * len(comment.group()), text)


def line_of(file, fragment):
    """The number of the one line whose code has the fragment."""
    lines = [
        number for number, line in enumerate(code_of(original(file)).split("\n"), start=1) if fragment in line
    ]
    if len(lines) != 1:
        raise ValueError(f"{file}: {fragment!r} stands on {len(lines)} lines; one is meant")
    return lines[0]


def replaced(file, old, new):
    """The edit of the only place with this text."""
    places = [found.start() for found in re.finditer(re.escape(old), original(file))]
    if len(places) != 1:
        raise ValueError(f"{file}: {old!r} stands in {len(places)} places; one is meant")
    return Edit(file, places[0], old, new)


def barriers_of(file, new):
    """An edit for each barrier() of a file, in their order."""
    calls = re.finditer(r"(?m)^ *(barrier\(\);)", code_of(original(file)))
    return [Edit(file, call.start(1), call.group(1), new) for call in calls]


def swaps_of(file):
    """An edit for each combine(earlier, later) of a file: the operands change places."""
    text = code_of(original(file))
    edits = []
    for call in re.finditer(r"\bcombine\(", text):
        depth, comma, end = 1, None, call.end()
        while depth > 0:
            depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(text[end], 0)
            if text[end] == "," and depth == 1:
                comma = end
            end += 1
        earlier, later = text[call.end() : comma], text[comma + 1 : end - 1]
        edits.append(Edit(file, call.start(), text[call.start() : end], f"combine({later.strip()}, {earlier})"))
    return edits


def files_with(pattern, chapters):
    """Files of the chapters' folders, and of lib, whose code has the pattern."""
    files = (file for file in SHADERS.rglob("*") if file.suffix in (".comp", ".glsl"))
    names = sorted(str(file.relative_to(SHADERS)) for file in files)
    chosen = [name for name in names if name.split("_")[0].split("/")[0] in chapters]
    return [name for name in chosen if re.search(pattern, code_of(original(name)))]
