// A file that appears whole or not at all: written beside its place, and renamed at the end.
// Room: common/harness (private).
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace scan::harness {

class WholeFile {
 public:
  /// Throws UsageError, which names `path`, when no file can be made there. What is no regular file (a pipe,
  /// /dev/null) is written directly.
  explicit WholeFile(const std::string& path);
  /// Removes the unfinished file unless commit() was reached.
  ~WholeFile();
  WholeFile(const WholeFile&) = delete;
  WholeFile& operator=(const WholeFile&) = delete;

  void write(std::span<const std::byte> bytes);
  /// Brings it to the disk and gives it its name.
  void commit();

 private:
  [[noreturn]] void fail(const char* what) const;

  std::string path_;       // as given, for messages
  std::string target_;     // where the file is to be, links followed
  std::string temporary_;  // empty when written directly
  int descriptor_ = -1;
};

/// Whether writing the one would replace the other: both names lead to one place, and no pipe or device is
/// there. Empty names lead nowhere.
bool is_same_file(const std::string& path, const std::string& other);

/// Throws UsageError at once when a file could not be written later, so that nobody waits for a scan in vain;
/// "-" is fine.
void require_writable(const std::string& path);

}  // namespace scan::harness
