// The tuned parameters, by method and by class of device: how large a workgroup is, how much each invocation takes, and
// up to how many items which method is the fastest.
// Room: common/scan. `./ladder tune` finds them; what the user asks for goes before them.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

#include "scan/device_class.hpp"

namespace scan {

/// The last is the single pass with 32-bit atomics alone.
enum class Method {
  one_workgroup,
  scan_then_propagate,
  reduce_then_scan,
  two_dispatches,
  single_pass,
  single_pass_32
};

inline constexpr Method kMethods[] = {Method::one_workgroup,    Method::scan_then_propagate,
                                      Method::reduce_then_scan, Method::two_dispatches,
                                      Method::single_pass,      Method::single_pass_32};

constexpr std::string_view name_of(Method method) {
  switch (method) {
    case Method::one_workgroup: return "one-workgroup";
    case Method::scan_then_propagate: return "scan-then-propagate";
    case Method::reduce_then_scan: return "reduce-then-scan";
    case Method::two_dispatches: return "two-dispatches";
    case Method::single_pass: return "single-pass";
    case Method::single_pass_32: return "single-pass-32";
  }
  return "";
}

/// What a workgroup of the single pass does while a tile before its own says nothing, and which tile is its own.
enum class SinglePassForm {
  plain,      // it waits; its tile is the next one that nobody has
  fallback,   // after a bounded wait it reduces the other tile itself
  no_ticket,  // that too, and its tile is the one of its own number
  turn_first  // likewise; it asks whose turn it is before it asks for the items
};

inline constexpr SinglePassForm kSinglePassForms[] = {SinglePassForm::plain, SinglePassForm::fallback,
                                                      SinglePassForm::no_ticket, SinglePassForm::turn_first};

constexpr std::string_view name_of(SinglePassForm form) {
  switch (form) {
    case SinglePassForm::plain: return "plain";
    case SinglePassForm::fallback: return "fallback";
    case SinglePassForm::no_ticket: return "no-ticket";
    case SinglePassForm::turn_first: return "turn-first";
  }
  return "";
}

struct TunedTile {
  std::uint32_t workgroup_size = 256;
  std::uint32_t vectors = 4;  // accesses of 16 bytes by each invocation, where subgroups scan
};

struct Tuning {
  TunedTile one_workgroup;  // the first of several sizes: it doubles until the items fit
  TunedTile scan_then_propagate;
  TunedTile reduce_then_scan;
  TunedTile two_dispatches;  // the most: a scan takes as few as it can
  TunedTile single_pass;
  TunedTile single_pass_helping;  // of the forms that help: their code is another, and so are its registers
  TunedTile single_pass_32;
  std::uint32_t blocked_vectors = 2;  // of every method, where the local scan is not the one by subgroups
  std::uint64_t most_bytes_of_small_tiles =
      0;  // up to here the single pass takes as few items a tile as it can
  std::uint64_t most_bytes_of_one_workgroup = 0;        // up to here one workgroup is the fastest,
  std::uint64_t most_bytes_of_two_dispatches = 0;       // and from there up to here two dispatches are
  SinglePassForm fastest_form = SinglePassForm::plain;  // of the single pass, where it may be had
  bool runs_on = false;  // a workgroup that has started goes on running, as far as anybody has seen

  const TunedTile& tile_of(Method method, SinglePassForm form = SinglePassForm::plain) const;
};

const Tuning& tuning_of(DeviceClass device_class);

}  // namespace scan
