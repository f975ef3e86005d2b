// The Vulkan instance, with the validation layer and its messages where they are asked for.
// Room: common/vulkan.
// SPDX-License-Identifier: MIT
#include "vulkan/instance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "scan/errors.hpp"
#include "vulkan/device.hpp"
#include "vulkan/result_name.hpp"

namespace scan::vulkan {
namespace {

constexpr const char* kValidationLayer = "VK_LAYER_KHRONOS_validation";

VkBool32 VKAPI_PTR keep_message(VkDebugUtilsMessageSeverityFlagBitsEXT, VkDebugUtilsMessageTypeFlagsEXT,
                                const VkDebugUtilsMessengerCallbackDataEXT* data, void* log) {
  static_cast<MessageLog*>(log)->add(data->pMessage);
  return VK_FALSE;  // the call goes on
}

// Warnings and errors of the layer. Not the loader's own (type GENERAL): it complains about drivers that are
// not used.
VkDebugUtilsMessengerCreateInfoEXT messenger_info(MessageLog* log) {
  return {.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
          .messageSeverity =
              VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
          .messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT |
                         VK_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT,
          .pfnUserCallback = keep_message,
          .pUserData = log};
}

void require_validation_layer() {
  std::uint32_t count = 0;
  VK_CHECK(vkEnumerateInstanceLayerProperties(&count, nullptr));
  std::vector<VkLayerProperties> layers(count);
  VK_CHECK(vkEnumerateInstanceLayerProperties(&count, layers.data()));
  const bool found = std::any_of(layers.begin(), layers.end(), [](const VkLayerProperties& layer) {
    return std::string_view(layer.layerName) == kValidationLayer;
  });
  if (found) return;
  throw Unavailable(
      fmt::format("validation needs the layer {}; install Debian's package vulkan-validationlayers, or set "
                  "VK_LAYER_PATH to the folder that has it",
                  kValidationLayer));
}

// An extension's function is not exported by the loader: it is asked for by name.
template <class Function>
Function instance_function(VkInstance instance, const char* name) {
  const auto function = reinterpret_cast<Function>(vkGetInstanceProcAddr(instance, name));
  if (function == nullptr) throw Error(fmt::format("vkGetInstanceProcAddr: there is no {}", name));
  return function;
}

}  // namespace

void MessageLog::add(std::string message) {
  const std::lock_guard lock(mutex_);
  messages_.push_back(std::move(message));
}

std::vector<std::string> MessageLog::all() const {
  const std::lock_guard lock(mutex_);
  return messages_;
}

// Delegating: the destructor frees what there is when a later call throws.
Instance::Instance(bool validation) : Instance() {
  if (validation) require_validation_layer();
  const VkApplicationInfo application{.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                      .pApplicationName = "Scan Ladder",
                                      .apiVersion = VK_API_VERSION_1_3};
  const VkValidationFeatureEnableEXT synchronization =
      VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT;
  // The messenger of the instance itself comes to life with it: this one hears what happens before and after.
  auto messenger = messenger_info(&log_);
  const VkValidationFeaturesEXT features{.sType = VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT,
                                         .pNext = &messenger,
                                         .enabledValidationFeatureCount = 1,
                                         .pEnabledValidationFeatures = &synchronization};
  const char* const extensions[] = {VK_EXT_DEBUG_UTILS_EXTENSION_NAME};
  const VkInstanceCreateInfo info{.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                  .pNext = validation ? &features : nullptr,
                                  .pApplicationInfo = &application,
                                  .enabledLayerCount = validation ? 1u : 0u,
                                  .ppEnabledLayerNames = &kValidationLayer,
                                  .enabledExtensionCount = validation ? 1u : 0u,
                                  .ppEnabledExtensionNames = extensions};
  const VkResult result = vkCreateInstance(&info, nullptr, &instance_);
  if (result == VK_ERROR_INCOMPATIBLE_DRIVER) {
    throw Unavailable(fmt::format(
        "no Vulkan driver: vkCreateInstance says {}; install mesa-vulkan-drivers for a software one",
        result_name(result)));
  }
  VK_CHECK(result);
  if (!validation) return;
  const auto create =
      instance_function<PFN_vkCreateDebugUtilsMessengerEXT>(instance_, "vkCreateDebugUtilsMessengerEXT");
  destroy_messenger_ =
      instance_function<PFN_vkDestroyDebugUtilsMessengerEXT>(instance_, "vkDestroyDebugUtilsMessengerEXT");
  VK_CHECK(create(instance_, &messenger, nullptr, &messenger_));
}

Instance::~Instance() {
  if (messenger_ != VK_NULL_HANDLE) destroy_messenger_(instance_, messenger_, nullptr);
  vkDestroyInstance(instance_, nullptr);
}

std::vector<VkPhysicalDevice> Instance::physical_devices() const {
  std::uint32_t count = 0;
  VK_CHECK(vkEnumeratePhysicalDevices(instance_, &count, nullptr));
  std::vector<VkPhysicalDevice> devices(count);
  VK_CHECK(vkEnumeratePhysicalDevices(instance_, &count, devices.data()));
  return devices;
}

}  // namespace scan::vulkan
