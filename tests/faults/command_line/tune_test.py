"""The sweep over workgroups and grains, as its users start it: what it prints, what it writes, what it refuses."""
# Room: tests/faults.
# SPDX-License-Identifier: MIT

import json

from programs import SKIPPED, ProgramTest, folder, main, run

TUNE = "tune"
FORMS = ("plain", "fallback", "no-ticket", "turn-first")
METHODS = ["--method", "two-dispatches,single-pass-32", "--form", "fallback"]
FEW = ["--api", "vulkan", *METHODS, "--workgroup", "64,128", "--vectors", "1,2"]


class Tune(ProgramTest):
    def require_right(self, outcome):
        if outcome.code == SKIPPED:
            self.skipTest(outcome.text)
        self.assertEqual(outcome.code, 0, outcome)

    def test_tune_tries_every_combination_and_names_the_fastest(self):
        with folder() as place:
            outcome = run(TUNE, *FEW, "--items", "3001,1000", "--repeat", "2", "--json", place / "tuned.json")
            self.require_right(outcome)
            report = json.loads((place / "tuned.json").read_text())
        self.assertEqual(len(report["trials"]), 2 * 2 * 2 * 2)
        self.assertEqual({trial["verdict"] for trial in report["trials"]}, {"ok"})
        self.assertEqual(len(report["best"]), 2 * 2)
        for best in report["best"]:
            rivals = [
                trial["milliseconds"]["median"]
                for trial in report["trials"]
                if (trial["method"], trial["items"]) == (best["method"], best["items"])
            ]
            self.assertEqual(len(rivals), 4)
            self.assertEqual(best["milliseconds"]["median"], min(rivals))
        self.assertIn("--items 3001,1000", report["command"])
        self.assertIn(".workgroup_size = ", outcome.out)

    def test_tune_checks_every_combination_without_a_time(self):
        outcome = run(TUNE, *FEW, "--check", "--type", "uint32", "--json", "-")
        self.require_right(outcome)
        trials = json.loads(outcome.out)["trials"]
        self.assertEqual(len(trials), 8 * 20)
        self.assertEqual({trial["kind"] for trial in trials}, {"inclusive", "exclusive"})
        self.assertEqual({trial["milliseconds"] for trial in trials}, {None})
        self.assertIn("160 combinations x sizes x types: 160 right, 0 wrong, 0 skipped", outcome.err)

    def test_tune_tries_every_form_of_a_single_pass_and_names_the_best_of_each(self):
        shapes = ["--workgroup", "64,128", "--vectors", "2"]
        outcome = run(TUNE, "--api", "vulkan", "--method", "single-pass-32", *shapes, "--items", "3001", "--json", "-")
        self.require_right(outcome)
        report = json.loads(outcome.out)
        forms = [trial["form"] for trial in report["trials"]]
        self.assertEqual(forms, [form for form in FORMS for _ in range(2)])
        self.assertEqual([best["form"] for best in report["best"]], list(FORMS))
        fastest = outcome.err.split("the fastest of each method")[1]
        for name in ("single-pass-32", *(f"single-pass-32 {form}" for form in FORMS[1:])):
            self.assertRegex(fastest, f" {name} +{{.workgroup_size")
        self.assertIn("; the fastest of all", fastest)

    def test_tune_says_why_a_combination_did_not_run(self):
        outcome = run(TUNE, "--api", "vulkan", "--method", "single-pass-32", "--workgroup", "2^20", "--items", "1000")
        if outcome.code == SKIPPED:
            self.skipTest(outcome.text)
        self.require_reason(outcome, "1048576 invocations")

    def test_C33_tune_refuses_what_it_does_not_know(self):
        for arguments in (
            ["--method", "sklansky"],
            ["--api", "simulator"],
            ["--workgroup", "0"],
            ["--workgroup", "64,,128"],
            ["--vectors", "17"],
            ["--form", "help"],
            ["--gl-memory", "fast"],
            ["--items", "0"],
            ["--items", "1e6"],
            ["--repeat", "0"],
            ["--type", "float64"],
            ["--device", "no such device"],
            ["--size", "10"],
        ):
            with self.subTest(arguments):
                outcome = run(TUNE, "--api", "vulkan", *arguments) if arguments[0] != "--api" else run(TUNE, *arguments)
                if outcome.code == SKIPPED:
                    self.skipTest(outcome.text)
                self.require_usage_error(outcome, arguments[0])

    def test_tune_refuses_a_file_that_cannot_be_written_before_it_runs_anything(self):
        outcome = run(TUNE, *FEW, "--json", "/no/such/folder/tuned.json")
        self.require_usage_error(outcome, "/no/such/folder/tuned.json", "cannot be written")

    def test_a_check_takes_sizes_of_ones_own_and_runs_them_as_often_as_asked(self):
        outcome = run(TUNE, *FEW, "--check", "--items", "1000,1001", "--kind", "all", "--repeat", "20", "--json", "-")
        self.require_right(outcome)
        trials = json.loads(outcome.out)["trials"]
        self.assertEqual({trial["items"] for trial in trials}, {1000, 1001})
        self.assertEqual({trial["kind"] for trial in trials}, {"inclusive", "exclusive"})


if __name__ == "__main__":
    main()
