#include "compute/algorithms/networks/shader_keys.h"

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

}  // namespace

gpu::Defines key_defines(data::KeyType type, data::Order order, data::PayloadKind payload) {
  return {{"KEY_WORDS", std::to_string(data::key_bytes(type) / 4)},
          {"KEY_KIND", std::to_string(kind(type))},
          {"DESCENDING", order == data::Order::descending ? "1" : "0"},
          {"PAYLOAD", payload == data::PayloadKind::index ? "1" : "0"}};
}

void append_pattern_uniforms(std::vector<gpu::Uniform>& uniforms, const network::Pattern& pattern, std::uint64_t n) {
  const auto word = [](std::uint64_t value) { return static_cast<std::uint32_t>(value); };
  uniforms.push_back({"pattern.first", word(pattern.first)});
  uniforms.push_back({"pattern.lane_mask", word(pattern.period - 1)});
  uniforms.push_back({"pattern.length", word(pattern.length)});
  uniforms.push_back({"pattern.distance", word(pattern.distance)});
  uniforms.push_back({"pattern.mirrored", std::uint32_t{pattern.mirrored}});
  uniforms.push_back({"n", word(n)});
}

}  // namespace texelsort::algorithms
