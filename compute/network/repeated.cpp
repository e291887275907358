#include <bit>

#include "compute/data/error.h"
#include "compute/network/network.h"

namespace texelsort::network {

Network repeated(const Network& network, std::uint64_t copies) {
  if (!std::has_single_bit(copies)) throw InternalError("a network is repeated a power of two times");
  Network all{network.id, network.n * copies, {}};
  // Use a period of at least all places, so that each pattern has a single block.
  const std::uint64_t period = std::bit_ceil(all.n);
  for (const Stage& stage : network.stages) {
    all.stages.push_back({stage.name, {}});
    for (const Step& step : stage.steps) {
      Step side_by_side{step.label, {}, {}};
      for_each_comparator(step, network.n, [&](const Comparator& c) {
        side_by_side.patterns.push_back({.first = c.low * copies,
                                         .period = period,
                                         .length = copies,
                                         .distance = (c.high - c.low) * copies,
                                         .reversed = c.reversed});
      });
      all.stages.back().steps.push_back(std::move(side_by_side));
    }
  }
  return all;
}

}  // namespace texelsort::network
