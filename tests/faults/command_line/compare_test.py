"""The comparison as its user starts it: bad options, an absent peer, a peer that is wrong, and a small run of all."""
# Room: tests/faults.
# SPDX-License-Identifier: MIT

import json

from programs import PROGRAMS, ProgramTest, folder, main, run

COMPARE = "compare"
STAND_IN = PROGRAMS / "libstand_in_peer.so"
SMALL = ["--rounds", "1", "--repeat", "1"]
PEER_ONLY = ["--api", "cuda", "--items", "1003", *SMALL, "--cub", STAND_IN, "--json", "-"]


def rows(outcome, **wanted):
    """The results whose fields are as wanted."""
    return [row for row in outcome.results if all(row[name] == value for name, value in wanted.items())]


class Compare(ProgramTest):
    def test_C33_the_comparison_refuses_bad_options_in_one_line(self):
        for arguments, parts in (
            (["--items", "0"], ["--items", "0"]),
            (["--items", "1000,many"], ["--items", "many"]),
            (["--items", "2^20,1Mi"], ["--items", "twice"]),
            (["--items", "2^20,"], ["--items"]),
            (["--items", "2^33"], ["--items", "2147483648"]),
            (["--api", "metal"], ["--api", "metal", "vulkan", "opengl", "cuda", "cpu"]),
            (["--type", "float64"], ["--type", "float32"]),
            (["--gl-memory", "large"], ["--gl-memory", "large", "auto", "ordinary", "sparse"]),
            (["--gl-memory", "auto,auto"], ["--gl-memory", "twice"]),
            (["--rounds", "0"], ["--rounds", "0"]),
            (["--repeat", "none"], ["--repeat", "none"]),
            (["--repeat", "1", "--repeat", "2"], ["--repeat", "once"]),
            (["--items"], ["--items", "value"]),
            (["--kind", "exclusive"], ["--kind"]),
            (["--json", "/nowhere/at/all.json"], ["/nowhere/at/all.json"]),
            (["--cub", "/nowhere.so"], ["--cub", "/nowhere.so"]),
        ):
            with self.subTest(arguments):
                self.require_usage_error(run(COMPARE, *arguments), *parts)

    def test_the_comparison_has_a_row_for_every_scan_and_size_on_a_software_renderer(self):
        outcome = run(COMPARE, "--items", "1000,5003", *SMALL, "--json", "-")
        self.require_ok(outcome)
        report = json.loads(outcome.out)
        self.assertEqual(report["rounds"], 1)
        self.assertRegex(report["date"], r"^\d{4}-\d\d-\d\d$")
        for items in (1000, 5003):
            for api, stages in (
                ("vulkan", ["copy", "scan-then-propagate", "reduce-then-scan", "chained", "fallback"]),
                ("opengl", ["copy", "scan-then-propagate", "reduce-then-scan"]),
                ("cuda", ["copy", "CUB"]),
                ("cpu", ["memcpy", "std scan", "std par", "TBB parallel_scan"]),
            ):
                found = [row["stage"] for row in rows(outcome, items=items, api=api)]
                self.assertEqual([stage for stage in stages if stage not in found], [], outcome)
        for row in outcome.results:
            if row["verdict"] == "ok":
                self.assertGreater(row["milliseconds"]["median"], 0, row)
            if row["software"]:
                self.assertEqual(set(row["ratio_to"].values()), {None}, row)
        self.assertEqual(rows(outcome, stage="std scan", items=1000)[0]["ratio_to"]["std scan"], 1)

    def test_the_comparison_has_rows_for_each_kind_of_memory_that_is_asked_for(self):
        outcome = run(COMPARE, "--api", "opengl", "--items", "1000", *SMALL, "--gl-memory", "auto,ordinary,sparse", "--json", "-")
        self.require_ok(outcome)
        self.assertEqual(len(json.loads(outcome.out)["devices"]), 1, outcome)
        usual, ordinary, sparse = (
            rows(outcome, stage="copy", api="opengl" + kind)[0] for kind in ("", ", ordinary memory", ", sparse memory"))
        self.assertEqual((usual["verdict"], usual["memory"]), ("ok", "ordinary"), outcome)
        self.assertEqual((ordinary["verdict"], ordinary["memory"]), ("ok", "ordinary"), outcome)
        if sparse["verdict"] == "skipped":
            self.assertIn("GL_ARB_sparse_buffer", sparse["reason"])
        else:
            self.assertEqual((sparse["verdict"], sparse["memory"]), ("ok", "sparse"), outcome)

    def test_an_absent_CUB_is_skipped_with_the_way_to_get_it(self):
        outcome = run(COMPARE, "--api", "cuda,cpu", "--items", "1000", *SMALL, "--json", "-")
        for row in rows(outcome, api="cuda"):
            self.assertEqual(row["verdict"], "skipped", outcome)
            self.assertTrue("docs/measuring.md" in row["reason"] or "CUDA" in row["reason"], outcome)
        self.assertEqual(outcome.code, 0, outcome)

    def test_a_peer_is_loaded_from_the_file_that_is_named_and_is_checked_like_the_others(self):
        for kind in ("uint32", "int32", "uint64", "float32"):
            with self.subTest(kind):
                outcome = run(COMPARE, *PEER_ONLY, "--type", kind)
                self.require_ok(outcome)
                peer = rows(outcome, stage="CUB")[0]
                self.assertEqual(peer["milliseconds"]["median"], 2)
                self.assertEqual(peer["share_of_copy"], 0.5)
                self.assertEqual(peer["ratio_to"]["CUB"], 1)
                self.assertEqual(rows(outcome, stage="copy")[0]["ratio_to"]["CUB"], 2)
                self.assertEqual(json.loads(outcome.out)["devices"][0]["driver"], "no CUDA at all")

    def test_a_peer_that_is_wrong_has_no_time_and_no_ratio(self):
        outcome = run(COMPARE, *PEER_ONLY, env={"STAND_IN_FAULT": "wrong"})
        self.assertEqual(outcome.code, 1, outcome)
        peer = rows(outcome, stage="CUB")[0]
        self.assertEqual(peer["verdict"], "wrong", outcome)
        self.assertIn("1,002" if "1,002" in peer["reason"] else "1002", peer["reason"])
        self.assertIsNone(peer["milliseconds"])
        self.assertIsNone(rows(outcome, stage="copy")[0]["ratio_to"]["CUB"])

    def test_a_peer_of_another_interface_or_without_a_device_is_skipped(self):
        for fault, part in (("interface", "build it again"), ("device", "told to fail"), ("memory", "told to fail")):
            with self.subTest(fault):
                outcome = run(COMPARE, *PEER_ONLY, env={"STAND_IN_FAULT": fault})
                self.assertEqual(outcome.code, 77, outcome)
                self.assertIn(part, outcome.text)

    def test_a_file_that_is_no_library_is_skipped_with_the_loaders_reason(self):
        with folder() as place:
            (place / "peer.so").write_text("this is no library\n")
            outcome = run(COMPARE, "--api", "cuda", "--items", "1000", *SMALL, "--cub", place / "peer.so")
            self.assertEqual(outcome.code, 77, outcome)
            self.assertIn("peer.so", outcome.text)

    def test_the_comparison_prints_markdown_whose_rows_have_as_many_cells_as_its_head(self):
        outcome = run(COMPARE, "--api", "cpu", "--items", "1000", *SMALL, "--markdown")
        self.assertEqual(outcome.code, 0, outcome)
        table = [line for line in outcome.out.splitlines() if line.startswith("|")]
        self.assertGreater(len(table), 5, outcome)
        self.assertEqual({line.count("|") for line in table}, {12}, outcome)


if __name__ == "__main__":
    main()
