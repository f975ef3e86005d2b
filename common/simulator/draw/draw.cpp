// Draws a trace: a panel for each workgroup, then what the colours mean, what was found, and which run it was.
// Room: common/simulator/draw.
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "simulator/draw/paint.hpp"
#include "simulator/trace.hpp"

namespace scan::simulator {
namespace {

using namespace picture;

constexpr double kMargin = 8;
constexpr std::size_t kMostFindings = 6;

struct Extent {
  double right = 0, bottom = 0;
};

double label_width(const std::vector<RowNotes>& notes, const Flow& flow, const std::string& main_file) {
  double width = 0;
  for (const RowNotes& one : notes) {
    width = std::max({width, text_width(one.name, one.name_pixels), text_width(one.place, kSmallPixels)});
  }
  for (const Row& row : flow.rows) {
    for (const SourcePlace& barrier : row.barriers) {
      width =
          std::max(width, text_width("barrier, " + place_text(barrier, barrier, main_file), kSmallPixels));
    }
  }
  return width;
}

/// The numbers of the first row's words, over them.
void paint_numbers(Svg& svg, const Panel& panel, double y) {
  const Row& row = panel.flow.rows.front();
  for (std::size_t i = 0; i < row.cells.size(); ++i) {
    svg.text({panel.columns.centre({0, i}), y}, fmt::format("{}", row.cells[i].place),
             {.colour = "muted", .anchor = Anchor::middle, .pixels = kSmallPixels});
  }
}

/// Below `top`; returns how far it goes.
Extent paint_panel(Svg& svg, const Trace& trace, const Flow& flow, const std::string& main_file, double top,
                   std::set<std::string_view>& marks) {
  const std::vector<RowNotes> notes = notes_of(trace, flow, main_file);
  const double left = kMargin + label_width(notes, flow, main_file) + 16;
  double aside = 0;
  std::vector<double> heights;
  for (const RowNotes& one : notes) {
    aside = std::max(aside, aside_width(one, trace.workgroup_size));
    heights.push_back(aside_height(one, trace.workgroup_size));
  }
  const Columns columns = columns_of(trace, flow, left, kWidth - left - aside - 20 - kMargin);
  const Levels levels = levels_of(flow, columns, top + 34, heights);
  const Panel panel{trace, flow, columns, levels, notes, main_file};
  if (trace.num_workgroups > 1) {
    svg.text({kMargin, top + 22}, fmt::format("workgroup {}", flow.workgroup), {.is_bold = true});
  }
  if (!flow.rows.empty()) paint_numbers(svg, panel, top + 22);
  paint_arrows(svg, panel);
  paint_cells(svg, panel);
  paint_notes(svg, panel);
  for (std::size_t row = 0; row < flow.rows.size(); ++row) {
    for (std::size_t i = 0; i < flow.rows[row].cells.size(); ++i) marks.insert(fill_of(panel, {row, i}));
  }
  if (!columns.unused.empty()) marks.insert("unused");
  return {columns.right + 20 + aside + kMargin, levels.bottom};
}

void paint_sign(Svg& svg, const LegendEntry& entry, Point at) {
  using Sign = LegendEntry::Sign;
  const Point corner{at.x, at.y - 11};
  switch (entry.sign) {
    case Sign::cell:
      svg.cell(corner, 18, 13, {.fill = entry.mark, .edge = entry.mark == "idle" ? "faint" : "edge"});
      break;
    case Sign::lane: svg.cell(corner, 18, 13, {.fill = entry.mark, .corner = 6.5}); break;
    case Sign::unused: svg.hatched(corner, 18, 13); break;
    case Sign::dots:
      svg.dot({at.x + 5, at.y - 4}, 3.2, "tip-arrow", "none");
      svg.dot({at.x + 14, at.y - 4}, 3.2, "idle", "faint");
      break;
    case Sign::badge:
      svg.cell({at.x, at.y - 13}, 48, 18, {.fill = "bad", .edge = "bad-arrow", .corner = 9});
      svg.text({at.x + 6, at.y}, entry.mark, {.colour = "bad-text", .pixels = kSmallPixels});
      break;
    case Sign::bad_cell:
      svg.cell(corner, 18, 13, {.fill = "bad", .edge = "bad-arrow", .edge_width = 1.8});
      break;
    case Sign::raced_arrow:
      svg.line({{at.x, at.y - 4}, {at.x + 18, at.y - 4}},
               {.colour = "bad-arrow", .width = 1.6, .has_tip = true, .is_dashed = true});
      break;
    case Sign::raced_cell:
      svg.cell(corner, 18, 13, {.fill = "idle", .edge = "bad-arrow", .edge_width = 1.8});
      break;
  }
}

double paint_legend(Svg& svg, const std::vector<LegendEntry>& legend, double top, double right) {
  Point at{kMargin, top};
  for (const LegendEntry& entry : legend) {
    const double sign = entry.sign == LegendEntry::Sign::badge ? 54 : 24;
    const double width = sign + text_width(entry.words, kSmallPixels) + 18;
    if (at.x > kMargin && at.x + width > right) at = {kMargin, at.y + 22};
    paint_sign(svg, entry, at);
    svg.text({at.x + sign, at.y}, entry.words, {.colour = "muted", .pixels = kSmallPixels});
    at.x += width;
  }
  return at.y + 8;
}

double paint_paragraph(Svg& svg, const std::string& words, double top, double right,
                       std::string_view colour) {
  double y = top;
  for (const std::string& line : wrap(words, kSmallPixels, right - kMargin)) {
    y += 19;
    svg.text({kMargin, y}, line, {.colour = colour, .pixels = kSmallPixels});
  }
  return y;
}

}  // namespace

std::string draw(const Trace& trace) {
  std::vector<Flow> flows;
  for (std::uint32_t workgroup = 0; workgroup < trace.num_workgroups; ++workgroup) {
    flows.push_back(flow_of(trace, workgroup));
  }
  const std::string main_file = flows.empty() ? "" : main_file_of(trace, flows.front());

  Svg svg;
  Extent extent;
  std::set<std::string_view> marks;
  for (const Flow& flow : flows) {
    const Extent panel = paint_panel(svg, trace, flow, main_file, extent.bottom, marks);
    extent = {std::max(extent.right, panel.right), panel.bottom + 16};
  }
  const double right = std::max(extent.right, 640.0);
  double y = paint_legend(svg, legend_of(flows, marks), extent.bottom + 20, right);
  for (std::size_t i = 0; i < std::min(trace.findings.size(), kMostFindings); ++i) {
    const Finding& finding = trace.findings[i];
    y = paint_paragraph(svg, fmt::format("{}: {}", name_of(finding.fault), finding.message), y, right,
                        "bad-text");
  }
  if (trace.findings.size() > kMostFindings) {
    y = paint_paragraph(svg, fmt::format("and {} more", trace.findings.size() - kMostFindings), y, right,
                        "bad-text");
  }
  y = paint_paragraph(svg, caption_of(trace, flows, main_file), y, right, "muted");
  return svg.text_of(right, y + 12, title_of(trace), description_of(trace, flows));
}

}  // namespace scan::simulator
