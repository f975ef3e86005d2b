// A Vulkan 1.3 device with a queue for compute and one for copies beside it, and what it can do.
// Room: common/vulkan.
// SPDX-License-Identifier: MIT
#include "vulkan/device.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "scan/errors.hpp"
#include "vulkan/instance.hpp"
#include "vulkan/kept_kernels.hpp"
#include "vulkan/physical_device.hpp"

namespace scan::vulkan {
namespace {

std::vector<PhysicalDevice> read_devices(const Instance& instance) {
  std::vector<PhysicalDevice> devices;
  for (VkPhysicalDevice handle : instance.physical_devices()) devices.emplace_back(handle);
  return devices;
}

std::vector<DeviceCandidate> candidates_of(const std::vector<PhysicalDevice>& devices) {
  std::vector<DeviceCandidate> candidates;
  for (const PhysicalDevice& device : devices) candidates.push_back(device.candidate());
  return candidates;
}

PhysicalDevice choose(const Instance& instance, const std::string& wanted) {
  const auto devices = read_devices(instance);
  return devices[choose_device(candidates_of(devices), wanted)];
}

}  // namespace

std::vector<DeviceCandidate> list_devices() {
  const Instance instance(false);
  return candidates_of(read_devices(instance));
}

// Members are destroyed in reverse order: the instance goes last, and with it the log that the device's end
// still writes to.
struct Device::State {
  explicit State(const DeviceOptions& options)
      : instance(options.validation),
        physical(choose(instance, options.device)),
        limits(clamped(physical.limits(), options.clamp)),
        name(physical.properties().deviceName),
        driver(physical.driver()),
        family(physical.compute_family().value()),
        transfer_family(physical.transfer_family().value_or(family)) {}
  ~State() {
    kept_kernels.reset();
    vkDestroyDevice(device, nullptr);
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  void create_device();

  Instance instance;
  PhysicalDevice physical;
  DeviceLimits limits;
  std::string name, driver;
  std::uint32_t family, transfer_family;
  VkDevice device = VK_NULL_HANDLE;
  VkQueue queue = VK_NULL_HANDLE;
  VkQueue transfer_queue = VK_NULL_HANDLE;
  PFN_vkCmdPushDescriptorSetKHR push_descriptor_set = nullptr;
  std::optional<KeptKernels> kept_kernels;
};

void Device::State::create_device() {
  const float priority = 1;
  const VkDeviceQueueCreateInfo queues[] = {{.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                             .queueFamilyIndex = family,
                                             .queueCount = 1,
                                             .pQueuePriorities = &priority},
                                            {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                             .queueFamilyIndex = transfer_family,
                                             .queueCount = 1,
                                             .pQueuePriorities = &priority}};
  const char* const extensions[] = {VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME};
  Features features;
  physical.choose_features(features);
  const VkDeviceCreateInfo info{.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                .pNext = &features.core,
                                .queueCreateInfoCount = family == transfer_family ? 1u : 2u,
                                .pQueueCreateInfos = queues,
                                .enabledExtensionCount = 1,
                                .ppEnabledExtensionNames = extensions};
  VK_CHECK(vkCreateDevice(physical.handle(), &info, nullptr, &device));
  vkGetDeviceQueue(device, family, 0, &queue);
  vkGetDeviceQueue(device, transfer_family, 0, &transfer_queue);
  push_descriptor_set = reinterpret_cast<PFN_vkCmdPushDescriptorSetKHR>(
      vkGetDeviceProcAddr(device, "vkCmdPushDescriptorSetKHR"));
  if (push_descriptor_set == nullptr)
    throw Error("vkGetDeviceProcAddr: there is no vkCmdPushDescriptorSetKHR");
}

Device::Device(const DeviceOptions& options) : state_(std::make_unique<State>(options)) {
  state_->create_device();
  if (options.keeps_kernels) state_->kept_kernels.emplace(state_->device);
}
Device::~Device() = default;
Device::Device(Device&&) noexcept = default;
Device& Device::operator=(Device&&) noexcept = default;

VkDevice Device::handle() const {
  return state_->device;
}
VkQueue Device::queue() const {
  return state_->queue;
}
std::uint32_t Device::queue_family() const {
  return state_->family;
}
VkQueue Device::transfer_queue() const {
  return state_->transfer_queue;
}
std::uint32_t Device::transfer_queue_family() const {
  return state_->transfer_family;
}

const DeviceLimits& Device::limits() const {
  return state_->limits;
}
const std::string& Device::name() const {
  return state_->name;
}
const std::string& Device::driver() const {
  return state_->driver;
}
bool Device::is_software() const {
  return state_->physical.properties().deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
}
std::uint32_t Device::timestamp_bits() const {
  return state_->physical.timestamp_bits(state_->family);
}
double Device::timestamp_period() const {
  return state_->physical.properties().limits.timestampPeriod;
}
bool Device::can_require_full_subgroups() const {
  return state_->physical.can_require_full_subgroups();
}
std::uint32_t Device::max_invocations_of_required_size() const {
  return state_->physical.max_invocations_of_required_size();
}
const VkPhysicalDeviceMemoryProperties& Device::memory() const {
  return state_->physical.memory();
}
PFN_vkCmdPushDescriptorSetKHR Device::push_descriptor_set() const {
  return state_->push_descriptor_set;
}
KeptKernels* Device::kept_kernels() const {
  return state_->kept_kernels ? &*state_->kept_kernels : nullptr;
}

std::vector<std::string> Device::messages() const {
  return state_->instance.messages();
}

}  // namespace scan::vulkan
