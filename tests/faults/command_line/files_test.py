"""Files that are written: whole or not at all, and where they cannot be, a plain line."""
# Room: tests/faults.
# SPDX-License-Identifier: MIT

import json
import os
import resource
import signal
import subprocess
import time

from programs import PIPELINE, PROGRAMS, SERIAL, SKIPPED, USAGE, ProgramTest, folder, main, run

MIB = 1 << 20


def files_of_one_mebibyte():
    """Whoever writes more is stopped by the system in the middle of it."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (MIB, MIB))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def errors_beyond_one_mebibyte():
    """Likewise, but the write fails and the program goes on."""
    files_of_one_mebibyte()
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)


class Files(ProgramTest):
    def test_a_folder_that_cannot_be_written_is_refused_before_anything_runs(self):
        for option in ("--json", "--output"):
            with self.subTest(option), folder() as name:
                path = str(name / "missing" / "result")
                self.require_usage_error(run(PIPELINE, "--items", 1000, option, path), path)

    def test_a_file_that_cannot_be_made_is_refused_before_anything_runs(self):
        with folder() as name:
            (name / "loop").symlink_to(name / "loop")
            # In /proc not even root makes files.
            for path in ("/proc/result", str(name / "loop"), str(name / ("n" * 300))):
                for option in ("--json", "--output"):
                    with self.subTest(path=path, option=option):
                        outcome = run(SERIAL, "--items", 1000, "--repeat", 1, option, path)
                        self.require_usage_error(outcome, f"error: {path}: cannot be written")
            self.assertEqual(os.listdir(name), ["loop"])

    def test_one_file_for_two_purposes_is_refused(self):
        with folder() as name:
            path, same = name / "a", name / "." / ".." / name.name / "a"
            for option in ("--output", "--input"):
                self.require_usage_error(run(SERIAL, "--json", path, option, same), "--json", option)
            path.write_text("{}")
            self.require_usage_error(run("summary", path, "--json", same), "--json")
            self.assertEqual(path.read_text(), "{}")
        self.require_usage_error(run(SERIAL, "--output", "-"), "--output", "--json")

    def test_a_table_that_cannot_be_printed_is_an_error_and_the_files_are_written(self):
        with folder() as name:
            report = name / "r.json"
            for command in ((SERIAL, "--items", 1000, "--repeat", 1, "--json", report), (SERIAL, "--help"), ("doctor",),
                            ("summary", report)):
                with self.subTest(command), open("/dev/full", "wb") as full:
                    done = subprocess.run([str(PROGRAMS / command[0]), *map(str, command[1:])], stdout=full,
                                          stderr=subprocess.PIPE, text=True, timeout=100, check=False)
                    self.assertEqual(done.returncode, USAGE, done.stderr)
                    self.assertEqual(done.stderr.splitlines(),
                                     ["error: standard output: cannot be written: No space left on device"])
            self.assertTrue(report.exists())

    def test_a_summary_says_in_plain_words_what_it_cannot_read(self):
        with folder() as name:
            (name / "empty.json").touch()
            (name / "half.json").write_text('{"chapter": "01')
            for file in ("empty.json", "half.json"):
                outcome = run("summary", name / file)
                self.assertEqual(outcome.code, 1, outcome)
                self.assertIn("holds no report; did the chapter end early?", outcome.text)
            self.require_usage_error(run("summary", name / "missing.json"), "missing.json")
            for seconds in ("-1", "nan", "inf", "soon"):
                self.require_usage_error(run("summary", "--seconds", seconds, name / "empty.json"), "--seconds")

    def test_a_read_only_folder_is_refused(self):
        if os.geteuid() == 0:
            self.skipTest("root writes everywhere")
        with folder() as name:
            name.chmod(0o555)
            for option in ("--json", "--output"):
                self.require_usage_error(run(PIPELINE, "--items", 1000, option, name / "result"), "result")
            name.chmod(0o755)

    def test_a_folder_instead_of_a_file_is_refused(self):
        with folder() as name:
            for option in ("--json", "--output"):
                self.require_usage_error(run(PIPELINE, "--items", 1000, option, name), str(name))

    def test_JSON_is_written_whole_beside_the_table(self):
        with folder() as name:
            outcome = run(SERIAL, "--items", 1000, "--repeat", 1, "--json", name / "r.json")
            self.assertEqual(outcome.code, 0, outcome)
            self.assertIn("inclusive", outcome.out)
            report = json.loads((name / "r.json").read_text(encoding="utf-8"))
            self.assertEqual(report["chapter"], SERIAL)
            self.assertEqual(os.listdir(name), ["r.json"])

    def test_a_run_that_is_killed_while_it_writes_leaves_no_partial_output(self):
        with folder() as name:
            outcome = run(SERIAL, "--items", MIB, "--repeat", 1, "--output", name / "scan.npy",
                          preexec_fn=files_of_one_mebibyte)
            self.assertEqual(outcome.code, -signal.SIGXFSZ, outcome)
            self.assertFalse((name / "scan.npy").exists())

    def test_a_run_that_is_killed_while_it_writes_leaves_the_old_output(self):
        with folder() as name:
            (name / "scan.npy").write_bytes(b"old")
            run(SERIAL, "--items", MIB, "--repeat", 1, "--output", name / "scan.npy", preexec_fn=files_of_one_mebibyte)
            self.assertEqual((name / "scan.npy").read_bytes(), b"old")

    def test_a_disk_that_is_full_is_an_error_and_leaves_nothing(self):
        with folder() as name:
            outcome = run(SERIAL, "--items", MIB, "--repeat", 1, "--output", name / "scan.npy",
                          preexec_fn=errors_beyond_one_mebibyte)
            self.assertEqual(outcome.code, USAGE, outcome)
            self.assertIn("scan.npy: cannot be written", outcome.err)
            self.assertEqual(os.listdir(name), [])

    def test_a_run_that_is_killed_at_any_time_leaves_no_partial_output(self):
        whole = 4 * MIB + 128  # the items, and the header of a NumPy file
        with folder() as name:
            for hundredths in (5, 15, 30, 60):
                with self.subTest(hundredths):
                    command = [str(PROGRAMS / PIPELINE), "--items", str(MIB), "--local", "raking", "--repeat", "1",
                               "--kind", "inclusive", "--output", str(name / "scan.npy")]
                    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
                        time.sleep(hundredths / 100)
                        process.kill()
                    if (name / "scan.npy").exists():
                        self.assertEqual((name / "scan.npy").stat().st_size, whole)

    def test_no_output_is_written_when_no_scan_was_ok(self):
        with folder() as name:
            outcome = run(PIPELINE, "--items", 1000, "--local", "raking", "--workgroup", 1 << 20, "--output",
                          name / "scan.npy")
            if outcome.code == SKIPPED:
                self.skipTest(outcome.text)
            self.require_reason(outcome, "scan.npy: was not written")
            self.assertEqual(os.listdir(name), [])


if __name__ == "__main__":
    main()
