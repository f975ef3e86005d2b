#!/usr/bin/env python3
# Holds the text to what it says of itself: links, sections, excerpts, commands, pictures. One check a name on the command line.
# Room: tests/text.
# SPDX-License-Identifier: MIT
"""Usage: check_text.py CHECK…  Prints a line for each fault; the exit code is 1 when there is any or nothing was checked."""

import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
IGNORED = {"build", ".git", ".cache", ".gpu"}

# What every chapter's README has, in this order.
SECTIONS = ["The question", "The picture", "The algorithm", "The code", "Measured", "Predict before you run",
            "How it goes wrong", "Exercise", "Sources"]
HEADING = re.compile(r"# (\d\d) · ([^:]+): (\S.*)")
FENCE = re.compile(r"^\s*(```|~~~)")
LINK = re.compile(r"!?\[[^\]]*\]\(<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\)")
PICTURE = re.compile(r"!\[([^\]]*)\]\(<?([^)\s>]+)>?[^)]*\)")
EXCERPT = re.compile(r"^<!-- excerpt: (\S+) -->$")
MEASURED = re.compile(r"^<!-- (?:measured|compared): ([^;]+?)(?:;.*)? -->$")
END = "<!-- end -->"
GAP = "…"


class Check:
    """Counts what was looked at and keeps the faults."""

    def __init__(self):
        self.num_checked = 0
        self.faults = []

    def expect(self, holds, where, fault):
        self.num_checked += 1
        if not holds:
            self.faults.append(f"{where}: {fault}")


def pages():
    """Every Markdown file."""
    return sorted(path for path in ROOT.rglob("*.md") if not IGNORED & set(path.relative_to(ROOT).parts))


def chapters():
    """The folder of every chapter, in order."""
    return [main.parent for main in sorted(ROOT.glob("chapters/[0-9][0-9]_*/main.cpp"))]


def place(path, line=None):
    name = str(path.relative_to(ROOT))
    return name if line is None else f"{name}:{line}"


def read(path):
    return path.read_text(encoding="utf-8").split("\n")


def split_fences(lines):
    """(line number, text, whether it is inside a fenced block) of every line that is no fence itself."""
    inside = False
    for number, text in enumerate(lines, 1):
        if FENCE.match(text):
            inside = not inside
        else:
            yield number, text, inside


def prose(lines):
    """The lines outside fenced blocks, without what is in back quotes."""
    for number, text, inside in split_fences(lines):
        if not inside:
            yield number, re.sub(r"`[^`]*`", "", text)


def anchors(path):
    """What a link may name after "#", as GitHub makes it of headings."""
    found = {}
    for _, text, inside in split_fences(read(path)):
        heading = re.match(r"#{1,6} (.+?)\s*#*$", text)
        if inside or not heading:
            continue
        words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading.group(1))
        slug = re.sub(r"[^\w\- ]", "", words.lower()).replace(" ", "-")
        found[slug] = found.get(slug, -1) + 1
    return {slug if again == 0 else f"{slug}-{again}" for slug, most in found.items() for again in range(most + 1)}


def check_links(check):
    """Every relative link leads to a file or folder, and every anchor to a heading."""
    for page in pages():
        for number, text in prose(read(page)):
            for target in LINK.findall(text):
                if re.match(r"[a-z]+:", target):
                    continue
                path, _, anchor = target.partition("#")
                file = (page.parent / path).resolve() if path else page
                check.expect(file.exists(), place(page, number), f"the link to {target} leads nowhere")
                if anchor and file.is_file():
                    check.expect(anchor in anchors(file), place(page, number), f"there is no heading for {target}")


def check_pictures(check):
    """Every picture has words for those who cannot see it; an SVG knows dark pages, and has no tiny text."""
    for page in pages():
        for number, text in prose(read(page)):
            for words, target in PICTURE.findall(text):
                if re.match(r"[a-z]+:", target):
                    continue
                where, file = place(page, number), page.parent / target
                check.expect(len(words) > 10, where, f"{target} has no words for those who cannot see it")
                check.expect(file.is_file(), where, f"there is no picture {target}")
                if file.suffix == ".svg" and file.is_file():
                    svg = file.read_text(encoding="utf-8")
                    sizes = [float(size) for size in re.findall(r"font-size[:=]\s*\"?([\d.]+)", svg)]
                    width = re.search(r"<svg[^>]*\swidth=\"([\d.]+)\"", svg)
                    check.expect("prefers-color-scheme: dark" in svg, where, f"{target} has no colours for a dark page")
                    check.expect(all(size >= 12 for size in sizes), where, f"{target} has text smaller than 12")
                    check.expect(width is not None and float(width.group(1)) <= 860, where, f"{target} is wider than 860")


def check_chapters(check):
    """Every chapter has a README with its heading, its sections in order, and links to its neighbours."""
    folders = chapters()
    for index, folder in enumerate(folders):
        readme = folder / "README.md"
        check.expect(readme.is_file(), place(folder), "has no README.md")
        if not readme.is_file():
            continue
        lines = read(readme)
        heading = HEADING.fullmatch(lines[0])
        check.expect(heading is not None, place(readme, 1), 'the first line is not of the form "# NN · Name: one line"')
        check.expect(heading is None or heading.group(1) == folder.name[:2], place(readme, 1), "has another chapter's number")
        sections = [text[3:].strip() for _, text, inside in split_fences(lines) if not inside and text.startswith("## ")]
        check.expect([name for name in sections if name in SECTIONS] == SECTIONS, place(readme),
                     f"its sections are {', '.join(sections)}; wanted are {', '.join(SECTIONS)}")
        targets = "\n".join(target for _, text in prose(lines) for target in LINK.findall(text))
        for neighbour in folders[max(0, index - 1):index] + folders[index + 1:index + 2]:
            check.expect(neighbour.name in targets, place(readme), f"has no link to {neighbour.name}")


def check_ladder(check):
    """The root README's ladder has every chapter, with the name and the line of its heading."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for folder in chapters():
        readme = folder / "README.md"
        heading = HEADING.fullmatch(read(readme)[0]) if readme.is_file() else None
        if heading is None:
            check.expect(f"chapters/{folder.name}/" in text, "README.md", f"its ladder lacks {folder.name}")
            continue
        number, name, line = heading.groups()
        rung = f"| {number} | [{name}](chapters/{folder.name}/README.md) | {line} |"
        check.expect(rung in text, "README.md", f"its ladder lacks the line: {rung}")


def parts_of(block):
    """The runs of lines between gaps, each without its common indentation."""
    part = []
    for text in block + [GAP]:
        if text.strip() != GAP:
            part.append(text)
        elif part:
            yield flush_left(part)
            part = []


def flush_left(lines):
    indents = [len(text) - len(text.lstrip(" ")) for text in lines if text.strip()]
    cut = min(indents, default=0)
    return [re.sub(r" +//", "  //", text[cut:]).rstrip() for text in lines]  # a formatter may line comments up


def find_part(part, source, start):
    """Where in the source the part ends, or None when it is not there."""
    for first in range(start, len(source) - len(part) + 1):
        if flush_left(source[first:first + len(part)]) == part:
            return first + len(part)
    return None


def check_excerpts(check):
    """Every excerpt stands in the file that it names, line by line."""
    for page in pages():
        lines = read(page)
        for index, text in enumerate(lines):
            marker = EXCERPT.match(text)
            if not marker:
                continue
            where, file = place(page, index + 1), ROOT / marker.group(1)
            check.expect(file.is_file(), where, f"there is no file {marker.group(1)}")
            opens = index + 1 < len(lines) and FENCE.match(lines[index + 1])
            check.expect(bool(opens), where, "the excerpt is not followed by a fenced block")
            if not opens or not file.is_file():
                continue
            end = next((n for n in range(index + 2, len(lines)) if FENCE.match(lines[n])), len(lines))
            source, start = read(file), 0
            for part in parts_of(lines[index + 2:end]):
                found = find_part(part, source, start)
                check.expect(found is not None, where, f"{marker.group(1)} has no such lines from \"{part[0].strip()}\" on")
                start = found or start


def option_names():
    """The options of every chapter, from the harness's own list."""
    source = (ROOT / "common/harness/command_line.cpp").read_text(encoding="utf-8")
    return set(re.findall(r"^\s*\{\"(--[a-z-]+)\",", source, re.MULTILINE)) | {"--help"}


def verbs():
    return set(re.findall(r"^  \./ladder (\w+)", (ROOT / "ladder").read_text(encoding="utf-8"), re.MULTILINE))


def commands(lines):
    """(line number, words) of everything that starts with ./ladder: on a line of its own, or in back quotes."""
    for number, text, _ in split_fences(lines):
        for command in [text.strip().removeprefix("$ ")] + re.findall(r"`([^`]+)`", text):
            if command.startswith("./ladder "):
                yield number, shlex.split(command, comments=True)


def check_commands(check):
    """Every ./ladder command names a verb, a chapter and options that there are."""
    options, known_verbs = option_names(), verbs()
    numbers = {folder.name[:2] for folder in chapters()} | {"NN"}
    for page in pages():
        for number, words in commands(read(page)):
            where, verb = place(page, number), words[1]
            check.expect(verb in known_verbs, where, f"./ladder has no verb {verb}")
            if verb != "run":
                continue
            if len(words) > 2 and not words[2].startswith(("-", "[", "…")):
                check.expect(words[2][:2].zfill(2) in numbers, where, f"there is no chapter {words[2]}")
            for word in words[2:]:
                if word.startswith("--") and "…" not in word:
                    check.expect(word.split("=")[0] in options, where, f"there is no option {word}")


def check_measured(check):
    """Every place for measurements is closed, has a name of its own, and says which command prints them."""
    names = set()
    for page in pages():
        name, content, where = None, [], ""
        for number, text in enumerate(read(page), 1):
            marker = MEASURED.match(text)
            if marker:
                check.expect(name is None, place(page, number), f"the measurements {name} are not closed")
                name, content, where = marker.group(1), [], place(page, number)
                check.expect(name not in names, where, f"there are measurements {name} already")
                names.add(name)
            elif text == END:
                check.expect(name is not None, place(page, number), "closes measurements that were not opened")
                check.expect("./ladder " in "\n".join(content), where, "does not say which command prints them")
                name = None
            elif name is not None:
                content.append(text)
        check.expect(name is None, place(page), f"the measurements {name} are not closed")


def check_figures(check):
    """Every picture of docs/figures is what its script draws. Those of runs need the chapters' binaries: traces.py --check;
    those of times need matplotlib: plot.py --check."""
    figures = ROOT / "docs" / "figures"
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for part in ("docs", "chapters", "shaders"):
            shutil.copytree(ROOT / part, copy / part)
        for drawn in (copy / "docs" / "figures").glob("*.svg"):
            drawn.unlink()
        for script in sorted((copy / "docs" / "figures").glob("draw*.py")):
            run = subprocess.run([sys.executable, "-B", str(script)], cwd=script.parent, capture_output=True, text=True)
            check.expect(run.returncode == 0, f"docs/figures/{script.name}", run.stderr.strip().split("\n")[-1])
        for picture in sorted(set(figures.glob("*.svg")) - set(figures.glob("trace_*.svg")) - set(figures.glob("measured_*.svg"))):
            drawn = copy / "docs" / "figures" / picture.name
            check.expect(drawn.is_file(), place(picture), "no script draws it")
            check.expect(not drawn.is_file() or drawn.read_bytes() == picture.read_bytes(), place(picture),
                         "is not what its script draws")


def check_plain(check):
    """No tabs, no blanks at the end of a line, one line feed at the end."""
    for page in pages():
        for number, text in enumerate(read(page), 1):
            check.expect("\t" not in text, place(page, number), "has a tab")
            check.expect(text == text.rstrip(), place(page, number), "ends in blanks")
        whole = page.read_text(encoding="utf-8")
        check.expect(whole.endswith("\n") and not whole.endswith("\n\n"), place(page), "does not end with one line feed")


CHECKS = {function.__name__.removeprefix("check_"): function
          for function in (check_links, check_pictures, check_chapters, check_ladder, check_excerpts, check_commands,
                           check_measured, check_figures, check_plain)}


def main():
    names = sys.argv[1:]
    if not names or not set(names) <= set(CHECKS):
        print(f"error: name one or more of {', '.join(CHECKS)}", file=sys.stderr)
        return 2
    code = 0
    for name in names:
        check = Check()
        CHECKS[name](check)
        print("\n".join(check.faults + [f"{name}: {check.num_checked} checked, {len(check.faults)} wrong"]))
        if check.faults or check.num_checked == 0:
            code = 1
    return code


if __name__ == "__main__":
    sys.exit(main())
