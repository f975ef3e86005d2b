// Reads the Python dictionary at the start of a NumPy array file.
// Room: common/harness. Source: NumPy's "NPY format" specification, versions 1.0 to 3.0.
// SPDX-License-Identifier: MIT
#include "harness/npy_header.hpp"

#include <limits>

namespace scan::harness {

namespace {

/// Walks over the text; each method skips blanks, takes what it is named for, and says whether it was there.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  bool take(std::string_view word) {
    skip_blanks();
    if (!text_.starts_with(word)) return false;
    text_.remove_prefix(word.size());
    return true;
  }

  std::optional<std::string> take_string() {
    skip_blanks();
    if (text_.empty() || (text_[0] != '\'' && text_[0] != '"')) return {};
    const auto end = text_.find(text_[0], 1);
    if (end == std::string_view::npos) return {};
    std::string string(text_.substr(1, end - 1));
    text_.remove_prefix(end + 1);
    return string;
  }

  std::optional<std::uint64_t> take_number() {
    skip_blanks();
    std::uint64_t value = 0;
    std::size_t length = 0;
    for (; length < text_.size() && text_[length] >= '0' && text_[length] <= '9'; ++length) {
      const auto unit = static_cast<std::uint64_t>(text_[length] - '0');
      if (value > (std::numeric_limits<std::uint64_t>::max() - unit) / 10) return {};
      value = value * 10 + unit;
    }
    if (length == 0) return {};
    text_.remove_prefix(length);
    take("L");  // Python 2 wrote its long integers so
    return value;
  }

  /// A list in brackets, as it stands: the dtype of a structured array.
  std::optional<std::string> take_list() {
    skip_blanks();
    std::size_t depth = 0;
    for (std::size_t i = 0; i < text_.size(); ++i) {
      if (text_[i] == '[') ++depth;
      if (text_[i] == ']') --depth;
      if (depth != 0) continue;
      if (i == 0) return {};
      std::string list(text_.substr(0, i + 1));
      text_.remove_prefix(i + 1);
      return list;
    }
    return {};
  }

  bool at_end() {
    skip_blanks();
    return text_.empty();
  }

 private:
  void skip_blanks() {
    const auto first = text_.find_first_not_of(" \t\n");
    text_.remove_prefix(first == std::string_view::npos ? text_.size() : first);
  }

  std::string_view text_;
};

std::optional<std::vector<std::uint64_t>> take_shape(Reader& reader) {
  if (!reader.take("(")) return {};
  std::vector<std::uint64_t> shape;
  while (!reader.take(")")) {
    const auto extent = reader.take_number();
    if (!extent) return {};
    shape.push_back(*extent);
    if (reader.take(",")) continue;
    if (!reader.take(")")) return {};
    break;
  }
  return shape;
}

}  // namespace

std::optional<NpyHeader> parse_npy_header(std::string_view text) {
  Reader reader(text);
  std::optional<std::string> dtype;
  std::optional<std::vector<std::uint64_t>> shape;
  bool has_order = false;
  if (!reader.take("{")) return {};
  while (!reader.take("}")) {
    const auto key = reader.take_string();
    if (!key || !reader.take(":")) return {};
    if (*key == "descr" && !dtype) {
      dtype = reader.take_string();
      if (!dtype) dtype = reader.take_list();
      if (!dtype) return {};
    } else if (*key == "fortran_order" && !has_order) {
      has_order = reader.take("True") || reader.take("False");
      if (!has_order) return {};
    } else if (*key == "shape" && !shape) {
      shape = take_shape(reader);
      if (!shape) return {};
    } else {
      return {};
    }
    if (reader.take(",")) continue;
    if (!reader.take("}")) return {};
    break;
  }
  if (!dtype || !shape || !has_order || !reader.at_end()) return {};
  return NpyHeader{*dtype, *shape};
}

}  // namespace scan::harness
