// The program of chapter 07.
// Chapter 07.
// SPDX-License-Identifier: MIT
#include "07_thread_grain/chapter.hpp"

int main(int argc, char** argv) {
  return scan::harness::run_chapter(scan::thread_grain::chapter(), argc, argv);
}
