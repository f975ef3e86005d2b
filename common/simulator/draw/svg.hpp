// The text of an SVG picture: cells, words, lines and arrows in colours that follow the reader's page.
// Room: common/simulator/draw. The palette is that of docs/figures/svg.py: all pictures are one family.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace scan::simulator::picture {

inline constexpr double kTextPixels = 14;
inline constexpr double kSmallPixels = 12;  // nothing is smaller

/// How wide a line of text may get, in the widest of the fonts that are asked for.
double text_width(std::string_view text, double pixels);

/// Text for an element or an attribute, in ASCII: any other character becomes "?".
std::string escape(std::string_view text);

/// The text in lines of at most `width`, broken at blanks; a longer word is cut.
std::vector<std::string> wrap(std::string_view text, double pixels, double width);

struct Point {
  double x = 0, y = 0;
};

enum class Anchor { start, middle, end };

struct CellStyle {
  std::string_view fill;           // a class: cell, idle, fresh, second, third, bad
  std::string_view edge = "edge";  // a class: edge, faint, bad-arrow
  double corner = 3;               // radius
  bool is_dashed = false;
  double edge_width = 1;
};

struct TextStyle {
  std::string_view colour = "text";  // a class: text, muted, bad-text
  Anchor anchor = Anchor::start;
  double pixels = kTextPixels;
  bool is_bold = false;
};

struct LineStyle {
  std::string_view colour = "arrow";  // a class: arrow, handed, bad-arrow, edge, faint
  double width = 1.6;
  bool has_tip = false;
  bool is_dashed = false;
};

class Svg {
 public:
  void cell(Point corner, double width, double height, const CellStyle& style, std::string_view tooltip = "");
  void hatched(Point corner, double width, double height);
  void dot(Point centre, double radius, std::string_view fill, std::string_view edge);  // edge: "none", too
  void text(Point start, std::string_view words, const TextStyle& style = {});
  /// Through all of these points.
  void line(const std::vector<Point>& points, const LineStyle& style);

  /// The whole document.
  std::string text_of(double width, double height, std::string_view title,
                      std::string_view description) const;

 private:
  std::string shapes_;
};

}  // namespace scan::simulator::picture
