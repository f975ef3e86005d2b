"""NumPy arrays in and out: numpy.cumsum is a judge that shares no code with us."""
# Room: tests/faults.
# SPDX-License-Identifier: MIT

import os

try:
    import numpy
except ImportError:
    numpy = None

from programs import ANY_SIZE, PIPELINE, REDUCE, SERIAL, SKIPPED, TREE, ProgramTest, folder, main, run

NUM_ITEMS = 100003  # a prime: no tile and no vector divides it
APIS = ("opengl", "vulkan")
# The window of chapter 10 is small enough that these items need several.
SEVERAL_WINDOWS = ("--limit-range", 65536, "--workgroup", 64, "--grain", 1)


def random_items(dtype):
    generator = numpy.random.default_rng(1)
    if dtype == numpy.float32:
        return generator.uniform(-1, 1, NUM_ITEMS).astype(dtype)
    limits = numpy.iinfo(dtype)
    return generator.integers(limits.min, limits.max, NUM_ITEMS, dtype=dtype, endpoint=True)


class Arrays(ProgramTest):
    def setUp(self):
        if numpy is None:
            self.skipTest("there is no numpy for this Python (Debian's package python3-numpy)")

    def scan_of(self, program, items, *arguments):
        """The output of the program for `items`."""
        with folder() as name:
            numpy.save(name / "items.npy", items)
            files = ("--input", name / "items.npy", "--output", name / "scan.npy")
            outcome = run(program, *files, "--repeat", 1, *arguments)
            if outcome.code == SKIPPED:
                self.skipTest(outcome.text)
            self.assertEqual(outcome.code, 0, outcome)
            self.assertEqual(sorted(os.listdir(name)), ["items.npy", "scan.npy"])
            return numpy.load(name / "scan.npy")

    def require_cumsum(self, items, scan, kind):
        self.assertEqual((scan.dtype, scan.shape), (items.dtype, items.shape))
        if items.dtype == numpy.float32:
            exact = numpy.cumsum(items.astype(numpy.float64))
            bound = (16 + 4 * numpy.sqrt(items.size)) * 2.0**-24 * numpy.cumsum(numpy.abs(items.astype(numpy.float64)))
            if kind == "exclusive":
                exact, bound = (numpy.concatenate(([0], sums[:-1])) for sums in (exact, bound))
            self.assertTrue(numpy.all(numpy.abs(scan - exact) <= bound))
        else:
            sums = numpy.cumsum(items, dtype=items.dtype)
            if kind == "exclusive":
                sums = numpy.concatenate((numpy.zeros(1, items.dtype), sums[:-1]))
            self.assertTrue(numpy.array_equal(scan, sums))

    def require_all_types(self, program, *arguments):
        for dtype in (numpy.uint32, numpy.int32, numpy.uint64, numpy.float32):
            items = random_items(dtype)
            for api, kind in zip(APIS, ("inclusive", "exclusive")):
                with self.subTest(dtype=dtype, api=api, kind=kind):
                    scan = self.scan_of(program, items, "--api", api, "--kind", kind, *arguments)
                    self.require_cumsum(items, scan, kind)

    def test_scan_then_propagate_equals_cumsum_for_the_four_types(self):
        self.require_all_types(PIPELINE, "--local", "raking")

    def test_reduce_then_scan_equals_cumsum_for_the_four_types(self):
        self.require_all_types(REDUCE, "--local", "raking", "--reduce", "tree")

    def test_any_size_equals_cumsum_for_the_four_types(self):
        self.require_all_types(ANY_SIZE, "--local", "raking", "--reduce", "tree", *SEVERAL_WINDOWS)

    def test_in_place_equals_cumsum(self):
        items = random_items(numpy.int32)
        for api in APIS:
            with self.subTest(api):
                scan = self.scan_of(REDUCE, items, "--api", api, "--in-place", "--kind", "exclusive")
                self.require_cumsum(items, scan, "exclusive")

    def test_the_earlier_chapters_take_uint32_and_refuse_other_types_by_name(self):
        items = random_items(numpy.uint32)[:1000]
        self.require_cumsum(items, self.scan_of(TREE, items), "inclusive")
        with folder() as name:
            numpy.save(name / "items.npy", items.astype(numpy.float32))
            self.require_usage_error(run(TREE, "--input", name / "items.npy"), "items.npy", "float32", "chapter 08")

    def test_an_empty_array_has_an_empty_scan(self):
        for dtype in (numpy.uint32, numpy.float32):
            scan = self.scan_of(PIPELINE, numpy.empty(0, dtype))
            self.assertEqual((scan.dtype, scan.shape), (numpy.dtype(dtype), (0,)))

    def test_C18_sums_wrap_and_keep_their_sign(self):
        items = numpy.array([4294967295, 1, 5], numpy.uint32)
        self.assertEqual(self.scan_of(PIPELINE, items).tolist(), [4294967295, 0, 5])
        items = numpy.array([-2147483648, 2147483647], numpy.int32)
        self.assertEqual(self.scan_of(PIPELINE, items).tolist(), [-2147483648, -1])

    def test_files_that_are_no_such_array_are_refused_in_one_line(self):
        one = numpy.arange(1000, dtype=numpy.uint32)
        with folder() as name:
            file = name / "items.npy"
            numpy.save(file, one)
            whole = file.read_bytes()
            bad = {
                "not an array": b"1, 2, 3\n",
                "nothing": b"",
                "cut in the header": whole[:60],
                "cut in the items": whole[:-3],
                "too long": whole + b"\0\0\0\0",
            }
            for what, content in bad.items():
                with self.subTest(what):
                    file.write_bytes(content)
                    self.require_usage_error(run(PIPELINE, "--input", file), "items.npy")
            arrays = {
                ">f4": one.astype(">f4"),
                "10 x 100": one.reshape(10, 100),
                "()": one[0],
                "f8": one.astype(numpy.float64),
                "i8": one.astype(numpy.int64),
                "c8": one.astype(numpy.complex64),
            }
            for what, array in arrays.items():
                with self.subTest(what):
                    numpy.save(file, array)
                    self.require_usage_error(run(PIPELINE, "--input", file), "items.npy", what)
            self.require_usage_error(run(SERIAL, "--input", name / "missing.npy"), "missing.npy")


if __name__ == "__main__":
    main()
