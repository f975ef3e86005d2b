// The program of chapter 05.
// Chapter 05.
// SPDX-License-Identifier: MIT
#include "05_raking/chapter.hpp"

int main(int argc, char** argv) {
  return scan::harness::run_chapter(scan::raking::chapter(), argc, argv);
}
