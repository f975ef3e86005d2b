// A compute program: checked against the limits, compiled, linked; and its bindings.
// Room: common/opengl.
// SPDX-License-Identifier: MIT
#include "opengl/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "scan/errors.hpp"
#include "shader/compile.hpp"

namespace scan::opengl {
namespace {

// Dispatches in flight read their own block of parameters, so that writing the next need not wait for them. And what was
// written stays: a scan that is called again writes nothing, for between two dispatches a write takes the device microseconds.
// 256 is the largest alignment that OpenGL lets a driver ask for.
constexpr std::size_t kParameterBlocks = 16;
constexpr GLsizeiptr kParameterBlockBytes = 256;
static_assert(sizeof(shader::Parameters) <= kParameterBlockBytes);

void require_features(const DeviceLimits& limits, const shader::Kernel& kernel) {
  if (kernel.uses_subgroups && !limits.subgroup_arithmetic) {
    throw Unavailable("this OpenGL has no subgroup operations (GL_KHR_shader_subgroup)");
  }
  const bool needs_int64 =
      std::any_of(kernel.macros.begin(), kernel.macros.end(), [](const shader::Macro& macro) {
        return macro.name == "ELEMENT_TYPE" && macro.value == std::to_string(ELEMENT_UINT64);
      });
  if (needs_int64 && !limits.int64) {
    throw Unavailable("this OpenGL has no 64-bit integers in shaders (GL_ARB_gpu_shader_int64)");
  }
  if (kernel.uses_int64_atomics && !limits.int64_atomics) {
    throw Unavailable("this OpenGL has no 64-bit atomics (GL_NV_gpu_shader5 and GL_NV_shader_atomic_int64)");
  }
  for (const shader::Constant& constant : kernel.constants) {
    if (constant.id == CONSTANT_WORKGROUP_SIZE && constant.value > limits.max_invocations) {
      throw LimitError(fmt::format("{}: a workgroup of {} invocations, at most {} are allowed", kernel.key,
                                   constant.value, limits.max_invocations));
    }
  }
}

// Drivers end their log with empty lines or a zero byte; an error is one line.
std::string one_line(std::string log) {
  while (!log.empty() && (log.back() == '\n' || log.back() == '\0' || log.back() == ' ')) log.pop_back();
  std::string line;
  for (const char letter : log) {
    if (letter == '\n') {
      line += "; ";
    } else if (letter != '\r') {
      line += letter;
    }
  }
  return line;
}

class ComputeShader {
 public:
  ComputeShader(const std::string& key, const shader::OpenGlSource& source) : ComputeShader() {
    // The object is whole already: its destructor runs when a line below throws.
    const GLchar* const text = source.text.data();
    const GLint length = static_cast<GLint>(source.text.size());
    GL_CHECK(glShaderSource(id_, 1, &text, &length));
    GL_CHECK(glCompileShader(id_));
    GLint compiled = GL_FALSE;
    GL_CHECK(glGetShaderiv(id_, GL_COMPILE_STATUS, &compiled));
    if (compiled == GL_TRUE) return;
    GLint log_length = 0;
    GL_CHECK(glGetShaderiv(id_, GL_INFO_LOG_LENGTH, &log_length));
    std::string log(static_cast<std::size_t>(std::max(log_length, 0)), '\0');
    GL_CHECK(glGetShaderInfoLog(id_, log_length, nullptr, log.data()));
    throw Error(
        fmt::format("{}: the OpenGL driver does not compile it: {}", key, one_line(source.readable(log))));
  }
  ~ComputeShader() { glDeleteShader(id_); }
  ComputeShader(const ComputeShader&) = delete;
  ComputeShader& operator=(const ComputeShader&) = delete;

  GLuint id() const { return id_; }

 private:
  ComputeShader() { GL_CHECK(id_ = glCreateShader(GL_COMPUTE_SHADER)); }

  GLuint id_ = 0;
};

void link(GLuint program, const ComputeShader& shader, const std::string& key,
          const shader::OpenGlSource& source) {
  GL_CHECK(glAttachShader(program, shader.id()));
  GL_CHECK(glLinkProgram(program));
  GL_CHECK(glDetachShader(program, shader.id()));
  GLint linked = GL_FALSE;
  GL_CHECK(glGetProgramiv(program, GL_LINK_STATUS, &linked));
  if (linked == GL_TRUE) return;
  GLint length = 0;
  GL_CHECK(glGetProgramiv(program, GL_INFO_LOG_LENGTH, &length));
  std::string text(static_cast<std::size_t>(std::max(length, 0)), '\0');
  GL_CHECK(glGetProgramInfoLog(program, length, nullptr, text.data()));
  throw Error(
      fmt::format("{}: the OpenGL driver does not link it: {}", key, one_line(source.readable(text))));
}

}  // namespace

Program::Program(const Context& context, const shader::Kernel& kernel) : Program() {
  require_features(context.limits(), kernel);
  const shader::OpenGlSource source = shader::compile_for_opengl(kernel);
  const ComputeShader shader(kernel.key, source);
  GL_CHECK(id_ = glCreateProgram());
  link(id_, shader, kernel.key, source);
  GL_CHECK(glCreateBuffers(1, &parameters_));
  GL_CHECK(glNamedBufferStorage(parameters_, kParameterBlocks * kParameterBlockBytes, nullptr,
                                GL_DYNAMIC_STORAGE_BIT));
}

Program::~Program() {
  if (parameters_ != 0) glDeleteBuffers(1, &parameters_);
  if (id_ != 0) glDeleteProgram(id_);
}

Program::Program(Program&& other) noexcept
    : id_(std::exchange(other.id_, 0)),
      parameters_(std::exchange(other.parameters_, 0)),
      written_(std::exchange(other.written_, {})),
      next_block_(other.next_block_) {}

Program& Program::operator=(Program&& other) noexcept {
  std::swap(id_, other.id_);
  std::swap(parameters_, other.parameters_);
  std::swap(written_, other.written_);
  std::swap(next_block_, other.next_block_);
  return *this;
}

void Program::bind(std::initializer_list<Binding> bindings, const shader::Parameters& parameters) const {
  GL_CHECK(glUseProgram(id_));
  for (const Binding& binding : bindings) {
    if (binding.range.size == 0) continue;
    GL_CHECK(glBindBufferRange(GL_SHADER_STORAGE_BUFFER, binding.number, binding.range.buffer,
                               static_cast<GLintptr>(binding.range.offset),
                               static_cast<GLsizeiptr>(binding.range.size)));
  }
  GL_CHECK(glBindBufferRange(GL_UNIFORM_BUFFER, BINDING_PARAMETERS, parameters_, block_of(parameters),
                             kParameterBlockBytes));
}

GLintptr Program::block_of(const shader::Parameters& parameters) const {
  const auto found = std::find_if(written_.begin(), written_.end(), [&](const shader::Parameters& block) {
    return std::memcmp(&block, &parameters, sizeof(parameters)) == 0;  // 32-bit scalars only: no padding
  });
  if (found != written_.end()) return (found - written_.begin()) * kParameterBlockBytes;
  const std::size_t block = next_block_;
  const GLintptr offset = static_cast<GLintptr>(block) * kParameterBlockBytes;
  GL_CHECK(glNamedBufferSubData(parameters_, offset, sizeof(parameters), &parameters));
  if (block == written_.size()) {
    written_.push_back(parameters);
  } else {
    written_[block] = parameters;
  }
  next_block_ = (block + 1) % kParameterBlocks;
  return offset;
}

}  // namespace scan::opengl
