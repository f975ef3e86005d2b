// Kernels become text for OpenGL and SPIR-V for Vulkan: includes, macros, constants, line numbers, errors.
// Room: tests/unit, for common/shader.
// SPDX-License-Identifier: MIT
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "scan/errors.hpp"
#include "shader/compile.hpp"

using namespace scan;
using namespace scan::shader;

namespace {

// A folder of shaders of the test's own, which is the one in use for as long as this lives.
class ShadersFolder {
 public:
  ShadersFolder()
      : path_(std::filesystem::temp_directory_path() /
              ("scan_ladder_shader_test_" + std::to_string(::getpid()))) {
    const char* const before = std::getenv("SCAN_LADDER_SHADERS");
    if (before != nullptr) before_ = before;
    write("lib/interface.h", "#define ELEMENT_UINT32 0\n");
    ::setenv("SCAN_LADDER_SHADERS", path_.c_str(), 1);
  }
  ~ShadersFolder() {
    std::filesystem::remove_all(path_);
    if (before_.empty()) {
      ::unsetenv("SCAN_LADDER_SHADERS");
    } else {
      ::setenv("SCAN_LADDER_SHADERS", before_.c_str(), 1);
    }
  }
  ShadersFolder(const ShadersFolder&) = delete;
  ShadersFolder& operator=(const ShadersFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  void write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((path_ / name).parent_path());
    std::ofstream(path_ / name) << text;
  }

 private:
  std::filesystem::path path_;
  std::string before_;
};

const std::string kTop = "#version 450\n#extension GL_GOOGLE_include_directive : require\n";
const std::string kSizes = "layout(local_size_x = 8) in;\n";

Kernel kernel(std::vector<Macro> macros = {}, std::vector<Constant> constants = {}) {
  return {"chapter/kernel", std::move(macros), std::move(constants)};
}

template <class Compile>
std::string error_of(Compile compile) {
  try {
    compile();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

std::string opengl_error() {
  return error_of([] { compile_for_opengl(kernel()); });
}
std::string vulkan_error() {
  return error_of([] { compile_for_vulkan(kernel()); });
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

// "file:line" of the first line with `part`, as a driver reads the #line directives of the text.
std::string place_of(const OpenGlSource& source, std::string_view part) {
  std::size_t file = 0, line = 1;
  std::string_view text = source.text;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size() - 1);
    const std::string this_line(text.substr(0, end));
    text.remove_prefix(end + 1);
    if (std::sscanf(this_line.c_str(), "#line %zu %zu", &line, &file) == 2) continue;
    if (contains(this_line, part)) return source.files.at(file) + ":" + std::to_string(line);
    ++line;
  }
  return "nowhere";
}

// The text that the words hold as string literals.
std::string literals(const std::vector<std::uint32_t>& words) {
  return {reinterpret_cast<const char*>(words.data()), words.size() * sizeof(words[0])};
}

}  // namespace

TEST_CASE("the macros of a request are numbers, and IN_PLACE is there only in place", "[shader]") {
  const auto apart = request_macros(ElementType::uint64, Operator::last, false);
  REQUIRE(apart.size() == 2);
  CHECK(apart[0].name == "ELEMENT_TYPE");
  CHECK(apart[0].value == "2");
  CHECK(apart[1].name == "OPERATOR");
  CHECK(apart[1].value == "2");
  const auto in_place = request_macros(ElementType::float32, Operator::sum, true);
  REQUIRE(in_place.size() == 3);
  CHECK(in_place[0].value == "3");
  CHECK(in_place[2].name == "IN_PLACE");
  CHECK(in_place[2].value == "1");
}

TEST_CASE("macros reach both APIs", "[shader]") {
  const ShadersFolder folder;
  folder.write("chapter/kernel.comp",
               kTop + kSizes +
                   "#ifndef IN_PLACE\n#error not in place\n#endif\n"
                   "#if OPERATOR != 1\n#error another operator\n#endif\nvoid main() {}\n");
  CHECK_NOTHROW(compile_for_opengl(kernel(request_macros(ElementType::uint32, Operator::max, true))));
  CHECK_NOTHROW(compile_for_vulkan(kernel(request_macros(ElementType::uint32, Operator::max, true))));
  CHECK(contains(
      error_of([] { compile_for_vulkan(kernel(request_macros(ElementType::uint32, Operator::max, false))); }),
      "not in place"));
  CHECK(contains(
      error_of([] { compile_for_opengl(kernel(request_macros(ElementType::uint32, Operator::sum, true))); }),
      "another operator"));
}

TEST_CASE("a constant is a macro in OpenGL and a specialization constant in Vulkan", "[shader]") {
  const ShadersFolder folder;
  folder.write("chapter/kernel.comp",
               kTop + kSizes +
                   "#ifdef VULKAN\nlayout(constant_id = 1) const uint GRAIN = 3;\n#endif\n"
                   "layout(binding = 0) buffer Items { uint items[]; };\n"
                   "void main() { items[0] = GRAIN; }\n");
  const auto with_grain = kernel({}, {{1, "GRAIN", 12}});
  CHECK(contains(compile_for_opengl(with_grain).text, "items[0]= 12;"));
  CHECK_FALSE(contains(compile_for_opengl(with_grain).text, "constant_id"));
  CHECK_NOTHROW(compile_for_vulkan(with_grain));
}

TEST_CASE("an include is looked for beside the file, then among all shaders", "[shader]") {
  const ShadersFolder folder;
  folder.write(
      "chapter/kernel.comp",
      kTop + kSizes + "#include \"near.glsl\"\n#include \"lib/far.glsl\"\nvoid main() { near(); far(); }\n");
  folder.write("chapter/near.glsl", "void near() {}\n");
  folder.write("lib/far.glsl", "#include \"farther.glsl\"\n#include \"lib/farthest.glsl\"\nvoid far() {}\n");
  folder.write("lib/farther.glsl", "void farther() {}\n");
  folder.write("lib/farthest.glsl", "void farthest() {}\n");
  CHECK_NOTHROW(compile_for_vulkan(kernel()));
  const auto source = compile_for_opengl(kernel());
  CHECK(place_of(source, "void near") == "chapter/near.glsl:1");
  CHECK(place_of(source, "void far()") == "lib/far.glsl:3");
  CHECK(place_of(source, "void farther") == "lib/farther.glsl:1");
  CHECK(place_of(source, "void farthest") == "lib/farthest.glsl:1");
  CHECK(place_of(source, "void main") == "chapter/kernel.comp:6");
}

TEST_CASE("text for OpenGL starts with its version, then its extensions, and names no files", "[shader]") {
  const ShadersFolder folder;
  folder.write("chapter/kernel.comp", "// Two lines of comment\n// come first.\n" + kTop + kSizes +
                                          "#include \"lib/late.glsl\"\nvoid main() {}\n");
  folder.write("lib/late.glsl", "#extension GL_KHR_shader_subgroup_basic : require\n");
  const std::string text = compile_for_opengl(kernel()).text;
  CHECK(text.starts_with("#version 450\n#extension GL_KHR_shader_subgroup_basic : require\n"));
  CHECK_FALSE(contains(text, "GL_GOOGLE_include_directive"));
  CHECK_FALSE(contains(text, "\""));
}

TEST_CASE("a driver's log names files, whoever wrote it", "[shader]") {
  const OpenGlSource source{.files = {"a/main.comp", "lib/monoid.glsl"}};
  CHECK(source.readable("1(12) : error C1503: undefined variable \"x\"") ==
        "lib/monoid.glsl:12: error C1503: undefined variable \"x\"");
  CHECK(source.readable("1:12(5): error: `x' undeclared") == "lib/monoid.glsl:12: error: `x' undeclared");
  CHECK(source.readable("ERROR: 0:3: 'x' : undeclared") == "a/main.comp:3: 'x' : undeclared");
  CHECK(source.readable("7(12) : error\nlink failed\n") == "7(12) : error\nlink failed");
  CHECK(source.readable("99999999999999999999999(1) : error") == "99999999999999999999999(1) : error");
  CHECK(source.readable("").empty());
}

TEST_CASE("an error names the kernel, the file and the line", "[shader]") {
  const ShadersFolder folder;
  folder.write("chapter/kernel.comp", kTop + kSizes + "#include \"lib/wrong.glsl\"\nvoid main() {}\n");
  folder.write("lib/wrong.glsl",
               "// What is wrong\n// is in line 3.\nuint twice(uint x) { return x + y; }\n");
  CHECK(vulkan_error().starts_with("chapter/kernel: lib/wrong.glsl:3: 'y' : undeclared identifier"));
  CHECK_FALSE(contains(vulkan_error(), "\n"));

  folder.write("lib/wrong.glsl", "\n#error of the preprocessor\n");
  CHECK(opengl_error() == "chapter/kernel: lib/wrong.glsl:2: '#error' : of the preprocessor");
}

TEST_CASE("C13 a reserved word for a variable is refused with its line", "[shader]") {
  const ShadersFolder folder;
  folder.write("chapter/kernel.comp", kTop + kSizes + "void main() {\n  uint input = 1;\n}\n");
  CHECK(contains(vulkan_error(), "chapter/kernel.comp:5: 'input' : Reserved word"));
}

TEST_CASE("a missing shader, a missing include and an endless include say what is missing", "[shader]") {
  const ShadersFolder folder;
  CHECK(opengl_error() == "chapter/kernel: there is no " + (folder.path() / "chapter/kernel.comp").string());
  CHECK(vulkan_error() == opengl_error());
  folder.write("chapter/kernel.comp", "");
  CHECK(opengl_error() ==
        "chapter/kernel: " + (folder.path() / "chapter/kernel.comp").string() + " is empty");
  CHECK(vulkan_error() == opengl_error());

  folder.write("chapter/kernel.comp", kTop + kSizes + "#include \"lib/nothing.glsl\"\nvoid main() {}\n");
  CHECK(contains(opengl_error(), "chapter/kernel.comp:4:"));
  CHECK(contains(opengl_error(), "no such file; looked for chapter/lib/nothing.glsl and lib/nothing.glsl"));
  CHECK(contains(vulkan_error(), "no such file; looked for chapter/lib/nothing.glsl and lib/nothing.glsl"));

  folder.write("lib/nothing.glsl", "#include \"nothing.glsl\"\n");
  CHECK(contains(opengl_error(), "does a file include itself?"));
  CHECK(contains(vulkan_error(), "does a file include itself?"));
}

TEST_CASE("a folder that is named but holds no shaders is refused", "[shader]") {
  const ShadersFolder folder;
  CHECK(shaders_folder() == folder.path());
  std::filesystem::remove(folder.path() / "lib/interface.h");
  CHECK(contains(error_of([] { shaders_folder(); }), "has no lib/interface.h"));
}

TEST_CASE("SPIR-V 1.5 carries the source and its files, and knows VULKAN", "[shader]") {
  const ShadersFolder folder;
  folder.write("chapter/kernel.comp",
               kTop + kSizes +
                   "#ifndef VULKAN\n#error not Vulkan\n#endif\n"
                   "#include \"lib/included.glsl\"\nvoid main() { a_name_to_find(); }\n");
  folder.write("lib/included.glsl", "void a_name_to_find() {}\n");
  const auto words = compile_for_vulkan(kernel());
  REQUIRE(words.size() > 5);
  CHECK(words[0] == 0x07230203);
  CHECK(words[1] == 0x00010500);
  CHECK(contains(literals(words), "chapter/kernel.comp"));
  CHECK(contains(literals(words), "lib/included.glsl"));
  CHECK(contains(literals(words), "void a_name_to_find() {}"));
  CHECK(contains(opengl_error(), "not Vulkan"));
}

TEST_CASE("line information does not break a kernel with nested scopes and computed constants", "[shader]") {
  const ShadersFolder folder;
  folder.write("chapter/kernel.comp",
               kTop +
                   "layout(local_size_x_id = 0) in;\n"
                   "layout(constant_id = 1) const uint GRAIN = 1;\n"
                   "layout(binding = 0) buffer Items { uint items[]; };\n"
                   "const uint TILE = gl_WorkGroupSize.x * GRAIN / 2;\n"
                   "void main() {\n  if (items[0] > TILE) {\n    const uint twice = items[0] * 2;\n"
                   "    items[0] = twice;\n  } else {\n"
                   "    for (uint i = 0; i < TILE; ++i) items[i] = gl_WorkGroupSize.x / 2;\n  }\n}\n");
  // The header is five words; then each instruction has its length in the upper half of its first word.
  const auto words = compile_for_vulkan(kernel());
  constexpr std::uint32_t kOpLine = 8, kOpConstantOp = 52;
  std::size_t num_lines = 0, num_constant_operations = 0;
  for (std::size_t at = 5; at < words.size(); at += words[at] >> 16) {
    REQUIRE((words[at] >> 16) > 0);
    num_lines += (words[at] & 0xFFFF) == kOpLine;
    if ((words[at] & 0xFFFF) != kOpConstantOp) continue;
    ++num_constant_operations;
    CHECK(words.at(at + 1) != 0);  // the type
    CHECK(words.at(at + 2) != 0);  // the result
  }
  CHECK(num_lines >= 5);
  CHECK(num_constant_operations >= 2);
}

TEST_CASE("kernels compile on several threads at once", "[shader]") {
  const ShadersFolder folder;
  folder.write("chapter/kernel.comp", kTop + kSizes + "void main() {}\n");
  const auto expected = compile_for_vulkan(kernel());
  std::vector<std::vector<std::uint32_t>> results(4);
  {
    std::vector<std::jthread> threads;
    for (auto& result : results) threads.emplace_back([&result] { result = compile_for_vulkan(kernel()); });
  }
  for (const auto& result : results) CHECK(result == expected);
}
