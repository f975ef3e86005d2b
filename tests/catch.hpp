// Catch2, version 2 or 3: the one header that tests include.
// Room: tests.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif

namespace scan::test {

#if __has_include(<catch2/catch_all.hpp>)
using Catch::Approx;
#else
using Catch::Detail::Approx;
#endif

/// A matcher for REQUIRE_THAT and REQUIRE_THROWS_WITH: the text has `part` in it. The two versions name it
/// differently.
inline auto contains(const std::string& part) {
#if __has_include(<catch2/catch_all.hpp>)
  return Catch::Matchers::ContainsSubstring(part);
#else
  return Catch::Matchers::Contains(part);
#endif
}

}  // namespace scan::test
