// A Vulkan 1.3 device with a queue for compute and one for copies beside it, and what it can do.
// Room: common/vulkan.
// SPDX-License-Identifier: MIT
#pragma once

#include <vulkan/vulkan.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "scan/limits.hpp"

namespace scan::vulkan {

struct DeviceOptions {
  std::string device;  // empty (first of the best type: discrete, integrated, virtual, CPU), an index, or a
                       // part of a name
  bool validation = false;  // validation layer with synchronization validation; its messages are kept
  LimitClamp clamp;
  bool keeps_kernels = false;  // what was compiled, for a pipeline that is made again
};

/// What choose_device() looks at: one row per physical device, in the driver's order.
struct DeviceCandidate {
  std::string name;
  VkPhysicalDeviceType type = VK_PHYSICAL_DEVICE_TYPE_OTHER;
  std::uint32_t api_version = 0;
  bool has_compute_queue = false;
  std::string missing;  // required features that are absent, joined by ", "; empty when it can be used
};

/// The index of the device to use. Throws UsageError with the list when `wanted` names none, Unavailable when
/// none can be used.
std::size_t choose_device(std::span<const DeviceCandidate> candidates, const std::string& wanted);

/// The devices of this machine. Throws Unavailable when there is no Vulkan driver.
std::vector<DeviceCandidate> list_devices();

class KeptKernels;

class Device {
 public:
  /// Throws Unavailable ("no Vulkan driver: …"), UsageError (unknown device), Error (a call failed).
  explicit Device(const DeviceOptions& options = {});
  ~Device();
  Device(Device&&) noexcept;
  Device& operator=(Device&&) noexcept;

  VkDevice handle() const;
  VkQueue queue() const;
  std::uint32_t queue_family() const;
  /// A queue of another family with transfer alone, for copies beside compute; queue() where there is none.
  VkQueue transfer_queue() const;
  std::uint32_t transfer_queue_family() const;

  const DeviceLimits& limits() const;
  const std::string& name() const;
  const std::string& driver() const;  // driver name and version
  bool is_software() const;           // VK_PHYSICAL_DEVICE_TYPE_CPU
  std::uint32_t timestamp_bits() const;
  double timestamp_period() const;  // nanoseconds a tick
  bool can_require_full_subgroups() const;
  /// The most invocations of a workgroup for which limits().subgroup_size can be required; 0: it cannot, or
  /// never varies.
  std::uint32_t max_invocations_of_required_size() const;
  const VkPhysicalDeviceMemoryProperties& memory() const;
  PFN_vkCmdPushDescriptorSetKHR push_descriptor_set() const;
  KeptKernels* kept_kernels() const;  // null where none are kept

  /// The messages of the validation layer, warnings and errors, since the start (validation only), oldest
  /// first.
  std::vector<std::string> messages() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Throws Error "vkFoo: VK_ERROR_… (file:line)" unless `result` is VK_SUCCESS; Unavailable for the
/// out-of-memory codes; DeviceLost.
void check_result(VkResult result, const char* call, const char* file, int line);

}  // namespace scan::vulkan

/// Runs one Vulkan call and checks it, in release builds too.
#define VK_CHECK(call) ::scan::vulkan::check_result((call), #call, __FILE__, __LINE__)
