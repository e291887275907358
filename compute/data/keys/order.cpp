#include "compute/data/keys/order.h"

#include "compute/data/parallel.h"

namespace texelsort::data {

std::vector<std::uint64_t> codes(const Keys& keys, Order order) {
  std::vector<std::uint64_t> result(size(keys));
  std::visit(
      [&](const auto& column) {
        for_each_index(column.size(), [&](std::uint64_t i) { result[i] = encode(column[i], order); });
      },
      keys);
  return result;
}

}  // namespace texelsort::data
