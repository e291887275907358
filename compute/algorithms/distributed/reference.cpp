#include "compute/algorithms/distributed/schedule.h"

namespace texelsort::algorithms::distributed {

Numbers exchange(std::span<const std::uint64_t> elements, const Numbers& shares, const Exchange& exchange) {
  Numbers after;
  for (std::uint64_t to = 0; to < exchange.ranks(); ++to) {
    for (std::uint64_t from = 0; from < exchange.ranks(); ++from) {
      const auto sent = elements.subspan(shares[from] + exchange.of(to, from), exchange.count(from, to));
      after.insert(after.end(), sent.begin(), sent.end());
    }
  }
  return after;
}

}  // namespace texelsort::algorithms::distributed
