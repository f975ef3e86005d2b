// Uploads, dispatches once and downloads, on the simulator.
// Room: tests/simulator/agreement.
// SPDX-License-Identifier: MIT
#include <span>

#include "scan/errors.hpp"
#include "simulator/agreement/machines.hpp"
#include "simulator/device.hpp"

namespace scan::test {

Buffers run_on_simulator(const vulkan::Device& device, const Dispatch& dispatch,
                         simulator::Schedule schedule) {
  simulator::Device simulated(
      {.settings = {.subgroup_width = device.limits().subgroup_size, .schedule = schedule}});
  const simulator::Kernel kernel(simulated, dispatch.kernel);
  std::map<std::uint32_t, simulator::Buffer> memory;
  std::vector<simulator::Binding> bindings;
  for (const auto& [binding, words] : dispatch.buffers) {
    const auto& buffer =
        memory.emplace(binding, simulator::Buffer(simulated, std::as_bytes(std::span(words)).size()))
            .first->second;
    simulator::upload(buffer.range(), std::as_bytes(std::span(words)));
    bindings.push_back({binding, buffer.range()});
  }
  simulator::Commands(simulated).dispatch(kernel, bindings, std::as_bytes(std::span(&dispatch.parameters, 1)),
                                          dispatch.grid);
  if (!simulated.findings().empty()) throw Error(simulated.findings().front().message);

  Buffers after = dispatch.buffers;
  for (auto& [binding, words] : after) {
    simulator::download(memory.at(binding).range(), std::as_writable_bytes(std::span(words)));
  }
  return after;
}

}  // namespace scan::test
