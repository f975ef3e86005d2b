// Reads and writes one-dimensional NumPy arrays.
// Room: common/harness. Source: NumPy's "NPY format" specification, versions 1.0 to 3.0.
// SPDX-License-Identifier: MIT
#include "harness/npy.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>

#include <bit>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>

#include "harness/host.hpp"
#include "harness/npy_header.hpp"
#include "harness/whole_file.hpp"
#include "scan/errors.hpp"

namespace scan::harness {

namespace {

static_assert(std::endian::native == std::endian::little,
              "the files hold little-endian elements, and so does memory");

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::size_t kMaxHeaderBytes = std::size_t{1} << 20;
constexpr std::string_view kWanted = "wanted is a one-dimensional array of uint32, int32, uint64 or float32";

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

/// A file being read; every error names it.
class Source {
 public:
  explicit Source(const std::string& path) : path_(path), file_(std::fopen(path.c_str(), "rb")) {
    if (!file_) fail(std::strerror(errno));
    struct stat status {};
    if (::fstat(::fileno(file_.get()), &status) != 0) fail(std::strerror(errno));
    if (S_ISDIR(status.st_mode)) fail("is a folder, not a file");
    if (S_ISREG(status.st_mode)) size_bytes_ = static_cast<std::uint64_t>(status.st_size);
  }

  [[noreturn]] void fail(std::string_view what) const {
    throw UsageError(fmt::format("{}: {}", path_, what));
  }

  /// How many bytes came; fewer than asked for only at the end of the file.
  std::size_t read(void* to, std::size_t size) {
    const std::size_t got = std::fread(to, 1, size, file_.get());
    if (got < size && std::ferror(file_.get())) fail(std::strerror(errno));
    position_ += got;
    return got;
  }

  /// The bytes that are left, where the file knows its size (a pipe does not).
  std::optional<std::uint64_t> left() const {
    if (!size_bytes_) return {};
    return *size_bytes_ > position_ ? *size_bytes_ - position_ : 0;
  }

 private:
  std::string path_;
  std::unique_ptr<std::FILE, CloseFile> file_;
  std::optional<std::uint64_t> size_bytes_;
  std::uint64_t position_ = 0;
};

NpyHeader read_header(Source& source) {
  unsigned char start[12] = {};
  const std::size_t got = source.read(start, 8);
  if (got == 0) source.fail("is empty, not even a NumPy header is there");
  if (got < 8 || std::memcmp(start, kMagic.data(), kMagic.size()) != 0)
    source.fail("is not a NumPy array file (.npy)");
  const int version = start[6];
  if (version < 1 || version > 3)
    source.fail(fmt::format("has version {} of the format; 1 to 3 can be read", version));
  const std::size_t length_bytes = version == 1 ? 2 : 4;
  if (source.read(start + 8, length_bytes) < length_bytes) source.fail("is truncated within its header");
  std::size_t length = 0;
  for (std::size_t i = length_bytes; i-- > 0;) length = length << 8 | start[8 + i];
  if (length > kMaxHeaderBytes)
    source.fail(fmt::format("has a header of {} bytes; the most is {}", length, kMaxHeaderBytes));
  std::string text(length, '\0');
  if (source.read(text.data(), length) < length) source.fail("is truncated within its header");
  const auto header = parse_npy_header(text);
  if (!header) source.fail("has a header that cannot be read");
  return *header;
}

ElementType element_type(const Source& source, const std::string& dtype) {
  if (dtype == "<u4") return ElementType::uint32;
  if (dtype == "<i4") return ElementType::int32;
  if (dtype == "<u8") return ElementType::uint64;
  if (dtype == "<f4") return ElementType::float32;
  if (dtype.starts_with('[')) source.fail(fmt::format("is a structured array; {}", kWanted));
  if (dtype.ends_with('O')) source.fail(fmt::format("holds pickled Python objects; {}", kWanted));
  if (dtype.starts_with('>'))
    source.fail(fmt::format("holds big-endian elements ({}); save it as little-endian", dtype));
  source.fail(fmt::format("holds elements of dtype {}; {}", dtype, kWanted));
}

std::uint64_t extent(const Source& source, const NpyHeader& header) {
  if (header.shape.size() != 1) {
    source.fail(fmt::format("has {} dimensions ({}); {}", header.shape.size(), fmt::join(header.shape, " x "),
                            kWanted));
  }
  return header.shape[0];
}

}  // namespace

Items read_npy(const std::string& path) {
  Source source(path);
  const NpyHeader header = read_header(source);
  const ElementType type = element_type(source, header.dtype);
  const std::uint64_t num_items = extent(source, header);
  if (num_items > ((std::uint64_t{1} << 63) - 1) / bytes_of(type)) {
    source.fail(fmt::format("says that it has {} items; that is more than any memory holds", num_items));
  }
  const std::uint64_t num_bytes = num_items * bytes_of(type);
  const auto truncated = [&](std::uint64_t there) {
    source.fail(fmt::format("is truncated: {} of the {} bytes of its {} items are there", there, num_bytes,
                            num_items));
  };
  if (const auto left = source.left(); left && *left < num_bytes)
    truncated(*left);  // before memory is asked for
  if (const std::uint64_t free = free_memory_bytes(); num_bytes > free) {
    source.fail(fmt::format("has {} items, which need {} of the host's memory, and {} are free", num_items,
                            describe_bytes(num_bytes), describe_bytes(free)));
  }
  Items items(type, num_items);
  const std::size_t got = num_bytes == 0 ? 0 : source.read(items.bytes().data(), num_bytes);
  if (got < num_bytes) truncated(got);
  char beyond = 0;
  if (source.read(&beyond, 1) != 0) source.fail(fmt::format("has more bytes after its {} items", num_items));
  return items;
}

void write_npy(const std::string& path, const Items& items) {
  const char* dtype = items.type() == ElementType::int32     ? "<i4"
                      : items.type() == ElementType::uint64  ? "<u8"
                      : items.type() == ElementType::float32 ? "<f4"
                                                             : "<u4";
  std::string text =
      fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({},), }}", dtype, items.num_items());
  constexpr std::size_t kStartBytes = 10;  // magic, version, length
  constexpr std::size_t kAlignment = 64;   // the elements start at a multiple of it
  while ((kStartBytes + text.size() + 1) % kAlignment != 0) text += ' ';
  text += '\n';
  std::string header(kMagic);
  header += {'\x01', '\x00', static_cast<char>(text.size() & 0xff), static_cast<char>(text.size() >> 8)};
  header += text;
  WholeFile file(path);
  file.write(std::as_bytes(std::span<const char>(header)));
  file.write(items.bytes());
  file.commit();
}

}  // namespace scan::harness
