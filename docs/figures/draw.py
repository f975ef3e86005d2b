#!/usr/bin/env python3
# Draws the pictures of the chapters: python3 docs/figures/draw.py. The values in them come from running each algorithm here.
# Room: docs/figures.
# SPDX-License-Identifier: MIT
from pathlib import Path

import blelloch
import hillis_steele
import raking
import subgroup
import thread_grain

CHAPTERS = (hillis_steele, blelloch, raking, subgroup, thread_grain)


def main():
    folder = Path(__file__).resolve().parent
    for chapter in CHAPTERS:
        for name, draw in chapter.PICTURES.items():
            draw().write(folder, name)
            print(name)


if __name__ == "__main__":
    main()
