# The pictures of chapter 04: the tree up and down, the tree in fours, and the banks of shared memory with and without padding.
# Room: docs/figures.
# SPDX-License-Identifier: MIT
from svg import SMALL_PX, Picture, Words

ITEMS = [5, 2, 7, 1, 3, 6, 4, 8]
LEFT, PITCH, WIDTH, ROW = 190, 62, 46, 68


def number_places(picture, words, size, y):
    for place in range(size):
        picture.text(words.middle(place), y - 12, place, "muted", "middle", SMALL_PX)


def name_row(picture, y, name, note=""):
    picture.text(LEFT - 16, y + (13 if note else 20), name, "text", "end")
    if note:
        picture.text(LEFT - 16, y + 29, note, "muted", "end", SMALL_PX)


def who(count):
    return "invocation 0" if count == 1 else f"invocations 0 to {count - 1}"


def tree():
    """Level by level as in shaders/04_blelloch/tree.glsl."""
    size = len(ITEMS)
    slots = list(ITEMS)
    picture = Picture(840, 672, "Blelloch's tree for eight items: the upsweep, the clearing of the root, the downsweep",
                      "Going up, each right child adds its left sibling. The root becomes the identity. Going down, the left child "
                      "gets the parent's prefix and the right child that prefix and the left child's aggregate.")
    words = Words(picture, LEFT, PITCH, WIDTH)
    y = 34
    number_places(picture, words, size, y)
    picture.text(LEFT - 16, y - 12, "slot", "muted", "end", SMALL_PX)
    words.row(y, slots, lambda slot: "cell")
    name_row(picture, y, "items")
    aside = words.x(size) + 6
    work, stride = 0, 1
    while stride < size:
        below, rights = y + ROW, []
        for me in range(size):
            right = (me + 1) * 2 * stride - 1
            if right < size:
                slots[right] = slots[right - stride] + slots[right]
                rights.append(right)
                words.arrow(right - stride, y, right, below)
                words.arrow(right, y, right, below)
        for slot in range(size):
            if slot not in rights:
                words.keep(slot, y, below)
        words.row(below, slots, lambda slot: "fresh" if slot in rights else "idle")
        name_row(picture, below, f"up, stride {stride}", who(len(rights)))
        picture.text(aside, below + 20, f"{len(rights)} combine{'s' if len(rights) > 1 else ''}", "muted", "start", SMALL_PX)
        work += len(rights)
        stride, y = stride * 2, below

    below = y + ROW
    slots[size - 1] = 0
    for slot in range(size - 1):
        words.keep(slot, y, below)
    words.row(below, slots, lambda slot: "third" if slot == size - 1 else "idle")
    name_row(picture, below, "clear the root", who(1))
    y, stride = below, size // 2
    while stride > 0:
        below, rights, lefts = y + ROW, [], []
        for me in range(size):
            right = (me + 1) * 2 * stride - 1
            if right < size:
                left_aggregate, parent_prefix = slots[right - stride], slots[right]
                slots[right - stride] = parent_prefix
                slots[right] = parent_prefix + left_aggregate
                rights.append(right)
                lefts.append(right - stride)
                words.arrow(right - stride, y, right, below)
                words.arrow(right, y, right, below)
                words.arrow(right, y, right - stride, below, "handed")
        for slot in range(size):
            if slot not in rights and slot not in lefts:
                words.keep(slot, y, below)
        words.row(below, slots, lambda slot: "fresh" if slot in rights else "second" if slot in lefts else "idle")
        name_row(picture, below, f"down, stride {stride}", who(len(rights)))
        picture.text(aside, below + 20, f"{len(rights)} combine{'s' if len(rights) > 1 else ''}", "muted", "start", SMALL_PX)
        work += len(rights)
        stride, y = stride // 2, below
    assert slots == [sum(ITEMS[:slot]) for slot in range(size)]
    picture.text(aside, y + 40, f"{work} in all", "text", "start", SMALL_PX)

    below = y + ROW
    for slot in range(size):
        words.keep(slot, y, below)
    words.row(below, [prefix + item for prefix, item in zip(slots, ITEMS)], lambda slot: "fourth")
    name_row(picture, below, "inclusive", "prefix, own item")
    picture.text(aside, below + 20, f"{size} more", "muted", "start", SMALL_PX)
    picture.text(LEFT, below + 58, "Blue: combined. Orange: the parent's prefix, handed on unchanged. Outlined: nobody touches it.",
                 "muted", "start", SMALL_PX)
    picture.text(LEFT, below + 78, "The last downsweep row is the exclusive scan.", "muted", "start", SMALL_PX)
    return picture


def unrolled():
    """Two levels at a time as in shaders/04_blelloch/unrolled.comp, with 16 items; the middle levels repeat for more."""
    items = ITEMS + [2, 9, 1, 5, 3, 7, 2, 6]
    size, left, pitch, width = len(items), 150, 41, 34
    slots = list(items)
    picture = Picture(840, 352, "Blelloch's tree, two levels at a time, for sixteen items",
                      "Each invocation reduces a subtree of four without a barrier inside. Invocation 0 reduces, clears and scans "
                      "the topmost four. Then each invocation scans its subtree from the prefix that it got.")
    words = Words(picture, left, pitch, width, gaps=lambda column: 8 * (column // 4))
    y = 34
    number_places(picture, words, size, y)

    def name(at, text, note):
        picture.text(left - 14, at + 13, text, "text", "end")
        picture.text(left - 14, at + 29, note, "muted", "end", SMALL_PX)

    def children(subtree, stride):
        last = (subtree + 1) * 4 * stride - 1
        return [last - 3 * stride, last - 2 * stride, last - stride, last]

    def reduce_subtree(child):
        first_two = slots[child[0]] + slots[child[1]]
        slots[child[1]] = first_two
        slots[child[3]] = first_two + (slots[child[2]] + slots[child[3]])

    def scan_subtree(child, prefix):
        first, first_two, third = slots[child[0]], slots[child[1]], slots[child[2]]
        slots[child[0]], slots[child[1]], slots[child[2]] = prefix, prefix + first, prefix + first_two
        slots[child[3]] = slots[child[2]] + third

    words.row(y, items, lambda slot: "cell")
    name(y, "items", "16 leaves")
    below = y + ROW + 8
    for me in range(size // 4):
        child = children(me, 1)
        reduce_subtree(child)
        words.arrow(child[0], y, child[1], below)
        words.arrow(child[1], y, child[1], below)
        for one in child:
            words.arrow(one, y, child[3], below)
        words.keep(child[0], y, below)
        words.keep(child[2], y, below)
    words.row(below, slots, lambda slot: "fresh" if slot % 4 in (1, 3) else "idle")
    name(below, "reduce fours", "invocations 0 to 3")
    y, below = below, below + ROW + 8
    child = children(0, size // 4)
    reduce_subtree(child)
    scan_subtree(child, 0)
    for slot in range(size):
        if slot not in child:
            words.keep(slot, y, below)
    for number, one in enumerate(child):
        for later in child[number + 1:]:
            words.arrow(one, y, later, below)
    words.row(below, slots, lambda slot: "third" if slot in child else "idle")
    name(below, "the top", "invocation 0 alone")
    y, below = below, below + ROW + 8
    for me in range(size // 4):
        child = children(me, 1)
        prefix = slots[child[3]]
        scan_subtree(child, prefix)
        for one in child:
            words.arrow(child[3], y, one, below, "handed")
        words.arrow(child[0], y, child[1], below)
        words.arrow(child[1], y, child[2], below)
        words.arrow(child[1], y, child[3], below)
        words.arrow(child[2], y, child[3], below)
    words.row(below, slots, lambda slot: "second")
    name(below, "scan fours", "invocations 0 to 3")
    assert slots == [sum(items[:slot]) for slot in range(size)]
    picture.text(left, below + 58, "Four barriers, one above each row and one below the last; the plain tree has ten for 16 items.",
                 "muted", "start", SMALL_PX)
    picture.text(left, below + 78, "Blue and green: combined. Orange arrows: the prefix of the whole subtree.", "muted", "start", SMALL_PX)
    return picture


def banks():
    """Where the right children of stride 4 lie, in a shared memory that is drawn with 8 banks and 64 words."""
    num_banks, size, stride = 8, 64, 4
    rights = [(me + 1) * 2 * stride - 1 for me in range(size // (2 * stride))]
    picture = Picture(840, 430, "Right children in the banks of shared memory, plain and padded",
                      "Plain, all eight words lie in one bank and are served one after another. With one unused word after every "
                      "eight they lie in eight different banks.")
    panels = (("plain: slot(i) = i", 30, lambda index: index), ("padded: slot(i) = i + i / 8", 440, lambda index: index + index // num_banks))
    for title, left, slot in panels:
        taken = {slot(index): index for index in range(size)}
        touched = {slot(right): me for me, right in enumerate(rights)}
        picture.text(left, 22, title, "text", "start", 14, True)
        words = Words(picture, left, 46, 40, 26)
        for bank in range(num_banks):
            picture.text(words.middle(bank), 48, f"bank {bank}", "muted", "middle", SMALL_PX)
        hits = [0] * num_banks
        for row in range((max(taken) + num_banks) // num_banks):
            y = 58 + row * 32
            for bank in range(num_banks):
                word = row * num_banks + bank
                if word in touched:
                    hits[bank] += 1
                    picture.cell(words.x(bank), y, 40, 26, "fresh", taken[word], "text", SMALL_PX)
                elif word in taken:
                    picture.cell(words.x(bank), y, 40, 26, "idle", taken[word], "muted", SMALL_PX, "faint")
                elif word < max(taken):
                    picture.cell(words.x(bank), y, 40, 26, "idle", "", "muted", SMALL_PX, "edge", True)
        y = 58 + 9 * 32 + 26
        worst = max(hits)
        picture.text(left, y, f"Invocations 0 to {len(rights) - 1} read the blue words at once:", "text", "start", SMALL_PX)
        picture.text(left, y + 18, f"{worst} in one bank, so one after another." if worst > 1 else
                     "one in each bank, all at the same time.", "bad-text" if worst > 1 else "text", "start", SMALL_PX)
    picture.text(30, 420, "Numbers: index in the tree. Dashed: unused. Level with stride 4; drawn with 8 banks, the shader pads for 32.",
                 "muted", "start", SMALL_PX)
    return picture


def conflicts():
    """For each level of a tree of 1,024 leaves: how the 32 banks are hit by the first 32 invocations that read right children."""
    num_banks, size = 32, 1024
    strides = [1 << level for level in range(10)]
    picture = Picture(840, 336, "Bank conflicts of a tree of 1,024 leaves, level by level, plain and padded",
                      "Plain, the worst level has 32 words in one bank. Padded, no bank has more than one.")
    panels = (("plain", 70, lambda index: index), ("padded", 470, lambda index: index + index // num_banks))
    for title, left, slot in panels:
        picture.text(left, 22, title, "text", "start", 14, True)
        picture.text(left + num_banks * 9 + 10, 44, "worst", "muted", "start", SMALL_PX)
        picture.text(left, 44, "bank 0 to 31", "muted", "start", SMALL_PX)
        for row, stride in enumerate(strides):
            y = 54 + row * 23
            rights = [(me + 1) * 2 * stride - 1 for me in range(32)]
            hits = [0] * num_banks
            for right in rights:
                if right < size:
                    hits[slot(right) % num_banks] += 1
            for bank, hit in enumerate(hits):
                kind = "idle" if hit == 0 else "fresh" if hit == 1 else "second" if hit <= 4 else "bad"
                picture.cell(left + bank * 9, y, 8, 18, kind, edge="faint" if hit == 0 else "edge")
            worst = max(hits)
            picture.text(left + num_banks * 9 + 12, y + 14, worst, "bad-text" if worst > 1 else "text", "start", SMALL_PX)
            if left < 100:
                picture.text(left - 12, y + 14, stride, "text", "end", SMALL_PX)
    picture.text(58, 44, "stride", "muted", "end", SMALL_PX)
    picture.text(70, 310, "Blue: one word of the bank is asked for. Orange: 2 to 4. Red: more; they are served one after another.",
                 "muted", "start", SMALL_PX)
    picture.text(70, 328, "Counted for the first 32 invocations, their right children, 32 banks, a word an element.", "muted", "start", SMALL_PX)
    return picture


PICTURES = {"04_tree.svg": tree, "04_unrolled.svg": unrolled, "04_banks.svg": banks, "04_conflicts.svg": conflicts}
