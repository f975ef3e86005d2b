// Counts the OpenGL commands that need barriers between them, and finds the first that lacks one.
// Room: tests/faults.
// SPDX-License-Identifier: MIT
#pragma once

#include <glad/gl.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace scan::test {

/// A command that reached the driver.
struct Command {
  enum class Kind { dispatch, barrier, clear, copy, fence } kind = Kind::dispatch;
  GLbitfield bits = 0;  // of a barrier
};

/// While it lives, the function pointers of the loader lead through it: commands are kept, and handed on but
/// for the barrier `left_out` (counted from 0). One at a time, after the context was made.
class WatchedCommands {
 public:
  explicit WatchedCommands(std::optional<std::size_t> left_out = {});
  ~WatchedCommands();
  WatchedCommands(const WatchedCommands&) = delete;
  WatchedCommands& operator=(const WatchedCommands&) = delete;

  const std::vector<Command>& seen() const;
  /// The one left out counts too.
  std::size_t num_barriers() const;
};

/// What the first command lacks that comes too early; empty when nothing is amiss. A dispatch may read or overwrite
/// what the dispatches before it wrote; a copy or a clear of a buffer may too; and so may the host, of mapped memory
/// after a fence, of the result when the scan returns.
std::string missing_barrier(const std::vector<Command>& commands);

}  // namespace scan::test
