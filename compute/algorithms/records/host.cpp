#include "compute/algorithms/records/host.h"

#include <algorithm>

#include "compute/algorithms/arrays/record_words.h"

namespace texelsort::algorithms {

std::vector<std::uint32_t> HostMover::read(std::uint64_t first, std::uint64_t count) const {
  const auto part = std::span(words_).subspan(first, count);
  return {part.begin(), part.end()};
}

std::vector<Pass> HostMover::rearrangement() {
  if (rearrange_ == Rearrange::cycle) {
    return {moving_pass(
        "along the cycles", [this] { chase_cycles(); }, rearranged_claim)};
  }
  return {moving_pass(
      "gather", [this] { words_ = data::permuted(words_, memory(), order_); }, rearranged_claim)};
}

void HostMover::chase_cycles() {
  std::vector<bool> done(memory().n);
  for (std::uint64_t leader = 0; leader < memory().n; ++leader) {
    if (!done[leader] && order_[leader] != leader) chase_cycle(leader, done);
  }
}

/// Moves the records along one cycle. A temporary holds the record of the cycle's leader until all other records have
/// moved.
void HostMover::chase_cycle(std::uint64_t leader, std::vector<bool>& done) {
  std::vector<std::uint32_t> waiting;
  for (std::uint32_t column = 0; column < memory().columns; ++column) {
    std::ranges::copy(row(column, leader), std::back_inserter(waiting));
  }
  std::uint64_t place = leader;
  for (; order_[place] != leader; place = order_[place]) {
    for (std::uint32_t column = 0; column < memory().columns; ++column) {
      std::ranges::copy(row(column, order_[place]), row(column, place).begin());
    }
    done[place] = true;
  }
  done[place] = true;
  for (std::uint32_t column = 0; column < memory().columns; ++column) {
    std::ranges::copy(std::span(waiting).subspan(column * memory().row_words, memory().row_words),
                      row(column, place).begin());
  }
}

std::vector<View> HostMover::views(std::uint64_t) const {
  return {fields_view(memory(), std::as_bytes(std::span(words_)), 0)};
}

}  // namespace texelsort::algorithms
