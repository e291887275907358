#include "compute/algorithms/networks/shader_keys.h"

#include <array>
#include <string>

#include <fmt/format.h>

#include "compute/data/error.h"

namespace texelsort::algorithms {
namespace {

int kind(data::KeyType type) {
  switch (type) {
    case data::KeyType::u32:
    case data::KeyType::u64:
      return 0;
    case data::KeyType::i32:
    case data::KeyType::i64:
      return 1;
    case data::KeyType::f32:
    case data::KeyType::f64:
      return 2;
  }
  return 0;
}

using PatternNames = std::array<std::string, 5>;

/// Uniform names as OpenGL spells them, made once since uniforms borrow their names.
const std::array<PatternNames, max_patterns>& pattern_names() {
  static const auto names = [] {
    std::array<PatternNames, max_patterns> made;
    for (std::size_t i = 0; i < max_patterns; ++i) {
      const std::string prefix = fmt::format("patterns[{}].", i);
      made[i] = {prefix + "first", prefix + "lane_mask", prefix + "length", prefix + "distance", prefix + "mirrored"};
    }
    return made;
  }();
  return names;
}

}  // namespace

gpu::Defines key_defines(data::KeyType type, data::Order order, data::PayloadKind payload) {
  return {{"KEY_WORDS", std::to_string(data::key_bytes(type) / 4)},
          {"KEY_KIND", std::to_string(kind(type))},
          {"DESCENDING", order == data::Order::descending ? "1" : "0"},
          {"PAYLOAD", payload == data::PayloadKind::index ? "1" : "0"}};
}

void append_pattern_uniforms(std::vector<gpu::Uniform>& uniforms, std::span<const network::Pattern> patterns,
                             std::uint64_t n) {
  if (patterns.size() > max_patterns) {
    throw InternalError(fmt::format("a step of {} patterns; shaders take {}", patterns.size(), max_patterns));
  }
  const auto word = [](std::uint64_t value) { return static_cast<std::uint32_t>(value); };
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    const network::Pattern& pattern = patterns[i];
    const PatternNames& names = pattern_names()[i];
    uniforms.push_back({names[0], word(pattern.first)});
    uniforms.push_back({names[1], word(pattern.period - 1)});
    uniforms.push_back({names[2], word(pattern.length)});
    uniforms.push_back({names[3], word(pattern.distance)});
    uniforms.push_back({names[4], std::uint32_t{pattern.mirrored}});
  }
  uniforms.push_back({"n", word(n)});
}

}  // namespace texelsort::algorithms
