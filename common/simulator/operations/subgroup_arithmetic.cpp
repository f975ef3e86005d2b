// Reductions and scans over the lanes of a subgroup: their values, and the cost of their networks.
// Room: common/simulator/operations.
// SPDX-License-Identifier: MIT
#include <glslang/SPIRV/GLSL.std.450.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

#include "simulator/operations/lanes.hpp"
#include "simulator/operations/typed.hpp"

namespace scan::simulator {
namespace {

struct GroupOperator {
  ScalarFunction combine = nullptr;
  Bits identity = 0;
};

template <typename Narrow, typename Wide>
Bits smallest(std::uint32_t width) {
  return width == 64 ? to_bits(std::numeric_limits<Wide>::min())
                     : to_bits(std::numeric_limits<Narrow>::min());
}

template <typename Narrow, typename Wide>
Bits largest(std::uint32_t width) {
  return width == 64 ? to_bits(std::numeric_limits<Wide>::max())
                     : to_bits(std::numeric_limits<Narrow>::max());
}

Bits float_of(std::uint32_t width, float value) {
  return width == 64 ? to_bits(static_cast<double>(value)) : to_bits(value);
}

GroupOperator operator_of(const SubgroupCall& call) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const std::uint32_t width = call.width;
  const Bits ones = largest<std::uint32_t, std::uint64_t>(width);
  const auto of = [&](spv::Op opcode, Bits identity) {
    return GroupOperator{scalar_operation(opcode, width, width).value().apply, identity};
  };
  const auto extended = [&](GLSLstd450 instruction, Bits identity) {
    return GroupOperator{extended_operation(instruction, width).value().apply, identity};
  };
  switch (call.opcode) {
    case spv::OpGroupNonUniformFAdd: return of(spv::OpFAdd, 0);
    case spv::OpGroupNonUniformIMul: return of(spv::OpIMul, 1);
    case spv::OpGroupNonUniformFMul: return of(spv::OpFMul, float_of(width, 1));
    case spv::OpGroupNonUniformSMin:
      return extended(GLSLstd450SMin, largest<std::int32_t, std::int64_t>(width));
    case spv::OpGroupNonUniformUMin: return extended(GLSLstd450UMin, ones);
    case spv::OpGroupNonUniformFMin: return extended(GLSLstd450FMin, float_of(width, kInfinity));
    case spv::OpGroupNonUniformSMax:
      return extended(GLSLstd450SMax, smallest<std::int32_t, std::int64_t>(width));
    case spv::OpGroupNonUniformUMax: return extended(GLSLstd450UMax, 0);
    case spv::OpGroupNonUniformFMax: return extended(GLSLstd450FMax, float_of(width, -kInfinity));
    case spv::OpGroupNonUniformBitwiseAnd: return of(spv::OpBitwiseAnd, ones);
    case spv::OpGroupNonUniformBitwiseOr: return of(spv::OpBitwiseOr, 0);
    case spv::OpGroupNonUniformBitwiseXor: return of(spv::OpBitwiseXor, 0);
    case spv::OpGroupNonUniformLogicalAnd: return of(spv::OpLogicalAnd, 1);
    case spv::OpGroupNonUniformLogicalOr: return of(spv::OpLogicalOr, 0);
    case spv::OpGroupNonUniformLogicalXor: return of(spv::OpLogicalNotEqual, 0);
    default: return of(spv::OpIAdd, 0);
  }
}

// What a lane of the network holds: how deep the data behind it is, and how many applications in this call made it.
struct Partial {
  std::uint32_t data_depth = 0;
  std::uint32_t chain = 0;
};

// The network without its values.
class Network {
 public:
  Network(const SubgroupCall& call, std::span<const LaneValue> first) : width_(call.subgroup_width) {
    for_active(call, [&](std::uint32_t lane) { partials_[lane] = {.data_depth = first[lane].data_depth}; });
  }

  void scan() {
    for (std::uint32_t distance = 1; distance < width_; distance *= 2) {
      // From the last lane down: the earlier operand is still that of the step before.
      for (std::uint32_t lane = width_; lane-- > distance;) combine(lane - distance, lane);
    }
  }

  // Leaves a cluster's result in its first lane.
  void reduce(std::uint32_t cluster_size) {
    for (std::uint32_t distance = 1; distance < cluster_size; distance *= 2) {
      for (std::uint32_t lane = 0; lane + distance < width_; lane += 2 * distance) {
        const Partial later = partials_[lane + distance];
        combine(later, partials_[lane]);
      }
    }
  }

  std::uint32_t data_depth(std::uint32_t lane) const { return partials_[lane].data_depth; }

  SubgroupCost cost() const { return {.work = work_, .depth = depth_}; }

 private:
  void combine(std::uint32_t from, std::uint32_t into) { combine(partials_[from], partials_[into]); }

  void combine(const Partial& other, Partial& into) {
    const bool applied = other.data_depth > 0 && into.data_depth > 0;
    const std::uint32_t step = applied ? 1 : 0;
    into = {.data_depth = std::max(other.data_depth, into.data_depth) + step,
            .chain = std::max(other.chain, into.chain) + step};
    work_ += step;
    depth_ = std::max(depth_, into.chain);
  }

  std::uint32_t width_;
  std::array<Partial, kMaxSubgroupWidth> partials_{};
  std::uint64_t work_ = 0;
  std::uint32_t depth_ = 0;
};

// Whatever the network, values are made from the first lane upwards, beginning with the identity.
void scan(const SubgroupCall& call, const GroupOperator& group_operator, const Network& network,
          std::span<const LaneValue> first, std::span<LaneValue> results) {
  const bool is_inclusive = call.group_operation == spv::GroupOperationInclusiveScan;
  Bits prefix = group_operator.identity;
  for_active(call, [&](std::uint32_t lane) {
    const Bits with_lane = group_operator.combine(prefix, first[lane].bits, 0, 0);
    if (is_inclusive) {
      results[lane] = {.bits = with_lane, .data_depth = network.data_depth(lane)};
    } else {
      results[lane] = {.bits = prefix, .data_depth = lane == 0 ? 0 : network.data_depth(lane - 1)};
    }
    prefix = with_lane;
  });
}

void reduce(const SubgroupCall& call, const GroupOperator& group_operator, const Network& network,
            std::uint32_t cluster_size, std::span<const LaneValue> first, std::span<LaneValue> results) {
  for (std::uint32_t begin = 0; begin < call.subgroup_width; begin += cluster_size) {
    const std::uint32_t end = std::min(begin + cluster_size, call.subgroup_width);
    LaneValue aggregate{.bits = group_operator.identity, .data_depth = network.data_depth(begin)};
    for (std::uint32_t lane = begin; lane < end; ++lane) {
      if (call.active[lane]) aggregate.bits = group_operator.combine(aggregate.bits, first[lane].bits, 0, 0);
    }
    for (std::uint32_t lane = begin; lane < end; ++lane) {
      if (call.active[lane]) results[lane] = aggregate;
    }
  }
}

}  // namespace

SubgroupCost arithmetic(const SubgroupCall& call, std::span<const LaneValue> first,
                        std::span<LaneValue> results) {
  const GroupOperator group_operator = operator_of(call);
  Network network(call, first);
  switch (call.group_operation) {
    case spv::GroupOperationInclusiveScan:
    case spv::GroupOperationExclusiveScan:
      network.scan();
      scan(call, group_operator, network, first, results);
      break;
    default: {
      const bool is_clustered = call.group_operation == spv::GroupOperationClusteredReduce;
      const std::uint32_t cluster_size =
          is_clustered ? std::clamp(call.cluster_size, 1u, call.subgroup_width) : call.subgroup_width;
      network.reduce(cluster_size);
      reduce(call, group_operator, network, cluster_size, first, results);
    }
  }
  return network.cost();
}

}  // namespace scan::simulator
