#include "compute/algorithms/arrays/guard_keys.h"

#include <algorithm>

#include "compute/data/keys/order.h"

namespace texelsort::algorithms {

data::Keys guard_keys(data::KeyType type, data::Order order, std::uint64_t count) {
  data::Keys keys = data::make_keys(type, count);
  std::visit(
      [order]<typename Key>(std::vector<Key>& column) {
        std::ranges::fill(column, data::decode<Key>(std::numeric_limits<data::CodeOf<Key>>::max(), order));
      },
      keys);
  return keys;
}

bool intact(const data::Keys& guards, data::Order order) {
  const data::Keys expected = guard_keys(data::type_of(guards), order, data::size(guards));
  return std::ranges::equal(data::bytes(guards), data::bytes(expected));
}

bool intact(const std::vector<std::uint64_t>& guards) {
  return std::ranges::all_of(guards, [](std::uint64_t word) { return word == guard_payload; });
}

}  // namespace texelsort::algorithms
