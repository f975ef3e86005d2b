// The program of chapter 06.
// Chapter 06.
// SPDX-License-Identifier: MIT
#include "06_subgroup/chapter.hpp"

int main(int argc, char** argv) {
  return scan::harness::run_chapter(scan::subgroup::chapter(), argc, argv);
}
