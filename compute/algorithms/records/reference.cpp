#include "compute/algorithms/records/reference.h"

#include <bit>
#include <numeric>

namespace texelsort::algorithms {

std::uint32_t cycle_rounds(std::uint64_t n) {
  return n < 2 ? 0 : static_cast<std::uint32_t>(std::bit_width(n - 1));
}

CycleReference::CycleReference(std::span<const std::uint64_t> order, std::uint32_t rounds) : walks_(order.size()) {
  for (std::size_t i = 0; i < order.size(); ++i) {
    walks_[i] = {static_cast<std::uint32_t>(order[i]), static_cast<std::uint32_t>(i), 0};
  }
  for (std::uint32_t round = 0; round < rounds; ++round) {
    const std::vector<Walk> before = walks_;
    for (Walk& walk : walks_) {
      const Walk& ahead = before[walk.next];
      if (ahead.least < walk.least) {
        walk.least = ahead.least;
        walk.steps = (1u << round) + ahead.steps;
      }
      walk.next = ahead.next;
    }
  }
  lengths_.resize(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (walks_[i].least == i) lengths_[i] = std::uint64_t{walks_[order[i]].steps} + 1;
  }
}

CycleReference::Numbers CycleReference::starts() const {
  Numbers starts(lengths_.size());
  std::exclusive_scan(lengths_.begin(), lengths_.end(), starts.begin(), std::uint64_t{0});
  return starts;
}

CycleReference::Numbers CycleReference::members() const {
  const Numbers start = starts();
  Numbers members(walks_.size());
  for (std::size_t i = 0; i < walks_.size(); ++i) members[start[walks_[i].least] + walks_[i].steps] = i;
  return members;
}

CycleReference::Numbers CycleReference::reflection(std::uint64_t first) const {
  const Numbers start = starts(), member = members();
  Numbers order(walks_.size());
  for (std::size_t i = 0; i < walks_.size(); ++i) {
    const std::uint64_t length = lengths_[walks_[i].least], base = start[walks_[i].least];
    order[i] = member[base + (length + first - walks_[i].steps) % length];
  }
  return order;
}

}  // namespace texelsort::algorithms
