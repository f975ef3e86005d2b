// Pictures of traces: everything is there once, in its place, and nothing covers anything.
// Room: tests.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "hand_trace.hpp"
#include "simulator/trace.hpp"
#include "svg_reader.hpp"

namespace scan::test {
namespace {

using simulator::draw;
using simulator::Trace;

std::vector<Trace> traces_of_every_shape() {
  std::vector<Trace> traces{subgroup_raking_trace(16)};
  for (const std::uint32_t size : {8U, 16U, 64U}) {
    traces.push_back(double_buffered_trace(size));
    traces.push_back(race_in_place_trace(size));
    traces.push_back(padded_tree_trace(size));
  }
  return traces;
}

std::size_t count(const std::vector<SvgElement>& elements, auto&& holds) {
  return static_cast<std::size_t>(std::ranges::count_if(elements, holds));
}

std::size_t count_arrows(const std::vector<SvgElement>& elements, const std::string& colour) {
  return count(elements, [&](const SvgElement& element) {
    return element.name == "path" && element.has_class(colour) && element.attributes.contains("marker-end");
  });
}

bool has_text(const std::vector<SvgElement>& elements, const std::string& words) {
  return std::ranges::any_of(elements, [&](const SvgElement& element) {
    return element.name == "text" && element.text.find(words) != std::string::npos;
  });
}

/// What is drawn before the legend: cells of values are as high as a row.
bool is_value_cell(const SvgElement& element) {
  return element.name == "rect" && element.attributes.at("height") == "30" && element.number("width") > 10;
}

/// Of a path of straight lines.
std::vector<std::pair<double, double>> points_of(const SvgElement& path) {
  std::vector<std::pair<double, double>> points;
  std::istringstream numbers(path.attributes.at("d"));
  char command = 0;
  for (double x = 0, y = 0; numbers >> command >> x >> y;) points.emplace_back(x, y);
  return points;
}

TEST_CASE("no word of a picture covers another one or leaves the picture") {
  for (const Trace& trace : traces_of_every_shape()) {
    INFO(trace.kernel << " with " << trace.num_items);
    const std::vector<SvgElement> elements = read_svg(draw(trace));
    const Box picture{0, 0, elements.front().number("width"), elements.front().number("height")};
    std::vector<SvgElement> texts;
    for (const SvgElement& element : elements) {
      if (element.name == "text" && !element.text.empty()) texts.push_back(element);
    }
    REQUIRE(texts.size() > 4 * trace.num_items);
    for (std::size_t i = 0; i < texts.size(); ++i) {
      INFO(texts[i].text);
      CHECK(picture.holds(box_of(texts[i])));
      for (std::size_t k = i + 1; k < texts.size(); ++k) {
        INFO(texts[k].text);
        if (box_of(texts[i]).overlaps(box_of(texts[k]))) FAIL_CHECK("overlap");
      }
    }
  }
}

TEST_CASE("cells stand beside each other, and each value fits into its own") {
  for (const Trace& trace : traces_of_every_shape()) {
    INFO(trace.kernel << " with " << trace.num_items);
    const std::vector<SvgElement> elements = read_svg(draw(trace));
    for (std::size_t i = 0; i < elements.size(); ++i) {
      if (!is_value_cell(elements[i])) continue;
      const Box cell = box_of(elements[i]);
      const SvgElement& value = elements[elements[i + 1].name == "title" ? i + 2 : i + 1];
      REQUIRE(value.name == "text");
      INFO(value.text);
      CHECK(cell.holds(box_of(value)));
      for (std::size_t k = i + 1; k < elements.size(); ++k) {
        if (is_value_cell(elements[k]) && cell.overlaps(box_of(elements[k]))) FAIL_CHECK("overlap");
      }
    }
  }
}

TEST_CASE("each arrow ends right above a cell") {
  for (const Trace& trace : traces_of_every_shape()) {
    INFO(trace.kernel << " with " << trace.num_items);
    const std::vector<SvgElement> elements = read_svg(draw(trace));
    for (const SvgElement& element : elements) {
      if (element.name != "path" || !element.attributes.contains("marker-end")) continue;
      const std::vector<std::pair<double, double>> points = points_of(element);
      const auto [x, y] = points.back();
      if (points[points.size() - 2].second == y) continue;  // along a serial run, or in the legend
      INFO(element.attributes.at("d"));
      CHECK(std::ranges::any_of(elements, [&](const SvgElement& cell) {
        if (!is_value_cell(cell)) return false;
        const Box box = box_of(cell);
        return box.left <= x && x <= box.right && y < box.top && box.top - y < 20;
      }));
    }
  }
}

TEST_CASE("no text is smaller than 12 pixels, and a picture of 16 items is no wider than a page") {
  for (const Trace& trace : traces_of_every_shape()) {
    const std::vector<SvgElement> elements = read_svg(draw(trace));
    for (const SvgElement& element : elements) {
      if (element.name == "text") CHECK(element.number("font-size") >= 12);
    }
    if (trace.num_items <= 16) CHECK(elements.front().number("width") <= 860);
  }
}

TEST_CASE("each combine of Hillis and Steele has its two arrows") {
  const std::vector<SvgElement> elements = read_svg(draw(double_buffered_trace(8)));
  CHECK(count_arrows(elements, "arrow") == 2 * 17);
  CHECK(count_arrows(elements, "edge") == 8 + 7 + 8);  // items in, copies, items out
  CHECK(has_text(elements, "7 combines"));
  CHECK(has_text(elements, "values 8 to 15"));
  CHECK(has_text(elements, "barrier, line 23"));
}

TEST_CASE(
    "a tree's picture hands prefixes on in orange and marks the constant, the padding and the conflict") {
  const std::vector<SvgElement> elements = read_svg(draw(padded_tree_trace(8)));
  const auto cells_of = [&](const std::string& fill) {
    return count(elements, [&](const SvgElement& element) {
      return is_value_cell(element) && element.has_class(fill);
    });
  };
  CHECK(count_arrows(elements, "handed") == 7);
  CHECK(cells_of("second") == 7);
  CHECK(cells_of("third") == 1);
  CHECK(cells_of("fresh") == 7 + 7 + 8);
  CHECK(cells_of("idle") == 4 + 6 + 7 + 7 + 6 + 4);
  CHECK(count(elements, [](const SvgElement& element) {
          return element.attributes.contains("fill") && element.attributes.at("fill") == "url(#hatch)" &&
                 element.attributes.at("height") == "30";
        }) == 8);
  CHECK(has_text(elements, "2-way, line 22"));
  CHECK_FALSE(has_text(read_svg(draw(double_buffered_trace(8))), "-way"));
}

TEST_CASE("a race is red: who read too late, who read too early, and both lines") {
  const std::vector<SvgElement> elements = read_svg(draw(race_in_place_trace(8)));
  const auto red_arrows = [&](bool is_dashed) {
    return count(elements, [&](const SvgElement& element) {
      return element.name == "path" && element.has_class("bad-arrow") && element.has_class("line") &&
             element.attributes.contains("stroke-dasharray") == is_dashed;
    });
  };
  CHECK(red_arrows(false) == 1 + 2);
  CHECK(red_arrows(true) == 5 + 2 + 1);  // one in the legend
  CHECK(has_text(elements, "race, lines 17 and 19"));
  CHECK(has_text(elements, "invocation 4 reads values[3]"));
  CHECK(has_text(elements, "no barrier"));
  const std::string without_race = draw(double_buffered_trace(8));
  CHECK(count_arrows(read_svg(without_race), "bad-arrow") == 0);
}

TEST_CASE("a subgroup operation has a bracket over its lanes and its name beside them") {
  const std::vector<SvgElement> elements = read_svg(draw(subgroup_raking_trace(16)));
  CHECK(has_text(elements, "subgroupInclusiveAdd"));
  CHECK(has_text(elements, "subgroupShuffleUp"));
  CHECK(count(elements, [](const SvgElement& element) {
          return element.name == "path" && element.has_class("line") &&
                 !element.attributes.contains("marker-end") &&
                 std::ranges::count(element.attributes.at("d"), 'L') == 3;
        }) == 2);
}

TEST_CASE("each row has a dot for each invocation, and idle ones are empty") {
  const std::vector<SvgElement> elements = read_svg(draw(padded_tree_trace(8)));
  const auto is_dot = [](const SvgElement& element) {
    return element.name == "circle";
  };
  const auto is_idle = [&](const SvgElement& element) {
    return is_dot(element) && element.has_class("idle");
  };
  CHECK(count(elements, is_dot) == 10 * 8 + 2);  // two in the legend
  CHECK(count(elements, is_idle) == 4 + 6 + 7 + 7 + 7 + 6 + 4 + 1);
}

TEST_CASE("a subgroup operation whose result goes nowhere is named, not drawn") {
  Trace trace = double_buffered_trace(8);
  simulator::Event unused = trace.intervals[1].events.front();
  unused.kind = simulator::EventKind::subgroup;
  unused.name = "subgroupShuffleUp";
  unused.lanes = {0};
  unused.sources = {{2, 0}};
  trace.intervals[1].events.push_back(unused);
  const std::vector<SvgElement> elements = read_svg(draw(trace));
  CHECK(has_text(elements, "Not drawn"));
  CHECK(has_text(elements, "subgroupShuffleUp"));
  const auto is_lane = [](const SvgElement& element) {
    return is_value_cell(element) && element.number("rx") > 3;
  };
  CHECK(count(elements, is_lane) == 0);
}

TEST_CASE("a value that is too long for its cell is shortened there and whole in its tooltip") {
  Trace trace = double_buffered_trace(16);
  for (simulator::Event& event : trace.intervals.front().events) {
    if (event.value == "9") event.value = "4294967295";
  }
  const std::vector<SvgElement> elements = read_svg(draw(trace));
  CHECK(has_text(elements, "4.3G"));
  CHECK(std::ranges::any_of(elements, [](const SvgElement& element) {
    return element.name == "title" && element.text == "items_in[9] = 4294967295";
  }));
}

TEST_CASE("names and messages cannot break the picture") {
  Trace trace = race_in_place_trace(8);
  trace.kernel = "<script>\"&'\x01\xff";
  trace.arrays[2].name = "]]><text>";
  trace.findings[0].message = "a < b && \"c\"";
  trace.intervals[1].events[0].value = "<8>";
  trace.intervals[0].barrier->file = "\"<\"";
  CHECK_NOTHROW(read_svg(draw(trace)));
}

TEST_CASE("every class of colour is told for a light and for a dark page") {
  const std::string svg = draw(race_in_place_trace(8));
  const std::size_t dark = svg.find("prefers-color-scheme: dark"), end = svg.find("</style>");
  REQUIRE(dark < end);
  for (const SvgElement& element : read_svg(svg)) {
    const auto classes = element.attributes.find("class");
    if (classes == element.attributes.end()) continue;
    std::string name = classes->second;
    for (std::size_t start = 0; start < name.size();) {
      const std::size_t stop = std::min(name.find(' ', start), name.size());
      const std::string one = name.substr(start, stop - start);
      start = stop + 1;
      if (one == "line" || one == "none") continue;  // they take a colour away
      INFO(one);
      CHECK(svg.find("." + one + "{") < dark);
      CHECK(svg.find("." + one + "{", dark) < end);
    }
  }
}

TEST_CASE("each workgroup has a panel of its own, and a dispatch of none still makes a picture") {
  Trace trace = double_buffered_trace(8);
  for (std::size_t i = 0, num_intervals = trace.intervals.size(); i < num_intervals; ++i) {
    simulator::Interval interval = trace.intervals[i];
    interval.workgroup = 1;
    trace.intervals.push_back(std::move(interval));
  }
  trace.num_workgroups = 2;
  const std::vector<SvgElement> elements = read_svg(draw(trace));
  CHECK(has_text(elements, "workgroup 0"));
  CHECK(has_text(elements, "workgroup 1"));
  CHECK(count_arrows(elements, "arrow") == 2 * 2 * 17);
  CHECK_NOTHROW(read_svg(draw(Trace{})));
}

TEST_CASE("the description has the rows in words") {
  const std::vector<SvgElement> elements = read_svg(draw(double_buffered_trace(8)));
  const auto description = std::ranges::find(elements, std::string("desc"), &SvgElement::name);
  REQUIRE(description != elements.end());
  CHECK_THAT(description->text, contains("items_in: 5, 2, 7, 1, 3, 6, 4, 8."));
  CHECK_THAT(description->text, contains("items_out: 5, 7, 14, 15, 18, 24, 28, 36."));
}

}  // namespace
}  // namespace scan::test
