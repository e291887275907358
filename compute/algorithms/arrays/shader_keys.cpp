#include "compute/algorithms/arrays/shader_keys.h"

#include <string>

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

}  // namespace texelsort::algorithms
