// A compute pipeline made from a kernel, and what has to be bound before it is dispatched.
// Room: common/vulkan.
// SPDX-License-Identifier: MIT
#include "vulkan/pipeline.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>
#include <vector>

#include "scan/errors.hpp"
#include "vulkan/kept_kernels.hpp"
#include "vulkan/kernel_needs.hpp"

namespace scan::vulkan {
namespace {

// A shader module for as long as the pipeline is being made.
class ShaderModule {
 public:
  ShaderModule(VkDevice device, const std::vector<std::uint32_t>& words) : device_(device) {
    const VkShaderModuleCreateInfo info{.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
                                        .codeSize = words.size() * sizeof(words[0]),
                                        .pCode = words.data()};
    VK_CHECK(vkCreateShaderModule(device, &info, nullptr, &module_));
  }
  ~ShaderModule() { vkDestroyShaderModule(device_, module_, nullptr); }
  ShaderModule(const ShaderModule&) = delete;
  ShaderModule& operator=(const ShaderModule&) = delete;
  VkShaderModule handle() const { return module_; }

 private:
  VkDevice device_;
  VkShaderModule module_ = VK_NULL_HANDLE;
};

}  // namespace

// Delegating: the destructor frees what there is when a later call throws.
Pipeline::Pipeline(const Device& device, const shader::Kernel& kernel) : Pipeline() {
  check_needs(kernel, device.limits());
  device_ = device.handle();
  push_descriptor_set_ = device.push_descriptor_set();
  create_layout();
  create_pipeline(device, kernel);
}

void Pipeline::create_layout() {
  std::array<VkDescriptorSetLayoutBinding, NUM_BINDINGS> bindings{};
  for (std::uint32_t number = 0; number < NUM_BINDINGS; ++number) {
    bindings[number] = {.binding = number,
                        .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                        .descriptorCount = 1,
                        .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT};
  }
  const VkDescriptorSetLayoutCreateInfo set_info{
      .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
      .flags = VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR,
      .bindingCount = NUM_BINDINGS,
      .pBindings = bindings.data()};
  VK_CHECK(vkCreateDescriptorSetLayout(device_, &set_info, nullptr, &set_layout_));

  const VkPushConstantRange parameters{.stageFlags = VK_SHADER_STAGE_COMPUTE_BIT,
                                       .size = sizeof(shader::Parameters)};
  const VkPipelineLayoutCreateInfo info{.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                        .setLayoutCount = 1,
                                        .pSetLayouts = &set_layout_,
                                        .pushConstantRangeCount = 1,
                                        .pPushConstantRanges = &parameters};
  VK_CHECK(vkCreatePipelineLayout(device_, &info, nullptr, &layout_));
}

void Pipeline::create_pipeline(const Device& device, const shader::Kernel& kernel) {
  std::vector<VkSpecializationMapEntry> entries;
  std::vector<std::uint32_t> values;
  for (const shader::Constant& constant : kernel.constants) {
    entries.push_back({.constantID = constant.id,
                       .offset = static_cast<std::uint32_t>(values.size() * sizeof(values[0])),
                       .size = sizeof(values[0])});
    values.push_back(constant.value);
  }
  const VkSpecializationInfo specialization{.mapEntryCount = static_cast<std::uint32_t>(entries.size()),
                                            .pMapEntries = entries.data(),
                                            .dataSize = values.size() * sizeof(values[0]),
                                            .pData = values.data()};
  KeptKernels* const kept = device.kept_kernels();
  const ShaderModule module(device_, kept != nullptr ? kept->words_of(kernel) : compile(kernel));
  const SubgroupPromise promise(device, kernel);
  const VkComputePipelineCreateInfo info{
      .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
      .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                .pNext = promise.chain(),
                .flags = promise.flags,
                .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                .module = module.handle(),
                .pName = "main",
                .pSpecializationInfo = &specialization},
      .layout = layout_};
  VK_CHECK(vkCreateComputePipelines(device_, kept != nullptr ? kept->pipelines() : VK_NULL_HANDLE, 1, &info,
                                    nullptr, &pipeline_));
}

Pipeline::~Pipeline() {
  if (device_ == VK_NULL_HANDLE) return;
  vkDestroyPipeline(device_, pipeline_, nullptr);
  vkDestroyPipelineLayout(device_, layout_, nullptr);
  vkDestroyDescriptorSetLayout(device_, set_layout_, nullptr);
}

Pipeline::Pipeline(Pipeline&& other) noexcept : Pipeline() {
  swap(other);
}

Pipeline& Pipeline::operator=(Pipeline&& other) noexcept {
  Pipeline(std::move(other)).swap(*this);
  return *this;
}

void Pipeline::swap(Pipeline& other) noexcept {
  std::swap(device_, other.device_);
  std::swap(push_descriptor_set_, other.push_descriptor_set_);
  std::swap(set_layout_, other.set_layout_);
  std::swap(layout_, other.layout_);
  std::swap(pipeline_, other.pipeline_);
}

void Pipeline::bind(VkCommandBuffer commands, std::initializer_list<Binding> bindings,
                    const shader::Parameters& parameters) const {
  std::array<VkDescriptorBufferInfo, NUM_BINDINGS> buffers{};
  std::array<VkWriteDescriptorSet, NUM_BINDINGS> writes{};
  std::uint32_t count = 0;
  for (const Binding& binding : bindings) {
    if (binding.range.size == 0) continue;
    if (count == NUM_BINDINGS)
      throw Error(fmt::format("Pipeline::bind: more than {} bindings", NUM_BINDINGS));
    buffers[count] = {
        .buffer = binding.range.buffer, .offset = binding.range.offset, .range = binding.range.size};
    writes[count] = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                     .dstBinding = binding.number,
                     .descriptorCount = 1,
                     .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                     .pBufferInfo = &buffers[count]};
    ++count;
  }
  vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline_);
  if (count > 0) {
    push_descriptor_set_(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout_, 0, count, writes.data());
  }
  vkCmdPushConstants(commands, layout_, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(parameters), &parameters);
}

}  // namespace scan::vulkan
