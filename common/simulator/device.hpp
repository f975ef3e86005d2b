// A simulated device: its limits, its buffers, and what was found and counted on it.
// Room: common/simulator. It has the nouns of common/vulkan and common/opengl; its dispatch is Commands::dispatch, which
// chapters call.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "scan/limits.hpp"
#include "scan/plan.hpp"
#include "shader/interface.hpp"
#include "shader/kernel.hpp"
#include "simulator/counters.hpp"
#include "simulator/finding.hpp"
#include "simulator/settings.hpp"
#include "simulator/trace.hpp"

namespace scan::simulator {

class Memory;    // the words of a buffer with their past; machine/memory.hpp
class Program;   // a kernel made ready to run; lowering/program.hpp
class Programs;  // those that were made already; programs.hpp

/// Limits of a generous GPU: 1,024 invocations, 65,535 groups an axis, 48 KiB of shared memory, subgroups of the
/// chosen width.
DeviceLimits limits_of(const Settings& settings);

/// Which text of a shader runs: as Vulkan sees it (specialization constants, push constants) or as OpenGL does (macros,
/// a uniform block).
enum class Flavour { vulkan, opengl };

struct DeviceOptions {
  Settings settings;
  LimitClamp clamp;
  Flavour flavour = Flavour::vulkan;
  /// Count accesses too, and everything by source line: dispatches run a few times slower. Without it, instructions,
  /// work, depth and barriers of each dispatch are known.
  bool count = true;
  /// Keep the trace of each dispatch; at most kMaxTracedInvocations invocations, else Unavailable.
  bool trace = false;
  /// Where kernels find the programs that were made for other devices, and leave theirs; it outlives them. Without it each
  /// kernel is compiled anew.
  Programs* programs = nullptr;
};

class Device {
 public:
  explicit Device(const DeviceOptions& options);
  ~Device();
  Device(Device&&) noexcept;
  Device& operator=(Device&&) noexcept;

  const DeviceLimits& limits() const;
  const DeviceOptions& options() const;
  /// "simulator, subgroups of 32"
  std::string name() const;

  /// Since the last clear(): faults (each pair of lines once), the counters and the traces of each dispatch.
  const std::vector<Finding>& findings() const;
  const std::vector<DispatchCounters>& dispatches() const;
  const std::vector<Trace>& traces() const;
  void clear();

 private:
  friend class Buffer;
  friend class Commands;
  friend class Kernel;
  struct State;
  std::unique_ptr<State> state_;
};

/// A part of a buffer; bytes. A range of size 0 binds nothing.
struct BufferRange {
  Memory* memory = nullptr;
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
  BufferRange from(std::uint64_t bytes, std::uint64_t max_size = ~std::uint64_t{0}) const {
    const std::uint64_t left = size - bytes;
    return {memory, offset + bytes, left < max_size ? left : max_size};
  }
};

/// What a scan reads and writes; in place both are the same range.
struct ScanBuffers {
  BufferRange items_in;
  BufferRange items_out;
};

/// Storage of a multiple of 4 bytes. Its words carry data once the host has written them with upload().
class Buffer {
 public:
  Buffer(const Device& device, std::uint64_t size_bytes);
  ~Buffer();
  Buffer(Buffer&&) noexcept;
  Buffer& operator=(Buffer&&) noexcept;

  std::uint64_t size_bytes() const;
  BufferRange range() const;

 private:
  std::unique_ptr<Memory> memory_;
};

/// Host to device: the words carry data from here on. Offsets and sizes are multiples of 4.
void upload(const BufferRange& to, std::span<const std::byte> bytes);
void download(const BufferRange& from, std::span<std::byte> bytes);
/// Fills with a 32-bit word, which carries no data.
void fill(const BufferRange& range, std::uint32_t word);
void copy(const BufferRange& from, const BufferRange& to);

/// A kernel compiled, parsed and made ready for one device.
class Kernel {
 public:
  /// Throws Error with glslang's log or the construct that is not simulated, LimitError for a workgroup beyond the
  /// (clamped) limits or, with subgroups, of no whole number of them.
  Kernel(const Device& device, const shader::Kernel& kernel);
  /// The same from a SPIR-V binary: for tests, and for shaders of others.
  Kernel(const Device& device, std::string name, std::vector<std::uint32_t> words,
         std::span<const shader::Constant> constants);
  ~Kernel();
  Kernel(Kernel&&) noexcept;
  Kernel& operator=(Kernel&&) noexcept;

  const Program& program() const { return *program_; }
  /// Of its instructions, among those of all kernels of the device.
  std::uint32_t first_number() const { return first_number_; }

 private:
  void enter(const Device& device);

  std::unique_ptr<Program> own_program_;
  const Program* program_ = nullptr;
  std::uint32_t first_number_ = 0;
};

struct Binding {
  std::uint32_t number;
  BufferRange range;
};

/// Runs what a chapter issues, in order and at once.
class Commands {
 public:
  explicit Commands(Device& device);

  /// Runs every invocation of the grid to its end, or until a fault that ends a dispatch (divergent barrier, stalled,
  /// budget); the device has what was found. `parameters` are the push constants, or the uniform block of OpenGL.
  void dispatch(const Kernel& kernel, std::initializer_list<Binding> bindings,
                const shader::Parameters& parameters, const GroupGrid& grid);
  /// The same with parameters of any shape.
  void dispatch(const Kernel& kernel, std::span<const Binding> bindings,
                std::span<const std::byte> parameters, const GroupGrid& grid);
  /// What was written before it is seen by what comes after. Left out, the next dispatch races with the last.
  void barrier();

 private:
  Device* device_;
};

}  // namespace scan::simulator
