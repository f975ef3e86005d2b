// The SIMD scan and reduction for one instruction set. simd.cpp includes this file once for each, with
// SCAN_TARGET set to the attribute that allows the instructions, and VECTOR_BYTES to the width of a register.
// Chapter 01.
// SPDX-License-Identifier: MIT

/// The in-register scan of kWidth items: log2(kWidth) steps, each shifting the items and combining them with
/// themselves.
template <class T, Operator op>
struct Register {
  static constexpr std::size_t kWidth = VECTOR_BYTES / sizeof(T);
  typedef T Vector __attribute__((vector_size(VECTOR_BYTES)));
  typedef std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t> Unsigned
      __attribute__((vector_size(VECTOR_BYTES)));

  SCAN_TARGET static Vector load(const T* from) {
    Vector items;
    std::memcpy(&items, from, sizeof items);  // of any alignment
    return items;
  }
  SCAN_TARGET static void store(T* to, Vector items) { std::memcpy(to, &items, sizeof items); }

  SCAN_TARGET static Vector fill(T item) { return item - Vector{}; }

  SCAN_TARGET static Vector combine(Vector earlier, Vector later) {
    // A cast, since signed items would overflow where unsigned ones wrap.
    if constexpr (op == Operator::sum && std::is_integral_v<T>)
      return (Vector)((Unsigned)earlier + (Unsigned)later);
    if constexpr (op == Operator::sum) return earlier + later;
    if constexpr (op == Operator::max) return earlier < later ? later : earlier;
    if constexpr (op == Operator::last) return later != Vector{} ? later : earlier;
  }

  /// Moves every item `Distance` lanes to the right; the lanes that fall free take the last ones of `before`.
  template <std::size_t Distance, std::size_t... Lane>
  SCAN_TARGET static Vector shift(Vector before, Vector items, std::index_sequence<Lane...>) {
    return __builtin_shufflevector(before, items, (Lane + kWidth - Distance)...);
  }
  template <std::size_t Distance>
  SCAN_TARGET static Vector shift(Vector before, Vector items) {
    return shift<Distance>(before, items, std::make_index_sequence<kWidth>());
  }

  /// Inclusive scan of the lanes.
  template <std::size_t Distance = 1>
  SCAN_TARGET static Vector scan(Vector items) {
    if constexpr (Distance >= kWidth) {
      return items;
    } else {
      return scan<2 * Distance>(combine(shift<Distance>(fill(identity<T>(op)), items), items));
    }
  }

  template <std::size_t... Lane>
  SCAN_TARGET static Vector last_lane_everywhere(Vector items, std::index_sequence<Lane...>) {
    return __builtin_shufflevector(items, items, (Lane * 0 + kWidth - 1)...);
  }
  SCAN_TARGET static Vector last_lane_everywhere(Vector items) {
    return last_lane_everywhere(items, std::make_index_sequence<kWidth>());
  }
};

template <class T, Operator op, Kind kind>
SCAN_TARGET T scan_items(std::span<const T> input, std::span<T> output, T prefix) {
  using R = Register<T, op>;
  typename R::Vector prefixes = R::fill(prefix);  // the inclusive prefix so far, in every lane
  std::size_t i = 0;
  for (; i + R::kWidth <= input.size(); i += R::kWidth) {
    const typename R::Vector local = R::scan(R::load(&input[i]));
    const typename R::Vector inclusive = R::combine(prefixes, local);
    R::store(&output[i], kind == Kind::inclusive ? inclusive : R::template shift<1>(prefixes, inclusive));
    // From one round to the next there is this one combine to wait for: the scan of `local` does not need the
    // prefix.
    prefixes = R::combine(prefixes, R::last_lane_everywhere(local));
  }
  T inclusive_prefix = prefixes[0];
  for (; i < input.size(); ++i) {
    const T exclusive_prefix = inclusive_prefix;
    inclusive_prefix = scan::combine(op, inclusive_prefix, input[i]);
    output[i] = kind == Kind::inclusive ? inclusive_prefix : exclusive_prefix;
  }
  return inclusive_prefix;
}

template <class T, Operator op>
SCAN_TARGET T reduce_items(std::span<const T> input) {
  using R = Register<T, op>;
  constexpr bool kCommutes = op != Operator::last;  // only then may a lane run ahead of its neighbours
  typename R::Vector aggregates = R::fill(identity<T>(op));
  std::size_t i = 0;
  for (; i + R::kWidth <= input.size(); i += R::kWidth) {
    const typename R::Vector items = R::load(&input[i]);
    aggregates = R::combine(aggregates, kCommutes ? items : R::last_lane_everywhere(R::scan(items)));
  }
  T aggregate = kCommutes ? R::scan(aggregates)[R::kWidth - 1] : aggregates[0];
  for (; i < input.size(); ++i) aggregate = scan::combine(op, aggregate, input[i]);
  return aggregate;
}
