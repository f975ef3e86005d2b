// Every kernel as the OpenGL driver takes it: all but those with subgroups on a driver without them compile
// and link. Room: tests/faults. SPDX-License-Identifier: MIT
#include "catch.hpp"
#include "faults/every_kernel.hpp"
#include "opengl/program.hpp"
#include "scan/errors.hpp"
#include "shader/compile.hpp"

namespace scan::test {
namespace {

void require_compiles(const std::string& folder) {
  const opengl::Context context({.validation = true});
  std::size_t num_compiled = 0;
  for (const shader::Kernel& kernel : every_kernel(folder)) {
    INFO(description_of(kernel));
    try {
      const opengl::Program program(context, kernel);
      ++num_compiled;
    } catch (const Unavailable& reason) {
      REQUIRE_THAT(reason.what(), contains("subgroup") || contains("64-bit"));
    }
  }
  REQUIRE((num_compiled > 0 || !context.limits().subgroup_arithmetic));
  REQUIRE(context.messages() == std::vector<std::string>{});
}

}  // namespace

TEST_CASE("C13: every kernel of chapters 02 to 04 compiles in OpenGL", "[C13]") {
  for (const char* folder : {"02_first_dispatch", "03_hillis_steele", "04_blelloch"})
    require_compiles(folder);
}
TEST_CASE("C13: every kernel of chapters 05 to 07 compiles in OpenGL", "[C13]") {
  for (const char* folder : {"05_raking", "06_subgroup", "07_thread_grain"}) require_compiles(folder);
}
TEST_CASE("C13: every kernel of chapter 08 compiles in OpenGL", "[C13]") {
  require_compiles("08_scan_then_propagate");
}
TEST_CASE("C13: every kernel of chapters 09 and 10 compiles in OpenGL", "[C13]") {
  for (const char* folder : {"09_reduce_then_scan", "10_any_size"}) require_compiles(folder);
}
TEST_CASE("C13: every kernel of chapter 11 compiles in OpenGL", "[C13]") {
  require_compiles("11_decoupled_look_back");
}

TEST_CASE("every kernel asks NVIDIA's OpenGL to write its loops out, before the first of them") {
  for (const std::string& folder : folders_of_chapters()) {
    for (const shader::Kernel& kernel : every_kernel(folder)) {
      INFO(description_of(kernel));
      const std::string text = shader::compile_for_opengl(kernel).text;
      const std::size_t request = text.find("\n#pragma optionNV(unroll all)\n");
      REQUIRE(request != std::string::npos);
      REQUIRE(request < text.find("for ("));
    }
  }
}

}  // namespace scan::test
