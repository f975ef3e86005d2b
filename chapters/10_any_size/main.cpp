// The program of chapter 10.
// Chapter 10.
// SPDX-License-Identifier: MIT
#include "10_any_size/chapter.hpp"

int main(int argc, char** argv) {
  return scan::harness::run_chapter(scan::any_size::chapter(), argc, argv);
}
