#include "compute/data/keys/plain_order.h"

#include <cmath>
#include <concepts>

#include "compute/data/parallel.h"

namespace texelsort::data {

bool plain_order_agrees(const Keys& keys) {
  return std::visit(
      []<typename Key>(const std::vector<Key>& column) {
        if constexpr (std::floating_point<Key>) {
          const auto differs = [&column](std::uint64_t i) {
            return std::isnan(column[i]) || (column[i] == 0 && std::signbit(column[i]));
          };
          return first_where(column.size(), differs) == column.size();
        } else {
          return true;
        }
      },
      keys);
}

}  // namespace texelsort::data
