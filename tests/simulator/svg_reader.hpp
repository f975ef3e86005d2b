// Reads an SVG picture back: its elements, and the boxes of what would be painted.
// Room: tests.
// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

namespace scan::test {

struct SvgElement {
  std::string name;
  std::map<std::string, std::string> attributes;
  std::string text;  // directly in it, with entities as they are

  bool has_class(const std::string& name_of_class) const;
  double number(const std::string& attribute) const;
};

/// All elements in the order in which they start. Throws std::runtime_error where the text is not well-formed XML
/// of elements, attributes and text alone.
std::vector<SvgElement> read_svg(const std::string& svg);

struct Box {
  double left = 0, top = 0, right = 0, bottom = 0;
  bool overlaps(const Box& other) const;
  bool holds(const Box& other) const;
};

/// Of a rect; of a text roughly, as the font DejaVu Sans would set it.
Box box_of(const SvgElement& element);

}  // namespace scan::test
