// What the simulator finds wrong with a shader: the kind, the place, and one sentence that says all of it.
// Room: common/simulator.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace scan::simulator {

enum class Fault { race, divergent_barrier, out_of_bounds, uninitialised, stalled, budget };

constexpr std::string_view name_of(Fault fault) {
  switch (fault) {
    case Fault::race: return "race";
    case Fault::divergent_barrier: return "divergent barrier";
    case Fault::out_of_bounds: return "out of bounds";
    case Fault::uninitialised: return "uninitialised";
    case Fault::stalled: return "stalled";
    case Fault::budget: return "budget";
  }
  return "";
}

/// A line of a shader's source, as a reader opens it: file relative to the shaders' folder.
struct SourcePlace {
  std::string file;
  std::uint32_t line = 0;  // 0: not known
  bool operator==(const SourcePlace&) const = default;
};

/// "lib/monoid.glsl:20", as compilers write it; "" where the line is not known.
inline std::string text_of(const SourcePlace& place) {
  return place.line == 0 ? "" : place.file + ":" + std::to_string(place.line);
}

/// One fault. Of many with the same kind and lines, the first is reported.
struct Finding {
  Fault fault = Fault::race;
  SourcePlace place;                 // of the access, the barrier, the loop that spins
  std::optional<SourcePlace> other;  // race: the earlier access
  /// One line without a full stop: both places, invocations, the word, and what would order them.
  std::string message;
};

}  // namespace scan::simulator
