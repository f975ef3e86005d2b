// The plan of a single-pass scan: its words, its states, its windows, and what it refuses.
// Room: tests/unit, for chapter 11.
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "11_decoupled_look_back/variant.hpp"
#include "catch.hpp"
#include "scan/errors.hpp"

namespace scan::decoupled_look_back {
namespace {

using test::contains;

/// A device like many: subgroups of 32, 64-bit atomics, bindings of 128 MiB.
Machine machine() {
  return {.limits = {.max_invocations = 1024,
                     .subgroup_size = 32,
                     .subgroup_arithmetic = true,
                     .int64 = true,
                     .int64_atomics = true}};
}

Request request_of(std::uint64_t num_items, ElementType type = ElementType::uint32) {
  return {.num_items = num_items, .type = type};
}

std::string macro_of(const SinglePass& plan, const std::string& name) {
  for (const shader::Macro& macro : plan.kernel.macros) {
    if (macro.name == name) return macro.value;
  }
  return "none";
}

}  // namespace

TEST_CASE("a state is one word of 64 bits for an element of 32, and two for one of 64") {
  const SinglePass narrow = plan_single_pass(request_of(100000), machine(), {});
  CHECK(narrow.shape.tile_items() == 8192);  // 256 invocations with 8 times 16 bytes
  CHECK(narrow.state_bytes == 128 + 13 * 8);
  CHECK(macro_of(narrow, "STATE_BITS") == "64");
  const SinglePass wide = plan_single_pass(request_of(100000, ElementType::uint64), machine(), {});
  CHECK(wide.shape.tile_items() == 4096);  // as many bytes
  CHECK(wide.state_bytes == 128 + 25 * 16);
}

TEST_CASE("without 64-bit atomics a state is two words of 32 bits, or four") {
  Machine without = machine();
  without.limits.int64_atomics = false;
  const SinglePass narrow = plan_single_pass(request_of(100000), without, {});
  CHECK(narrow.state_bytes == 128 + 13 * 8);
  CHECK(macro_of(narrow, "STATE_BITS") == "32");
  CHECK_FALSE(narrow.kernel.uses_int64_atomics);
  const SinglePass wide = plan_single_pass(request_of(100000, ElementType::uint64), without, {});
  CHECK(wide.state_bytes == 128 + 25 * 16);
  CHECK_THROWS_WITH(plan_single_pass(request_of(1), without, {.word = StateWord::bits64}),
                    contains("no 64-bit atomics"));
}

TEST_CASE("a padded state has 128 bytes of its own") {
  for (const StateWord word : {StateWord::bits64, StateWord::bits32}) {
    const Variant variant{.word = word, .layout = StateLayout::padded};
    CHECK(plan_single_pass(request_of(100000), machine(), variant).state_bytes == 128 + 13 * 128);
  }
}

TEST_CASE("tiles are numbered on from window to window") {
  Machine small = machine();
  small.limits.max_binding_bytes = 65536;  // two tiles of 8,192 items
  const SinglePass plan = plan_single_pass(request_of(5 * 8192 - 1), small, {});
  REQUIRE(plan.windows.count() == 3);
  CHECK(plan.parameters_of(1, plan.level_of(1, machine().limits)).first_tile == 2);
  CHECK(plan.parameters_of(2, plan.level_of(2, machine().limits)).first_tile == 4);
  CHECK(plan.level_of(1, small.limits).num_tiles == 2);
  CHECK(plan.level_of(2, small.limits).num_items == 8191);
  CHECK(plan.state_bytes == 128 + 5 * 8);
}

TEST_CASE("a number of tiles whose states fit no binding is refused with both numbers") {
  Machine small = machine();
  small.limits.max_binding_bytes = 65536;
  const Variant padded{.layout = StateLayout::padded};
  CHECK_NOTHROW(plan_single_pass(request_of(511 * 8192), small, padded));
  CHECK_THROWS_WITH(plan_single_pass(request_of(511 * 8192 + 1), small, padded),
                    contains("512 tiles") && contains("511 tiles"));
}

TEST_CASE("what a variant cannot do is refused with the reason") {
  Machine opengl = machine();
  opengl.has_atomic_load = false;
  for (const WordAccess access : {WordAccess::load_store, WordAccess::load_max})
    CHECK_THROWS_AS(plan_single_pass(request_of(1), opengl, {.access = access}), Unavailable);
  CHECK_NOTHROW(plan_single_pass(request_of(1), opengl, {}));
  Request in_place = request_of(1);
  in_place.in_place = true;
  for (const SinglePassForm form :
       {SinglePassForm::fallback, SinglePassForm::no_ticket, SinglePassForm::turn_first})
    CHECK_THROWS_AS(plan_single_pass(in_place, machine(), {.form = form}), Unavailable);
  CHECK_NOTHROW(plan_single_pass(in_place, machine(), {}));
  Machine small = machine();
  small.limits.max_binding_bytes = 65536;
  CHECK_THROWS_AS(plan_single_pass(request_of(5 * 8192), small, {.block_every = 2}), Unavailable);
}

TEST_CASE("the operations on words are the ones asked for; the best are load and max where there is a load") {
  Machine opengl = machine();
  opengl.has_atomic_load = false;
  const auto require_macros = [](const Machine& on, WordAccess access, const std::string& polls,
                                 const std::string& publishes) {
    const SinglePass plan = plan_single_pass(request_of(1), on, {.access = access});
    CAPTURE(static_cast<int>(access), on.has_atomic_load);
    CHECK(macro_of(plan, "POLL_BY_LOAD") == polls);
    CHECK(macro_of(plan, "PUBLISH_BY_STORE") == publishes);
  };
  require_macros(machine(), WordAccess::load_store, "1", "1");
  require_macros(machine(), WordAccess::load_max, "1", "none");
  require_macros(machine(), WordAccess::read_modify_write, "none", "none");
  require_macros(machine(), WordAccess::best, "1", "none");
  require_macros(opengl, WordAccess::read_modify_write, "none", "none");
  require_macros(opengl, WordAccess::best, "none", "none");
}

TEST_CASE("whoever takes its own tile has the fallback; one form asks for the turn first") {
  const auto require_macros = [](SinglePassForm form, const std::string& falls_back,
                                 const std::string& by_group, const std::string& turn_first) {
    const SinglePass plan = plan_single_pass(request_of(1), machine(), {.form = form});
    CAPTURE(static_cast<int>(form));
    CHECK(macro_of(plan, "FALLBACK") == falls_back);
    CHECK(macro_of(plan, "TILE_BY_GROUP") == by_group);
    CHECK(macro_of(plan, "TURN_FIRST") == turn_first);
  };
  require_macros(SinglePassForm::plain, "none", "none", "none");
  require_macros(SinglePassForm::fallback, "1", "none", "none");
  require_macros(SinglePassForm::no_ticket, "1", "1", "none");
  require_macros(SinglePassForm::turn_first, "1", "1", "1");
}

TEST_CASE("on a software driver rounds are slow, and few enough for its count of loops") {
  Machine software = machine();
  software.patience = Patience::software_driver;
  const SinglePass plan = plan_single_pass(request_of(1), software, {});
  CHECK(macro_of(plan, "SLOW_ROUNDS") == "1");
  CHECK(plan.max_rounds < 65535);
  CHECK(macro_of(plan_single_pass(request_of(1), machine(), {}), "SLOW_ROUNDS") == "none");
  CHECK(plan_single_pass(request_of(1), machine(), {.max_rounds = 7}).max_rounds == 7);
}

TEST_CASE("what the shader leaves tells whether a tile gave up") {
  const SinglePass waits = plan_single_pass(request_of(1), machine(), {.clears_ahead = true});
  CHECK(waits.explain_stall(0x80000001) == "");  // a turn and a number
  CHECK_THAT(waits.explain_stall(0x20000000), contains("gave up"));
  CHECK_THAT(waits.explain_stall(0x40000000), contains("gave up"));  // in the other turn
  const SinglePass helps = plan_single_pass(request_of(1), machine(), {.form = SinglePassForm::fallback});
  CHECK(helps.explain_stall(0x20000000) == "");  // many tiles were helped, no more
}

TEST_CASE("who clears ahead has two rows of states") {
  const SinglePass fills = plan_single_pass(request_of(100000), machine(), {});
  const SinglePass clears_ahead = plan_single_pass(request_of(100000), machine(), {.clears_ahead = true});
  CHECK(macro_of(clears_ahead, "CLEARS_AHEAD") == "1");
  CHECK(macro_of(fills, "CLEARS_AHEAD") == "none");
  CHECK(clears_ahead.state_bytes - 128 == 2 * (fills.state_bytes - 128));
  const shader::Parameters parameters =
      clears_ahead.parameters_of(0, clears_ahead.level_of(0, machine().limits));
  CHECK(parameters.all_tiles == parameters.num_tiles);
}

TEST_CASE("few items are cut into tiles that one window holds, as far as the tuned tile goes") {
  Machine gpu = machine();
  gpu.limits.device_class = DeviceClass::nvidia_vulkan;
  const Tuning& tuning = tuning_of(DeviceClass::nvidia_vulkan);
  const auto plan_of = [&](std::uint64_t num_items, const Variant& variant) {
    return plan_single_pass(request_of(num_items), gpu, variant);
  };
  const std::uint64_t border = tuning.most_bytes_of_small_tiles / 4;
  const std::uint32_t lanes = gpu.limits.subgroup_size;
  const std::uint32_t workgroup = tuning.single_pass.workgroup_size;
  CHECK(plan_of(1, {.vectors = 0}).shape.grain == 4);
  CHECK(plan_of(lanes * workgroup * 4, {.vectors = 0}).shape.grain == 4);
  CHECK(plan_of(lanes * workgroup * 4 + 1, {.vectors = 0}).shape.grain == 8);
  CHECK(plan_of(border, {.vectors = 0}).shape.grain == 32);  // not 64: that is beyond the tuned 40
  CHECK(plan_of(border + 1, {.vectors = 0}).shape.grain == tuning.single_pass.vectors * 4);
  CHECK(plan_of(1, {.vectors = 8}).shape.grain == 32);  // a step that says how many
}

TEST_CASE("a form that helps has a tile of its own") {
  Machine gpu = machine();
  gpu.limits.device_class = DeviceClass::nvidia_opengl;
  const Tuning& tuning = tuning_of(DeviceClass::nvidia_opengl);
  for (const SinglePassForm form : kSinglePassForms) {
    CAPTURE(name_of(form));
    const TunedTile& tile = form == SinglePassForm::plain ? tuning.single_pass : tuning.single_pass_helping;
    const SinglePass plan = plan_single_pass(request_of(1 << 26), gpu, {.vectors = 0, .form = form});
    CHECK(plan.shape.workgroup_size == tile.workgroup_size);
    CHECK(plan.shape.grain == tile.vectors * 4);
  }
  const auto items_of = [](const TunedTile& tile) {
    return tile.workgroup_size * tile.vectors;
  };
  CHECK(items_of(tuning.single_pass) != items_of(tuning.single_pass_helping));
}

}  // namespace scan::decoupled_look_back
