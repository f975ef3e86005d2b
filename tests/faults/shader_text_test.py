"""What a shader's text must keep to, because no driver here would show the fault."""
# Room: tests/faults. The rules are tried on texts that break them, too.
# SPDX-License-Identifier: MIT

import re
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "command_line"))
from programs import main  # noqa: E402  (the folder must be known first)

SHADERS = Path(__file__).parents[2] / "shaders"


def without_comments(text):
    return re.sub(r"/\*.*?\*/", "", re.sub(r"//[^\n]*", "", text), flags=re.DOTALL)


def shader_texts():
    """The text without comments of every file that holds GLSL."""
    files = sorted(file for file in SHADERS.rglob("*") if file.suffix in (".comp", ".glsl", ".h"))
    return {str(file.relative_to(SHADERS)): without_comments(file.read_text(encoding="utf-8")) for file in files}


def functions_of(text):
    """(name, body) of every function; preprocessor lines are no part of it."""
    text = re.sub(r"^\s*#.*$", "", text, flags=re.MULTILINE)
    for head in re.finditer(r"\b(\w+)\s*\([^(){};]*\)\s*\{", text):
        if head.group(1) in ("if", "for", "while", "switch"):
            continue
        depth, end = 1, head.end()
        while depth > 0:
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        yield head.group(1), text[head.end() : end - 1]


def names_called_in(body):
    return set(re.findall(r"\b(\w+)\s*\(", body))


def functions_with_barriers(texts):
    """The functions that reach a barrier(), themselves or through those that they call."""
    calls = {}
    for text in texts.values():
        for name, body in functions_of(text):
            calls.setdefault(name, set()).update(names_called_in(body))
    reach = {"barrier"}
    grew = True
    while grew:
        more = {name for name, called in calls.items() if called & reach} - reach
        grew = bool(more)
        reach |= more
    return reach


def statements_around(body, at):
    """The heads of the blocks that enclose a place of a function, and what stands before it in its own statement."""
    heads, start = [], 0
    parentheses = 0
    for index, letter in enumerate(body[:at]):
        parentheses += {"(": 1, ")": -1}.get(letter, 0)
        if letter == "{":
            heads.append(body[start:index])
        elif letter == "}":
            heads.pop()
        if letter in "{}" or (letter == ";" and parentheses == 0):
            start = index + 1
    return heads + [body[start:at]]


def broken_barrier_rules(texts):
    """Places where not every invocation of a workgroup might reach a barrier."""
    reach = functions_with_barriers(texts)
    faults = []
    for file, text in texts.items():
        for name, body in functions_of(text):
            places = [call.start() for call in re.finditer(r"\b(\w+)\s*\(", body) if call.group(1) in reach]
            if not places:
                continue
            if re.search(r"\b(return|discard)\b[^;]*;", body[: places[-1]].rpartition(";")[0] + ";"):
                faults.append(f"{file}: {name}() may return before a barrier")
            for place in places:
                around = [head for head in statements_around(body, place) if not re.search(r"\bif \(UNIFORM\(", head)]
                if any(re.search(r"\b(if|else|switch|case)\b|\?", head) for head in around):
                    faults.append(f"{file}: {name}() has a barrier under a condition")
    return faults


def broken_layout_rules(texts):
    """Buffer blocks whose layout is not spelled out, or spelled out so that elements lie apart."""
    faults = []
    for file, text in texts.items():
        for block in re.finditer(r"(layout\s*\([^)]*\))?[\w\s]*\b(buffer|uniform)\s+(\w+)\s*\{", text):
            layout = block.group(1) or ""
            if block.group(2) == "buffer" and "std430" not in layout:
                faults.append(f"{file}: the block {block.group(3)} does not say std430")
            if "std140" in layout and block.group(3) != "ParameterBlock":
                faults.append(f"{file}: the block {block.group(3)} is std140")
        if re.search(r"\b[ui]?(64)?vec3\b", text):
            faults.append(f"{file}: a vec3 takes the place of four elements in an array")
    return faults


class ShaderTexts(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.texts = shader_texts()
        self.assertGreater(len(self.texts), 20)

    def test_C09_every_invocation_reaches_every_barrier(self):
        self.assertIn("scan_workgroup", functions_with_barriers(self.texts))
        self.assertEqual(broken_barrier_rules(self.texts), [])

    def test_C09_an_early_return_and_a_barrier_under_a_condition_are_seen(self):
        file = "lib/scan_one_tile.glsl"
        early_return = "if (item >= parameters.num_items) return;\n  const bool has_item"
        early = self.texts[file].replace("const bool has_item", early_return)
        self.assertNotEqual(early, self.texts[file])
        faults = broken_barrier_rules({**self.texts, file: early})
        self.assertEqual(faults, [f"{file}: main() may return before a barrier"])
        file = "03_hillis_steele/two_barriers.comp"
        guarded = self.texts[file].replace("    barrier();", "    if (me >= distance) barrier();", 1)
        self.assertNotEqual(guarded, self.texts[file])
        faults = broken_barrier_rules({**self.texts, file: guarded})
        self.assertEqual(faults, [f"{file}: scan_workgroup() has a barrier under a condition"])

    def test_C08_no_fence_takes_the_place_of_a_barrier(self):
        for file, text in self.texts.items():
            self.assertNotRegex(text, r"\b(memoryBarrierShared|groupMemoryBarrier)\s*\(", file)

    def test_C10_no_subgroup_width_is_assumed(self):
        for file, text in self.texts.items():
            self.assertNotRegex(text, r"\bgl_SubgroupSize\s*==|\bWARP|>> *5\b|% *32\b|& *31\b", file)

    def test_no_shader_reduces_integers_by_subgroup_but_the_self_test(self):
        reduction = r"\bsubgroup(Clustered)?(Add|Mul|Min|Max|And|Or|Xor)\s*\("
        self.assertRegex(self.texts["doctor/reduce_in_branch.comp"], reduction)
        for file, text in self.texts.items():
            if not file.startswith("doctor/"):
                self.assertNotRegex(text, reduction, f"{file}: see docs/driver-faults.md")

    def test_C13_no_reserved_word_is_a_name(self):
        name = r"\b(uint|int|float|bool|Element)\s+(input|output|sample|buffer|packed|active|filter)\b"
        for file, text in self.texts.items():
            self.assertNotRegex(text, name, file)

    def test_C28_every_buffer_block_is_std430_and_nothing_is_a_vec3(self):
        self.assertEqual(broken_layout_rules(self.texts), [])

    def test_C28_other_layouts_and_vec3_are_seen(self):
        for layout, fault in (
            ("layout(std140, binding = 0) buffer Items { uint items[]; };", "the block Items does not say std430"),
            ("layout(binding = 0) readonly buffer Items { uint items[]; };", "the block Items does not say std430"),
            ("buffer Items { uint items[]; };", "the block Items does not say std430"),
            ("layout(std430, binding = 0) buffer Items { vec3 items[]; };", "vec3"),
            ("layout(std430, binding = 0) buffer Items { uvec3 items[]; };", "vec3"),
        ):
            with self.subTest(layout):
                faults = broken_layout_rules({"a.comp": layout})
                self.assertTrue(faults and fault in faults[0], faults)

    def test_C29_no_kernel_has_more_storage_blocks_than_every_device_allows(self):
        number = re.search(r"#define NUM_BINDINGS (\d+)", self.texts["lib/interface.h"]).group(1)
        self.assertLessEqual(int(number), 8)


if __name__ == "__main__":
    main()
