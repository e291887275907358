#include "compute/data/order.h"

#include <algorithm>

namespace texelsort::data {

std::vector<std::uint64_t> codes(const Keys& keys, Order order) {
  std::vector<std::uint64_t> result(size(keys));
  std::visit(
      [&](const auto& column) {
        std::ranges::transform(column, result.begin(),
                               [order](auto key) -> std::uint64_t { return encode(key, order); });
      },
      keys);
  return result;
}

}  // namespace texelsort::data
