// The device, its buffers, and what the host does with them.
// Room: common/simulator.
// SPDX-License-Identifier: MIT
#include "simulator/device.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "scan/errors.hpp"
#include "simulator/device_state.hpp"

namespace scan::simulator {
namespace {

constexpr std::uint64_t kWordBytes = 4;

Settings checked(const Settings& settings) {
  if (!std::has_single_bit(settings.subgroup_width) || settings.subgroup_width > kMaxSubgroupWidth) {
    throw LimitError(fmt::format("subgroups of {} lanes; powers of two up to {} are allowed",
                                 settings.subgroup_width, kMaxSubgroupWidth));
  }
  return settings;
}

// The words of a range that the host touches; it waits for what was dispatched before.
std::span<std::uint32_t> words_of(const BufferRange& range, std::uint64_t size) {
  if (size > range.size) throw LimitError(fmt::format("{} bytes of a range of {}", size, range.size));
  if (range.offset % kWordBytes != 0 || size % kWordBytes != 0)
    throw Error(fmt::format("bytes {} to {} of a buffer; both have to be multiples of {}", range.offset,
                            range.offset + size, kWordBytes));
  if (size == 0) return {};
  range.memory->races->dispatch_barrier();
  return std::span(range.memory->words).subspan(range.offset / kWordBytes, size / kWordBytes);
}

std::span<std::uint32_t> depths_of(const BufferRange& range, std::uint64_t size) {
  if (size == 0) return {};
  return std::span(range.memory->depths).subspan(range.offset / kWordBytes, size / kWordBytes);
}

}  // namespace

DeviceLimits limits_of(const Settings& settings) {
  DeviceLimits limits;
  limits.max_groups = {65535, 65535, 65535};
  limits.max_invocations = 1024;
  limits.max_shared_bytes = 48 * 1024;
  limits.max_binding_bytes = std::uint64_t{1} << 30;
  limits.max_buffer_bytes = std::uint64_t{1} << 30;
  limits.memory_bytes = std::uint64_t{1} << 32;
  limits.offset_alignment = 16;
  limits.subgroup_size = settings.subgroup_width;
  limits.subgroup_arithmetic = true;
  limits.int64 = true;
  limits.int64_atomics = true;
  limits.device_class = DeviceClass::simulator;
  return limits;
}

Device::Device(const DeviceOptions& options) : state_(std::make_unique<State>()) {
  state_->options = options;
  state_->limits = clamped(limits_of(checked(options.settings)), options.clamp);
}

Device::~Device() = default;
Device::Device(Device&&) noexcept = default;
Device& Device::operator=(Device&&) noexcept = default;

const DeviceLimits& Device::limits() const {
  return state_->limits;
}
const DeviceOptions& Device::options() const {
  return state_->options;
}
std::string Device::name() const {
  return fmt::format("simulator, subgroups of {}", state_->options.settings.subgroup_width);
}
const std::vector<Finding>& Device::findings() const {
  return state_->findings.all();
}
const std::vector<DispatchCounters>& Device::dispatches() const {
  return state_->dispatches;
}
const std::vector<Trace>& Device::traces() const {
  return state_->traces;
}

void Device::clear() {
  state_->findings.clear();
  state_->dispatches.clear();
  state_->traces.clear();
}

Buffer::Buffer(const Device& device, std::uint64_t size_bytes) {
  const DeviceLimits& limits = device.limits();
  if (size_bytes > limits.max_buffer_bytes)
    throw LimitError(
        fmt::format("a buffer of {} bytes; {} are allowed", size_bytes, limits.max_buffer_bytes));
  memory_ = std::make_unique<Memory>((size_bytes + kWordBytes - 1) / kWordBytes, false);
  memory_->races = &device.state_->races;
}

Buffer::~Buffer() = default;
Buffer::Buffer(Buffer&&) noexcept = default;
Buffer& Buffer::operator=(Buffer&&) noexcept = default;

std::uint64_t Buffer::size_bytes() const {
  return memory_->words.size() * kWordBytes;
}
BufferRange Buffer::range() const {
  return {memory_.get(), 0, size_bytes()};
}

void upload(const BufferRange& to, std::span<const std::byte> bytes) {
  const auto words = words_of(to, bytes.size());
  if (words.empty()) return;
  std::memcpy(words.data(), bytes.data(), bytes.size());
  std::ranges::fill(depths_of(to, bytes.size()), 1u);
}

void download(const BufferRange& from, std::span<std::byte> bytes) {
  const auto words = words_of(from, bytes.size());
  if (!words.empty()) std::memcpy(bytes.data(), words.data(), bytes.size());
}

void fill(const BufferRange& range, std::uint32_t word) {
  std::ranges::fill(words_of(range, range.size), word);
  std::ranges::fill(depths_of(range, range.size), 0u);
}

void copy(const BufferRange& from, const BufferRange& to) {
  const auto source = words_of(from, from.size);
  const auto target = words_of(to, from.size);
  const auto depths = depths_of(from, from.size);
  std::ranges::copy(source, target.begin());
  std::ranges::copy(depths, depths_of(to, from.size).begin());
}

}  // namespace scan::simulator
