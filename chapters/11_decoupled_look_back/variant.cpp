// Plans a single-pass scan: its tile, its windows, the states of its tiles, its kernel.
// Chapter 11.
// SPDX-License-Identifier: MIT
#include "11_decoupled_look_back/variant.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "scan/errors.hpp"
#include "shader/parameters.hpp"

namespace scan::decoupled_look_back {

namespace {

constexpr std::uint64_t kLineBytes = 128;  // what a GPU's caches keep together
// The bits of a ticket, as ticket.glsl has them: its highest number, and the marks of both turns.
constexpr std::uint64_t kMostTiles = 0x1FFFFFFF;
constexpr std::uint32_t kMarksOfTicket = 0x60000000;

/// How many rounds a tile waits in all before it gives up; or, with the fallback, helps itself.
/// On a GPU a round is about a microsecond, and a tile is done in ten or twenty. A software driver runs few workgroups at
/// a time, and the host may suspend one for as long as it likes; but Mesa's ends a shader's loops after 65,535 rounds.
constexpr std::uint32_t kRoundsBeforeGivingUp = 1u << 18;
constexpr std::uint32_t kRoundsBeforeGivingUpInSoftware = 50000;
/// The simulator soon lets others run when a workgroup spins: so many rounds for nothing, and nobody comes.
constexpr std::uint32_t kRoundsBeforeGivingUpOnSimulator = 1u << 16;
constexpr std::uint32_t kRoundsBeforeFallback = 8;

std::uint32_t word_bits_of(const Machine& machine, const Variant& variant) {
  const bool is_64 =
      variant.word == StateWord::bits64 || (variant.word == StateWord::best && machine.limits.int64_atomics);
  return is_64 ? 64 : 32;
}

thread_grain::TileShape choose_tile(Request request, const Machine& machine, const Variant& variant) {
  const Method method = word_bits_of(machine, variant) == 64 ? Method::single_pass : Method::single_pass_32;
  const thread_grain::TileShape shape =
      thread_grain::choose_shape(request, machine.limits, method, variant.form);
  if (request.configuration.grain || shape.local != LocalScan::subgroup) return shape;
  if (variant.vectors > 0) {
    request.configuration.grain = thread_grain::items_of_vectors(variant.vectors, request.type);
    return thread_grain::choose_shape(request, machine.limits, method, variant.form);
  }
  // Few items: no more tiles than one window of the look-back has, if that can be.
  const Tuning& tuning = tuning_of(machine.limits.device_class);
  return request.num_items * bytes_of(request.type) <= tuning.most_bytes_of_small_tiles
             ? thread_grain::shrink_for_few_items(shape, request, machine.limits.subgroup_size)
             : shape;
}

bool polls_by_load(const Machine& machine, const Variant& variant) {
  switch (variant.access) {
    case WordAccess::load_store:
    case WordAccess::load_max: return true;
    case WordAccess::read_modify_write: return false;
    case WordAccess::best: break;
  }
  return machine.has_atomic_load;
}

void require_abilities(const Request& request, const Machine& machine, const Variant& variant) {
  if (polls_by_load(machine, variant) && !machine.has_atomic_load) {
    throw Unavailable(
        "OpenGL's GLSL has no atomicLoad(); the stages that poll by a read-modify-write need none");
  }
  if (variant.word == StateWord::bits64 && !machine.limits.int64_atomics) {
    throw Unavailable("the device has no 64-bit atomics in buffers; \"32-bit atomics\" needs none");
  }
  if (variant.helps() && request.in_place) {
    throw Unavailable(
        "the fallback reads the items of other tiles, which in place may be overwritten by then; "
        "the stages without it work in place");
  }
}

/// A word carries half of its bits as a part of the value.
std::uint64_t state_words(std::uint64_t element_bytes, std::uint32_t word_bits) {
  return element_bytes * 8 / (word_bits / 2);
}

std::uint64_t state_stride(std::uint64_t element_bytes, std::uint32_t word_bits, StateLayout layout) {
  return layout == StateLayout::padded ? kLineBytes / (word_bits / 8) : state_words(element_bytes, word_bits);
}

std::uint32_t rounds_of(const Machine& machine, const Variant& variant) {
  if (variant.max_rounds > 0) return variant.max_rounds;
  if (variant.helps()) return kRoundsBeforeFallback;
  switch (machine.patience) {
    case Patience::gpu: break;
    case Patience::software_driver: return kRoundsBeforeGivingUpInSoftware;
    case Patience::simulator: return kRoundsBeforeGivingUpOnSimulator;
  }
  return kRoundsBeforeGivingUp;
}

shader::Kernel kernel_of(const Request& request, const Machine& machine, const Variant& variant,
                         const thread_grain::TileShape& shape) {
  const std::uint32_t word_bits = word_bits_of(machine, variant);
  const std::uint64_t stride = state_stride(bytes_of(request.type), word_bits, variant.layout);
  shader::Kernel kernel = scan_kernel("11_decoupled_look_back/single_pass", request, shape,
                                      {.kind = request.kind, .in_place = request.in_place});
  kernel.uses_int64_atomics = word_bits == 64;
  kernel.macros.push_back({"STATE_BITS", std::to_string(word_bits)});
  kernel.macros.push_back({"STATE_STRIDE", std::to_string(stride)});
  if (machine.patience == Patience::software_driver && !variant.helps())
    kernel.macros.push_back({"SLOW_ROUNDS", "1"});
  if (polls_by_load(machine, variant)) kernel.macros.push_back({"POLL_BY_LOAD", "1"});
  if (variant.access == WordAccess::load_store) kernel.macros.push_back({"PUBLISH_BY_STORE", "1"});
  if (variant.chained) kernel.macros.push_back({"CHAINED", "1"});
  if (variant.clears_ahead) kernel.macros.push_back({"CLEARS_AHEAD", "1"});
  if (variant.helps()) kernel.macros.push_back({"FALLBACK", "1"});
  if (variant.takes_own_tile()) kernel.macros.push_back({"TILE_BY_GROUP", "1"});
  if (variant.form == SinglePassForm::turn_first) kernel.macros.push_back({"TURN_FIRST", "1"});
  if (variant.block_every > 0) kernel.macros.push_back({"BLOCK_EVERY", std::to_string(variant.block_every)});
  return kernel;
}

}  // namespace

Level SinglePass::level_of(std::uint64_t window, const DeviceLimits& limits) const {
  const std::uint64_t num_items = windows.items_of(window);
  const std::uint64_t num_tiles = divide_up(num_items, shape.tile_items());
  return {.num_items = num_items, .num_tiles = num_tiles, .grid = make_grid(num_tiles, limits)};
}

shader::Parameters SinglePass::parameters_of(std::uint64_t window, const Level& level) const {
  shader::Parameters parameters = shader::parameters_of(level);
  parameters.first_tile = static_cast<std::uint32_t>(windows.first_item(window) / shape.tile_items());
  parameters.max_rounds = max_rounds;
  parameters.all_tiles = static_cast<std::uint32_t>(all_tiles);
  return parameters;
}

SinglePass plan_single_pass(const Request& request, const Machine& machine, const Variant& variant) {
  require_abilities(request, machine, variant);
  SinglePass plan;
  plan.shape = choose_tile(request, machine, variant);
  plan.element_bytes = bytes_of(request.type);
  plan.windows = make_windows(request.num_items, plan.shape.tile_items(), plan.element_bytes, machine.limits);
  if (variant.block_every > 0 && plan.windows.count() > 1) {
    throw Unavailable(
        "a blocked tile at the end of a window would block the next one for ever: ask for fewer items");
  }
  const std::uint32_t word_bits = word_bits_of(machine, variant);
  const std::uint64_t num_rows = variant.clears_ahead ? 2 : 1;
  const std::uint64_t stride_bytes =
      num_rows * state_stride(plan.element_bytes, word_bits, variant.layout) * (word_bits / 8);
  const std::uint64_t most_tiles =
      std::min<std::uint64_t>((machine.limits.max_binding_bytes - kLineBytes) / stride_bytes, kMostTiles);
  plan.all_tiles = divide_up(request.num_items, plan.shape.tile_items());
  if (plan.all_tiles > most_tiles) {
    throw LimitError(
        fmt::format("{} items are {} tiles of {}; the states of {} tiles of {} bytes each fit one binding",
                    request.num_items, plan.all_tiles, plan.shape.tile_items(), most_tiles, stride_bytes));
  }
  plan.state_bytes = kLineBytes + plan.all_tiles * stride_bytes;
  plan.clears_ahead = variant.clears_ahead;
  plan.helps = variant.helps();
  plan.max_rounds = rounds_of(machine, variant);
  plan.kernel = kernel_of(request, machine, variant, plan.shape);
  return plan;
}

std::string SinglePass::explain_stall(std::uint32_t next_ticket) const {
  if (helps || (next_ticket & kMarksOfTicket) == 0) return {};
  return "a tile waited for one before it that published nothing, and gave up after a bounded "
         "number of rounds";
}

}  // namespace scan::decoupled_look_back
