"""Limits of workgroups, devices and the command line: kept to, or refused with the asked and the allowed value."""
# Room: tests/faults.
# SPDX-License-Identifier: MIT

from programs import PIPELINE, REDUCE, SKIPPED, TREE, ProgramTest, main, run

QUICK = ("--items", 1000, "--repeat", 1, "--kind", "exclusive")


class Limits(ProgramTest):
    def test_C29_a_workgroup_beyond_the_limit_is_refused_with_both_numbers(self):
        limit = ("--limit-invocations", 1024)
        self.require_reason(run(PIPELINE, *QUICK, *limit, "--workgroup", 2048, "--local", "raking"), "2048", "1024")
        self.require_reason(run(TREE, *QUICK, *limit, "--workgroup", 2048), "2048", "1024")

    def test_C29_a_workgroup_of_96_is_right_or_refused_as_no_power_of_two(self):
        for local in ("hillis-steele", "raking"):
            with self.subTest(local):
                self.require_ok(run(PIPELINE, *QUICK, "--workgroup", 96, "--local", local, "--json", "-"))
        for program in ((PIPELINE, "--local", "blelloch"), (TREE, "--items", 96)):
            outcome = run(program[0], "--repeat", 1, *program[1:], "--workgroup", 96)
            self.require_reason(outcome, "power of two", "96")

    def test_C29_tiles_in_registers_go_beyond_shared_memory(self):
        outcome = run(REDUCE, "--items", 100000, "--repeat", 1, "--kind", "inclusive", "--local", "raking",
                      "--reduce", "tree", "--workgroup", 1024, "--grain", 16, "--json", "-")
        self.require_ok(outcome)  # 16,384 items are 64 KiB, and the shared memory holds one value an invocation

    def test_C29_fewer_invocations_make_smaller_workgroups(self):
        for invocations in (128, 256):
            with self.subTest(invocations):
                limit = ("--limit-invocations", invocations)
                self.require_ok(run(PIPELINE, *QUICK, *limit, "--json", "-"))
                outcome = run(PIPELINE, *QUICK, *limit, "--local", "raking", "--workgroup", 2 * invocations)
                self.require_reason(outcome, str(2 * invocations), str(invocations))
        outcome = run(TREE, "--limit-invocations", 128, "--items", 129)
        self.assertEqual(outcome.code, SKIPPED, outcome)
        self.require_reason(outcome, "129 items", "128 ")

    def test_C29_little_shared_memory_is_kept_to(self):
        enough = ("--limit-shared", 2048, "--workgroup", 256, "--grain", 1, "--local", "hillis-steele")
        self.require_ok(run(PIPELINE, *QUICK, *enough, "--json", "-"))
        too_little = ("--limit-shared", 2047, "--workgroup", 256, "--grain", 1, "--local", "hillis-steele")
        self.require_reason(run(PIPELINE, *QUICK, *too_little), "2048", "2047")

    def test_C29_a_limit_never_raises_what_the_device_has(self):
        outcome = run(PIPELINE, *QUICK, "--local", "raking", "--limit-invocations", 1 << 30, "--workgroup", 1 << 20)
        self.require_reason(outcome, str(1 << 20), "allows")


if __name__ == "__main__":
    main()
