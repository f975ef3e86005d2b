# What the tests of tables and plots make up: a comparison around results of their own, and a folder that goes again.
# Room: tests/text.
# SPDX-License-Identifier: MIT

import tempfile
from pathlib import Path


def comparison_of(results, software=False):
    return {"command": "./ladder bench --compare", "date": "2001-02-03", "results": results,
            "devices": [{"api": "vulkan", "name": "Made up", "driver": "9.8.7", "software": software},
                        {"api": "cuda", "name": "Made up", "driver": "CUB 6.5.4", "software": software}]}


def folder_of(test):
    place = tempfile.TemporaryDirectory(prefix="scan_ladder_")
    test.addCleanup(place.cleanup)
    return Path(place.name)
