// Whole programs at random: nested branches, loops, switches, calls and subgroup operations in any order.
// Room: tests/simulator/agreement. Each loop has at most seven rounds, no divisor is zero, and every index is within its
// array, so each program ends and is defined.
// SPDX-License-Identifier: MIT
#include <initializer_list>

#include "simulator/agreement/random.hpp"
#include "simulator/agreement/small_shader.hpp"

namespace scan::test {
namespace {

constexpr std::uint32_t kPrograms = 100;
constexpr std::uint32_t kDeepest = 4;  // of statements within each other

constexpr const char* kFunctions =
    "uint mixed(uint x, uint y) { if (x > y) return x - y; for (uint i = 0u; i < 3u; ++i) { x = x * 5u + y; "
    "if ((x & 1u) == 0u) break; } return x ^ y; } "
    "void turn(inout uint x, uint y) { if ((y & 2u) == 0u) { x = (x << 3) | (x >> 29); return; } x += y; }";

// Puts a part in the place of each dollar. Parts are drawn in braces: so their order is that of the text, whatever the
// compiler.
std::string filled(const char* pattern, std::initializer_list<std::string> parts) {
  std::string text;
  const std::string* part = parts.begin();
  for (; *pattern != '\0'; ++pattern) text += *pattern == '$' ? *part++ : std::string(1, *pattern);
  return text;
}

class Writer {
 public:
  explicit Writer(const std::string& name) : random_(name) {}

  std::string program() {
    std::string text = "uint v0 = a, v1 = b, v2 = c, v3 = d; uint list[4] = uint[4](a, b ^ c, c, d + a); ";
    text += statements(6, 0);
    return text +
           "put(0, v0); put(1, v1); put(2, v2); put(3, v3); for (uint i = 0u; i < 4u; ++i) put(4 + i, "
           "list[i]);";
  }

 private:
  std::string statements(std::uint64_t most, std::uint32_t depth) {
    std::string text;
    for (std::uint64_t i = 1 + random_.below(most); i > 0; --i) text += statement(depth) + " ";
    return text;
  }

  std::string statement(std::uint32_t depth) {
    const bool is_deep = depth >= kDeepest;
    switch (random_.below(is_deep ? 6 : 12)) {
      case 0:
      case 1: return filled("$ = $;", {variable(), expression(0)});
      case 2: return filled("$ $= $;", {variable(), pick({"+", "-", "*", "^"}), expression(1)});
      case 3: return filled("list[$ & 3u] = $;", {expression(1), expression(1)});
      case 4: return filled("turn($, $);", {variable(), expression(1)});
      case 5: return filled("$ = $;", {variable(), subgroup_operation()});
      case 6: return filled("if ($) { $}", {condition(), statements(3, depth + 1)});
      case 7:
        return filled("if ($) { $} else { $}",
                      {condition(), statements(3, depth + 1), statements(3, depth + 1)});
      case 8:
      case 9: return loop(depth);
      case 10: return choice(depth);
      default:
        if (num_loops_ == 0) return filled("if ($) { $}", {condition(), statements(2, depth + 1)});
        return filled("if ($) $;", {condition(), pick({"break", "continue"})});
    }
  }

  std::string loop(std::uint32_t depth) {
    const std::string counter = "i" + std::to_string(num_counters_++), bound = expression(1);
    ++num_loops_;
    const std::string body = statements(4, depth + 1);
    --num_loops_;
    return filled("for (uint $ = 0u; $ < ($ & 7u); ++$) { $v1 += $; }",
                  {counter, counter, bound, counter, body, counter});
  }

  std::string choice(std::uint32_t depth) {
    std::string text = filled("switch ($ & 3u) { ", {expression(1)});
    for (const char* const label : {"case 0u: ", "case 1u: ", "case 2u: "}) {
      text += label + statements(2, depth + 1);
      text += pick({"", "break; ", "break; "});
    }
    return text + "default: " + statements(2, depth + 1) + "}";
  }

  std::string subgroup_operation() {
    const std::string value = expression(2);
    switch (random_.below(6)) {
      case 0: return filled("subgroupAdd($)", {value});
      case 1: return filled("subgroupExclusiveXor($)", {value});
      case 2: return filled("subgroupInclusiveMax($)", {value});
      case 3: return filled("subgroupBroadcastFirst($)", {value});
      case 4: return filled("subgroupBallot($).x", {condition()});
      default: return filled("uint(subgroupAny($))", {condition()});
    }
  }

  std::string condition() {
    if (random_.below(4) == 0) {
      return filled("($ $ $)", {condition(), pick({"&&", "||", "^^"}), condition()});
    }
    return filled("($ & 15u) $ ($ & 15u)",
                  {expression(1), pick({"<", ">", "<=", ">=", "==", "!="}), expression(1)});
  }

  std::string expression(std::uint32_t depth) {
    switch (random_.below(depth > 2 ? 4 : 11)) {
      case 0:
      case 1: return variable();
      case 2: return std::to_string(random_.below(100)) + "u";
      case 3: return pick({"item", "lane", "local", "v0"});
      case 4: return filled("list[$ & 3u]", {expression(depth + 1)});
      case 5: return filled("($ / ($ | 1u))", {expression(depth + 1), expression(depth + 1)});
      case 6:
        return filled("($ $ ($ & 31u))", {expression(depth + 1), pick({"<<", ">>"}), expression(depth + 1)});
      case 7:
        return filled("($ $ $ ? $ : $)",
                      {expression(depth + 1), pick({"<", ">=", "!="}), expression(depth + 1),
                       expression(depth + 1), expression(depth + 1)});
      case 8: return filled("mixed($, $)", {expression(depth + 1), expression(depth + 1)});
      default:
        return filled("($ $ $)",
                      {expression(depth + 1), pick({"+", "-", "*", "&", "|", "^"}), expression(depth + 1)});
    }
  }

  std::string variable() { return "v" + std::to_string(random_.below(4)); }

  std::string pick(std::initializer_list<const char*> words) {
    return words.begin()[random_.below(words.size())];
  }

  Random random_;
  std::uint32_t num_counters_ = 0, num_loops_ = 0;
};

}  // namespace

std::vector<Recipe> program_recipes() {
  std::vector<Recipe> recipes;
  for (std::uint32_t number = 0; number < kPrograms; ++number) {
    const std::string name = "program " + std::to_string(number);
    recipes.push_back({.name = name, .body = Writer(name).program(), .declarations = kFunctions});
  }
  return recipes;
}

}  // namespace scan::test
