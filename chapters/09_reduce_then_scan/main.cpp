// The program of chapter 09.
// Chapter 09.
// SPDX-License-Identifier: MIT
#include "09_reduce_then_scan/chapter.hpp"

int main(int argc, char** argv) {
  return scan::harness::run_chapter(scan::reduce_then_scan::chapter(), argc, argv);
}
