# The pictures of chapter 07: a scan with items in registers, and the order in which a subgroup touches memory.
# Room: docs/figures.
# SPDX-License-Identifier: MIT
from svg import SMALL_PX, Picture, Words

ITEMS = [5, 2, 7, 1, 3, 6, 4, 8, 2, 9, 1, 5, 3, 7, 2, 6]
GRAIN = 4
LANE_KINDS = ("fresh", "second", "third", "fourth")


def grain():
    """As in shaders/07_thread_grain/blocked.glsl: 4 invocations with a grain of 4."""
    left, row = 150, 84
    num_invocations = len(ITEMS) // GRAIN
    picture = Picture(850, 356, "Sixteen items, four invocations, a grain of four",
                      "Each invocation reduces its four items in registers. The workgroup scans the four aggregates. Each invocation "
                      "scans its items again, starting from its prefix.")
    words = Words(picture, left, 40, 36, gaps=lambda column: 10 * (column // GRAIN))

    def name(y, text, note):
        picture.text(left - 14, y + 13, text, "text", "end")
        picture.text(left - 14, y + 29, note, "muted", "end", SMALL_PX)

    def first_x(invocation):
        return words.x(invocation * GRAIN)

    def last_x(invocation):
        return words.x(invocation * GRAIN + GRAIN - 1) + 36

    def middle(invocation):
        return (first_x(invocation) + last_x(invocation)) / 2

    y = 34
    for invocation in range(num_invocations):
        picture.text(middle(invocation), y - 12, f"invocation {invocation}", "muted", "middle", SMALL_PX)
    words.row(y, ITEMS, lambda column: "cell")
    name(y, "held", "in registers")
    below = y + row
    aggregates = []
    for invocation in range(num_invocations):
        aggregates.append(sum(ITEMS[invocation * GRAIN:(invocation + 1) * GRAIN]))
        picture.arrow(first_x(invocation), y + 44, last_x(invocation), y + 44)
        picture.arrow(middle(invocation), y + 47, middle(invocation), below - 2)
        picture.cell(middle(invocation) - 26, below, 52, 30, "third", aggregates[invocation])
    name(below, "thread_reduce", "each invocation")
    y, below = below, below + row
    prefixes = [sum(aggregates[:invocation]) for invocation in range(num_invocations)]
    for invocation in range(num_invocations):
        for later in range(invocation + 1, num_invocations):
            picture.arrow(middle(invocation), y + 31, middle(later), below - 3)
        picture.cell(middle(invocation) - 26, below, 52, 30, "fresh", prefixes[invocation])
    name(below, "scan_workgroup", "shared memory")
    y, below = below, below + row
    result = []
    for invocation in range(num_invocations):
        prefix = prefixes[invocation]
        for item in ITEMS[invocation * GRAIN:(invocation + 1) * GRAIN]:
            prefix += item
            result.append(prefix)
        picture.arrow(middle(invocation), y + 31, words.middle(invocation * GRAIN), below - 17, "handed")
        picture.arrow(first_x(invocation), below - 14, last_x(invocation), below - 14)
    assert result == [sum(ITEMS[:i + 1]) for i in range(len(ITEMS))]
    words.row(below, result, lambda column: "second")
    name(below, "thread_scan", "each invocation")
    picture.text(left, below + 58, "Horizontal arrows: one invocation goes along its own items; nobody waits. Only the middle step needs barriers.",
                 "muted", "start", SMALL_PX)
    return picture


def orders():
    """Which words each access of a subgroup touches: place() * GRAIN + i against cell_of(row) of strided.glsl."""
    lanes, held = 4, 8
    left, pitch, line = 116, 22, 21
    num_words = lanes * held
    picture = Picture(850, 604, "The words that a subgroup of four lanes touches, access by access, with a grain of 8",
                      "Blocked, the lanes of one access touch words that lie eight apart. Strided, they touch neighbours. With vector "
                      "loads an access takes four words a lane.")

    def blocked(lane, access, width):
        return [lane * held + access * width + i for i in range(width)]

    def strided(lane, access, width):
        return [(access * lanes + lane) * width + i for i in range(width)]

    y = 0
    for title, order, width in (("blocked, scalar loads: 8 accesses", blocked, 1), ("blocked, vector loads: 2 accesses", blocked, 4),
                                ("strided, scalar loads: 8 accesses", strided, 1), ("strided, vector loads: 2 accesses", strided, 4)):
        y += 22
        picture.text(left, y, title, "text", "start", 14, True)
        y += 10
        seen = set()
        for access in range(held // width):
            picture.text(left - 12, y + 13, f"access {access}", "muted", "end", SMALL_PX)
            owner = {word: lane for lane in range(lanes) for word in order(lane, access, width)}
            seen |= owner.keys()
            for word in range(num_words):
                lane = owner.get(word)
                kind = "idle" if lane is None else LANE_KINDS[lane]
                picture.cell(left + word * pitch, y, pitch - 2, line - 3, kind, "" if lane is None else lane, "text", SMALL_PX,
                             "faint" if lane is None else "edge")
            y += line
        assert seen == set(range(num_words))
        y += 6
    picture.text(left, y + 18, "Columns: 32 words that follow each other in memory. The number and the colour: the lane that touches the word.",
                 "muted", "start", SMALL_PX)
    return picture


PICTURES = {"07_grain.svg": grain, "07_orders.svg": orders}
