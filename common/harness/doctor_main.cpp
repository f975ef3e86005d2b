// doctor: what this machine has for the ladder. Exit code 0 when there are shaders and OpenGL or Vulkan can run, else 1.
// Room: common/harness.
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <span>
#include <string_view>

#include "harness/array_test.hpp"
#include "harness/doctor.hpp"
#include "harness/host.hpp"
#include "harness/run_program.hpp"
#include "harness/text.hpp"
#include "scan/errors.hpp"

namespace scan::harness {

namespace {

constexpr std::size_t kLabelColumns = 22;

}  // namespace

void print_finding(std::string_view label, std::string_view text) {
  fmt::print("  {:<{}}{}\n", label, kLabelColumns, wrapped(text, 2 + kLabelColumns));
}

void print_missing(std::string_view label, std::string_view what, std::string_view how_to_get_it) {
  print_finding(label, fmt::format("MISSING: {}", what));
  print_finding("", fmt::format("to get it: {}", how_to_get_it));
}

void print_limits(const DeviceLimits& limits) {
  print_finding("workgroup", fmt::format("at most {} invocations, {} of shared memory",
                                         limits.max_invocations, describe_bytes(limits.max_shared_bytes)));
  print_finding("dispatch", fmt::format("at most {} x {} x {} workgroups", limits.max_groups[0],
                                        limits.max_groups[1], limits.max_groups[2]));
  print_finding("binding", fmt::format("at most {}, at offsets that are multiples of {} bytes",
                                       describe_bytes(limits.max_binding_bytes), limits.offset_alignment));
  print_finding("memory", fmt::format("{}, a buffer at most {}", describe_bytes(limits.memory_bytes),
                                      describe_bytes(limits.max_buffer_bytes)));
  print_finding("64-bit integers", limits.int64 ? "yes" : "no: uint64 is skipped");
  print_finding("subgroups",
                limits.subgroup_size == 0 ? "none: the subgroup stages are skipped"
                : limits.subgroup_arithmetic
                    ? fmt::format("{} lanes; with arithmetic and shuffle operations", limits.subgroup_size)
                    : fmt::format("{} lanes, but without arithmetic and shuffle operations: the subgroup "
                                  "stages are skipped",
                                  limits.subgroup_size));
}

void print_self_tests(const DeviceLimits& limits, const BuildSelfTest& build) {
  print_finding("subgroup reductions", describe(run_self_test(limits, build)));
  print_finding("64-bit arrays", describe(run_array_test(limits, build)));
}

int examine_all() {
  const bool has_shaders = examine_host();
  const bool has_opengl = examine_opengl();
  const bool has_vulkan = examine_vulkan();
  fmt::print("\n{}\n", !has_shaders ? "Without shaders no GPU stage can run; chapter 01 still does."
                       : has_opengl && has_vulkan ? "All well: OpenGL and Vulkan can run."
                       : has_opengl               ? "OpenGL can run; Vulkan stages will be skipped."
                       : has_vulkan               ? "Vulkan can run; OpenGL stages will be skipped."
                                    : "Neither OpenGL nor Vulkan can run; chapter 01 still does.");
  return has_shaders && (has_opengl || has_vulkan) ? 0 : 1;
}

int run_doctor(std::span<char*> arguments) {
  int code = 0;
  if (arguments.empty()) {
    print_whole(stdout, [&] { code = examine_all(); });
    return code;
  }
  const std::string_view word = arguments.front();
  if (arguments.size() > 1 || (word != "--help" && word != "-h"))
    throw UsageError("doctor takes no options; it prints what the ladder finds on this machine");
  print_whole(stdout, [] {
    fmt::print(
        "doctor takes no options; it prints what the ladder finds on this machine and how to get what is "
        "missing.\n"
        "Exit codes: 0 when there are shaders and OpenGL or Vulkan can run, else 1.\n");
  });
  return code;
}

}  // namespace scan::harness

int main(int argc, char** argv) {
  return scan::harness::run_program([&] {
    return scan::harness::run_doctor(
        std::span(argv, static_cast<std::size_t>(argc)).subspan(argc > 0 ? 1 : 0));
  });
}
