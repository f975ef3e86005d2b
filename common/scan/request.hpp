// What is asked of a scan: the request (all but the data), the problem (with the data), and the choices left
// to the method.
// Room: common/scan.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "scan/items.hpp"
#include "scan/monoid.hpp"

namespace scan {

/// How a workgroup scans its invocations' aggregates: the algorithms of chapters 03 to 06.
enum class LocalScan { hillis_steele, blelloch, raking, subgroup };

inline constexpr LocalScan kLocalScans[] = {LocalScan::hillis_steele, LocalScan::blelloch, LocalScan::raking,
                                            LocalScan::subgroup};

constexpr std::string_view name_of(LocalScan local) {
  switch (local) {
    case LocalScan::hillis_steele: return "hillis-steele";
    case LocalScan::blelloch: return "blelloch";
    case LocalScan::raking: return "raking";
    case LocalScan::subgroup: return "subgroup";
  }
  return "";
}

/// How a workgroup reduces its tile in the upsweep of chapter 09.
enum class Reduction { tree, raking, subgroup };

inline constexpr Reduction kReductions[] = {Reduction::tree, Reduction::raking, Reduction::subgroup};

constexpr std::string_view name_of(Reduction reduction) {
  switch (reduction) {
    case Reduction::tree: return "tree";
    case Reduction::raking: return "raking";
    case Reduction::subgroup: return "subgroup";
  }
  return "";
}

/// The choices a user may make for a method; what is not chosen is the chapter's default.
struct Configuration {
  std::optional<LocalScan> local;
  std::optional<Reduction> reduction;
  std::optional<std::uint32_t> workgroup_size;  // invocations
  std::optional<std::uint32_t> grain;           // items per invocation
};

struct Request {
  std::uint64_t num_items = 0;
  ElementType type = ElementType::uint32;
  Operator op = Operator::sum;
  Kind kind = Kind::inclusive;
  bool in_place = false;  // the output takes the place of the input
  Configuration configuration;
};

struct Problem {
  Request request;
  Items input;  // request.num_items elements of request.type
};

}  // namespace scan
