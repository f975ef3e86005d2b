// The OpenGL room on its own: contexts of every platform, buffers, a program and its errors, the timer.
// Room: tests/gpu.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "opengl/buffer.hpp"
#include "opengl/context.hpp"
#include "opengl/program.hpp"
#include "opengl/timer.hpp"
#include "scan/errors.hpp"
#include "scan/plan.hpp"

namespace {

using namespace scan;
using namespace scan::opengl;

std::vector<std::uint32_t> numbers(std::size_t num_items) {
  std::vector<std::uint32_t> items(num_items);
  for (std::size_t i = 0; i < num_items; ++i) items[i] = static_cast<std::uint32_t>(i * 2654435761u);
  return items;
}

shader::Kernel copy_kernel(std::uint32_t workgroup_size) {
  return {.key = "02_first_dispatch/copy",
          .macros = shader::request_macros(ElementType::uint32, Operator::sum, false),
          .constants = {{CONSTANT_WORKGROUP_SIZE, "WORKGROUP_SIZE", workgroup_size}}};
}

void dispatch_copy(const Program& program, const Buffer& from, const Buffer& to, std::uint32_t num_items) {
  program.bind({{BINDING_ITEMS_IN, from.range()}, {BINDING_ITEMS_OUT, to.range()}}, {num_items, 1});
  GL_CHECK(glDispatchCompute(static_cast<GLuint>(divide_up(num_items, 4 * 128)), 1, 1));
}

// What a failure says, or nothing when `action` does not throw a Failure.
template <class Failure, class Action>
std::optional<std::string> message_of(Action&& action) {
  try {
    action();
  } catch (const Failure& failure) {
    return failure.what();
  }
  return std::nullopt;
}

bool contains(const std::optional<std::string>& text, const std::string& part) {
  return text && text->find(part) != std::string::npos;
}

// Sets a variable of the environment and puts the old value back.
class Variable {
 public:
  Variable(const char* name, const std::string& value) : name_(name) {
    if (const char* const old = std::getenv(name)) old_ = old;
    setenv(name, value.c_str(), 1);
  }
  ~Variable() { old_ ? setenv(name_, old_->c_str(), 1) : unsetenv(name_); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
  std::optional<std::string> old_;
};

// A folder of shaders of our own, with one shader that is not GLSL in its line 4.
class FaultyShaders {
 public:
  FaultyShaders() {
    std::string name = (std::filesystem::temp_directory_path() / "scan_ladder_XXXXXX").string();
    folder_ = mkdtemp(name.data());
    std::filesystem::create_directory(folder_ / "lib");
    std::ofstream(folder_ / "lib" / "interface.h") << "\n";
    std::ofstream(folder_ / "faulty.comp") << "#version 450\n"
                                              "layout(local_size_x = 1) in;\n"
                                              "void main() {\n"
                                              "  undeclared_items[0] = 1u;\n"
                                              "}\n";
  }
  ~FaultyShaders() { std::filesystem::remove_all(folder_); }
  FaultyShaders(const FaultyShaders&) = delete;
  FaultyShaders& operator=(const FaultyShaders&) = delete;

  std::string folder() const { return folder_.string(); }

 private:
  std::filesystem::path folder_;
};

}  // namespace

TEST_CASE("a context says what it is and what it can do") {
  const Context context({.validation = true});
  CHECK_FALSE(context.renderer().empty());
  CHECK_FALSE(context.version().empty());
  CHECK_FALSE(context.platform_name().empty());
  CHECK(context.limits().max_groups[0] >= 65535);  // the least that OpenGL 4.5 promises
  CHECK(context.limits().max_invocations >= 1024);
  CHECK(context.limits().max_shared_bytes >= 32768);
  CHECK(context.limits().max_binding_bytes >= (1u << 27));
  CHECK(context.limits().memory_bytes > 0);
  CHECK(context.limits().offset_alignment <= 256);
  CHECK(context.messages().empty());
}

TEST_CASE("every platform gives a context that copies, or says why it gives none") {
  for (const Platform platform : {Platform::glfw, Platform::egl_device, Platform::egl_surfaceless}) {
    std::optional<Context> context;
    const auto reason =
        message_of<Unavailable>([&] { context.emplace(ContextOptions{.platform = platform}); });
    if (reason) {
      CHECK(contains(reason, "no OpenGL 4.5 context"));
      WARN(*reason);
      continue;
    }
    INFO(context->platform_name());
    Buffer from(4000), to(4000);
    const std::vector<std::uint32_t> items = numbers(1000);
    from.upload(0, std::as_bytes(std::span(items)));
    const Program program(*context, copy_kernel(128));
    dispatch_copy(program, from, to, 1000);
    GL_CHECK(glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT));  // download() reads
    std::vector<std::uint32_t> copied(items.size());
    to.download(0, std::as_writable_bytes(std::span(copied)));
    CHECK(copied == items);
  }
}

TEST_CASE("one context can take another's place") {
  Context context;
  context = Context();
  Buffer buffer(4);
  buffer.fill(0, 4, 7);
  std::uint32_t word = 0;
  buffer.download(0, std::as_writable_bytes(std::span(&word, 1)));
  CHECK(word == 7);
}

TEST_CASE("a stale DISPLAY falls through to EGL") {
  const Variable display("DISPLAY", ":4095");
  const auto reason = message_of<Unavailable>([] { CHECK(Context().platform_name().starts_with("EGL")); });
  if (reason) WARN(*reason);  // a machine whose only way is a window
}

TEST_CASE("an unknown device is refused with the list of those there are") {
  const std::string renderer = Context().renderer();
  const auto by_name = message_of<UsageError>([] { Context({.device = "no such renderer"}); });
  CHECK(contains(by_name, "no such renderer"));
  CHECK(contains(by_name, renderer));
  const auto by_index = message_of<UsageError>([] { Context({.device = "4095"}); });
  CHECK(contains(by_index, "4095"));
  CHECK(contains(by_index, renderer));
  CHECK(Context({.device = renderer}).renderer() == renderer);
}

TEST_CASE("limits are clamped to what the options ask for") {
  const Context context({.clamp = {.groups = 7, .invocations = 64}});
  CHECK(context.limits().max_groups[0] == 7);
  CHECK(context.limits().max_invocations == 64);
  const auto refusal = message_of<LimitError>([&] { Program(context, copy_kernel(128)); });
  CHECK(contains(refusal, "128"));
  CHECK(contains(refusal, "64"));
}

TEST_CASE("a buffer larger than one piece of a copy comes back whole") {
  const Context context({.validation = true});
  const std::vector<std::uint32_t> items = numbers((std::size_t{1} << 24) + 3);  // 64 MiB and 12 bytes
  Buffer buffer(items.size() * 4 + 8);
  buffer.fill(0, buffer.size_bytes(), 0xdeadbeef);
  buffer.upload(4, std::as_bytes(std::span(items)));
  std::vector<std::uint32_t> copied(items.size() + 2);
  buffer.download(0, std::as_writable_bytes(std::span(copied)));
  CHECK(copied.front() == 0xdeadbeef);
  CHECK(copied.back() == 0xdeadbeef);
  CHECK(std::equal(items.begin(), items.end(), copied.begin() + 1));
  CHECK(context.messages().empty());
}

TEST_CASE("uploads, fills and dispatches take effect in the order of their calls") {
  const Context context({.validation = true});
  const std::uint32_t num_items = 1u << 22;  // 16 MiB: small uploads take another way through the driver
  const std::vector<std::uint32_t> items = numbers(num_items);
  const std::vector<std::uint32_t> sevens(num_items, 7);
  std::vector<std::uint32_t> copied(num_items);
  Buffer from(num_items * 4), to(num_items * 4);
  const Program program(context, copy_kernel(128));

  from.fill(0, from.size_bytes(), 1);
  from.upload(0, std::as_bytes(std::span(items)));
  to.fill(0, to.size_bytes(), 2);
  dispatch_copy(program, from, to, num_items);
  from.upload(0, std::as_bytes(std::span(sevens)));
  GL_CHECK(glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT));  // download() reads
  to.download(0, std::as_writable_bytes(std::span(copied)));
  CHECK(copied == items);
  from.download(0, std::as_writable_bytes(std::span(copied)));
  CHECK(copied == sevens);

  from.upload(0, std::as_bytes(std::span(items)));
  from.fill(0, from.size_bytes(), 7);
  from.download(0, std::as_writable_bytes(std::span(copied)));
  CHECK(copied == sevens);

  dispatch_copy(program, from, to, num_items);
  GL_CHECK(glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT));  // upload() writes after the copy kernel did
  to.upload(0, std::as_bytes(std::span(items)));
  to.download(0, std::as_writable_bytes(std::span(copied)));
  CHECK(copied == items);
  CHECK(context.messages().empty());
}

TEST_CASE("a buffer refuses what is beyond its end, and nothing at all is fine") {
  const Context context;
  Buffer buffer(0);
  CHECK(buffer.size_bytes() == 4);
  buffer.upload(0, {});
  buffer.download(4, {});
  buffer.fill(4, 0, 1);
  CHECK_THROWS_AS(buffer.fill(4, 4, 1), Error);
  CHECK_THROWS_AS(buffer.fill(8, 0, 1), Error);
}

TEST_CASE("memory that there is not is Unavailable with the bytes asked for") {
  const Context context;
  const std::uint64_t exbibyte = std::uint64_t{1} << 60;
  CHECK(contains(message_of<Unavailable>([&] { Buffer buffer(exbibyte); }), std::to_string(exbibyte)));
  CHECK_THROWS_AS(Buffer(~std::uint64_t{0}), Unavailable);
}

TEST_CASE("dispatches that follow each other see their own parameters, and so do they when they come again") {
  const Context context({.validation = true});
  Program program(context, copy_kernel(128));
  constexpr std::uint32_t kNumCopies = 40;  // more than the ring of parameters has blocks, and not a multiple
  const std::vector<std::uint32_t> items = numbers(100);
  Buffer from(400);
  from.upload(0, std::as_bytes(std::span(items)));
  std::vector<Buffer> copies;
  for (std::uint32_t i = 0; i < kNumCopies; ++i) copies.emplace_back(400);
  std::vector<std::uint32_t> upwards(kNumCopies);
  std::iota(upwards.begin(), upwards.end(), 0u);
  const std::vector<std::uint32_t> downwards(upwards.rbegin(), upwards.rend());
  // Backwards the first sixteen are still in the ring, and the others are not. Each twice: the second time it always is.
  std::vector<std::uint32_t> twice = upwards;
  twice.insert(twice.end(), upwards.begin(), upwards.end());
  std::sort(twice.begin(), twice.end());
  for (const std::vector<std::uint32_t>& order : {upwards, downwards, twice}) {
    for (Buffer& copy : copies) copy.fill(0, 400, 0xdeadbeef);
    for (const std::uint32_t i : order) dispatch_copy(program, from, copies[i], i + 1);
    GL_CHECK(glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT));  // download() reads, the next fill() overwrites
    for (std::uint32_t i = 0; i < kNumCopies; ++i) {
      CAPTURE(order.front(), i);
      std::vector<std::uint32_t> expected(100, 0xdeadbeef);
      std::copy_n(items.begin(), i + 1, expected.begin());
      std::vector<std::uint32_t> copied(100);
      copies[i].download(0, std::as_writable_bytes(std::span(copied)));
      CHECK(copied == expected);
    }
    program = Program(std::move(program));  // who takes its place knows what the ring holds
  }
  CHECK(context.messages().empty());
}

TEST_CASE("a shader that does not compile is an error with file and line, never zeros") {
  const Context context;
  const FaultyShaders shaders;
  const Variable folder("SCAN_LADDER_SHADERS", shaders.folder());
  const auto error = message_of<Error>([&] { Program(context, {.key = "faulty"}); });
  REQUIRE(error);
  INFO(*error);
  CHECK(contains(error, "faulty.comp:4"));
  CHECK(contains(error, "undeclared_items"));
  CHECK(error->find('\n') == std::string::npos);
}

TEST_CASE("a kernel with subgroups is Unavailable where the context has none") {
  const Context context;
  if (context.limits().subgroup_arithmetic) return;
  shader::Kernel kernel = copy_kernel(128);
  kernel.uses_subgroups = true;
  CHECK(contains(message_of<Unavailable>([&] { Program(context, kernel); }), "GL_KHR_shader_subgroup"));
}

TEST_CASE("a failing call names itself, the code and the place") {
  const Context context;
  const auto error = message_of<Error>([] { GL_CHECK(glUseProgram(4095)); });
  CHECK(contains(error, "glUseProgram(4095): GL_INVALID_VALUE"));
  CHECK(contains(error, "opengl_context_test.cpp:"));
}

TEST_CASE("messages of the debug context are kept") {
  const Context context({.validation = true});
  CHECK_THROWS_AS(
      [] {
        GL_CHECK(glUseProgram(4095));
      }(),
      Error);
  CHECK_FALSE(context.messages().empty());
}

TEST_CASE("the timer sees the time of a copy") {
  for (const Platform platform : {Platform::glfw, Platform::egl_device, Platform::egl_surfaceless}) {
    std::optional<Context> context;
    if (message_of<Unavailable>([&] { context.emplace(ContextOptions{.platform = platform}); })) continue;
    INFO(context->platform_name());
    const std::uint32_t num_items = 1u << 22;
    Buffer from(num_items * 4), to(num_items * 4);
    from.fill(0, from.size_bytes(), 1);
    const Program program(*context, copy_kernel(128));
    dispatch_copy(program, from, to, num_items);
    Timer timer(*context);
    timer.begin();
    dispatch_copy(program, from, to, num_items);
    timer.end();
    finish();
    const std::optional<double> milliseconds = timer.milliseconds();
    CHECK(milliseconds.has_value() == (context->timestamp_bits() > 0));
    // 32 MiB at 100 TB/s take this long: less is no measurement.
    if (milliseconds) CHECK(*milliseconds > 0.0003);
  }
}

TEST_CASE("the time between two timestamps is right across a wrap, and nothing where there is none") {
  CHECK(milliseconds_between(1000000, 3000000, 64) == 2.0);
  CHECK(milliseconds_between((std::uint64_t{1} << 36) - 500000, 500000, 36) == 1.0);
  CHECK(milliseconds_between(0, 1000000, 0) == std::nullopt);
  CHECK(milliseconds_between(5, 5, 64) == std::nullopt);
  CHECK(milliseconds_between(6, 5, 64) == std::nullopt);
}
