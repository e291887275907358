#include "compute/algorithms/scripted/input_values.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "compute/data/error.h"
#include "compute/data/text/nearest.h"

namespace texelsort::algorithms::scripted {
namespace {

using script::Value;
using spirv::Input;
using spirv::Number;

[[noreturn]] void refuse_value(std::string_view name, const Value& value, std::string_view type) {
  throw UsageError(fmt::format("{} is {}, but the shader has a {}", name, script::plain_text(value), type));
}

std::string type_text(Number number) {
  Input input;
  input.number = number;
  return spirv::text(input);
}

/// Returns a whole number from `low` to `high`.
std::int64_t whole(const Value& value, Number number, std::string_view name, std::int64_t low, std::int64_t high) {
  const auto found = value.integer();
  if (!found) refuse_value(name, value, type_text(number));
  if (*found < low || *found > high) {
    throw UsageError(fmt::format("{} = {} does not fit a {} of the shader, which holds {} to {}", name, *found,
                                 type_text(number), low, high));
  }
  return *found;
}

/// Returns the numbers of a value: itself, or the elements of a list and of its lists.
std::vector<Value> numbers_of(const Value& value) {
  const script::Table* const table = value.table();
  if (table == nullptr) return {value};
  std::vector<Value> all;
  for (const Value& element : table->elements) std::ranges::copy(numbers_of(element), std::back_inserter(all));
  return all;
}

template <typename Integer>
std::int64_t lowest() {
  return std::int64_t{std::numeric_limits<Integer>::lowest()};
}

template <typename Integer>
std::int64_t highest() {
  return static_cast<std::int64_t>(std::numeric_limits<Integer>::max());
}

std::uint64_t real_bits(const Value& value, Number number, std::string_view name) {
  const auto real = value.number();
  if (!real) refuse_value(name, value, type_text(number));
  if (number == Number::float64) return std::bit_cast<std::uint64_t>(*real);
  return std::bit_cast<std::uint32_t>(static_cast<float>(*real));
}

std::uint64_t expected_count(const Input& input) {
  return std::uint64_t{input.components} * input.columns * input.elements.value_or(1);
}

void require_count(const Input& input, std::size_t count) {
  if (input.elements == 0u || count == expected_count(input)) return;
  throw UsageError(fmt::format("{} has {} numbers, but the shader has {}, which are {}", input.name, count,
                               spirv::text(input), expected_count(input)));
}

template <typename Scalar, typename Two, typename Three, typename Four>
gpu::UniformValue vector_of(const std::vector<Scalar>& numbers, const Input& input) {
  const auto grouped = [&]<typename Vector>(Vector) -> gpu::UniformValue {
    std::vector<Vector> vectors(numbers.size() / static_cast<std::size_t>(Vector::length()));
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const auto length = static_cast<std::size_t>(Vector::length());
      vectors[i / length][static_cast<int>(i % length)] = numbers[i];
    }
    if (input.elements) return vectors;
    return vectors.at(0);
  };
  switch (input.components) {
    case 1:
      if (input.elements) return numbers;
      return numbers.at(0);
    case 2:
      return grouped(Two());
    case 3:
      return grouped(Three());
    default:
      return grouped(Four());
  }
}

template <typename Scalar>
std::vector<Scalar> scalars(const std::vector<Value>& values, Number number, std::string_view name) {
  std::vector<Scalar> result;
  for (const Value& value : values) {
    result.push_back(std::bit_cast<Scalar>(static_cast<std::uint32_t>(bits_of(value, number, name))));
  }
  return result;
}

}  // namespace

std::uint64_t bits_of(const Value& value, Number number, std::string_view name) {
  switch (number) {
    case Number::boolean:
      if (value.boolean() == nullptr) refuse_value(name, value, "bool");
      return *value.boolean() ? 1 : 0;
    case Number::int8:
      return static_cast<std::uint64_t>(whole(value, number, name, lowest<std::int8_t>(), highest<std::int8_t>()));
    case Number::uint8:
      return static_cast<std::uint64_t>(whole(value, number, name, 0, highest<std::uint8_t>()));
    case Number::int16:
      return static_cast<std::uint64_t>(whole(value, number, name, lowest<std::int16_t>(), highest<std::int16_t>()));
    case Number::uint16:
      return static_cast<std::uint64_t>(whole(value, number, name, 0, highest<std::uint16_t>()));
    case Number::int32:
      return static_cast<std::uint64_t>(whole(value, number, name, lowest<std::int32_t>(), highest<std::int32_t>()));
    case Number::uint32:
      return static_cast<std::uint64_t>(whole(value, number, name, 0, highest<std::uint32_t>()));
    case Number::int64:
    case Number::uint64:
    case Number::address:
      return static_cast<std::uint64_t>(whole(value, number, name, lowest<std::int64_t>(), highest<std::int64_t>()));
    case Number::float32:
    case Number::float64:
      return real_bits(value, number, name);
    case Number::float16:
      break;
  }
  throw UsageError(fmt::format("{} is a {}, which scripts cannot give", name, type_text(number)));
}

std::size_t number_count(const Value& value) {
  return numbers_of(value).size();
}

gpu::UniformValue uniform_value(const Value& value, const Input& input) {
  const std::vector<Value> numbers = numbers_of(value);
  require_count(input, numbers.size());
  if (input.columns > 1)
    throw UsageError(fmt::format("{} is a {}: use a uniform block", input.name, spirv::text(input)));
  switch (input.number) {
    case Number::boolean:
    case Number::int32:
      return vector_of<std::int32_t, glm::ivec2, glm::ivec3, glm::ivec4>(
          scalars<std::int32_t>(numbers, input.number, input.name), input);
    case Number::uint32:
      return vector_of<std::uint32_t, glm::uvec2, glm::uvec3, glm::uvec4>(
          scalars<std::uint32_t>(numbers, input.number, input.name), input);
    case Number::float32:
      return vector_of<float, glm::vec2, glm::vec3, glm::vec4>(scalars<float>(numbers, input.number, input.name),
                                                               input);
    default:
      throw UsageError(fmt::format("{} is a {}: use a uniform block", input.name, spirv::text(input)));
  }
}

std::string inputs_text(std::string_view what, const std::vector<Input>& inputs) {
  if (inputs.empty()) return fmt::format("no {}", what);
  std::vector<std::string> texts;
  for (const Input& input : inputs) texts.push_back(fmt::format("{} {}", spirv::text(input), input.name));
  return fmt::format("the {} {}", what, fmt::join(texts, ", "));
}

std::vector<gpu::Uniform> uniform_values(const Value& given, const std::vector<Input>& inputs, std::string_view shader,
                                         const std::function<bool(const std::string& name)>& is_unused) {
  static const script::Table none;
  const script::Table& table = given.table() == nullptr ? none : *given.table();
  if (!table.elements.empty()) throw UsageError("uniforms has values without a name");
  std::vector<gpu::Uniform> uniforms;
  for (const auto& [key, value] : table.members) {
    const std::string name = script::plain_text(key);
    const auto input = std::ranges::find(inputs, name, &Input::name);
    if (input == inputs.end()) {
      if (is_unused && is_unused(name)) continue;
      std::vector<std::string> names;
      for (const Input& one : inputs) names.push_back(one.name);
      throw UsageError(fmt::format("uniform '{}': {} has {}{}", name, shader, inputs_text("uniforms", inputs),
                                   data::did_you_mean(name, names)));
    }
    try {
      uniforms.push_back({input->name, uniform_value(value, *input)});
    } catch (const UsageError& error) {
      throw UsageError(fmt::format("uniform {}", error.what()));
    }
  }
  for (const Input& input : inputs) {
    if (table.find(input.name) == nullptr) {
      throw UsageError(
          fmt::format("lacks the uniform '{}': {} has {}", input.name, shader, inputs_text("uniforms", inputs)));
    }
  }
  return uniforms;
}

void write_member(std::span<std::byte> block, const Value& value, const Input& input) {
  const std::vector<Value> numbers = numbers_of(value);
  require_count(input, numbers.size());
  const std::uint64_t size = spirv::bytes_of(input.number);
  const std::uint64_t vector = input.components, element = vector * input.columns;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const std::uint64_t column = i % element / vector, row = i % vector;
    const std::uint64_t across = input.row_major ? row : column, along = input.row_major ? column : row;
    const std::uint64_t at = input.offset + i / element * input.stride + across * input.column_stride + along * size;
    const std::uint64_t bits = bits_of(numbers[i], input.number, input.name);
    if (at + size > block.size()) throw UsageError(fmt::format("{} lies outside its block", input.name));
    std::memcpy(block.data() + at, &bits, size);  // little endian, as on all supported machines
  }
}

std::uint64_t block_bytes(const spirv::BlockInterface& block, const script::Table& members) {
  std::uint64_t bytes = block.bytes;
  for (const Input& input : block.members) {
    if (input.elements != 0u) continue;
    const Value* const value = members.find(input.name);
    if (value == nullptr) continue;
    const std::uint64_t count = numbers_of(*value).size() / (std::uint64_t{input.components} * input.columns);
    bytes = std::max(bytes, input.offset + count * input.stride);
  }
  return std::max<std::uint64_t>((bytes + 15) / 16 * 16, 16);
}

}  // namespace texelsort::algorithms::scripted
