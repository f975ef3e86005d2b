"""Sizes of every order: none, beyond 32 bits, beyond what a method is made for; and times that grow with them."""
# Room: tests/faults.
# SPDX-License-Identifier: MIT

import resource

from programs import ALL_GPU, ANY_SIZE, PIPELINE, SERIAL, SKIPPED, TREE, ProgramTest, main, run

BEYOND_31_BITS = (2147483647, 2147483648, 3000000000, 4294967296)


def little_memory():
    """4 GiB of addresses: so large inputs are refused at once, on whatever machine."""
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))


class Sizes(ProgramTest):
    def require_nothing_scanned(self, chapters):
        for chapter in chapters:
            with self.subTest(chapter):
                outcome = run(chapter, "--items", 0, "--repeat", 1, "--json", "-", "--validation")
                self.require_ok(outcome)
                for result in outcome.results:
                    if result["verdict"] == "ok":
                        self.assertEqual(result["items"], 0)
                        self.assertEqual(result["total"], "0")
                        self.assertIsNone(result["gigabytes_per_second"])

    def test_C05_no_items_are_scanned_to_nothing_in_chapters_02_to_06(self):
        self.require_nothing_scanned(ALL_GPU[:5])

    def test_C05_no_items_are_scanned_to_nothing_in_chapters_07_to_10(self):
        self.require_nothing_scanned(ALL_GPU[5:])

    def test_C05_no_items_are_scanned_to_nothing_without_a_GPU(self):
        outcome = run(SERIAL, "--items", 0, "--repeat", 1, "--json", "-")
        self.require_ok(outcome)
        self.assertTrue(all(result["total"] == "0" for result in outcome.results))

    def test_C05_one_item_is_its_own_total(self):
        outcome = run(PIPELINE, "--items", 1, "--pattern", "ones", "--repeat", 1, "--json", "-")
        self.require_ok(outcome)
        self.assertTrue(all(result["total"] in ("1", None) for result in outcome.results))

    def test_C25_sizes_beyond_31_bits_are_refused_with_their_own_number(self):
        for chapter in (TREE, PIPELINE, ANY_SIZE):
            for num_items in BEYOND_31_BITS:
                with self.subTest(chapter=chapter, num_items=num_items):
                    outcome = run(chapter, "--items", num_items, preexec_fn=little_memory)
                    self.require_usage_error(outcome, "--items", f"{num_items} ")
                    self.assertNotIn(" -", outcome.err.replace("--", ""))

    def test_C25_one_item_beyond_the_largest_binding_is_refused_or_right(self):
        for api in ("opengl", "vulkan"):
            with self.subTest(api):
                outcome = run(PIPELINE, "--api", api, "--items", "2^25+1", "--limit-range", 1 << 27, "--repeat", 1,
                              "--pattern", "ones", "--kind", "inclusive", "--local", "raking")
                if outcome.code != SKIPPED:
                    self.require_reason(outcome, "failed", "33554433", "134217728")

    def test_C26_a_workgroup_of_four_holds_four_items_and_refuses_five(self):
        self.require_ok(run(TREE, "--items", 4, "--workgroup", 4, "--repeat", 1, "--json", "-"))
        outcome = run(TREE, "--items", 5, "--workgroup", 4)
        self.assertEqual(outcome.code, SKIPPED, outcome)
        self.require_reason(outcome, "5 items", "holds 4 ")

    def test_C26_a_tile_with_a_grain_holds_exactly_its_items(self):
        tile = ("--workgroup", 64, "--grain", 2, "--repeat", 1)
        self.require_ok(run("07_thread_grain", "--items", 128, *tile, "--json", "-"))
        self.require_reason(run("07_thread_grain", "--items", 129, *tile), "129 items", "128 ")

    def test_C26_a_binding_holds_exactly_its_items(self):
        limits = ("--limit-range", 4096, "--workgroup", 64, "--grain", 1, "--local", "raking", "--repeat", 1)
        self.require_ok(run(PIPELINE, "--items", 1024, *limits, "--json", "-"))
        self.require_reason(run(PIPELINE, "--items", 1025, *limits), "4096")

    def test_C31_the_time_grows_with_the_number_of_items(self):
        for api in ("opengl", "vulkan"):
            with self.subTest(api):
                medians = []
                for num_items in ("2^16", "2^20", "2^24"):
                    outcome = run(PIPELINE, "--api", api, "--items", num_items, "--local", "raking",
                                  "--kind", "inclusive", "--repeat", 3, "--json", "-")
                    self.require_ok(outcome)
                    result = outcome.results[0]
                    medians.append(result["milliseconds"]["median"])
                    self.assertGreater(result["build_milliseconds"], 0)
                    self.assertGreater(result["upload_milliseconds"], 0)
                self.assertLess(medians[0], medians[1])
                self.assertLess(medians[1], medians[2])

    def test_C39_one_invocation_and_one_workgroup_refuse_two_to_the_26_items_at_once(self):
        for chapter in ALL_GPU[:6]:
            with self.subTest(chapter):
                outcome = run(chapter, "--items", "2^26", "--kind", "inclusive", "--repeat", 1)
                self.assertIn("67108864 items", outcome.text)
                self.assertIn("chapter 08", outcome.text)
                self.assertLess(outcome.seconds, 30)


if __name__ == "__main__":
    main()
