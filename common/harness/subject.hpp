// A scan on a machine, with the memory that it works on, as the judge takes it.
// Room: common/harness (private).
// SPDX-License-Identifier: MIT
#pragma once

#include "harness/guarded_memory.hpp"
#include "harness/judge.hpp"

namespace scan::harness {

/// Bytes of the items that a scan on this machine is handed.
template <class Machine>
std::uint64_t handed_on(const Machine& machine, const Request& request) {
  // Where out of bounds is a verdict, no write needs to reach the guard.
  if constexpr (Machine::kSeesBounds)
    return item_bytes(request);
  else
    return handed_bytes(request, machine.limits());
}

/// Without a ruler. All arguments but the request must outlive the subject; the memory may be made anew in its place. In place
/// there is one call a run, for a second would scan the scan.
template <class Machine>
Subject subject_of(Session& session, Machine& machine, GuardedMemory<Machine>& memory, const Request& request,
                   const typename Machine::Scan& scan, std::uint32_t calls = 1) {
  Subject subject;
  subject.software = machine.is_software();
  subject.clear = [&machine, &memory, in_place = request.in_place] {
    in_place ? memory.copy_input_to_output() : memory.clear_output();
    machine.settle();
  };
  if (request.in_place) subject.restore = subject.clear;
  subject.run = [&machine, &memory, &scan, in_place = request.in_place, handed = handed_on(machine, request),
                 calls = request.in_place ? 1 : calls] {
    return machine.run(scan, memory.buffers(in_place, handed), calls);
  };
  subject.explain_stall = [&scan] {
    return scan.explain_stall();
  };
  subject.check = [&session, &memory](Result& result) {
    return check_output(
        session, result, [&memory](auto offset, auto bytes) { memory.read_output(offset, bytes); },
        [&memory](auto offset, auto bytes) { memory.read_input(offset, bytes); });
  };
  return subject;
}

}  // namespace scan::harness
