// Reads an SVG picture back.
// Room: tests.
// SPDX-License-Identifier: MIT
#include "svg_reader.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>
#include <stdexcept>

namespace scan::test {
namespace {

class Reader {
 public:
  explicit Reader(const std::string& svg) : svg_(svg) {}

  std::vector<SvgElement> read() {
    while (at_ < svg_.size()) {
      if (svg_[at_] == '<') {
        read_tag();
      } else {
        read_text();
      }
    }
    expect(open_.empty(), "an element is not closed");
    return std::move(elements_);
  }

 private:
  void expect(bool holds, const std::string& fault) const {
    if (!holds) throw std::runtime_error(fault + " at " + svg_.substr(at_, 40));
  }

  void read_tag() {
    ++at_;
    if (svg_[at_] == '/') {
      ++at_;
      expect(!open_.empty() && elements_[open_.back()].name == read_name(),
             "an end tag that fits no start tag");
      open_.pop_back();
      expect(svg_[at_++] == '>', "an end tag without its end");
      return;
    }
    SvgElement element{.name = read_name()};
    expect(!element.name.empty(), "a bare <");
    while (svg_[at_] == ' ') {
      ++at_;
      const std::string attribute = read_name();
      expect(svg_[at_] == '=' && svg_[at_ + 1] == '"', "an attribute without a value");
      const std::size_t end = svg_.find('"', at_ + 2);
      expect(end != std::string::npos, "an open quote");
      const std::string value = svg_.substr(at_ + 2, end - at_ - 2);
      check_text(value);
      expect(element.attributes.emplace(attribute, value).second, "an attribute twice");
      at_ = end + 1;
    }
    const bool is_empty = svg_[at_] == '/';
    at_ += is_empty ? 1 : 0;
    expect(svg_[at_++] == '>', "a start tag without its end");
    elements_.push_back(std::move(element));
    if (!is_empty) open_.push_back(elements_.size() - 1);
  }

  void read_text() {
    const std::size_t end = std::min(svg_.find('<', at_), svg_.size());
    const std::string text = svg_.substr(at_, end - at_);
    check_text(text);
    if (!open_.empty()) elements_[open_.back()].text += text;
    at_ = end;
  }

  void check_text(const std::string& text) const {
    for (std::size_t i = 0; i < text.size(); ++i) {
      expect(text[i] != '<', "a bare <");
      expect(text[i] == '\n' || (text[i] >= 0x20 && text[i] < 0x7F), "no ASCII");
      if (text[i] != '&') continue;
      const std::string entity = text.substr(i, text.find(';', i) + 1 - i);
      const std::string known[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
      expect(std::ranges::find(known, entity) != std::end(known), "a bare &");
    }
  }

  std::string read_name() {
    const std::size_t start = at_;
    while (std::isalnum(static_cast<unsigned char>(svg_[at_])) || svg_[at_] == '-' || svg_[at_] == ':') ++at_;
    return svg_.substr(start, at_ - start);
  }

  const std::string& svg_;
  std::size_t at_ = 0;
  std::vector<SvgElement> elements_;
  std::vector<std::size_t> open_;
};

double length_in_ems(const std::string& text) {
  double ems = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '&') i = text.find(';', i);
    ems += std::string("ijl.,:;'|! ()[]").find(text[i]) != std::string::npos ? 0.32 : 0.6;
  }
  return ems;
}

}  // namespace

bool SvgElement::has_class(const std::string& name_of_class) const {
  const auto found = attributes.find("class");
  if (found == attributes.end()) return false;
  std::istringstream classes(found->second);
  for (std::string one; classes >> one;) {
    if (one == name_of_class) return true;
  }
  return false;
}

double SvgElement::number(const std::string& attribute) const {
  return std::stod(attributes.at(attribute));
}

std::vector<SvgElement> read_svg(const std::string& svg) {
  return Reader(svg).read();
}

bool Box::overlaps(const Box& other) const {
  return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
}

bool Box::holds(const Box& other) const {
  return left <= other.left && top <= other.top && other.right <= right && other.bottom <= bottom;
}

Box box_of(const SvgElement& element) {
  const double x = element.number("x"), y = element.number("y");
  if (element.name == "rect") return {x, y, x + element.number("width"), y + element.number("height")};
  const double pixels = element.number("font-size"), width = length_in_ems(element.text) * pixels;
  const std::string anchor = element.attributes.at("text-anchor");
  const double left = anchor == "start" ? x : anchor == "end" ? x - width : x - width / 2;
  return {left, y - 0.72 * pixels, left + width, y + 0.1 * pixels};
}

}  // namespace scan::test
