// The program of chapter 08.
// Chapter 08.
// SPDX-License-Identifier: MIT
#include "08_scan_then_propagate/chapter.hpp"

int main(int argc, char** argv) {
  return scan::harness::run_chapter(scan::scan_then_propagate::chapter(), argc, argv);
}
