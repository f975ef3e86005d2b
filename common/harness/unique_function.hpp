// A function object that may own what cannot be copied, such as a pipeline: std::move_only_function before
// C++23. And it may know why what it did came out wrong.
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

  /// What the function's own explain() says of its last call; empty where it says nothing, or has no such member.
  std::string explain() const { return callee_->explain(); }

 private:
  struct Callee {
    virtual ~Callee() = default;
    virtual Result call(Arguments... arguments) = 0;
    virtual std::string explain() const = 0;
  };

  template <class Function>
  struct Holder final : Callee {
    template <class Source>
    explicit Holder(Source&& source) : function(std::forward<Source>(source)) {}
    Result call(Arguments... arguments) override { return function(std::forward<Arguments>(arguments)...); }
    std::string explain() const override {
      if constexpr (requires { function.explain(); }) return function.explain();
      return {};
    }
    Function function;
  };

  std::unique_ptr<Callee> callee_;
};

}  // namespace scan::harness
