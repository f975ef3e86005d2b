// The binary of chapter 01.
// Chapter 01.
// SPDX-License-Identifier: MIT
#include "01_serial/chapter.hpp"

int main(int argc, char** argv) {
  return scan::harness::run_chapter(scan::serial::chapter(), argc, argv);
}
