#pragma once

#include <memory>
#include <vector>

#include "compute/algorithms/core/trace.h"

/// A comparator network as passes, whoever executes them.
namespace texelsort::algorithms {

/// Steps of a network that one pass executes, in order; most methods do one a pass.
struct NetworkPass {
  PassHeader header;
  std::vector<std::shared_ptr<const network::Step>> steps;
};

/// A network's steps in a row, those without comparators left out: a pass a step, the schedule that methods follow or
/// group.
struct Schedule {
  explicit Schedule(const network::Network& network);
  explicit Schedule(std::uint64_t places) : n(places) {}

  /// Adds one pass for passes [first, last) of another schedule.
  void join(const Schedule& other, std::size_t first, std::size_t last);

  std::uint64_t n = 0;
  std::vector<NetworkPass> passes;
};

}  // namespace texelsort::algorithms
