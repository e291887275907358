#pragma once

#include <memory>
#include <vector>

#include "compute/algorithms/core/trace.h"

/// The steps of comparator networks, grouped into passes for all backends.
namespace texelsort::algorithms {

/// The network steps that one pass executes, in order. In most methods, a pass executes one step.
struct NetworkPass {
  PassHeader header;
  std::vector<std::shared_ptr<const network::Step>> steps;
};

/// The steps of a network in order, one step per pass, without empty steps. Methods execute these passes or join them
/// into longer passes.
struct Schedule {
  explicit Schedule(const network::Network& network);
  explicit Schedule(std::uint64_t places) : n(places) {}

  /// Appends one pass with all steps of the passes [first, last) of another schedule.
  void join(const Schedule& other, std::size_t first, std::size_t last);

  std::uint64_t n = 0;
  std::vector<NetworkPass> passes;
};

}  // namespace texelsort::algorithms
