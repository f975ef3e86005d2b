// The files of --trace and --draw, by a program as its user starts it.
// Room: tests/simulator.
// SPDX-License-Identifier: MIT
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "03_hillis_steele/chapter.hpp"
#include "09_reduce_then_scan/chapter.hpp"
#include "catch.hpp"
#include "simulator/trace.hpp"

namespace scan::test {
namespace {

namespace fs = std::filesystem;

/// A folder for the files of one test.
class Folder {
 public:
  Folder() : path_(fs::temp_directory_path() / ("scan-trace-" + std::to_string(::getpid()))) {
    fs::create_directory(path_);
  }
  ~Folder() { fs::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::string file(const std::string& name) const { return (path_ / name).string(); }

 private:
  fs::path path_;
};

std::string text_of(const std::string& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

struct Outcome {
  int code = -1;
  std::string errors;
};

Outcome run(const harness::Chapter& chapter, std::vector<std::string> words, const Folder& folder) {
  words.insert(words.begin(), {"chapter", "--api", "simulator"});
  const std::string errors = folder.file("errors");
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    const bool is_redirected =
        std::freopen("/dev/null", "w", stdout) && std::freopen(errors.c_str(), "w", stderr);
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    const int code = harness::run_chapter(chapter, static_cast<int>(arguments.size()), arguments.data());
    std::fflush(nullptr);
    std::_Exit(is_redirected ? code : 99);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  REQUIRE(WIFEXITED(status));
  return {WEXITSTATUS(status), text_of(errors)};
}

}  // namespace

TEST_CASE("a trace and a picture are written of the one run that was asked for") {
  const Folder folder;
  const std::string trace_file = folder.file("trace.json"), picture = folder.file("picture.svg");
  const Outcome outcome = run(hillis_steele::chapter(),
                              {"--items", "8", "--stage", "double-buffered", "--kind", "inclusive", "--trace",
                               trace_file, "--draw", picture},
                              folder);
  CHECK(outcome.code == 0);
  CHECK(outcome.errors.empty());
  const simulator::Trace trace = simulator::trace_from_json(text_of(trace_file));
  CHECK(trace.kernel == "03_hillis_steele/double_buffered");
  CHECK(trace.num_items == 8);
  CHECK_FALSE(trace.intervals.empty());
  CHECK_THAT(text_of(picture), contains("<svg"));
}

TEST_CASE("where nothing is dispatched or too much is traced, no file is left and one line says why") {
  const Folder folder;
  const std::string trace_file = folder.file("trace.json");
  for (const char* num_items : {"0", "1000"}) {
    const Outcome outcome = run(
        hillis_steele::chapter(),
        {"--items", num_items, "--stage", "double-buffered", "--kind", "inclusive", "--trace", trace_file},
        folder);
    CHECK(outcome.code != 0);
    CHECK(outcome.errors == "error: " + trace_file + ": was not written, for nothing was traced\n");
    CHECK_FALSE(fs::exists(trace_file));
  }
}

TEST_CASE("a trace is of one dispatch") {
  const Folder folder;
  const std::string picture = folder.file("picture.svg");
  const std::vector<std::string> words{"--stage", "tree + blelloch", "--kind", "inclusive", "--workgroup",
                                       "4",       "--grain",         "1",      "--draw",    picture,
                                       "--items"};
  auto three = words, one = words;
  three.push_back("9");
  one.push_back("4");
  const Outcome several = run(reduce_then_scan::chapter(), three, folder);
  CHECK(several.code == 1);
  CHECK_THAT(several.errors, contains("dispatches and a trace is of one"));
  CHECK_FALSE(fs::exists(picture));
  CHECK(run(reduce_then_scan::chapter(), one, folder).code == 0);
  CHECK(fs::exists(picture));
}

TEST_CASE("a file that cannot be written is refused before anything runs") {
  const Folder folder;
  const Outcome outcome = run(hillis_steele::chapter(),
                              {"--items", "8", "--stage", "double-buffered", "--kind", "inclusive", "--trace",
                               folder.file("no/such/folder")},
                              folder);
  CHECK(outcome.code == 2);
  CHECK_THAT(outcome.errors, contains("cannot be written"));
}

}  // namespace scan::test
