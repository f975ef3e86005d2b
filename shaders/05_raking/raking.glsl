// A raking scan: a few invocations each go along a long run of values, so most of the work is serial and needs no barrier.
// Chapter 05. Any workgroup size; no assumption on the width of a subgroup.
// SPDX-License-Identifier: MIT
//
//   values   | run 0     | run 1     | run 2     | …    every invocation stores its value
//   rake     | aggregate | aggregate | aggregate | …    NUM_RAKERS invocations reduce a run each
//   spine    | prefix    | prefix    | prefix    | …    one invocation scans the aggregates
//   rake     | scanned   | scanned   | scanned   | …    the rakers scan their runs, starting from their prefixes
#include "lib/workgroup_scan.glsl"

const uint RUN_ITEMS = (WORKGROUP_SIZE + NUM_RAKERS - 1) / NUM_RAKERS;

// One unused word after each run of even length: the rakers walk in step, and an odd distance keeps them in different banks.
const uint RUN_SLOTS = RUN_ITEMS | 1u;
shared Element values[NUM_RAKERS * RUN_SLOTS];
shared Element run_prefixes[NUM_RAKERS];

uint slot(uint index) { return index / RUN_ITEMS * RUN_SLOTS + index % RUN_ITEMS; }

Element reduce_run(uint raker) {
  Element aggregate = identity();
  for (uint i = 0; i < RUN_ITEMS; ++i) {
    if (raker * RUN_ITEMS + i < WORKGROUP_SIZE) aggregate = combine(aggregate, values[raker * RUN_SLOTS + i]);
  }
  return aggregate;
}

void scan_run(uint raker, Element prefix) {
  for (uint i = 0; i < RUN_ITEMS; ++i) {
    if (raker * RUN_ITEMS + i < WORKGROUP_SIZE) {
      const Element value = values[raker * RUN_SLOTS + i];
      values[raker * RUN_SLOTS + i] = prefix;
      prefix = combine(prefix, value);
    }
  }
}

// Also used alone, as a reduction, in chapter 09.
void rake_aggregates(uint me, Element value) {
  values[slot(me)] = value;
  barrier();  // every value is stored; the rakers read their runs
  for (uint raker = me; raker < NUM_RAKERS; raker += WORKGROUP_SIZE) run_prefixes[raker] = reduce_run(raker);
  barrier();  // every run is reduced; the spine reads the aggregates
}

WorkgroupScan scan_workgroup(Element value) {
  const uint me = gl_LocalInvocationID.x;
  rake_aggregates(me, value);
  if (me == 0) {
    Element prefix = identity();
    for (uint raker = 0; raker < NUM_RAKERS; ++raker) {
      const Element aggregate = run_prefixes[raker];
      run_prefixes[raker] = prefix;
      prefix = combine(prefix, aggregate);
    }
  }
  barrier();  // invocation 0 wrote the prefixes; each raker reads its own
  for (uint raker = me; raker < NUM_RAKERS; raker += WORKGROUP_SIZE) scan_run(raker, run_prefixes[raker]);
  barrier();  // the runs are scanned; every invocation reads its own slot
  const Element exclusive_prefix = values[slot(me)];
  return WorkgroupScan(exclusive_prefix, combine(exclusive_prefix, value));
}
