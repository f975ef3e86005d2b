// The simulator takes every shader of the ladder apart, in both flavours, with names, lines and layouts.
// Room: tests/simulator.
// SPDX-License-Identifier: MIT
#include "simulator/module/module.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "catch.hpp"
#include "faults/every_kernel.hpp"
#include "scan/errors.hpp"
#include "shader/compile.hpp"
#include "shader/interface.hpp"

namespace {

using namespace scan;
using simulator::Module;
using simulator::TypeKind;

std::vector<shader::Kernel> all_kernels() {
  std::vector<shader::Kernel> kernels;
  for (const std::string& folder : test::folders_of_chapters()) {
    const auto more = test::every_kernel(folder);
    kernels.insert(kernels.end(), more.begin(), more.end());
  }
  return kernels;
}

shader::Kernel kernel(const std::string& key, std::uint32_t workgroup_size) {
  return {.key = key,
          .macros = shader::request_macros(ElementType::uint64, Operator::sum, false),
          .constants = {{CONSTANT_WORKGROUP_SIZE, "WORKGROUP_SIZE", workgroup_size}}};
}

Module vulkan_module(const shader::Kernel& kernel) {
  return Module(shader::compile_for_vulkan(kernel), kernel.constants);
}

Module opengl_module(const shader::Kernel& kernel) {
  return Module(shader::compile_opengl_flavour(kernel), kernel.constants);
}

const simulator::Variable& variable(const Module& module, const std::string& name) {
  for (const auto& [id, one] : module.variables) {
    if (one.name == name) return one;
  }
  FAIL("no variable " << name);
  throw Error("no variable");
}

const simulator::Function& function(const Module& module, const std::string& name) {
  for (const auto& [id, one] : module.functions) {
    if (one.name == name) return one;
  }
  FAIL("no function " << name);
  throw Error("no function");
}

/// The lines of a function's instructions of one kind, as "file:line".
std::vector<std::string> lines_of(const Module& module, const std::string& name, spv::Op opcode) {
  std::vector<std::string> lines;
  for (const auto& block : function(module, name).blocks) {
    for (const auto& instruction : block.instructions) {
      if (instruction.opcode == opcode) lines.push_back(text_of(module.places.at(instruction.place)));
    }
  }
  return lines;
}

void check_whole(const Module& module) {
  CHECK(module.functions.at(module.entry_point).name == "main");
  CHECK(module.workgroup_size == std::array<std::uint32_t, 3>{64, 1, 1});
  for (const auto& [id, one] : module.functions) {
    for (const auto& block : one.blocks) {
      REQUIRE(!block.instructions.empty());
      for (const auto& instruction : block.instructions) {
        if (instruction.opcode == spv::OpVariable)
          continue;  // glslang gathers these at the top of a function
        const simulator::SourcePlace& place = module.places.at(instruction.place);
        if (place.line == 0)
          FAIL_CHECK(one.name << " has a " << simulator::name_of(instruction.opcode) << " without a line");
        if (place.file.empty()) FAIL_CHECK(one.name << " has a line without a file");
      }
    }
  }
}

}  // namespace

TEST_CASE("every shader of the ladder is taken apart in both flavours, with a line for each instruction") {
  const auto kernels = all_kernels();
  REQUIRE(kernels.size() > 100);
  for (const shader::Kernel& one : kernels) {
    INFO(test::description_of(one));
    const Module vulkan = vulkan_module(one), opengl = opengl_module(one);
    for (const Module* const module : {&vulkan, &opengl}) {
      CHECK(module->name == one.key + ".comp");
      check_whole(*module);
    }
    CHECK(variable(vulkan, "ParameterBlock").storage == spv::StorageClassPushConstant);
    CHECK(variable(opengl, "ParameterBlock").storage == spv::StorageClassUniform);
    CHECK(variable(opengl, "ParameterBlock").binding == BINDING_PARAMETERS);
  }
}

TEST_CASE("a shared array is as long as the specialization constants say") {
  for (const std::uint32_t workgroup_size : {1u, 64u, 1024u}) {
    const Module vulkan = vulkan_module(kernel("04_blelloch/padded", workgroup_size));
    const Module opengl = opengl_module(kernel("04_blelloch/padded", workgroup_size));
    for (const Module* const module : {&vulkan, &opengl}) {
      const simulator::Variable& tree = variable(*module, "tree");
      CHECK(tree.storage == spv::StorageClassWorkgroup);
      CHECK(module->type(tree.type).kind == TypeKind::array);
      CHECK(module->type(tree.type).num_scalars == workgroup_size + workgroup_size / NUM_BANKS);
      CHECK(module->workgroup_size[0] == workgroup_size);
    }
  }
}

TEST_CASE("buffers have their bindings, layouts, names and what may be done with them") {
  const Module module = vulkan_module(kernel("03_hillis_steele/double_buffered", 64));
  const simulator::Variable& in = variable(module, "ItemsIn");
  const simulator::Variable& out = variable(module, "ItemsOut");
  CHECK(in.binding == BINDING_ITEMS_IN);
  CHECK(out.binding == BINDING_ITEMS_OUT);
  CHECK((in.is_readable && !in.is_writable));
  CHECK((out.is_writable && !out.is_readable));

  const simulator::Type& block = module.type(in.type);
  CHECK(block.member_names == std::vector<std::string>{"items_in"});
  CHECK(block.num_scalars == 0);
  const simulator::Type& items = module.type(block.members.at(0));
  CHECK(items.kind == TypeKind::runtime_array);
  CHECK(items.array_stride == 8);
  CHECK(module.type(items.element).width == 64);

  const simulator::Type& parameters = module.type(variable(module, "ParameterBlock").type);
  CHECK(module.type(parameters.members.at(0)).member_offsets == std::vector<std::uint32_t>{0, 4, 8, 12, 16});
}

TEST_CASE("a line is where the source has it, after a conditional expression too") {
  const Module module = vulkan_module(kernel("03_hillis_steele/double_buffered", 64));
  // glslang writes no line before the store of `items_out[index] = EXCLUSIVE == 1 ? … : …;`.
  for (const std::string& line : lines_of(module, "main", spv::OpStore)) {
    CHECK(line.starts_with("lib/scan_one_tile.glsl:"));
  }
  for (const std::string& line : lines_of(module, "combine", spv::OpIAdd))
    CHECK(line == "lib/monoid.glsl:27");
  const auto vulkan_barriers = lines_of(module, "scan_workgroup", spv::OpControlBarrier);
  const auto opengl_barriers = lines_of(opengl_module(kernel("03_hillis_steele/double_buffered", 64)),
                                        "scan_workgroup", spv::OpControlBarrier);
  CHECK(vulkan_barriers.size() == 2);
  CHECK(vulkan_barriers == opengl_barriers);
}
