// The program of chapter 11.
// Chapter 11.
// SPDX-License-Identifier: MIT
#include "11_decoupled_look_back/chapter.hpp"

int main(int argc, char** argv) {
  return scan::harness::run_chapter(scan::decoupled_look_back::chapter(), argc, argv);
}
