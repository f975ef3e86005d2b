// The machine that OpenGL makes: its buffers, its clock, its runs.
// Room: common/harness.
// SPDX-License-Identifier: MIT
#include "harness/bench.hpp"
#include "harness/lineup.hpp"
#include "opengl/timer.hpp"

namespace scan::harness {

namespace {

class OpenGlMachine {
 public:
  static constexpr Api kApi = Api::opengl;
  static constexpr bool kIsTimed = true;
  static constexpr bool kSeesBounds = false;
  static constexpr bool kHasClockThatSinks = true;
  using Scan = OpenGlScan;
  using Buffer = opengl::Buffer;
  using ScanBuffers = opengl::ScanBuffers;

  explicit OpenGlMachine(const Options& options)
      : OpenGlMachine(open_context(options), options.opengl_memory) {}
  OpenGlMachine(std::shared_ptr<const opengl::Context> context, OpenGlMemory memory)
      : context_(std::move(context)), memory_(memory), timer_(*context_) {}

  static std::shared_ptr<const opengl::Context> open_context(const Options& options) {
    return std::make_shared<const opengl::Context>(opengl::ContextOptions{
        .device = options.device, .validation = options.validation, .clamp = options.clamp});
  }

  static const auto& resident(const Stage& stage) { return stage.opengl; }
  static const auto& streamed(const Stage& stage) { return stage.opengl_streamed; }

  DeviceInfo device_info() const {
    return {Api::opengl, context_->renderer(), context_->version() + ", " + context_->platform_name(),
            context_->is_software()};
  }
  const opengl::Context& device() const { return *context_; }
  const DeviceLimits& limits() const { return context_->limits(); }
  bool is_software() const { return context_->is_software(); }
  std::vector<std::string> messages() const { return context_->messages(); }

  Buffer make_buffer(std::uint64_t size_bytes) const {
    return Buffer(size_bytes,
                  memory_for(size_bytes, memory_, context_->has_sparse_memory(), context_->is_software()));
  }
  void upload(Buffer& to, std::uint64_t offset, std::span<const std::byte> bytes) const {
    to.upload(offset, bytes);
    opengl::finish();
  }
  void download(const Buffer& from, std::uint64_t offset, std::span<std::byte> bytes) const {
    from.download(offset, bytes);
  }
  void fill(Buffer& buffer, std::uint64_t offset, std::uint64_t size, std::uint32_t word) const {
    buffer.fill(offset, size, word);
  }
  /// What follows on the device sees the copy without a barrier: it is no shader that writes here.
  void copy(const Buffer& from, Buffer& to) const {
    GL_CHECK(glCopyNamedBufferSubData(from.id(), to.id(), 0, 0, static_cast<GLsizeiptr>(from.size_bytes())));
  }
  void settle() const { opengl::finish(timeout_seconds()); }

  Elapsed run(const Scan& scan, const ScanBuffers& buffers, std::uint32_t calls) {
    const Stopwatch watch;
    timer_.begin();
    for (std::uint32_t call = 0; call < calls; ++call) {
      scan(buffers);
      // Its own barrier is for the read-back: this one makes the next call wait for it.
      if (calls > 1) GL_CHECK(glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT));
    }
    timer_.end();
    settle();
    return of_one_call({watch.milliseconds(), timer_.milliseconds()}, calls);
  }

 private:
  /// A program takes its time for what a GPU does at once.
  double timeout_seconds() const { return context_->is_software() ? 600 : 60; }

  std::shared_ptr<const opengl::Context> context_;  // of several lineups: a process has one
  OpenGlMemory memory_;
  opengl::Timer timer_;
};

}  // namespace

void measure_opengl(Session& session) {
  measure_on<OpenGlMachine>(session);
}

std::vector<std::unique_ptr<Lineup>> open_opengl(const Options& options,
                                                 const std::vector<OpenGlMemory>& memories) {
  const auto context = OpenGlMachine::open_context(options);
  std::vector<std::unique_ptr<Lineup>> lineups;
  for (const OpenGlMemory memory : memories)
    lineups.push_back(std::make_unique<LineupOf<OpenGlMachine>>(context, memory));
  return lineups;
}

}  // namespace scan::harness
