// The text of an SVG picture.
// Room: common/simulator/draw.
// SPDX-License-Identifier: MIT
#include "simulator/draw/svg.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

namespace scan::simulator::picture {
namespace {

struct Colour {
  std::string_view name, property, light, dark;
};

constexpr Colour kColours[] = {
    {"text", "fill", "#1f2328", "#e6edf3"},        {"muted", "fill", "#59636e", "#9aa4af"},
    {"bad-text", "fill", "#b3131e", "#ff8d86"},    {"cell", "fill", "#f0f3f6", "#262c36"},
    {"idle", "fill", "#ffffff00", "#00000000"},    {"fresh", "fill", "#c8e6ff", "#10406f"},
    {"second", "fill", "#ffe2b8", "#5c3a06"},      {"third", "fill", "#cdeccf", "#17492a"},
    {"bad", "fill", "#ffd3d0", "#6b1f22"},         {"strong", "fill", "#1a7f37", "#3fb950"},
    {"edge", "stroke", "#8c959f", "#6e7781"},      {"faint", "stroke", "#d0d7de", "#3d444d"},
    {"arrow", "stroke", "#0969da", "#58a6ff"},     {"handed", "stroke", "#bc4c00", "#f0883e"},
    {"bad-arrow", "stroke", "#b3131e", "#ff7b72"},
};
constexpr std::string_view kTips[] = {"arrow", "handed", "bad-arrow", "edge"};

std::string style_sheet(bool is_dark) {
  std::string sheet;
  for (const Colour& colour : kColours) {
    const std::string_view value = is_dark ? colour.dark : colour.light;
    sheet += fmt::format(".{}{{{}:{}}}", colour.name, colour.property, value);
    for (const std::string_view tip : kTips) {
      if (tip == colour.name) sheet += fmt::format(".tip-{}{{fill:{}}}", tip, value);
    }
  }
  return sheet;
}

std::string tips() {
  std::string markers;
  for (const std::string_view tip : kTips) {
    // The size is in widths of the line, so that thin arrows have small tips.
    markers += fmt::format(
        R"~(<marker id="tip-{0}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="4.4" markerHeight="4.4" )~"
        R"~(orient="auto"><path class="tip-{0}" d="M0 0.5L8 4L0 7.5Z"/></marker>)~",
        tip);
  }
  return markers;
}

/// A coordinate, in as few characters as it needs.
std::string number(double value) {
  const double tenths = std::round(value * 10);
  const auto whole = static_cast<long long>(tenths);
  if (whole % 10 == 0) return fmt::format("{}", whole / 10);
  return fmt::format("{:.1f}", tenths / 10);
}

std::string_view name_of(Anchor anchor) {
  switch (anchor) {
    case Anchor::start: return "start";
    case Anchor::middle: return "middle";
    case Anchor::end: return "end";
  }
  return "";
}

}  // namespace

double text_width(std::string_view text, double pixels) {
  double ems = 0;
  for (const char character : text) {
    const auto byte = static_cast<unsigned char>(character);
    if ((byte & 0xC0) == 0x80) continue;  // a later byte of a character
    if (std::string_view("ijl.,:;'|! ()[]").find(character) != std::string_view::npos) {
      ems += 0.4;
    } else if (std::string_view("mwMW@%").find(character) != std::string_view::npos || byte >= 0x80) {
      ems += 1.0;
    } else if (character >= 'A' && character <= 'Z') {
      ems += 0.76;
    } else {
      ems += 0.64;
    }
  }
  return ems * pixels;
}

std::string escape(std::string_view text) {
  std::string escaped;
  for (const char character : text) {
    const auto byte = static_cast<unsigned char>(character);
    if ((byte & 0xC0) == 0x80) continue;  // a later byte of a character
    switch (character) {
      case '&': escaped += "&amp;"; break;
      case '<': escaped += "&lt;"; break;
      case '>': escaped += "&gt;"; break;
      case '"': escaped += "&quot;"; break;
      case '\'': escaped += "&#39;"; break;
      default: escaped += byte < 0x20 || byte > 0x7E ? '?' : character;
    }
  }
  return escaped;
}

std::vector<std::string> wrap(std::string_view text, double pixels, double width) {
  std::vector<std::string> lines(1);
  while (!text.empty()) {
    const std::size_t end = text.find(' ');
    std::string word(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (!lines.back().empty() && text_width(lines.back() + ' ' + word, pixels) > width) lines.emplace_back();
    while (word.size() > 1 && text_width(word, pixels) > width) {
      std::size_t length = word.size() - 1;
      while (length > 1 && text_width(std::string_view(word).substr(0, length), pixels) > width) --length;
      lines.back() += word.substr(0, length);
      lines.emplace_back();
      word.erase(0, length);
    }
    lines.back() += (lines.back().empty() ? "" : " ") + word;
  }
  return lines;
}

void Svg::cell(Point corner, double width, double height, const CellStyle& style, std::string_view tooltip) {
  shapes_ += fmt::format(
      R"~(<rect class="{} {}" x="{}" y="{}" width="{}" height="{}" rx="{}"{}{})~", style.fill, style.edge,
      number(corner.x), number(corner.y), number(width), number(height), number(style.corner),
      style.is_dashed ? R"~( stroke-dasharray="3 3")~" : "",
      style.edge_width == 1 ? "" : fmt::format(R"~( stroke-width="{}")~", number(style.edge_width)));
  shapes_ += tooltip.empty() ? "/>\n" : fmt::format("><title>{}</title></rect>\n", escape(tooltip));
}

void Svg::hatched(Point corner, double width, double height) {
  shapes_ +=
      fmt::format(R"~(<rect class="faint" fill="url(#hatch)" x="{}" y="{}" width="{}" height="{}" rx="2"/>)~"
                  "\n",
                  number(corner.x), number(corner.y), number(width), number(height));
}

void Svg::dot(Point centre, double radius, std::string_view fill, std::string_view edge) {
  shapes_ += fmt::format(R"~(<circle class="{} {}" cx="{}" cy="{}" r="{}"/>)~"
                         "\n",
                         fill, edge, number(centre.x), number(centre.y), number(radius));
}

void Svg::text(Point start, std::string_view words, const TextStyle& style) {
  shapes_ += fmt::format(R"~(<text class="{}" x="{}" y="{}" text-anchor="{}" font-size="{}"{}>{}</text>)~"
                         "\n",
                         style.colour, number(start.x), number(start.y), name_of(style.anchor),
                         number(style.pixels), style.is_bold ? R"~( font-weight="600")~" : "", escape(words));
}

void Svg::line(const std::vector<Point>& points, const LineStyle& style) {
  std::string path;
  for (const Point& point : points) {
    path += fmt::format("{}{} {}", path.empty() ? 'M' : 'L', number(point.x), number(point.y));
  }
  shapes_ +=
      fmt::format(R"~(<path class="{} line" stroke-width="{}"{}{} d="{}"/>)~"
                  "\n",
                  style.colour, number(style.width), style.is_dashed ? R"~( stroke-dasharray="4 4")~" : "",
                  style.has_tip ? fmt::format(R"~( marker-end="url(#tip-{})")~", style.colour) : "", path);
}

std::string Svg::text_of(double width, double height, std::string_view title,
                         std::string_view description) const {
  return fmt::format(
      R"~(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} {1}" width="{0}" height="{1}" role="img" )~"
      R"~(font-family="system-ui, 'DejaVu Sans', sans-serif">)~"
      "\n<title>{2}</title>\n<desc>{3}</desc>\n<style>\n{4}.line{{fill:none}}\n"
      "@media (prefers-color-scheme: dark) {{\n{5}\n}}\n</style>\n"
      R"~(<defs>{6}<pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse" )~"
      R"~(patternTransform="rotate(45)"><path class="faint" d="M0 0V5"/></pattern></defs>)~"
      "\n{7}</svg>\n",
      number(std::ceil(width)), number(std::ceil(height)), escape(title), escape(description),
      style_sheet(false), style_sheet(true), tips(), shapes_);
}

}  // namespace scan::simulator::picture
