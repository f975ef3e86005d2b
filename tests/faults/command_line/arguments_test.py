"""Bad arguments: one plain line that names the option, exit code 2, and nothing done."""
# Room: tests/faults.
# SPDX-License-Identifier: MIT

from programs import ANY_SIZE, LOOK_BACK, PIPELINE, SERIAL, TREE, ProgramTest, main, run


class Arguments(ProgramTest):
    def test_C33_what_is_no_number_of_items_is_refused(self):
        for text in ("-1", "abc", "1e6", "10 ", " 10", "", "1.5", "0x10", "99999999999999999999", "2^64", "--kind"):
            with self.subTest(text):
                self.require_usage_error(run(PIPELINE, "--items", text), "--items")

    def test_C33_zero_repeats_invocations_and_items_an_invocation_are_refused(self):
        for option in ("--repeat", "--workgroup", "--grain", "--limit-invocations", "--limit-range"):
            with self.subTest(option):
                self.require_usage_error(run(PIPELINE, option, "0"), option, "0")

    def test_C33_a_tile_in_none_cannot_be_blocked(self):
        self.require_usage_error(run(LOOK_BACK, "--block", "0"), "--block", "0")
        self.require_usage_error(run(PIPELINE, "--block", "2"), "--block", "08")

    def test_C33_unknown_options_and_options_without_a_value_are_refused(self):
        for arguments in (["--size", "10"], ["--items"], ["--items", "1", "--items", "2"], ["--seed"], ["-n", "3"]):
            with self.subTest(arguments):
                self.require_usage_error(run(TREE, *arguments), arguments[0])
        self.require_usage_error(run(TREE, "1000"), "1000")

    def test_C33_names_that_an_option_does_not_have_are_refused_with_those_it_has(self):
        self.require_usage_error(run(PIPELINE, "--api", "metal"), "--api", "metal", "opengl", "vulkan")
        self.require_usage_error(run(PIPELINE, "--kind", "both"), "--kind", "inclusive", "exclusive")
        self.require_usage_error(run(PIPELINE, "--local", "sklansky"), "--local", "hillis-steele", "subgroup")
        self.require_usage_error(run(PIPELINE, "--type", "float64"), "--type", "float32")
        self.require_usage_error(run(PIPELINE, "--gl-memory", "huge"), "--gl-memory", "auto", "ordinary", "sparse")

    def test_C33_options_that_mean_nothing_in_a_chapter_are_refused(self):
        self.require_usage_error(run(SERIAL, "--api", "vulkan"), "--api")
        self.require_usage_error(run(SERIAL, "--gl-memory", "auto"), "--gl-memory", "01")
        self.require_usage_error(run(TREE, "--local", "raking"), "--local")
        self.require_usage_error(run(TREE, "--type", "float32"), "float32", "chapter 08")

    def test_help_is_printed_on_the_standard_output(self):
        outcome = run(ANY_SIZE, "--help")
        self.assertEqual(outcome.code, 0, outcome)
        self.assertIn("--items", outcome.out)
        self.assertEqual(outcome.err, "")


if __name__ == "__main__":
    main()
