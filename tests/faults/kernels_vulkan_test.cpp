// Every kernel as SPIR-V: glslang compiles it, and the validator of SPIRV-Tools finds nothing wrong with it.
// Room: tests/faults.
// SPDX-License-Identifier: MIT
#include <spirv-tools/libspirv.hpp>

#include "07_thread_grain/tile_shape.hpp"
#include "11_decoupled_look_back/variant.hpp"
#include "catch.hpp"
#include "faults/every_kernel.hpp"
#include "harness/array_test.hpp"
#include "harness/self_test.hpp"
#include "shader/compile.hpp"
#include "shader/write_out.hpp"

namespace scan::test {
namespace {

/// Empty, or what is wrong.
std::string fault_of(const std::vector<std::uint32_t>& words) {
  spvtools::SpirvTools tools(SPV_ENV_VULKAN_1_2);
  std::string fault;
  tools.SetMessageConsumer([&](spv_message_level_t, const char*, const spv_position_t&, const char* message) {
    fault += message;
  });
  return tools.Validate(words) ? "" : "invalid: " + fault;
}

void require_valid(const std::string& folder) {
  const std::vector<shader::Kernel> kernels = every_kernel(folder);
  REQUIRE_FALSE(kernels.empty());
  for (const shader::Kernel& kernel : kernels) {
    INFO(description_of(kernel));
    REQUIRE(fault_of(shader::compile_for_vulkan(kernel)) == "");
  }
}

}  // namespace

TEST_CASE("C13: every kernel of chapters 02 to 04 is valid SPIR-V", "[C13][spirv]") {
  for (const char* folder : {"02_first_dispatch", "03_hillis_steele", "04_blelloch"}) require_valid(folder);
}
TEST_CASE("C13: every kernel of chapters 05 to 07 is valid SPIR-V", "[C13][spirv]") {
  for (const char* folder : {"05_raking", "06_subgroup", "07_thread_grain"}) require_valid(folder);
}
TEST_CASE("C13: every kernel of chapter 08 is valid SPIR-V", "[C13][spirv]") {
  require_valid("08_scan_then_propagate");
}
TEST_CASE("C13: every kernel of chapters 09 and 10 is valid SPIR-V", "[C13][spirv]") {
  for (const char* folder : {"09_reduce_then_scan", "10_any_size"}) require_valid(folder);
}
TEST_CASE("C13: every kernel of chapter 11 is valid SPIR-V", "[C13][spirv]") {
  require_valid("11_decoupled_look_back");
}

TEST_CASE("C13: the tiles of chapters 07 to 10 are valid SPIR-V with their loops written out, too",
          "[C13][spirv]") {
  for (const char* key :
       {"07_thread_grain/blocked", "07_thread_grain/strided", "08_scan_then_propagate/scan_tiles",
        "09_reduce_then_scan/downsweep", "09_reduce_then_scan/spine", "10_any_size/spine"}) {
    for (const ElementType type : kElementTypes) {
      for (const std::uint32_t grain : {8u, 25u, 64u}) {
        const Request request{.num_items = 100000, .type = type};
        const thread_grain::TileShape shape{.local = LocalScan::subgroup, .grain = grain};
        const shader::Kernel kernel =
            thread_grain::scan_kernel(key, request, shape, {.kind = Kind::exclusive});
        INFO(description_of(kernel));
        REQUIRE(kernel.is_written_out);
        REQUIRE(fault_of(shader::write_out(kernel, shader::compile_for_vulkan(kernel))) == "");
      }
    }
  }
}

TEST_CASE("C13: chapter 11's kernels are valid SPIR-V with their loops written out, too", "[C13][spirv]") {
  using namespace decoupled_look_back;
  const DeviceLimits limits{
      .max_invocations = 256, .subgroup_size = 32, .subgroup_arithmetic = true, .int64_atomics = true};
  for (const Variant& variant :
       {Variant{.access = WordAccess::load_store, .chained = true}, Variant{.access = WordAccess::load_store},
        Variant{.access = WordAccess::read_modify_write}, Variant{.access = WordAccess::load_max}, Variant{},
        Variant{.word = StateWord::bits32, .access = WordAccess::load_store},
        Variant{.word = StateWord::bits32, .vectors = 10},
        Variant{.vectors = 10, .form = SinglePassForm::fallback},
        Variant{.vectors = 10, .form = SinglePassForm::no_ticket},
        Variant{.vectors = 10, .clears_ahead = true, .form = SinglePassForm::no_ticket},
        Variant{.vectors = 10, .clears_ahead = true, .form = SinglePassForm::turn_first}}) {
    for (const ElementType type : kElementTypes) {
      const Request request{.num_items = 100000, .type = type, .kind = Kind::exclusive};
      const shader::Kernel kernel = plan_single_pass(request, {.limits = limits}, variant).kernel;
      INFO(description_of(kernel));
      REQUIRE(fault_of(shader::write_out(kernel, shader::compile_for_vulkan(kernel))) == "");
    }
  }
}

TEST_CASE("C13: every kernel of the doctor's self-tests is valid SPIR-V", "[C13][spirv]") {
  const auto shapes = harness::self_test_shapes({.max_invocations = 1024, .subgroup_size = 32});
  REQUIRE_FALSE(shapes.empty());
  for (const harness::SelfTestShape& shape : shapes) {
    for (const auto reduction : {harness::LaneReduction::subgroup_add, harness::LaneReduction::scan}) {
      const shader::Kernel kernel = harness::self_test_kernel(shape, reduction);
      INFO(description_of(kernel));
      REQUIRE(fault_of(shader::compile_for_vulkan(kernel)) == "");
    }
  }
  for (const std::uint32_t num_held : harness::kArraySizes) {
    for (const harness::HeldAs held_as : {harness::HeldAs::numbers, harness::HeldAs::halves}) {
      const shader::Kernel kernel = harness::array_test_kernel(num_held, held_as);
      INFO(description_of(kernel));
      REQUIRE(fault_of(shader::compile_for_vulkan(kernel)) == "");
    }
  }
}

TEST_CASE("C13: the validator sees a module that is not whole", "[C13][spirv]") {
  std::vector<std::uint32_t> words = shader::compile_for_vulkan(every_kernel("02_first_dispatch").front());
  words.pop_back();  // the last word of OpFunctionEnd
  REQUIRE_THAT(fault_of(words), contains("invalid"));
}

}  // namespace scan::test
