// The self-test in Vulkan: uploads, one dispatch, read-back.
// Room: common/harness. The dispatch stands here because it is the doctor's own and scans nothing.
// SPDX-License-Identifier: MIT
#include "harness/self_test.hpp"
#include "vulkan/buffer.hpp"
#include "vulkan/commands.hpp"
#include "vulkan/pipeline.hpp"

namespace scan::harness {

namespace {

constexpr double kPatienceSeconds = 60;

vulkan::Buffer filled_buffer(const vulkan::Device& device, std::span<const std::uint32_t> words) {
  vulkan::Buffer buffer(device, words.size_bytes());
  vulkan::upload(device, buffer.range(), std::as_bytes(words));
  return buffer;
}

std::vector<std::uint32_t> run(const vulkan::Device& device, const vulkan::Pipeline& pipeline,
                               const SelfTestDispatch& dispatch) {
  const vulkan::Buffer items_in = filled_buffer(device, dispatch.items_in);
  const vulkan::Buffer items_out = filled_buffer(device, dispatch.items_out);
  const vulkan::Buffer tile_states = filled_buffer(device, dispatch.tile_states);
  vulkan::Commands commands(device);
  const VkCommandBuffer recording = commands.begin();
  pipeline.bind(recording,
                {{BINDING_ITEMS_IN, items_in.range()},
                 {BINDING_ITEMS_OUT, items_out.range()},
                 {BINDING_TILE_PREFIXES, tile_states.range()}},
                dispatch.parameters);
  vkCmdDispatch(recording, dispatch.parameters.num_tiles, 1, 1);
  // The shader wrote items_out; the copy to the host reads it next.
  const vulkan::Barrier barrier(vulkan::kShaderWrites, vulkan::kCopyReads);
  vkCmdPipelineBarrier2(recording, barrier.info());
  commands.submit_and_wait(kPatienceSeconds);

  std::vector<std::uint32_t> words(dispatch.items_out.size());
  vulkan::download(device, items_out.range(), std::as_writable_bytes(std::span(words)));
  return words;
}

}  // namespace

BuildSelfTest self_test_on(const vulkan::Device& device) {
  return [&device](const shader::Kernel& kernel) -> RunSelfTest {
    return [&device, pipeline = vulkan::Pipeline(device, kernel)](const SelfTestDispatch& dispatch) {
      return run(device, pipeline, dispatch);
    };
  };
}

}  // namespace scan::harness
