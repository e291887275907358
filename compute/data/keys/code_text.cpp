#include "compute/data/keys/code_text.h"

#include "compute/data/keys/order.h"

namespace texelsort::data {

std::string code_text(std::uint64_t code, KeyType type, Order order) {
  Keys key = make_keys(type, 1);
  std::visit(
      [&]<typename Key>(std::vector<Key>& keys) { keys[0] = decode<Key>(static_cast<CodeOf<Key>>(code), order); }, key);
  return text(key, 0);
}

}  // namespace texelsort::data
