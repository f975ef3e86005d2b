// The words of a picture: what a row is and where it was written, what it cost, what the colours mean.
// Room: common/simulator/draw.
// SPDX-License-Identifier: MIT
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "simulator/draw/flow.hpp"
#include "simulator/draw/svg.hpp"

namespace scan::simulator::picture {

/// What stands beside a row: its name and place to the left; to the right what it cost, a dot for each invocation,
/// and what was found.
struct RowNotes {
  std::string name, place;
  double name_pixels = kTextPixels;
  std::string cost;
  std::vector<std::string> badges;
};

inline constexpr double kDotPitch = 9;

/// The file whose lines the notes give without its name.
std::string main_file_of(const Trace& trace, const Flow& flow);
std::string place_text(const SourcePlace& first, const SourcePlace& last, const std::string& main_file);

std::vector<RowNotes> notes_of(const Trace& trace, const Flow& flow, const std::string& main_file);

/// The dots of a workgroup stand in lines of so many.
std::size_t dots_in_a_line(std::uint32_t workgroup_size);
double aside_width(const RowNotes& notes, std::uint32_t workgroup_size);
double aside_height(const RowNotes& notes, std::uint32_t workgroup_size);

/// A value in a cell: as large as it fits, or shortened ("12k").
struct FittedText {
  std::string text;
  double pixels = kTextPixels;
};
FittedText fit(const std::string& value, double width);

/// What each colour and sign of these flows means. `marks` are the fills that their cells have, and "unused".
struct LegendEntry {
  enum class Sign { cell, lane, unused, dots, badge, bad_cell, raced_cell, raced_arrow };
  Sign sign = Sign::cell;
  std::string_view mark;  // a class of colours, or the words of a badge
  std::string words;
};
std::vector<LegendEntry> legend_of(const std::vector<Flow>& flows, const std::set<std::string_view>& marks);

std::string title_of(const Trace& trace);
/// The rows in words, for those who cannot see them.
std::string description_of(const Trace& trace, const std::vector<Flow>& flows);
/// "8 items, 8 invocations in subgroups of 4, schedule lockstep; ..."
std::string caption_of(const Trace& trace, const std::vector<Flow>& flows, const std::string& main_file);

}  // namespace scan::simulator::picture
