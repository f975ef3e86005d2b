// Preprocessed GLSL made fit for OpenGL drivers, and their logs made fit for people.
// Room: common/shader.
// SPDX-License-Identifier: MIT
#include "shader/glsl_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <utility>

namespace scan::shader {
namespace {

// `#line 12 "lib/monoid.glsl"` as the line and the file; no file for any other line of the text.
struct LineDirective {
  std::string_view line, file;
};

LineDirective parse_line_directive(std::string_view text) {
  constexpr std::string_view kStart = "#line ";
  if (!text.starts_with(kStart)) return {};
  const auto open = text.find('"'), close = text.rfind('"');
  if (open == close) return {};
  const auto line = text.substr(kStart.size(), open - kStart.size());
  return {line.substr(0, line.find(' ')), text.substr(open + 1, close - open - 1)};
}

// OpenGL's compilers do not know these, and say so even where they are enabled and not required.
bool is_for_vulkan_alone(std::string_view extension_line) {
  constexpr std::string_view kExtensions[] = {"GL_GOOGLE_include_directive", "GL_EXT_control_flow_attributes",
                                              "GL_EXT_shader_atomic_int64"};
  return std::any_of(std::begin(kExtensions), std::end(kExtensions), [&](std::string_view extension) {
    return extension_line.find(extension) != std::string_view::npos;
  });
}

// The source number of a file, which is its place in the table.
std::size_t source_number(std::vector<std::string>& files, std::string_view file) {
  const auto number = static_cast<std::size_t>(std::find(files.begin(), files.end(), file) - files.begin());
  if (number == files.size()) files.emplace_back(file);
  return number;
}

}  // namespace

std::vector<std::string_view> split_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const auto end = text.find('\n');
    auto line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(line);
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return lines;
}

OpenGlSource make_opengl_source(std::string_view preprocessed, std::string main_file) {
  OpenGlSource source{.files = {std::move(main_file)}};
  std::string version, extensions, body;
  for (const std::string_view line : split_lines(preprocessed)) {
    const LineDirective directive = parse_line_directive(line);
    if (!directive.file.empty()) {
      body += fmt::format("#line {} {}", directive.line, source_number(source.files, directive.file));
    } else if (line == "#pragma optionNV(unrollall)") {
      body += "#pragma optionNV(unroll all)";  // glslang's preprocessor drops the blank
    } else if (line.starts_with("#version")) {
      version = line;
    } else if (line.starts_with("#extension")) {
      const std::string extension = fmt::format("{}\n", line);
      const bool known = extensions.find(extension) != std::string::npos;
      if (!is_for_vulkan_alone(line) && !known) extensions += extension;
    } else {
      body += line;
    }
    body += '\n';  // what moved to the top leaves its line empty, so that the lines below keep their numbers
  }
  source.text = fmt::format("{}\n{}#line 1 0\n{}", version, extensions, body);
  return source;
}

std::string OpenGlSource::readable(std::string_view log) const {
  // Source number and line, as drivers write them, up to where the message starts.
  constexpr const char* kStyles[] = {
      "%zu(%u) : %n",         // NVIDIA: 3(12) : error C0000: …
      "%zu:%u(%*u): %n",      // Mesa: 3:12(5): error: …
      "ERROR: %zu:%u: %n",    // Intel and AMD on Windows
      "WARNING: %zu:%u: %n",  // likewise
  };
  std::string readable_log;
  for (const std::string_view view : split_lines(log)) {
    std::string line(view);
    for (const char* const style : kStyles) {
      std::size_t number = 0;
      unsigned line_number = 0;
      int message = 0;  // stays 0 unless the whole style matches
      if (std::sscanf(line.c_str(), style, &number, &line_number, &message) != 2 || message == 0) continue;
      if (number >= files.size()) break;
      line = fmt::format("{}:{}: {}", files[number], line_number,
                         line.substr(static_cast<std::size_t>(message)));
      break;
    }
    readable_log += (readable_log.empty() ? "" : "\n") + line;
  }
  return readable_log;
}

std::string one_line(std::string_view log) {
  constexpr std::string_view kPrefix = "ERROR: ";
  std::string text;
  for (std::string_view line : split_lines(log)) {
    if (line.starts_with(kPrefix)) line.remove_prefix(kPrefix.size());
    if (line.empty() || line.find(" compilation errors.") != std::string_view::npos) continue;
    while (line.ends_with(' ')) line.remove_suffix(1);
    text += text.empty() ? "" : "; ";
    text += line;
  }
  return text.empty() ? "glslang gives no reason" : text;
}

}  // namespace scan::shader
