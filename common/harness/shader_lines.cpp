// What each line of a dispatch's shaders cost, beside its text.
// Room: common/harness.
// SPDX-License-Identifier: MIT
#include "harness/shader_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "harness/inspect_columns.hpp"
#include "harness/text_table.hpp"
#include "shader/compile.hpp"

namespace scan::harness {

namespace {

using simulator::Counters;

constexpr std::size_t kLeastSource = 24;  // columns for the text of a line

/// The lines of a file of the shaders' folder; none where there is no such file.
std::vector<std::string> text_of(const std::string& file) {
  std::vector<std::string> lines;
  if (file.empty()) return lines;
  std::ifstream text(shader::shaders_folder() / file);
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

/// Without its indent.
std::string line_of(const std::vector<std::string>& text, std::uint32_t number) {
  if (number == 0 || number > text.size()) return "";
  const std::string& line = text[number - 1];
  const std::size_t first = line.find_first_not_of(" \t");
  return first == std::string::npos ? "" : line.substr(first);
}

std::string shortened(const std::string& text, std::size_t most) {
  if (columns_of(text) <= most) return text;
  std::string kept;
  for (const char byte : text) {
    const bool starts_column = (byte & 0xc0) != 0x80;
    if (starts_column && columns_of(kept) + 1 == most) break;
    kept += byte;
  }
  return kept + "…";
}

std::size_t columns_taken(const std::vector<CounterColumn>& columns,
                          const std::vector<const Counters*>& all) {
  std::size_t taken = 0;
  for (const CounterColumn& column : columns) {
    std::size_t widest = column.head.size();
    for (const Counters* counters : all) widest = std::max(widest, column.cell(*counters).size());
    taken += 2 + widest;
  }
  return taken;
}

/// The lines of one file that cost more than instructions, and what the others cost together.
struct FileLines {
  std::vector<std::pair<std::uint32_t, const Counters*>> lines;
  Counters others;
  std::size_t num_others = 0;

  void add(std::uint32_t line, const Counters& counters) {
    if (counters == Counters{.instructions = counters.instructions}) {
      others.add(counters);
      ++num_others;
    } else {
      lines.emplace_back(line, &counters);
    }
  }
};

void print_file(std::FILE* out, const std::string& file, const FileLines& of_file, std::size_t most_columns) {
  std::vector<const Counters*> all{&of_file.others};
  for (const auto& line : of_file.lines) all.push_back(line.second);
  const auto columns = columns_in_use(line_columns(), all);
  constexpr std::size_t kBeforeSource = 2 + 4 + 2;
  const std::size_t taken = kBeforeSource + columns_taken(columns, all);
  const std::size_t left = taken + kLeastSource < most_columns ? most_columns - taken : kLeastSource;

  const std::vector<std::string> source = text_of(file);
  std::vector<std::string> heads{"line", file.empty() ? "of no known line" : file};
  add_heads(heads, columns);
  TextTable table(heads, 2);
  for (const auto& [line, counters] : of_file.lines) {
    std::vector<std::string> cells{fmt::format("{:>4}", line), shortened(line_of(source, line), left)};
    add_cells(cells, columns, *counters);
    table.add(cells, counters->worst_conflict > 1 ? Colour::yellow : Colour::plain);
  }
  if (of_file.num_others > 0) {
    std::vector<std::string> cells{
        "", fmt::format("{} other line{}", of_file.num_others, of_file.num_others == 1 ? "" : "s")};
    add_cells(cells, columns, of_file.others);
    table.add(cells, Colour::dim);
  }
  fmt::print(out, "\n");
  table.print(out);
}

}  // namespace

void print_shader_lines(std::FILE* out, const simulator::DispatchCounters& dispatch,
                        std::size_t most_columns) {
  std::map<std::string, FileLines> files;
  for (const auto& [place, counters] : dispatch.by_line) files[place.first].add(place.second, counters);
  std::string elsewhere;
  for (const auto& [file, of_file] : files) {
    if (!of_file.lines.empty()) {
      print_file(out, file, of_file, most_columns);
    } else {
      elsewhere += fmt::format("{}{} in {}", elsewhere.empty() ? "" : ", ",
                               grouped(of_file.others.instructions), file.empty() ? "no known file" : file);
    }
  }
  if (!elsewhere.empty()) fmt::print(out, "\n  {}\n", wrapped("other instructions: " + elsewhere, 2));
}

}  // namespace scan::harness
