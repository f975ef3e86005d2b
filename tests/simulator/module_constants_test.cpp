// Constants are replaced, composed and computed as SPIR-V specifies.
// Room: tests/simulator.
// SPDX-License-Identifier: MIT
#include <string>
#include <vector>

#include "catch.hpp"
#include "scan/errors.hpp"
#include "simulator/assembly.hpp"
#include "simulator/module/module.hpp"

namespace {

using namespace scan;
using simulator::Module;

using Scalars = std::vector<std::uint64_t>;

const std::string kTypes =
    "%int = OpTypeInt 32 1\n%ulong = OpTypeInt 64 0\n%float = OpTypeFloat 32\n%pair = OpTypeVector %uint 2\n"
    "%flags = OpTypeVector %bool 2\n%trio = OpTypeVector %uint 3\n"
    "%record = OpTypeStruct %uint %pair %ulong\n"
    "%count = OpSpecConstant %uint 4\n%is_set = OpSpecConstantFalse %bool\n%minus_two = OpConstant %int -2\n"
    "%three = OpConstant %uint 3\n%half = OpConstant %float 0.5\n"
    "%long_two = OpConstant %ulong 8589934594\n"
    "%one_five = OpConstantComposite %pair %one %five\n%five_three = OpConstantComposite %pair %five %three\n"
    "%count_five = OpSpecConstantComposite %pair %count %five\n"
    "%mixed = OpSpecConstantComposite %record %one %count_five %long_two\n";

/// The scalars of %result, which `line` makes from the constants above; `constants` replace %count (id 3) and
/// %is_set (id 4).
Scalars result_of(const std::string& type, const std::string& line,
                  const std::vector<shader::Constant>& constants = {}) {
  const test::Assembly assembly{.capabilities = "OpCapability Int64\n",
                                .decorations = "OpDecorate %count SpecId 3\nOpDecorate %is_set SpecId 4\n",
                                .globals = kTypes + "%result = " + line +
                                           "\n%pointer = OpTypePointer Private " + type +
                                           "\n%holder = OpVariable %pointer Private %result\n"};
  const Module module(assembly.words(), constants);
  REQUIRE(module.variables.size() == 1);
  return module.constants.at(module.variables.begin()->second.initializer).scalars;
}

}  // namespace

TEST_CASE("specialization constants have their own value until one with their id replaces it") {
  CHECK(result_of("%uint", "OpSpecConstantOp %uint IAdd %count %one") == Scalars{5});
  CHECK(result_of("%uint", "OpSpecConstantOp %uint IAdd %count %one", {{3, "COUNT", 40}}) == Scalars{41});
  CHECK(result_of("%uint", "OpSpecConstantOp %uint IAdd %count %one", {{2, "OTHER", 40}}) == Scalars{5});
  CHECK(result_of("%bool", "OpSpecConstantOp %bool LogicalNot %is_set") == Scalars{1});
  CHECK(result_of("%bool", "OpSpecConstantOp %bool LogicalNot %is_set", {{4, "IS_SET", 7}}) == Scalars{0});
}

TEST_CASE(
    "constants keep their bits: 64 of them, floats, negative numbers, and zeros for null and undefined") {
  CHECK(result_of("%ulong", "OpSpecConstantOp %ulong IAdd %long_two %long_two") == Scalars{17179869188});
  CHECK(result_of("%float", "OpConstant %float 0.5") == Scalars{0x3f000000});
  CHECK(result_of("%int", "OpConstant %int -1") == Scalars{0xffffffff});
  CHECK(result_of("%record", "OpConstantNull %record") == Scalars{0, 0, 0, 0});
  CHECK(result_of("%record", "OpSpecConstantComposite %record %one %count_five %long_two",
                  {{3, "COUNT", 9}}) == Scalars{1, 9, 5, 8589934594});
}

TEST_CASE("constants are computed from others by component") {
  CHECK(result_of("%pair", "OpSpecConstantOp %pair IMul %count_five %five_three") == Scalars{20, 15});
  CHECK(result_of("%uint", "OpSpecConstantOp %uint UDiv %count %three") == Scalars{1});
  CHECK(result_of("%int", "OpSpecConstantOp %int SDiv %minus_two %one") == Scalars{0xfffffffe});
  CHECK(result_of("%int", "OpSpecConstantOp %int ShiftRightArithmetic %minus_two %one") ==
        Scalars{0xffffffff});
  CHECK(result_of("%ulong", "OpSpecConstantOp %ulong UConvert %count") == Scalars{4});
  CHECK(result_of("%bool", "OpSpecConstantOp %bool ULessThan %count %five") == Scalars{1});
  CHECK(result_of("%flags", "OpSpecConstantOp %flags UGreaterThan %count_five %five_three") == Scalars{0, 1});
  CHECK(result_of("%uint", "OpSpecConstantOp %uint Select %is_set %one %five") == Scalars{5});
  CHECK(result_of("%uint", "OpSpecConstantOp %uint Select %is_set %one %five", {{4, "IS_SET", 1}}) ==
        Scalars{1});
}

TEST_CASE("parts are taken out of constants, put into them and shuffled") {
  CHECK(result_of("%uint", "OpSpecConstantOp %uint CompositeExtract %mixed 1 0") == Scalars{4});
  CHECK(result_of("%ulong", "OpSpecConstantOp %ulong CompositeExtract %mixed 2") == Scalars{8589934594});
  CHECK(result_of("%pair", "OpSpecConstantOp %pair CompositeExtract %mixed 1") == Scalars{4, 5});
  CHECK(result_of("%record", "OpSpecConstantOp %record CompositeInsert %three %mixed 1 1") ==
        Scalars{1, 4, 3, 8589934594});
  CHECK(result_of("%trio", "OpSpecConstantOp %trio VectorShuffle %one_five %five_three 3 0 1") ==
        Scalars{3, 1, 5});
}

TEST_CASE("what cannot be a constant's value is refused") {
  CHECK_THROWS_WITH(result_of("%float", "OpSpecConstantOp %float QuantizeToF16 %half"),
                    "kernel.comp:7: OpQuantizeToF16 is not simulated");
  CHECK_THROWS_AS(result_of("%uint", "OpSpecConstantOp %uint CompositeExtract %mixed 3"), Error);
}

TEST_CASE("an array whose length is replaced by none or too many is refused") {
  const auto with_count = [](std::uint32_t count) {
    return result_of("%uint", "OpSpecConstantOp %uint IAdd %count %one\n%array = OpTypeArray %uint %count",
                     {{3, "COUNT", count}});
  };
  CHECK(with_count(7) == Scalars{8});
  CHECK_THROWS_WITH(with_count(0), test::contains("kernel.comp:7: an array of 0"));
  CHECK_THROWS_WITH(with_count(0xffffffff), test::contains("kernel.comp:7: an array of 4294967295"));
}
