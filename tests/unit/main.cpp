// The entry of the unit tests, the same for both versions of Catch2.
// Room: tests/unit.
// SPDX-License-Identifier: MIT
#if __has_include(<catch2/catch_session.hpp>)
#include <catch2/catch_session.hpp>
#else
#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>
#endif

int main(int argc, char** argv) {
  return Catch::Session().run(argc, argv);
}
