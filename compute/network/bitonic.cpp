#include "compute/network/claims.h"
#include "compute/network/generators.h"
#include "compute/network/step_label.h"

namespace texelsort::network {
namespace {

/// Returns the step of stage s that merges within blocks of 2^t places. The first step of a stage, t = s, has blocks
/// with two sorted halves. It compares places in mirrored order, because a block is bitonic if its second half is
/// reversed.
Step make_step(unsigned s, unsigned t) {
  const std::uint64_t block = std::uint64_t{1} << t;
  const std::uint64_t half = block / 2;
  const bool mirrored = t == s;
  const Pattern pattern{0, block, half, mirrored ? block - 1 : half, mirrored};
  const unsigned number = s - t + 1;
  return {mirrored && t > 1 ? fmt::format("step {} (mirrored)", number) : step_label(number, half),
          {pattern},
          t == 1 ? sorted_blocks(std::uint64_t{1} << s) : ordered_halves(block)};
}

}  // namespace

Network bitonic(std::uint64_t n) {
  Network network{"bitonic", n, {}};
  const unsigned stages = levels(n, "a bitonic");
  for (unsigned s = 1; s <= stages; ++s) {
    Stage stage{"stage " + std::to_string(s), {}};
    for (unsigned t = s; t >= 1; --t) stage.steps.push_back(make_step(s, t));
    network.stages.push_back(std::move(stage));
  }
  return network;
}

Family bitonic_family() {
  return {"bitonic", "Bitonic merge sort",
          Citation{"N. Govindaraju", "Sorting and Searching", "slides, Microsoft", 0,
                   "Bitonic Merge Sort, after Batcher 1968"},
          bitonic};
}

}  // namespace texelsort::network
