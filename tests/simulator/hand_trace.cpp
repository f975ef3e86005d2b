// Traces written by hand.
// Room: tests.
// SPDX-License-Identifier: MIT
#include "hand_trace.hpp"

#include <algorithm>

namespace scan::test {
namespace {

using namespace simulator;

constexpr std::uint64_t kItems[] = {5, 2, 7, 1, 3, 6, 4, 8, 2, 9, 1, 5, 3, 7, 2, 6};

std::vector<std::uint64_t> items_of(std::uint32_t size) {
  std::vector<std::uint64_t> items;
  for (std::uint32_t i = 0; i < size; ++i) items.push_back(kItems[i % std::size(kItems)]);
  return items;
}

struct Arrays {
  std::uint32_t items_in, items_out, values;
};

Arrays add_arrays(HandTrace& trace, std::uint32_t size, const std::string& name, std::uint32_t num_shared) {
  const std::uint32_t items_in = trace.add_array("items_in", false, size, items_of(size));
  const std::uint32_t items_out = trace.add_array("items_out", false, size);
  return {items_in, items_out, trace.add_array(name, true, num_shared)};
}

/// Every invocation puts its item into a word of shared memory.
std::vector<TracedValue> put_items(HandTrace& trace, const Arrays& arrays, std::uint32_t size, auto&& slot) {
  std::vector<TracedValue> items;
  for (std::uint32_t me = 0; me < size; ++me) {
    items.push_back(trace.load(me, arrays.items_in, me, 9));
    trace.store(me, arrays.values, slot(me), items.back(), 16);
  }
  trace.barrier(17);
  return items;
}

}  // namespace

HandTrace::HandTrace(std::string kernel, std::uint32_t workgroup_size, std::uint32_t subgroup_width)
    : file_(kernel + ".comp") {
  trace.kernel = std::move(kernel);
  trace.num_items = trace.workgroup_size = workgroup_size;
  trace.num_workgroups = 1;
  trace.subgroup_width = subgroup_width;
  trace.schedule = "ascending";
  trace.intervals.push_back({});
}

std::uint32_t HandTrace::add_array(const std::string& name, bool is_shared, std::uint32_t num_elements,
                                   const std::vector<std::uint64_t>& items) {
  trace.arrays.push_back(
      {.name = name, .is_shared = is_shared, .num_elements = num_elements, .element_type = "uint"});
  memory_.emplace_back();
  for (std::uint32_t i = 0; i < items.size(); ++i) memory_.back()[i] = items[i];
  return static_cast<std::uint32_t>(trace.arrays.size() - 1);
}

Event& HandTrace::add(EventKind kind, std::uint32_t invocation, std::uint32_t line) {
  std::vector<Event>& events = trace.intervals.back().events;
  events.push_back({.kind = kind, .invocation = invocation, .place = {file_, line}});
  return events.back();
}

TracedValue HandTrace::load(std::uint32_t invocation, std::uint32_t array, std::uint32_t index,
                            std::uint32_t line) {
  Event& event = add(EventKind::load, invocation, line);
  const TracedValue value{memory_[array].at(index), {{array, index}}};
  event.word = {array, index};
  event.value = std::to_string(value.number);
  return value;
}

void HandTrace::store(std::uint32_t invocation, std::uint32_t array, std::uint32_t index,
                      const TracedValue& value, std::uint32_t line) {
  Event& event = add(EventKind::store, invocation, line);
  event.word = {array, index};
  event.value = std::to_string(value.number);
  event.sources = value.sources;
  memory_[array][index] = value.number;
}

TracedValue HandTrace::combine(std::uint32_t invocation, const TracedValue& earlier, const TracedValue& later,
                               std::uint32_t line) {
  TracedValue sum{earlier.number + later.number, earlier.sources};
  for (const WordOf& word : later.sources) {
    if (std::ranges::find(sum.sources, word) == sum.sources.end()) sum.sources.push_back(word);
  }
  Event& event = add(EventKind::combine, invocation, line);
  event.value = std::to_string(sum.number);
  event.sources = sum.sources;
  return sum;
}

std::vector<TracedValue> HandTrace::inclusive_scan(std::uint32_t first,
                                                   const std::vector<TracedValue>& values,
                                                   std::uint32_t line) {
  std::vector<TracedValue> scanned;
  TracedValue sum;
  std::vector<std::uint32_t> lanes;
  for (const TracedValue& value : values) {
    sum.number += value.number;
    sum.sources.insert(sum.sources.end(), value.sources.begin(), value.sources.end());
    lanes.push_back(first + static_cast<std::uint32_t>(lanes.size()));
    Event& event = add(EventKind::subgroup, lanes.back(), line);
    event.name = "subgroupInclusiveAdd";
    event.value = std::to_string(sum.number);
    event.sources = sum.sources;
    event.lanes = lanes;
    scanned.push_back(sum);
  }
  return scanned;
}

std::vector<TracedValue> HandTrace::shuffle_up(std::uint32_t first, const std::vector<TracedValue>& values,
                                               std::uint32_t line) {
  std::vector<TracedValue> shifted{{}};
  for (std::uint32_t lane = 1; lane < values.size(); ++lane) {
    shifted.push_back(values[lane - 1]);
    Event& event = add(EventKind::subgroup, first + lane, line);
    event.name = "subgroupShuffleUp";
    event.value = std::to_string(shifted.back().number);
    event.sources = shifted.back().sources;
    event.lanes = {first + lane - 1};
  }
  return shifted;
}

void HandTrace::barrier(std::uint32_t line) {
  trace.intervals.back().barrier = SourcePlace{file_, line};
  trace.intervals.push_back({.number = static_cast<std::uint32_t>(trace.intervals.size())});
}

Trace double_buffered_trace(std::uint32_t size) {
  HandTrace trace("03_hillis_steele/double_buffered", size, 4);
  const Arrays arrays = add_arrays(trace, size, "values", 2 * size);
  put_items(trace, arrays, size, [](std::uint32_t me) { return me; });
  std::uint32_t from = 0;
  for (std::uint32_t distance = 1; distance < size; distance *= 2) {
    for (std::uint32_t me = 0; me < size; ++me) {
      TracedValue mine = trace.load(me, arrays.values, from + me, 20);
      if (me >= distance) {
        mine = trace.combine(me, trace.load(me, arrays.values, from + me - distance, 21), mine, 21);
      }
      trace.store(me, arrays.values, size - from + me, mine, 22);
    }
    trace.barrier(23);
    from = size - from;
  }
  for (std::uint32_t me = 0; me < size; ++me) {
    trace.store(me, arrays.items_out, me, trace.load(me, arrays.values, from + me, 26), 10);
  }
  return trace.trace;
}

Trace race_in_place_trace(std::uint32_t size) {
  HandTrace trace("03_hillis_steele/two_barriers", size, 4);
  trace.trace.schedule = "lockstep";
  const Arrays arrays = add_arrays(trace, size, "values", size);
  put_items(trace, arrays, size, [](std::uint32_t me) { return me; });
  for (std::uint32_t distance = 1; distance < size; distance *= 2) {
    for (std::uint32_t first = 0; first < size; first += 4) {
      std::map<std::uint32_t, TracedValue> sums;
      for (std::uint32_t me = std::max(first, distance); me < first + 4; ++me) {
        const TracedValue earlier = trace.load(me, arrays.values, me - distance, 17);
        trace.last_event().race = me - distance < first && me - distance >= distance;
        sums[me] = trace.combine(me, earlier, trace.load(me, arrays.values, me, 19), 19);
      }
      for (const auto& [me, sum] : sums) {
        trace.store(me, arrays.values, me, sum, 19);
        trace.last_event().race = me + distance < first + 4;
      }
    }
    trace.barrier(20);
  }
  for (std::uint32_t me = 0; me < size; ++me) {
    trace.store(me, arrays.items_out, me, trace.load(me, arrays.values, me, 22), 10);
  }
  const SourcePlace read{"03_hillis_steele/two_barriers.comp", 17},
      write{"03_hillis_steele/two_barriers.comp", 19};
  trace.trace.findings = {{Fault::race, write, read,
                           "line 19, invocation 1 stores values[1], which line 17, invocation 2 has read: a "
                           "barrier would order them"},
                          {Fault::race, read, write,
                           "line 17, invocation 4 reads values[3], which line 19, invocation 3 has stored: a "
                           "barrier would order them"}};
  return trace.trace;
}

Trace padded_tree_trace(std::uint32_t size) {
  HandTrace trace("04_blelloch/padded", size, 4);
  const Arrays arrays = add_arrays(trace, size, "tree", size + size / 4);
  const auto slot = [](std::uint32_t index) {
    return index + index / 4;
  };
  const std::vector<TracedValue> items = put_items(trace, arrays, size, slot);
  for (std::uint32_t stride = 1; stride < size; stride *= 2) {
    for (std::uint32_t right = 2 * stride - 1; right < size; right += 2 * stride) {
      const std::uint32_t me = (right + 1) / (2 * stride) - 1;
      const TracedValue left = trace.load(me, arrays.values, slot(right - stride), 22);
      trace.last_event().conflict_degree = stride == 2 ? 2 : 1;
      const TracedValue own = trace.load(me, arrays.values, slot(right), 22);
      trace.store(me, arrays.values, slot(right), trace.combine(me, left, own, 22), 22);
    }
    trace.barrier(23);
  }
  trace.store(0, arrays.values, slot(size - 1), {}, 44);
  trace.barrier(45);
  for (std::uint32_t stride = size / 2; stride > 0; stride /= 2) {
    for (std::uint32_t right = 2 * stride - 1; right < size; right += 2 * stride) {
      const std::uint32_t me = (right + 1) / (2 * stride) - 1;
      const TracedValue left = trace.load(me, arrays.values, slot(right - stride), 31);
      const TracedValue parent = trace.load(me, arrays.values, slot(right), 32);
      trace.store(me, arrays.values, slot(right - stride), parent, 33);
      trace.store(me, arrays.values, slot(right), trace.combine(me, parent, left, 34), 34);
    }
    trace.barrier(36);
  }
  for (std::uint32_t me = 0; me < size; ++me) {
    const TracedValue prefix = trace.load(me, arrays.values, slot(me), 47);
    trace.store(me, arrays.items_out, me, trace.combine(me, prefix, items[me], 48), 10);
  }
  return trace.trace;
}

Trace subgroup_raking_trace(std::uint32_t size) {
  HandTrace trace("05_raking/subgroup_spine", size, 4);
  const Arrays arrays = add_arrays(trace, size, "values", size);
  const std::vector<TracedValue> items = put_items(trace, arrays, size, [](std::uint32_t me) { return me; });
  const std::uint32_t run = size / 4;
  std::vector<TracedValue> aggregates;
  for (std::uint32_t raker = 0; raker < 4; ++raker) {
    TracedValue aggregate = trace.load(raker, arrays.values, raker * run, 25);
    for (std::uint32_t i = 1; i < run; ++i) {
      aggregate = trace.combine(raker, aggregate, trace.load(raker, arrays.values, raker * run + i, 25), 25);
    }
    aggregates.push_back(aggregate);
  }
  const std::vector<TracedValue> scanned = trace.inclusive_scan(0, aggregates, 26);
  const std::vector<TracedValue> prefixes = trace.shuffle_up(0, scanned, 26);
  for (std::uint32_t raker = 0; raker < 4; ++raker) {
    TracedValue prefix = prefixes[raker];
    for (std::uint32_t i = 0; i < run; ++i) {
      const TracedValue value = trace.load(raker, arrays.values, raker * run + i, 28);
      trace.store(raker, arrays.values, raker * run + i, prefix, 29);
      prefix = trace.combine(raker, prefix, value, 30);
    }
  }
  trace.barrier(33);
  for (std::uint32_t me = 0; me < size; ++me) {
    const TracedValue prefix = trace.load(me, arrays.values, me, 34);
    trace.store(me, arrays.items_out, me, trace.combine(me, prefix, items[me], 35), 10);
  }
  return trace.trace;
}

}  // namespace scan::test
