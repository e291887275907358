#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <type_traits>
#include <vector>

#include <fmt/format.h>

#include "compute/spirv/cells.h"
#include "compute/spirv/dispatch.h"
#include "compute/spirv/module.h"
#include "compute/spirv/source.h"

/// Runs expressions of shaders on arrays of numbers.
namespace texelsort::spirv::evaluate {

/// How numbers of a type lie in memory. `Half` is computed as float.
template <typename T>
struct Stored {
  using Number = T;
  using Bits = T;
  static Number number(Bits bits) { return bits; }
  static Bits bits(Number number) { return number; }
};
template <>
struct Stored<Half> {
  using Number = float;
  using Bits = std::uint16_t;
  static Number number(Bits bits) { return float_of_half(bits); }
  static Bits bits(Number number) { return half_of_float(number); }
};

/// Returns the name of a type in GLSL.
template <typename T>
std::string glsl_name() {
  if constexpr (std::is_same_v<T, Half>) {
    return "float16_t";
  } else if constexpr (std::is_floating_point_v<T>) {
    return fmt::format("float{}_t", sizeof(T) * 8);
  } else {
    return fmt::format("{}int{}_t", std::is_signed_v<T> ? "" : "u", sizeof(T) * 8);
  }
}

/// Returns whether two numbers have equal bits, or are both not a number.
template <typename T>
bool is_same(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    if (a != a || b != b) return a != a && b != b;
  }
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}

/// First lines of a shader with all extensions of numbers.
inline const std::string extensions =
    "#version 460 core\n"
    "#extension GL_EXT_shader_explicit_arithmetic_types : require\n"
    "#extension GL_EXT_shader_8bit_storage : require\n"
    "#extension GL_EXT_shader_16bit_storage : require\n";

template <typename Bits>
std::vector<std::uint32_t> words_of(const std::vector<Bits>& values) {
  std::vector<std::uint32_t> words((values.size() * sizeof(Bits) + 3) / 4);
  std::memcpy(words.data(), values.data(), values.size() * sizeof(Bits));
  return words;
}
template <typename Bits>
std::vector<Bits> values_of(const std::vector<std::uint32_t>& words, std::size_t count) {
  std::vector<Bits> values(count);
  std::memcpy(values.data(), words.data(), count * sizeof(Bits));
  return values;
}

/// Replaces words of a module, such as an opcode.
using Patch = void (*)(std::vector<std::uint32_t>& words);

/// Inputs of a shader. Block n is memory n.
struct Inputs {
  std::vector<std::vector<std::uint32_t>> blocks;
  std::vector<std::byte> push_constants;
  Specialization specialization;
  std::map<std::string, Dispatch::Image> images;
  std::uint32_t workgroups = 1;
  std::uint32_t subgroup_size = usual_subgroup_size;
  Language language = Language::vulkan_glsl;
  Patch patch = nullptr;
};

/// Returns the words of all blocks after the execution of a shader. Throws ShaderViolation if it violates a rule.
inline std::vector<std::vector<std::uint32_t>> run(const std::string& text, const Inputs& inputs) {
  Binary binary = compile({text, {"shader"}, inputs.language, "main"});
  if (inputs.patch != nullptr) inputs.patch(binary.words);
  const Module module(std::move(binary), inputs.specialization);
  std::vector<Memory> memories;
  for (const auto& words : inputs.blocks) memories.emplace_back(words);
  Dispatch dispatch;
  dispatch.shader = "shader";
  for (std::uint32_t n = 0; n < memories.size(); ++n) {
    dispatch.memories.push_back(&memories[n]);
    dispatch.blocks[{0, n}] = {n, 0, memories[n].bytes()};
  }
  dispatch.push_constants = inputs.push_constants;
  dispatch.images = inputs.images;
  dispatch.columns = inputs.workgroups;
  dispatch.rounds = 10'000;
  const Outcome outcome = execute(module, dispatch, {{}, inputs.subgroup_size});
  if (!outcome.findings.empty()) throw ShaderViolation(outcome.findings);
  std::vector<std::vector<std::uint32_t>> results;
  for (const Memory& memory : memories) results.push_back(memory.words());
  return results;
}

/// Returns the values of expressions of `a` and `b`, for each pair of numbers: all of the first expression first.
/// `declarations` is text before main().
template <typename T>
std::vector<typename Stored<T>::Bits> values_of_expressions(const std::vector<std::string>& expressions,
                                                            const std::vector<typename Stored<T>::Bits>& a,
                                                            const std::vector<typename Stored<T>::Bits>& b,
                                                            const std::string& declarations = "",
                                                            Patch patch = nullptr) {
  using Bits = typename Stored<T>::Bits;
  std::string text = extensions + fmt::format("layout(local_size_x = {0}) in;\n#define T {1}\n#define N {0}u\n",
                                              a.size(), glsl_name<T>());
  text +=
      "layout(std430, binding = 0) buffer A { T as[]; };\nlayout(std430, binding = 1) buffer B { T bs[]; };\n"
      "layout(std430, binding = 2) buffer Results { T results[]; };\n" +
      declarations + "void main() {\n  const uint n = gl_LocalInvocationIndex;\n  const T a = as[n], b = bs[n];\n";
  for (std::size_t k = 0; k < expressions.size(); ++k) {
    text += fmt::format("  results[{}u * N + n] = T({});\n", k, expressions[k]);
  }
  const std::size_t count = expressions.size() * a.size();
  Inputs inputs;
  inputs.blocks = {words_of(a), words_of(b), words_of(std::vector<Bits>(count))};
  inputs.patch = patch;
  return values_of<Bits>(run(text + "}\n", inputs)[2], count);
}

}  // namespace texelsort::spirv::evaluate
