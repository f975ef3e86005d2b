// The doctor looks at Vulkan: every device, the one that chapters get, and the validation layer.
// Room: common/harness.
// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <vulkan/vulkan.h>

#include <optional>
#include <string_view>
#include <vector>

#include "harness/doctor.hpp"
#include "scan/errors.hpp"
#include "vulkan/device.hpp"

namespace scan::harness {

namespace {

constexpr std::string_view kValidationLayer = "VK_LAYER_KHRONOS_validation";
constexpr std::string_view kHowToGetIt =
    "apt-get install mesa-vulkan-drivers (with Mesa's software driver), or the driver of your GPU";

std::vector<VkLayerProperties> layers() {
  std::uint32_t count = 0;
  VK_CHECK(vkEnumerateInstanceLayerProperties(&count, nullptr));
  std::vector<VkLayerProperties> found(count);
  VK_CHECK(vkEnumerateInstanceLayerProperties(&count, found.data()));
  found.resize(count);
  return found;
}

std::string version_text(std::uint32_t version) {
  return fmt::format("{}.{}.{}", VK_API_VERSION_MAJOR(version), VK_API_VERSION_MINOR(version),
                     VK_API_VERSION_PATCH(version));
}

void examine_validation_layer() {
  for (const VkLayerProperties& layer : layers()) {
    if (layer.layerName != kValidationLayer) continue;
    print_finding("validation layer", version_text(layer.specVersion));
    return;
  }
  print_missing("validation layer", "--validation cannot check Vulkan",
                "apt-get install vulkan-validationlayers");
}

std::optional<std::size_t> default_device(const std::vector<vulkan::DeviceCandidate>& candidates) {
  try {
    return vulkan::choose_device(candidates, "");
  } catch (const Unavailable&) {
    return {};  // each device says what it lacks
  }
}

/// Whether the device can be used.
bool print_device(const vulkan::DeviceCandidate& candidate, std::size_t index, bool is_default) {
  print_finding(fmt::format("--device {}", index),
                fmt::format("{}, Vulkan {}{}", candidate.name, version_text(candidate.api_version),
                            is_default ? " (the default)" : ""));
  if (!candidate.missing.empty() || !candidate.has_compute_queue) {
    print_finding("", fmt::format("cannot be used: it lacks {}",
                                  candidate.missing.empty() ? "a queue for compute" : candidate.missing));
    return false;
  }
  try {
    const vulkan::Device device({.device = std::to_string(index)});
    print_finding("driver", device.driver() + (device.is_software() ? " - a software renderer" : ""));
    print_finding("timestamps", device.timestamp_bits() == 0
                                    ? "none: times are the host's"
                                    : fmt::format("{} bits, a tick is {} ns", device.timestamp_bits(),
                                                  device.timestamp_period()));
    print_limits(device.limits());
    print_self_tests(device.limits(), self_test_on(device));
    return true;
  } catch (const Error& error) {
    print_finding("", fmt::format("cannot be used: {}", error.what()));
    return false;
  }
}

}  // namespace

bool examine_vulkan() {
  fmt::print("\nVulkan\n");
  bool any_works = false;
  try {
    examine_validation_layer();
    const auto candidates = vulkan::list_devices();
    const auto chosen = default_device(candidates);
    for (std::size_t index = 0; index < candidates.size(); ++index) {
      any_works |= print_device(candidates[index], index, index == chosen);
    }
    if (!any_works) print_missing("device", "none of these can be used", kHowToGetIt);
  } catch (const Error& error) {
    print_missing("device", error.what(), kHowToGetIt);
  }
  return any_works;
}

}  // namespace scan::harness
