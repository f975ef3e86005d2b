// The program of chapter 02.
// Chapter 02.
// SPDX-License-Identifier: MIT
#include "02_first_dispatch/chapter.hpp"

int main(int argc, char** argv) {
  return scan::harness::run_chapter(scan::first_dispatch::chapter(), argc, argv);
}
