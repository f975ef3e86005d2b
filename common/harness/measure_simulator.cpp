// The machine that the simulator is: a fresh one for each subgroup width and schedule, and its findings as verdicts.
// Room: common/harness.
// SPDX-License-Identifier: MIT
#include "harness/bench.hpp"
#include "harness/progress.hpp"
#include "simulator/programs.hpp"

namespace scan::harness {

namespace {

class SimulatorMachine {
 public:
  static constexpr Api kApi = Api::simulator;
  static constexpr bool kIsTimed = false;
  static constexpr bool kSeesBounds = true;
  using Scan = SimulatorScan;
  using Buffer = simulator::Buffer;
  using ScanBuffers = simulator::ScanBuffers;

  SimulatorMachine(const Options& options, const simulator::Settings& settings, simulator::Programs* programs)
      : device_({.settings = settings,
                 .clamp = options.clamp,
                 .flavour = options.simulator.flavour,
                 .count = options.simulator.inspect || !options.json_file.empty(),
                 .trace = options.simulator.traces(),
                 .programs = programs}) {}

  static const auto& resident(const Stage& stage) { return stage.simulator; }
  /// None: what is streamed waits for a bus, and there is none here.
  static std::function<HostScan(const simulator::Device&, const Request&)> streamed(const Stage&) {
    return {};
  }

  const simulator::Device& device() const { return device_; }
  const DeviceLimits& limits() const { return device_.limits(); }
  bool is_software() const { return true; }
  std::vector<std::string> messages() const { return {}; }

  Buffer make_buffer(std::uint64_t size_bytes) const { return Buffer(device_, size_bytes); }
  void upload(Buffer& to, std::uint64_t offset, std::span<const std::byte> bytes) const {
    simulator::upload(to.range().from(offset, bytes.size()), bytes);
  }
  void download(const Buffer& from, std::uint64_t offset, std::span<std::byte> bytes) const {
    simulator::download(from.range().from(offset, bytes.size()), bytes);
  }
  void fill(Buffer& buffer, std::uint64_t offset, std::uint64_t size, std::uint32_t word) const {
    simulator::fill(buffer.range().from(offset, size), word);
  }
  void copy(const Buffer& from, Buffer& to) const { simulator::copy(from.range(), to.range()); }
  void settle() const {}  // all of the above is done at once

  Elapsed run(const Scan& scan, const ScanBuffers& buffers, std::uint32_t calls) {
    const Stopwatch watch;
    simulator::Commands commands(device_);
    for (std::uint32_t call = 0; call < calls; ++call) scan(commands, buffers);
    return of_one_call({watch.milliseconds(), {}}, calls);
  }

 private:
  simulator::Device device_;
};

Verdict verdict_of(simulator::Fault fault) {
  switch (fault) {
    case simulator::Fault::race: return Verdict::race;
    case simulator::Fault::divergent_barrier: return Verdict::divergent_barrier;
    case simulator::Fault::out_of_bounds: return Verdict::out_of_bounds;
    case simulator::Fault::uninitialised: return Verdict::uninitialised;
    case simulator::Fault::stalled: return Verdict::stalled;
    case simulator::Fault::budget: break;
  }
  return Verdict::budget;
}

/// What was found while the shader ran goes before what it left; both are told.
void add_findings(const simulator::Device& device, Result& result) {
  Simulation& simulation = *result.simulation;
  simulation.findings = device.findings();
  simulation.dispatches = device.dispatches();
  simulation.traces = device.traces();
  if (simulation.findings.empty()) return;
  const simulator::Finding& first = simulation.findings.front();
  std::string reason = first.message;
  if (result.finding.verdict != Verdict::ok)
    reason +=
        fmt::format("; and the result is {}: {}", name_of(result.finding.verdict), result.finding.reason);
  result.finding.verdict = verdict_of(first.fault);
  result.finding.reason = std::move(reason);
}

std::vector<simulator::Settings> all_settings(const SimulatorOptions& options) {
  std::vector<simulator::Settings> all;
  for (const std::uint32_t width : options.subgroup_widths) {
    for (const simulator::Schedule schedule : options.schedules) {
      simulator::Settings settings = options.settings;
      settings.subgroup_width = width;
      settings.schedule = schedule;
      all.push_back(settings);
    }
  }
  return all;
}

std::string join(const auto& values, const auto& text_of) {
  std::string text;
  for (const auto& value : values) text += fmt::format("{}{}", text.empty() ? "" : ", ", text_of(value));
  return text;
}

DeviceInfo device_info(const SimulatorOptions& options) {
  const simulator::Settings& settings = options.settings;
  const std::string widths = join(options.subgroup_widths, [](auto width) { return width; });
  const std::string schedules =
      join(options.schedules, [](auto schedule) { return simulator::name_of(schedule); });
  std::string driver =
      fmt::format("subgroups of {}; schedule{} {}; {}; the shaders as {} has them", widths,
                  options.schedules.size() == 1 ? "" : "s", schedules,
                  settings.resident == 0 ? "all workgroups resident"
                                         : fmt::format("{} workgroups resident", settings.resident),
                  options.flavour == simulator::Flavour::vulkan ? "Vulkan" : "OpenGL");
  if (settings.start_order != simulator::StartOrder::ascending)
    driver += fmt::format("; workgroups started {}", name_of(settings.start_order));
  if (settings.starve != 0) driver += fmt::format("; one in {} starved", settings.starve);
  return {Api::simulator, "SPIR-V interpreter", driver, true};
}

}  // namespace

void measure_simulator(Session& session) {
  const SimulatorOptions& options = session.options.simulator;
  session.report.devices.push_back(device_info(options));
  simulator::Programs own_programs;
  simulator::Programs* const programs = options.programs ? options.programs : &own_programs;
  Progress progress;
  for (const Stage& stage : session.stages) {
    if (!stage.simulator) continue;
    for (const Request& request : requests_of(session, stage)) {
      for (const simulator::Settings& settings : all_settings(options)) {
        Result result{.stage = stage.name,
                      .api = Api::simulator,
                      .expectation = stage.expectation,
                      .request = request,
                      .simulation = Simulation{.subgroup_width = settings.subgroup_width,
                                               .schedule = settings.schedule}};
        if (stage.bytes_moved) result.bytes_moved = stage.bytes_moved(request);
        progress.show(fmt::format("simulator, {} lanes, {}", settings.subgroup_width,
                                  simulator::name_of(settings.schedule)),
                      stage.name, request);
        std::optional<Items> output_before = std::exchange(session.output, {});
        measure_result(session, std::move(result), [&](Result& to) {
          Bench<SimulatorMachine> bench(session, session.options, settings, programs);
          bench.measure(stage, to);
          add_findings(bench.machine().device(), to);
        });
        // A right output with a fault in its making is no scan to keep.
        const bool is_ok = session.report.results.back().finding.verdict == Verdict::ok;
        if (!is_ok || !session.output) session.output = std::move(output_before);
      }
    }
  }
}

}  // namespace scan::harness
