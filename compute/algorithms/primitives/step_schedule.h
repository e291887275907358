#pragma once

#include <memory>
#include <vector>

#include "compute/algorithms/core/trace.h"

/// Comparator networks as passes, for all backends.
namespace texelsort::algorithms {

/// Steps of a network that one pass executes, in order. Most methods execute one per pass.
struct NetworkPass {
  PassHeader header;
  std::vector<std::shared_ptr<const network::Step>> steps;
};

/// Steps of a network in order, one per pass, without empty steps. Methods execute or group them.
struct Schedule {
  explicit Schedule(const network::Network& network);
  explicit Schedule(std::uint64_t places) : n(places) {}

  /// Appends one pass that replaces passes [first, last) of another schedule.
  void join(const Schedule& other, std::size_t first, std::size_t last);

  std::uint64_t n = 0;
  std::vector<NetworkPass> passes;
};

}  // namespace texelsort::algorithms
