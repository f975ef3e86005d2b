// The program of chapter 04.
// Chapter 04.
// SPDX-License-Identifier: MIT
#include "04_blelloch/chapter.hpp"

int main(int argc, char** argv) {
  return scan::harness::run_chapter(scan::blelloch::chapter(), argc, argv);
}
