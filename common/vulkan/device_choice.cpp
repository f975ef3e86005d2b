// Which of several devices is used. It looks at rows of data alone, so that a test needs no devices.
// Room: common/vulkan.
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <iterator>
#include <optional>
#include <string_view>

#include "scan/errors.hpp"
#include "vulkan/device.hpp"

namespace scan::vulkan {
namespace {

// Best first; what is none of these comes last.
constexpr VkPhysicalDeviceType kTypes[] = {VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU,
                                           VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU,
                                           VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU, VK_PHYSICAL_DEVICE_TYPE_CPU};

std::ptrdiff_t rank_of(VkPhysicalDeviceType type) {
  return std::find(std::begin(kTypes), std::end(kTypes), type) - std::begin(kTypes);
}

// Why it cannot be used; empty when it can.
std::string missing_of(const DeviceCandidate& candidate) {
  if (!candidate.missing.empty() || candidate.has_compute_queue) return candidate.missing;
  return "a compute queue";
}

std::string list_of(std::span<const DeviceCandidate> candidates) {
  std::string list;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const std::string missing = missing_of(candidates[i]);
    list += fmt::format("{}{} = {}", i == 0 ? "" : ", ", i, candidates[i].name);
    if (!missing.empty()) list += fmt::format(" (lacks {})", missing);
  }
  return list;
}

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  return text;
}

// Up to two digits are an index, and nothing else: "9" must not find an "RTX 4090", but "4090" may.
std::optional<std::size_t> index_in(const std::string& wanted) {
  if (wanted.size() > 2) return std::nullopt;
  std::size_t index = 0;
  const auto [end, error] = std::from_chars(wanted.data(), wanted.data() + wanted.size(), index);
  if (error != std::errc{} || end != wanted.data() + wanted.size()) return std::nullopt;
  return index;
}

std::size_t named_device(std::span<const DeviceCandidate> candidates, const std::string& wanted) {
  std::vector<std::size_t> found;
  if (const auto index = index_in(wanted)) {
    if (*index < candidates.size()) found.push_back(*index);
  } else {
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      if (lower(candidates[i].name).find(lower(wanted)) != std::string::npos) found.push_back(i);
    }
  }
  if (found.empty()) {
    throw UsageError(
        fmt::format("--device: no Vulkan device '{}'; there are: {}", wanted, list_of(candidates)));
  }
  if (found.size() > 1) {
    throw UsageError(fmt::format("--device: '{}' names {} Vulkan devices, give an index; there are: {}",
                                 wanted, found.size(), list_of(candidates)));
  }
  const DeviceCandidate& candidate = candidates[found.front()];
  if (const std::string missing = missing_of(candidate); !missing.empty()) {
    throw Unavailable(fmt::format("Vulkan device {} ({}) lacks {}", found.front(), candidate.name, missing));
  }
  return found.front();
}

}  // namespace

std::size_t choose_device(std::span<const DeviceCandidate> candidates, const std::string& wanted) {
  if (candidates.empty()) {
    throw Unavailable(
        "no Vulkan device: the driver lists none; install mesa-vulkan-drivers for a software one");
  }
  if (!wanted.empty()) return named_device(candidates, wanted);
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (!missing_of(candidates[i]).empty()) continue;
    if (!best || rank_of(candidates[i].type) < rank_of(candidates[*best].type)) best = i;
  }
  if (!best) throw Unavailable(fmt::format("no Vulkan device can be used: {}", list_of(candidates)));
  return *best;
}

}  // namespace scan::vulkan
