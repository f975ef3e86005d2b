// Dispatches: what is bound, how it runs, and what is kept of it.
// Room: common/simulator.
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

#include "scan/errors.hpp"
#include "simulator/device_state.hpp"
#include "simulator/machine/machine.hpp"

namespace scan::simulator {
namespace {

std::vector<BoundBuffer> bound(std::span<const Binding> bindings, const DeviceLimits& limits) {
  std::vector<BoundBuffer> buffers;
  for (const Binding& binding : bindings) {
    const BufferRange& range = binding.range;
    if (range.size > limits.max_binding_bytes) {
      throw LimitError(fmt::format("binding {} of {} bytes; {} are allowed", binding.number, range.size,
                                   limits.max_binding_bytes));
    }
    if (range.offset % 4 != 0)
      throw Error(fmt::format("binding {} starts at byte {}; it has to be a multiple of 4", binding.number,
                              range.offset));
    if (range.size == 0 || range.memory == nullptr) continue;
    const std::uint64_t num_words = range.memory->words.size();
    if (range.offset / 4 + range.size / 4 > num_words) {
      throw LimitError(fmt::format("binding {} of bytes {} to {}; the buffer has {}", binding.number,
                                   range.offset, range.offset + range.size, num_words * 4));
    }
    buffers.push_back({binding.number, range.memory, range.offset / 4, range.size / 4});
  }
  return buffers;
}

void check_grid(const Program& program, const GroupGrid& grid, const DeviceLimits& limits) {
  const std::uint32_t groups[] = {grid.x, grid.y, grid.z};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (groups[axis] <= limits.max_groups[axis]) continue;
    throw LimitError(fmt::format("{}: {} workgroups along {}; {} are allowed", program.name, groups[axis],
                                 "xyz"[axis], limits.max_groups[axis]));
  }
}

// The arrays that a recorder sees, those of buffers as long as what is bound for them.
std::vector<Array> arrays_of(const Program& program, const std::vector<BoundBuffer>& buffers) {
  std::vector<Array> arrays;
  for (const ArrayLayout& layout : program.arrays) {
    Array array = layout.array;
    for (const BoundBuffer& buffer : buffers) {
      if (layout.space != Space::buffer || buffer.binding != program.buffers[layout.object].binding) continue;
      const std::uint64_t words =
          buffer.num_words > layout.first_word ? buffer.num_words - layout.first_word : 0;
      array.num_elements = static_cast<std::uint32_t>(words / (array.element_bytes / 4));
    }
    arrays.push_back(std::move(array));
  }
  return arrays;
}

std::vector<SourcePlace> places_of(const Program& program) {
  std::vector<SourcePlace> places;
  for (const std::uint32_t place : program.places) places.push_back(program.module.places[place]);
  return places;
}

DispatchCounters head_of(const Program& program, const GroupGrid& grid, const Settings& settings) {
  const auto& size = program.module.workgroup_size;
  DispatchCounters head;
  head.kernel = program.name;
  head.num_workgroups = static_cast<std::uint32_t>(grid.num_groups());
  head.workgroup_size = size[0] * size[1] * size[2];
  head.subgroup_width = settings.subgroup_width;
  return head;
}

}  // namespace

Commands::Commands(Device& device) : device_(&device) {}

void Commands::dispatch(const Kernel& kernel, std::initializer_list<Binding> bindings,
                        const shader::Parameters& parameters, const GroupGrid& grid) {
  dispatch(kernel, std::span<const Binding>(bindings.begin(), bindings.size()),
           std::as_bytes(std::span(&parameters, 1)), grid);
}

void Commands::dispatch(const Kernel& kernel, std::span<const Binding> bindings,
                        std::span<const std::byte> parameters, const GroupGrid& grid) {
  Device::State& device = *device_->state_;
  const Program& program = kernel.program();
  const Settings& settings = device.options.settings;
  check_grid(program, grid, device.limits);
  DispatchCounters head = head_of(program, grid, settings);
  const std::uint64_t num_invocations = grid.num_groups() * head.workgroup_size;
  if (device.options.trace && num_invocations > kMaxTracedInvocations) {
    throw Unavailable(
        fmt::format("{}: a trace of {} invocations; {} are allowed, so ask for fewer items or a smaller "
                    "workgroup",
                    program.name, num_invocations, kMaxTracedInvocations));
  }
  DispatchCall call{.program = &program,
                    .first_number = kernel.first_number(),
                    .buffers = bound(bindings, device.limits),
                    .parameters = {},
                    .grid = grid};
  call.parameters.resize((parameters.size() + 3) / 4);
  std::ranges::copy(parameters, std::as_writable_bytes(std::span(call.parameters)).begin());
  if (num_invocations == 0) return;

  std::optional<Recorder> recorder;
  if (device.options.count || device.options.trace) {
    recorder.emplace();
    recorder->begin(head, places_of(program), arrays_of(program, call.buffers), device.options.trace);
  }
  device.races.begin_dispatch(head.num_workgroups, head.workgroup_size, settings.subgroup_width);
  Machine machine(std::move(call), settings, device.races, device.findings, recorder ? &*recorder : nullptr,
                  device.options.trace);
  machine.run();
  if (recorder) {
    device.dispatches.push_back(recorder->counters(machine.executed()));
  } else {
    const Tally& tally = machine.tally();
    head.total.instructions = tally.instructions;
    head.total.work = tally.work;
    head.total.depth = tally.deepest == 0 ? 0 : tally.deepest - 1;
    head.total.barriers = tally.barriers;
    device.dispatches.push_back(std::move(head));
  }
  if (device.options.trace) {
    std::uint32_t num_items = 0;
    if (parameters.size() >= sizeof num_items) std::memcpy(&num_items, parameters.data(), sizeof num_items);
    device.traces.push_back(
        recorder->trace(device.findings.all(), num_items, std::string(name_of(settings.schedule))));
  }
}

void Commands::barrier() {
  device_->state_->races.dispatch_barrier();
}

}  // namespace scan::simulator
