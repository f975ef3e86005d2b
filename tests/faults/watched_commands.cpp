// Recorders in the place of glad's function pointers, and the rules between the commands that they record.
// Room: tests/faults.
// SPDX-License-Identifier: MIT
#include "faults/watched_commands.hpp"

#include <fmt/format.h>

#include <utility>

namespace scan::test {
namespace {

std::vector<Command> seen_commands;
std::optional<std::size_t> left_out_barrier;
std::size_t num_seen_barriers = 0;

PFNGLDISPATCHCOMPUTEPROC drivers_dispatch = nullptr;
PFNGLMEMORYBARRIERPROC drivers_barrier = nullptr;
PFNGLCLEARNAMEDBUFFERSUBDATAPROC drivers_clear = nullptr;
PFNGLCOPYNAMEDBUFFERSUBDATAPROC drivers_copy = nullptr;
PFNGLFENCESYNCPROC drivers_fence = nullptr;

void GLAD_API_PTR dispatch(GLuint x, GLuint y, GLuint z) {
  seen_commands.push_back({Command::Kind::dispatch});
  drivers_dispatch(x, y, z);
}

void GLAD_API_PTR barrier(GLbitfield bits) {
  if (num_seen_barriers++ == left_out_barrier) return;
  seen_commands.push_back({Command::Kind::barrier, bits});
  drivers_barrier(bits);
}

void GLAD_API_PTR clear(GLuint buffer, GLenum internal_format, GLintptr offset, GLsizeiptr size,
                        GLenum format, GLenum type, const void* value) {
  seen_commands.push_back({Command::Kind::clear});
  drivers_clear(buffer, internal_format, offset, size, format, type, value);
}

void GLAD_API_PTR copy(GLuint from, GLuint to, GLintptr from_offset, GLintptr to_offset, GLsizeiptr size) {
  seen_commands.push_back({Command::Kind::copy});
  drivers_copy(from, to, from_offset, to_offset, size);
}

GLsync GLAD_API_PTR fence(GLenum condition, GLbitfield flags) {
  seen_commands.push_back({Command::Kind::fence});
  return drivers_fence(condition, flags);
}

}  // namespace

WatchedCommands::WatchedCommands(std::optional<std::size_t> left_out) {
  seen_commands.clear();
  left_out_barrier = left_out;
  num_seen_barriers = 0;
  drivers_dispatch = std::exchange(glad_glDispatchCompute, dispatch);
  drivers_barrier = std::exchange(glad_glMemoryBarrier, barrier);
  drivers_clear = std::exchange(glad_glClearNamedBufferSubData, clear);
  drivers_copy = std::exchange(glad_glCopyNamedBufferSubData, copy);
  drivers_fence = std::exchange(glad_glFenceSync, fence);
}

WatchedCommands::~WatchedCommands() {
  glad_glDispatchCompute = drivers_dispatch;
  glad_glMemoryBarrier = drivers_barrier;
  glad_glClearNamedBufferSubData = drivers_clear;
  glad_glCopyNamedBufferSubData = drivers_copy;
  glad_glFenceSync = drivers_fence;
}

const std::vector<Command>& WatchedCommands::seen() const {
  return seen_commands;
}

std::size_t WatchedCommands::num_barriers() const {
  return num_seen_barriers;
}

std::string missing_barrier(const std::vector<Command>& commands) {
  bool hidden_from_shaders = false;  // a dispatch wrote; no barrier has named shaders as its readers yet
  bool hidden_from_updates = false;  // likewise, for copies, clears and glGetNamedBufferSubData
  bool not_fenced = false;           // a copy wrote, perhaps to mapped memory
  std::size_t index = 0;
  for (const Command& command : commands) {
    switch (command.kind) {
      case Command::Kind::dispatch:
        if (hidden_from_shaders) {
          return fmt::format("command {}, a dispatch, has no GL_SHADER_STORAGE_BARRIER_BIT before it", index);
        }
        hidden_from_shaders = hidden_from_updates = true;
        break;
      case Command::Kind::clear:
      case Command::Kind::copy:
        if (hidden_from_updates) {
          return fmt::format("command {}, an update, has no GL_BUFFER_UPDATE_BARRIER_BIT before it", index);
        }
        not_fenced |= command.kind == Command::Kind::copy;
        break;
      case Command::Kind::fence: not_fenced = false; break;
      case Command::Kind::barrier:
        if ((command.bits & GL_SHADER_STORAGE_BARRIER_BIT) != 0) hidden_from_shaders = false;
        if ((command.bits & GL_BUFFER_UPDATE_BARRIER_BIT) != 0) hidden_from_updates = false;
        break;
    }
    ++index;
  }
  if (hidden_from_updates)
    return "the scan returns without GL_BUFFER_UPDATE_BARRIER_BIT after its last dispatch";
  if (not_fenced) return "the scan returns without a fence after its last copy";
  return {};
}

}  // namespace scan::test
