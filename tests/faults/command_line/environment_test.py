"""Machines that lack something: a display, a driver, a layer, a new OpenGL, a home. Said in words, never a crash."""
# Room: tests/faults.
# SPDX-License-Identifier: MIT

import glob
import shutil

from programs import HERE, PIPELINE, SERIAL, SKIPPED, USAGE, ProgramTest, folder, main, run

QUICK = ("--items", 1000, "--local", "raking", "--repeat", 1, "--kind", "inclusive")
NO_DRIVER = {"VK_ICD_FILENAMES": "/nonexistent.json", "VK_DRIVER_FILES": "/nonexistent.json"}
NO_DISPLAY = ("DISPLAY", "WAYLAND_DISPLAY")


class Environment(ProgramTest):
    def test_C34_no_display_is_needed_and_software_renderers_are_marked(self):
        for api in ("opengl", "vulkan"):
            with self.subTest(api):
                outcome = run(PIPELINE, "--api", api, *QUICK, "--json", "-", without=NO_DISPLAY)
                self.require_ok(outcome)
                (device,) = outcome.devices
                self.assertTrue(device["name"])
                self.assertIn(device["name"], outcome.err)
                is_software = any(name in device["name"].lower() for name in ("llvmpipe", "softpipe", "swiftshader"))
                self.assertEqual(device["software"], is_software)
                self.assertEqual("a software renderer" in " ".join(outcome.err.split()), is_software)

    def test_C34_the_CPU_needs_no_display(self):
        self.require_ok(run(SERIAL, "--items", 1000, "--repeat", 1, "--json", "-", without=NO_DISPLAY))

    def test_C35_no_driver_means_skipped_with_a_plain_line(self):
        outcome = run(PIPELINE, "--api", "vulkan", *QUICK, env=NO_DRIVER)
        self.assertEqual(outcome.code, SKIPPED, outcome)
        self.require_reason(outcome, "skipped", "no Vulkan driver")

    def test_C35_without_a_Vulkan_driver_OpenGL_still_runs(self):
        outcome = run(PIPELINE, *QUICK, "--json", "-", env=NO_DRIVER)
        self.require_ok(outcome)
        verdicts = {result["api"]: result["verdict"] for result in outcome.results}
        self.assertEqual(verdicts, {"opengl": "ok", "vulkan": "skipped"})

    def test_C35_of_one_good_and_one_missing_driver_the_good_one_is_used(self):
        drivers = sorted(glob.glob("/usr/share/vulkan/icd.d/lvp*.json"))
        if not drivers:
            self.skipTest("Mesa's software driver is not installed")
        for files in (f"{drivers[0]}:/nonexistent.json", f"/nonexistent.json:{drivers[0]}"):
            with self.subTest(files):
                env = {"VK_ICD_FILENAMES": files, "VK_DRIVER_FILES": files}
                self.require_ok(run(PIPELINE, "--api", "vulkan", *QUICK, "--json", "-", env=env))

    def test_C35_validation_without_its_layer_is_refused_and_says_how_to_get_it(self):
        with folder() as empty:
            env = {"VK_LAYER_PATH": str(empty)}
            outcome = run(PIPELINE, "--api", "vulkan", *QUICK, "--validation", env=env)
            self.assertEqual(outcome.code, SKIPPED, outcome)
            self.require_reason(outcome, "VK_LAYER_KHRONOS_validation", "vulkan-validationlayers")
            self.require_ok(run(PIPELINE, "--api", "vulkan", *QUICK, "--json", "-", env=env))

    def test_C36_an_unknown_device_is_refused_with_the_list(self):
        for api in ("opengl", "vulkan"):
            for device in ("GeForce 256", "9"):
                with self.subTest(api=api, device=device):
                    outcome = run(PIPELINE, "--api", api, *QUICK, "--device", device)
                    if outcome.code == SKIPPED:
                        self.skipTest(outcome.text)
                    self.require_usage_error(outcome, device)
                    here = run(PIPELINE, "--api", api, *QUICK, "--json", "-").devices[0]["name"]
                    self.assertIn(here.split()[0], outcome.err)

    def test_C36_a_device_is_taken_by_index_and_by_a_part_of_its_name(self):
        for api in ("opengl", "vulkan"):
            with self.subTest(api):
                first = run(PIPELINE, "--api", api, *QUICK, "--json", "-")
                self.require_ok(first)
                name = first.devices[0]["name"]
                again = run(PIPELINE, "--api", api, *QUICK, "--json", "-", "--device", name.split()[0])
                self.require_ok(again)
                self.assertIn(name.split()[0], again.devices[0]["name"])
        self.require_ok(run(PIPELINE, "--api", "vulkan", *QUICK, "--json", "-", "--device", 0))

    def test_C37_an_OpenGL_that_is_too_old_is_named_with_what_is_needed(self):
        outcome = run(PIPELINE, "--api", "opengl", *QUICK, env={"MESA_GL_VERSION_OVERRIDE": "3.3"})
        if "Mesa" not in run(PIPELINE, "--api", "opengl", *QUICK).out:
            self.skipTest("only Mesa's drivers can pretend to be older")
        self.assertEqual(outcome.code, SKIPPED, outcome)
        self.require_reason(outcome, "needs OpenGL 4.5, got 3.3")

    def test_an_OpenGL_without_sparse_memory_is_skipped_when_that_is_asked_for(self):
        wish = ("--api", "opengl", *QUICK, "--json", "-", "--gl-memory")
        outcome = run(PIPELINE, *wish, "ordinary")
        self.require_ok(outcome)
        self.assertEqual({result["memory"] for result in outcome.results}, {"ordinary"})
        self.assertIn("items in ordinary memory", outcome.text)
        outcome = run(PIPELINE, *wish, "sparse")
        has_sparse_memory = "sparse memory yes" in run("doctor").text
        if has_sparse_memory:
            self.require_ok(outcome)
            self.assertEqual({result["memory"] for result in outcome.results}, {"sparse"})
        else:
            self.assertEqual(outcome.code, SKIPPED, outcome)
            self.require_reason(outcome, "skipped", "GL_ARB_sparse_buffer")

    def test_a_home_that_cannot_be_written_stops_nothing(self):
        nowhere = "/proc/nowhere"  # not even root makes folders there
        env = {"HOME": nowhere, "XDG_CACHE_HOME": nowhere, "XDG_RUNTIME_DIR": nowhere}
        self.require_ok(run(PIPELINE, *QUICK, "--json", "-", env=env))

    def test_numbers_in_JSON_do_not_depend_on_the_language(self):
        env = {"LC_ALL": "de_DE.UTF-8", "LANG": "de_DE.UTF-8"}
        outcome = run(SERIAL, "--items", 1000, "--repeat", 1, "--json", "-", env=env)
        self.require_ok(outcome)
        self.assertNotEqual(outcome.code, USAGE)

    def test_a_program_runs_from_any_folder(self):
        with folder() as elsewhere:
            self.require_ok(run(PIPELINE, *QUICK, "--json", "-", cwd=elsewhere))

    def test_a_doctor_without_shaders_does_not_say_all_is_well(self):
        outcome = run("doctor", env={"SCAN_LADDER_SHADERS": "/nonexistent"})
        self.assertEqual(outcome.code, 1, outcome)
        self.assertIn("MISSING", outcome.out)
        self.assertNotIn("All well", outcome.out)
        outcome = run("doctor", "--help")
        self.assertEqual((outcome.code, outcome.err), (0, ""), outcome)

    def test_a_doctor_names_a_reduction_that_comes_out_wrong(self):
        healthy = run("doctor")
        if "subgroup reductions right" not in healthy.text:
            self.skipTest("no device with subgroup operations whose driver is right")
        with folder() as elsewhere:
            shaders = elsewhere / "shaders"
            shutil.copytree(HERE.parents[3] / "shaders", shaders)
            kernel = shaders / "doctor/reduce_in_branch.comp"
            text = kernel.read_text(encoding="utf-8")
            fault = "parameters.num_items % (NUM_VECTORS * WORKGROUP_SIZE * 4) != 0"
            faulty = f"return {fault} ? 0xFFFFFFFFu : subgroupAdd(value);"
            self.assertIn("return subgroupAdd(value);", text)
            kernel.write_text(text.replace("return subgroupAdd(value);", faulty), encoding="utf-8")
            outcome = run("doctor", env={"SCAN_LADDER_SHADERS": str(shaders)})
        self.assertEqual(outcome.code, healthy.code, outcome)
        self.assertIn("WRONG: integer subgroup reductions in a branch", outcome.text)
        self.assertIn("0 of them of full tiles alone", outcome.text)
        self.assertIn("docs/driver-faults.md", outcome.text)


if __name__ == "__main__":
    main()
