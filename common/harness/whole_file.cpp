// Writing files whole or not at all.
// Room: common/harness.
// SPDX-License-Identifier: MIT
#include "harness/whole_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>

#include "harness/report.hpp"
#include "scan/errors.hpp"

namespace scan::harness {

namespace {

namespace fs = std::filesystem;

/// Where a link leads, so that the link stays a link.
std::string resolved(const std::string& path) {
  std::error_code error;
  const fs::path target = fs::weakly_canonical(path, error);
  return error ? path : target.string();
}

bool is_special(const std::string& path) {
  std::error_code error;
  const auto status = fs::status(path, error);
  return fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
}

void require_no_folder(const std::string& path) {
  std::error_code error;
  const auto status = fs::status(path, error);
  if (status.type() ==
      fs::file_type::none)  // neither a file nor the lack of one: a loop of links, a long name
    throw UsageError(fmt::format("{}: cannot be written: {}", path, error.message()));
  if (fs::is_directory(status)) throw UsageError(fmt::format("{}: is a folder, not a file", path));
}

}  // namespace

WholeFile::WholeFile(const std::string& path) : path_(path), target_(resolved(path)) {
  if (is_special(path)) {
    descriptor_ = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor_ < 0) fail("cannot be opened");
    return;
  }
  require_no_folder(path);
  for (int attempt = 0; descriptor_ < 0 && attempt < 100; ++attempt) {
    temporary_ = fmt::format("{}.{}-{}.part", target_, ::getpid(), attempt);
    descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor_ < 0 && errno != EEXIST) break;
  }
  if (descriptor_ < 0) {
    temporary_.clear();
    fail("cannot be written");
  }
}

WholeFile::~WholeFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void WholeFile::write(std::span<const std::byte> bytes) {
  constexpr std::size_t kPieceBytes = std::size_t{1} << 30;  // the kernel writes at most 2 GiB a call
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), std::min(bytes.size(), kPieceBytes));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail("cannot be written");
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

void WholeFile::commit() {
  if (!temporary_.empty() && ::fsync(descriptor_) != 0) fail("cannot be brought to the disk");
  const int descriptor = std::exchange(descriptor_, -1);
  if (::close(descriptor) != 0) fail("cannot be closed");
  if (temporary_.empty()) return;
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) fail("cannot be given its name");
  temporary_.clear();
}

void WholeFile::fail(const char* what) const {
  throw UsageError(fmt::format("{}: {}: {}", path_, what, std::strerror(errno)));
}

bool is_same_file(const std::string& path, const std::string& other) {
  if (path.empty() || other.empty() || is_special(path)) return false;
  const auto place = [](const std::string& name) {
    std::error_code error;
    return fs::absolute(resolved(name), error);
  };
  return place(path) == place(other);
}

void require_writable(const std::string& path) {
  if (path == "-" || is_special(path)) return;  // a pipe's reader would take an open end for the whole file
  const WholeFile trial(path);                  // asking for permission is not enough: root has every one
}

void write_file(const std::string& path, std::string_view bytes) {
  if (path == "-") {
    if (std::fwrite(bytes.data(), 1, bytes.size(), stdout) != bytes.size() || std::fflush(stdout) != 0) {
      throw UsageError(fmt::format("standard output: cannot be written: {}", std::strerror(errno)));
    }
    return;
  }
  WholeFile file(path);
  file.write(std::as_bytes(std::span(bytes)));
  file.commit();
}

}  // namespace scan::harness
