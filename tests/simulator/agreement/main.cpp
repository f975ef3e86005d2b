// main() of the comparison with lavapipe: it exits with 77, which CTest counts as skipped, where there is no lavapipe.
// Room: tests/simulator/agreement.
// SPDX-License-Identifier: MIT
#if __has_include(<catch2/catch_session.hpp>)
#include <catch2/catch_session.hpp>
#else
#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>
#endif

#include <cstring>
#include <iostream>

#include "scan/errors.hpp"
#include "simulator/agreement/machines.hpp"

namespace {

constexpr int kSkipped = 77;

bool only_lists(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    if (std::strncmp(argv[i], "--list", 6) == 0) return true;
  }
  return false;
}

}  // namespace

int main(int argc, char** argv) {
  if (!only_lists(argc, argv)) {
    try {
      scan::test::lavapipe();
    } catch (const scan::Error& reason) {
      std::cout << "skipped: " << reason.what() << '\n';
      return kSkipped;
    }
  }
  return Catch::Session().run(argc, argv);
}
