// Workgroups start, run and end; the machine holds as many at once as are resident.
// Room: common/simulator/machine.
// SPDX-License-Identifier: MIT
#include "simulator/machine/machine.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace scan::simulator {
namespace {

// Of workgroups that are all resident, so many are begun before one of them has to wait for another.
constexpr std::uint64_t kBegunAtOnce = 8;

}  // namespace

Machine::Machine(DispatchCall call, const Settings& settings, RaceDetector& races, Findings& findings,
                 Recorder* recorder, bool traced)
    : program_(*call.program),
      call_(std::move(call)),
      settings_(settings),
      races_(races),
      findings_(findings),
      recorder_(recorder),
      traced_(traced),
      random_(settings.seed) {
  const auto& size = program_.module.workgroup_size;
  workgroup_size_ = size[0] * size[1] * size[2];
  num_workgroups_ = static_cast<std::uint32_t>(call_.grid.num_groups());
  make_sites();
  tally_.stretches.resize(program_.stretches.size());
  for (const Stretch& stretch : program_.stretches)
    weights_.push_back(static_cast<std::uint32_t>(stretch.instructions.size()));
  if (settings_.start_order == StartOrder::shuffled) {
    order_.resize(num_workgroups_);
    std::iota(order_.begin(), order_.end(), 0u);
    std::mt19937_64 random(settings_.seed);
    std::shuffle(order_.begin(), order_.end(), random);
  }
}

void Machine::make_sites() {
  for (const Address& address : program_.addresses) {
    Site site{.offset = address.offset,
              .num_terms = static_cast<std::uint32_t>(address.terms.size()),
              .first_term = static_cast<std::uint32_t>(terms_.size()),
              .scalar_words = address.space == Space::local ? 1 : address.scalar_words,
              .is_shared = address.space == Space::shared,
              .memory = &nothing_};
    std::uint64_t array_start = 0;
    switch (address.space) {
      case Space::local: site.num_words = program_.frame.size(); break;
      case Space::shared: site.num_words = program_.shared_words; break;
      case Space::parameters: site.num_words = call_.parameters.size(); break;
      case Space::buffer: {
        const std::uint32_t binding = program_.buffers[address.object].binding;
        for (const BoundBuffer& buffer : call_.buffers) {
          if (buffer.binding != binding || buffer.num_words == 0) continue;
          site.memory = buffer.memory;
          site.first_word = buffer.first_word;
          site.num_words = buffer.num_words;
        }
        array_start = program_.arrays[address.array].first_word;
      }
    }
    for (const Term& term : address.terms) {
      const std::uint64_t room = site.num_words > array_start ? site.num_words - array_start : 0;
      terms_.push_back(
          {term.index, term.stride, term.limit != 0 ? term.limit : room / std::max(term.stride, 1u)});
    }
    sites_.push_back(site);
  }
}

void Machine::run() {
  while (!is_over_) {
    while (groups_.size() < std::min(kBegunAtOnce, resident_limit()) && start_workgroup()) {
    }
    if (groups_.empty()) return;
    if (Workgroup* group = next_workgroup()) {
      run_workgroup(*group);
    } else if (groups_.size() >= resident_limit() || !start_workgroup()) {
      conclude_stalled();
      return;
    }
    for (std::size_t i = groups_.size(); i-- > 0;) {
      if (groups_[i]->num_ended == workgroup_size_) retire(i);
    }
  }
}

std::uint64_t Machine::resident_limit() const {
  return settings_.resident == 0 ? num_workgroups_ : settings_.resident;
}

std::uint32_t Machine::number_in_order(std::uint32_t started) const {
  switch (settings_.start_order) {
    case StartOrder::descending: return num_workgroups_ - 1 - started;
    case StartOrder::shuffled: return order_[started];
    default: return started;
  }
}

bool Machine::start_workgroup() {
  if (num_started_ == num_workgroups_) return false;
  std::unique_ptr<Workgroup> group;
  if (spare_.empty()) {
    group = std::make_unique<Workgroup>();
  } else {
    group = std::move(spare_.back());
    spare_.pop_back();
  }
  prepare(*group, number_in_order(num_started_), num_started_);
  groups_.push_back(std::move(group));
  ++num_started_;
  ++changes_;
  return true;
}

void Machine::prepare(Workgroup& group, std::uint32_t number, std::uint32_t started) {
  const std::size_t frame_size = program_.frame.size();
  const std::uint32_t width = settings_.subgroup_width;
  const std::uint32_t num_subgroups = (workgroup_size_ + width - 1) / width;
  group.number = number;
  group.lanes.resize(workgroup_size_);
  group.cells.resize(frame_size * workgroup_size_);
  group.rounds.assign(program_.loops.size() * workgroup_size_, 0);
  group.runnable_of_subgroup.assign(num_subgroups, width);
  if (workgroup_size_ % width != 0) group.runnable_of_subgroup.back() = workgroup_size_ % width;
  group.num_runnable = workgroup_size_;
  group.num_ended = 0;
  group.is_starved = settings_.starve != 0 && started % settings_.starve == settings_.starve / 2;
  group.is_held = false;
  if (traced_) group.sources.assign(group.cells.size(), {});
  if (group.shared) {
    group.shared->forget();
  } else {
    group.shared.emplace(program_.shared_words, true);
  }
  const GroupGrid& grid = call_.grid;
  const std::array<std::uint32_t, 3> workgroup{number % grid.x, number / grid.x % grid.y,
                                               number / grid.x / grid.y};
  for (std::uint32_t local = 0; local < workgroup_size_; ++local) {
    Lane& lane = group.lanes[local];
    lane.cells = group.cells.data() + frame_size * local;
    lane.rounds = group.rounds.data() + program_.loops.size() * local;
    for (std::size_t slot = 0; slot < frame_size; ++slot) lane.cells[slot] = {program_.frame[slot], 0};
    lane.step = 0;
    lane.state = LaneState::runnable;
    lane.is_tired = false;
    lane.who = {number, local / width, local};
    lane.barriers = 0;
    lane.spin = {};
    set_built_ins(lane, workgroup);
  }
}

void Machine::set_built_ins(Lane& lane, const std::array<std::uint32_t, 3>& workgroup) {
  const auto& size = program_.module.workgroup_size;
  const std::uint32_t width = settings_.subgroup_width;
  const std::uint32_t local = lane.who.local, in_subgroup = local % width;
  const std::array<std::uint32_t, 3> invocation{local % size[0], local / size[0] % size[1],
                                                local / size[0] / size[1]};
  const auto mask = [&](Slot first, auto holds) {
    for (std::uint32_t other = 0; other < width; ++other) {
      if (holds(other)) lane.cells[first + other / 32].bits |= Bits{1} << other % 32;
    }
  };
  for (const auto& [built_in, first] : program_.built_ins) {
    const auto set_three = [&, slot = first](std::uint32_t x, std::uint32_t y, std::uint32_t z) {
      lane.cells[slot].bits = x;
      lane.cells[slot + 1].bits = y;
      lane.cells[slot + 2].bits = z;
    };
    switch (built_in) {
      case spv::BuiltInNumWorkgroups: set_three(call_.grid.x, call_.grid.y, call_.grid.z); break;
      case spv::BuiltInWorkgroupId: set_three(workgroup[0], workgroup[1], workgroup[2]); break;
      case spv::BuiltInLocalInvocationId: set_three(invocation[0], invocation[1], invocation[2]); break;
      case spv::BuiltInGlobalInvocationId:
        set_three(workgroup[0] * size[0] + invocation[0], workgroup[1] * size[1] + invocation[1],
                  workgroup[2] * size[2] + invocation[2]);
        break;
      case spv::BuiltInLocalInvocationIndex: lane.cells[first].bits = local; break;
      case spv::BuiltInSubgroupSize: lane.cells[first].bits = width; break;
      case spv::BuiltInNumSubgroups: lane.cells[first].bits = (workgroup_size_ + width - 1) / width; break;
      case spv::BuiltInSubgroupId: lane.cells[first].bits = local / width; break;
      case spv::BuiltInSubgroupLocalInvocationId: lane.cells[first].bits = in_subgroup; break;
      case spv::BuiltInSubgroupEqMask:
        mask(first, [&](std::uint32_t lane_) { return lane_ == in_subgroup; });
        break;
      case spv::BuiltInSubgroupGeMask:
        mask(first, [&](std::uint32_t lane_) { return lane_ >= in_subgroup; });
        break;
      case spv::BuiltInSubgroupGtMask:
        mask(first, [&](std::uint32_t lane_) { return lane_ > in_subgroup; });
        break;
      case spv::BuiltInSubgroupLeMask:
        mask(first, [&](std::uint32_t lane_) { return lane_ <= in_subgroup; });
        break;
      case spv::BuiltInSubgroupLtMask:
        mask(first, [&](std::uint32_t lane_) { return lane_ < in_subgroup; });
        break;
      default: break;
    }
  }
}

void Machine::retire(std::size_t which) {
  std::unique_ptr<Workgroup> group = std::move(groups_[which]);
  groups_.erase(groups_.begin() + static_cast<std::ptrdiff_t>(which));
  if (recorder_ != nullptr) record_interval(*group, nullptr);
  spare_.push_back(std::move(group));
  ++changes_;
}

std::vector<std::uint64_t> Machine::executed() const {
  std::vector<std::uint64_t> counts(program_.places.size(), 0);
  for (std::size_t i = 0; i < program_.stretches.size(); ++i) {
    for (const std::uint32_t instruction : program_.stretches[i].instructions)
      counts[instruction] += tally_.stretches[i];
  }
  return counts;
}

}  // namespace scan::simulator
