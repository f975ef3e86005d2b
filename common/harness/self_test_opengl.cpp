// The self-test in OpenGL: uploads, one dispatch, read-back.
// Room: common/harness. The dispatch stands here because it is the doctor's own and scans nothing.
// SPDX-License-Identifier: MIT
#include "harness/self_test.hpp"
#include "opengl/buffer.hpp"
#include "opengl/program.hpp"
#include "opengl/timer.hpp"

namespace scan::harness {

namespace {

opengl::Buffer filled_buffer(std::span<const std::uint32_t> words) {
  opengl::Buffer buffer(words.size_bytes());
  buffer.upload(0, std::as_bytes(words));
  return buffer;
}

std::vector<std::uint32_t> run(const opengl::Program& program, const SelfTestDispatch& dispatch) {
  const opengl::Buffer items_in = filled_buffer(dispatch.items_in);
  const opengl::Buffer items_out = filled_buffer(dispatch.items_out);
  const opengl::Buffer tile_states = filled_buffer(dispatch.tile_states);
  program.bind({{BINDING_ITEMS_IN, items_in.range()},
                {BINDING_ITEMS_OUT, items_out.range()},
                {BINDING_TILE_PREFIXES, tile_states.range()}},
               dispatch.parameters);
  GL_CHECK(glDispatchCompute(dispatch.parameters.num_tiles, 1, 1));
  GL_CHECK(glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT));  // the read-back reads items_out
  opengl::finish();

  std::vector<std::uint32_t> words(dispatch.items_out.size());
  items_out.download(0, std::as_writable_bytes(std::span(words)));
  return words;
}

}  // namespace

BuildSelfTest self_test_on(const opengl::Context& context) {
  return [&context](const shader::Kernel& kernel) -> RunSelfTest {
    return [program = opengl::Program(context, kernel)](const SelfTestDispatch& dispatch) {
      return run(program, dispatch);
    };
  };
}

}  // namespace scan::harness
