// NumPy arrays as files: what is read, what is refused with which words; a file appears whole or not at all.
// Room: tests/unit.
// SPDX-License-Identifier: MIT
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "catch.hpp"
#include "harness/npy.hpp"
#include "harness/report.hpp"
#include "scan/errors.hpp"

using namespace scan;
using namespace scan::harness;
using scan::test::contains;
namespace fs = std::filesystem;

namespace {

/// A folder that is gone at the end of the test.
struct Folder {
  Folder() {
    std::string pattern = (fs::temp_directory_path() / "scan-npy-XXXXXX").string();
    REQUIRE(::mkdtemp(pattern.data()) != nullptr);
    path = pattern;
  }
  ~Folder() { fs::remove_all(path); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::string file(const std::string& name) const { return (path / name).string(); }
  std::size_t num_files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(path), {}));
  }
  fs::path path;
};

void write_bytes(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

std::string read_bytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// A file of the format's given version.
std::string npy(const std::string& dictionary, const std::string& elements, char version = 1) {
  std::string bytes = "\x93NUMPY";
  bytes += version;
  bytes += '\0';
  const std::size_t length_bytes = version == 1 ? 2 : 4;
  for (std::size_t i = 0; i < length_bytes; ++i)
    bytes += static_cast<char>(dictionary.size() >> (8 * i) & 0xff);
  return bytes + dictionary + elements;
}

std::string dictionary(const std::string& dtype, const std::string& shape,
                       const std::string& order = "False") {
  return "{'descr': " + dtype + ", 'fortran_order': " + order + ", 'shape': " + shape + ", }  \n";
}

std::string words(std::initializer_list<std::uint32_t> values) {
  std::string bytes;
  for (const std::uint32_t value : values) bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  return bytes;
}

std::string error_of(const std::string& path) {
  try {
    read_npy(path);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "no error";
}

std::string error_of_bytes(const std::string& bytes) {
  const Folder folder;
  write_bytes(folder.file("a.npy"), bytes);
  const std::string error = error_of(folder.file("a.npy"));
  CHECK_THAT(error, contains("a.npy: "));
  CHECK(error.find('\n') == std::string::npos);
  return error;
}

}  // namespace

TEST_CASE("an array of each type comes back as it was written") {
  const Folder folder;
  for (const ElementType type : kElementTypes) {
    for (const std::uint64_t num_items : {0, 1, 3, 1000}) {  // 0: an empty array is an array
      Items items(type, num_items);
      for (std::size_t i = 0; i < items.bytes().size(); ++i) items.bytes()[i] = static_cast<std::byte>(i * 7);
      write_npy(folder.file("a.npy"), items);
      const Items back = read_npy(folder.file("a.npy"));
      CHECK(back.type() == type);
      CHECK(back.num_items() == num_items);
      CHECK(std::equal(items.bytes().begin(), items.bytes().end(), back.bytes().begin(), back.bytes().end()));
    }
  }
  CHECK(folder.num_files() == 1);
}

TEST_CASE("the elements of a written file start at a multiple of 64 bytes") {
  const Folder folder;
  write_npy(folder.file("a.npy"), Items(ElementType::uint32, 0));
  CHECK(fs::file_size(folder.file("a.npy")) % 64 == 0);
  CHECK_THAT(read_bytes(folder.file("a.npy")),
             contains("{'descr': '<u4', 'fortran_order': False, 'shape': (0,), }"));
}

TEST_CASE("headers of versions 1 to 3, either order, either quotes and Python 2's L are read") {
  const Folder folder;
  for (const char version : {1, 2, 3}) {
    for (const std::string& text :
         {dictionary("'<u4'", "(2,)"), dictionary("\"<u4\"", "(2)", "True"), dictionary("'<u4'", "(2L,)"),
          std::string("{'shape':(2,),'fortran_order':True,'descr':'<u4'}\n")}) {
      write_bytes(folder.file("a.npy"), npy(text, words({5, 6}), version));
      const Items items = read_npy(folder.file("a.npy"));
      REQUIRE(items.num_items() == 2);
      CHECK(items.as<std::uint32_t>()[1] == 6);
    }
  }
}

TEST_CASE("arrays of another type are refused by name") {
  CHECK_THAT(error_of_bytes(npy(dictionary("'>f4'", "(1,)"), words({1}))),
             contains("big-endian elements (>f4)"));
  CHECK_THAT(error_of_bytes(npy(dictionary("'<f8'", "(1,)"), words({1, 2}))), contains("dtype <f8"));
  CHECK_THAT(error_of_bytes(npy(dictionary("'<i8'", "(1,)"), words({1, 2}))), contains("dtype <i8"));
  CHECK_THAT(error_of_bytes(npy(dictionary("'|O'", "(1,)"), words({1}))), contains("pickled Python objects"));
  CHECK_THAT(error_of_bytes(npy(dictionary("[('a', '<u4'), ('b', '<u4')]", "(1,)"), words({1, 2}))),
             contains("structured array"));
}

TEST_CASE("arrays of another dimension are refused with their shape") {
  CHECK_THAT(error_of_bytes(npy(dictionary("'<u4'", "(2, 3)"), words({1, 2, 3, 4, 5, 6}))),
             contains("has 2 dimensions (2 x 3)"));
  CHECK_THAT(error_of_bytes(npy(dictionary("'<u4'", "()"), words({1}))), contains("has 0 dimensions"));
}

TEST_CASE("files that are cut short or too long are refused with both sizes") {
  CHECK_THAT(error_of_bytes(npy(dictionary("'<u4'", "(3,)"), words({1, 2}))),
             contains("truncated: 8 of the 12 bytes of its 3 items"));
  CHECK_THAT(error_of_bytes(npy(dictionary("'<u4'", "(1,)"), words({1, 2}))),
             contains("more bytes after its 1 items"));
  const std::string whole = npy(dictionary("'<u4'", "(1,)"), words({1}));
  for (std::size_t size = 0; size < whole.size(); ++size) {
    CAPTURE(size);
    CHECK(error_of_bytes(whole.substr(0, size)) != "no error");
  }
}

TEST_CASE("shapes beyond any memory are refused before memory is asked for") {
  CHECK_THAT(error_of_bytes(npy(dictionary("'<u4'", "(4611686018427387904,)"), "")),
             contains("more than any memory holds"));
  CHECK_THAT(error_of_bytes(npy(dictionary("'<u4'", "(99999999999999999999,)"), "")),
             contains("header that cannot be read"));
  CHECK_THAT(error_of_bytes(npy(dictionary("'<u4'", "(1099511627776,)"), words({1}))),
             contains("truncated: 4 of the 4398046511104 bytes"));
}

TEST_CASE("what is no NumPy array is refused by what is wrong with it") {
  CHECK_THAT(error_of_bytes(""), contains("is empty"));
  CHECK_THAT(error_of_bytes("0 1 2 3 4 5 6 7 8 9 10"), contains("is not a NumPy array file"));
  CHECK_THAT(error_of_bytes(npy(dictionary("'<u4'", "(1,)"), words({1}), 4)), contains("has version 4"));
  CHECK_THAT(error_of_bytes(npy("", words({1}))), contains("header that cannot be read"));
  CHECK_THAT(error_of_bytes(npy("{'descr': '<u4', 'shape': (1,)}", words({1}))),
             contains("header that cannot be read"));
  CHECK_THAT(error_of_bytes(npy(dictionary("'<u4'", "(-1,)"), words({1}))),
             contains("header that cannot be read"));
  CHECK_THAT(error_of_bytes(npy("\xff\xff\xff\xff", "", 2).replace(8, 4, "\xff\xff\xff\xff")),
             contains("has a header of 4294967295 bytes"));
  const Folder folder;
  CHECK_THAT(error_of(folder.file("absent.npy")), contains("absent.npy: No such file or directory"));
  CHECK_THAT(error_of(folder.path.string()), contains("is a folder"));
}

TEST_CASE("a file that cannot be written leaves nothing behind") {
  const Folder folder;
  const Items items(ElementType::uint32, 4);
  CHECK_THROWS_AS(write_npy(folder.file("absent/a.npy"), items), UsageError);
  CHECK_THROWS_WITH(write_npy(folder.path.string(), items), contains("is a folder, not a file"));
  CHECK(folder.num_files() == 0);
}

TEST_CASE("a link stays a link, and what is no regular file is not replaced") {
  const Folder folder;
  write_file(folder.file("real.json"), "old");
  fs::create_symlink(folder.file("real.json"), folder.file("link.json"));
  write_file(folder.file("link.json"), "new");
  CHECK(fs::is_symlink(folder.file("link.json")));
  CHECK(read_bytes(folder.file("real.json")) == "new");
  write_file("/dev/null", "gone");
  CHECK(fs::is_character_file("/dev/null"));
}
