// A function object that may own what cannot be copied, such as a pipeline: std::move_only_function before
// C++23. And it may know that it gave up waiting.
// Room: common/harness.
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <type_traits>
#include <utility>

namespace scan::harness {

template <class Signature>
class UniqueFunction;

template <class Result, class... Arguments>
class UniqueFunction<Result(Arguments...)> {
 public:
  UniqueFunction() = default;

  template <class Function>
  requires(!std::is_same_v<std::remove_cvref_t<Function>, UniqueFunction> &&
           std::is_invocable_r_v<Result, std::decay_t<Function>&, Arguments...>)
      UniqueFunction(Function&& function)  // implicit, as std::function is
      : callee_(std::make_unique<Holder<std::decay_t<Function>>>(std::forward<Function>(function))) {}

  explicit operator bool() const { return callee_ != nullptr; }

  Result operator()(Arguments... arguments) const {
    return callee_->call(std::forward<Arguments>(arguments)...);
  }

  /// Why the last call gave up waiting, as the function's own explain_stall() says; empty where it did not, or has no
  /// such member.
  std::string explain_stall() const { return callee_->explain_stall(); }

 private:
  struct Callee {
    virtual ~Callee() = default;
    virtual Result call(Arguments... arguments) = 0;
    virtual std::string explain_stall() const = 0;
  };

  template <class Function>
  struct Holder final : Callee {
    template <class Source>
    explicit Holder(Source&& source) : function(std::forward<Source>(source)) {}
    Result call(Arguments... arguments) override { return function(std::forward<Arguments>(arguments)...); }
    std::string explain_stall() const override {
      if constexpr (requires { function.explain_stall(); }) return function.explain_stall();
      return {};
    }
    Function function;
  };

  std::unique_ptr<Callee> callee_;
};

}  // namespace scan::harness
