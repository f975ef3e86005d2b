// What one invocation does with the GRAIN items that it holds in registers: reduce, scan, add one prefix to all.
// Chapter 07. The items are in `held`, which the file that includes this one declares and loads.
// SPDX-License-Identifier: MIT
Element thread_reduce() {
  Element aggregate = held[0];
  for (uint i = 1; i < GRAIN; ++i) aggregate = combine(aggregate, held[i]);
  return aggregate;
}

// Both scans start from `prefix` and return the prefix after the last item.
Element thread_inclusive_scan(Element prefix) {
  for (uint i = 0; i < GRAIN; ++i) {
    prefix = combine(prefix, held[i]);
    held[i] = prefix;
  }
  return prefix;
}

Element thread_exclusive_scan(Element prefix) {
  for (uint i = 0; i < GRAIN; ++i) {
    const Element item = held[i];
    held[i] = prefix;
    prefix = combine(prefix, item);
  }
  return prefix;
}

Element thread_scan(Element prefix) {
  return EXCLUSIVE == 1 ? thread_exclusive_scan(prefix) : thread_inclusive_scan(prefix);
}

void thread_uniform_add(Element prefix) {
  UNROLL for (uint i = 0; i < GRAIN; ++i) held[i] = combine(prefix, held[i]);
}
