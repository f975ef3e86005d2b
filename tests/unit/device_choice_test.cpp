// Which Vulkan device is used, from a list that no machine need have.
// Room: tests/unit, for common/vulkan. Fault C36: the wrong device chosen.
// SPDX-License-Identifier: MIT
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "scan/errors.hpp"
#include "vulkan/device.hpp"

using namespace scan;
using namespace scan::vulkan;

namespace {

DeviceCandidate device(std::string name, VkPhysicalDeviceType type) {
  return {
      .name = std::move(name), .type = type, .api_version = VK_API_VERSION_1_3, .has_compute_queue = true};
}

std::vector<DeviceCandidate> four_devices() {
  return {device("llvmpipe", VK_PHYSICAL_DEVICE_TYPE_CPU),
          device("Onboard Graphics", VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU),
          device("GeForce RTX 4090 A", VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU),
          device("GeForce RTX 4090 B", VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU)};
}

// What the exception of that type says; empty when there is none.
template <class Exception>
std::string refusal(const std::vector<DeviceCandidate>& candidates, const std::string& wanted) {
  try {
    choose_device(candidates, wanted);
  } catch (const Exception& exception) {
    return exception.what();
  }
  return "";
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

}  // namespace

TEST_CASE("C36 without a wish, the first of the best type is used", "[device]") {
  auto devices = four_devices();
  CHECK(choose_device(devices, "") == 2);
  devices.resize(2);
  CHECK(choose_device(devices, "") == 1);
  devices.push_back(device("Virtual", VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU));
  CHECK(choose_device(devices, "") == 1);
  devices.erase(devices.begin() + 1);
  CHECK(choose_device(devices, "") == 1);
  devices.resize(1);
  CHECK(choose_device(devices, "") == 0);
  devices.insert(devices.begin(), device("Something", VK_PHYSICAL_DEVICE_TYPE_OTHER));
  CHECK(choose_device(devices, "") == 1);
}

TEST_CASE("C36 the device that is asked for is used, by index or by a part of its name", "[device]") {
  const auto devices = four_devices();
  CHECK(choose_device(devices, "0") == 0);
  CHECK(choose_device(devices, "1") == 1);
  CHECK(choose_device(devices, "3") == 3);
  CHECK(choose_device(devices, "LLVM") == 0);
  CHECK(choose_device(devices, "graphics") == 1);
  CHECK(choose_device(devices, "4090 b") == 3);
}

TEST_CASE("C36 a device that is not there is refused with the list", "[device]") {
  const auto devices = four_devices();
  // 9 is an index: it does not find the 9 of 4090.
  for (const std::string wanted : {"9", "4", "Radeon", "-1", "99999999999999999999"}) {
    CAPTURE(wanted);
    const std::string message = refusal<UsageError>(devices, wanted);
    CHECK(contains(message, "'" + wanted + "'"));
    CHECK(contains(message,
                   "0 = llvmpipe, 1 = Onboard Graphics, 2 = GeForce RTX 4090 A, 3 = GeForce RTX 4090 B"));
  }
}

TEST_CASE("C36 a part of two names is refused with the list", "[device]") {
  const std::string message = refusal<UsageError>(four_devices(), "4090");
  CHECK(contains(message, "'4090' names 2 Vulkan devices"));
  CHECK(contains(message, "2 = GeForce RTX 4090 A, 3 = GeForce RTX 4090 B"));
}

TEST_CASE("C36 a device without a compute queue or a required feature is passed over", "[device]") {
  auto devices = four_devices();
  devices[2].has_compute_queue = false;
  CHECK(choose_device(devices, "") == 3);
  devices[3].missing = "synchronization2, VK_KHR_push_descriptor";
  CHECK(choose_device(devices, "") == 1);
  CHECK(contains(refusal<Unavailable>(devices, "2"), "lacks a compute queue"));
  CHECK(contains(refusal<Unavailable>(devices, "3"), "lacks synchronization2, VK_KHR_push_descriptor"));
}

TEST_CASE("C36 where no device can be used, each says what it lacks", "[device]") {
  auto devices = four_devices();
  for (auto& candidate : devices) candidate.missing = "Vulkan 1.3 (it has 1.2)";
  CHECK(contains(refusal<Unavailable>(devices, ""), "0 = llvmpipe (lacks Vulkan 1.3 (it has 1.2))"));
  CHECK(contains(refusal<Unavailable>({}, ""), "no Vulkan device"));
  CHECK(contains(refusal<Unavailable>({}, "0"), "no Vulkan device"));
}
