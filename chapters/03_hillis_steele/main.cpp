// The program of chapter 03.
// Chapter 03.
// SPDX-License-Identifier: MIT
#include "03_hillis_steele/chapter.hpp"

int main(int argc, char** argv) {
  return scan::harness::run_chapter(scan::hillis_steele::chapter(), argc, argv);
}
