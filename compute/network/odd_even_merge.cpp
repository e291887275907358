#include "compute/network/claims.h"
#include "compute/network/generators.h"
#include "compute/network/step_label.h"

namespace texelsort::network {

Network odd_even_merge(std::uint64_t n) {
  Network network{"odd-even-merge", n, {}};
  const unsigned stages = levels(n, "an odd-even merge");
  for (unsigned s = 1; s <= stages; ++s) {
    const std::uint64_t sorted_half = std::uint64_t{1} << (s - 1);
    const std::uint64_t block = 2 * sorted_half;
    Stage stage{"stage " + std::to_string(s), {}};
    for (unsigned t = s; t >= 1; --t) {
      // The step merges the keys of each residue modulo `distance` in every block. From the second step on, the first
      // and the last `distance` keys of a block are already in place. The fence removes the comparators between the
      // last ones and the next block.
      const std::uint64_t distance = std::uint64_t{1} << (t - 1);
      Pattern pattern{distance % sorted_half, 2 * distance, distance, distance};
      if (distance < sorted_half) pattern.fence = block;
      stage.steps.push_back({step_label(s - t + 1, distance),
                             {pattern},
                             distance == 1 ? sorted_blocks(block) : ordered_strides(block, distance)});
    }
    network.stages.push_back(std::move(stage));
  }
  return network;
}

Family odd_even_merge_family() {
  return {"odd-even-merge", "Odd-even merge sort",
          Citation{"K. E. Batcher", "Sorting Networks and Their Applications",
                   "AFIPS Spring Joint Computer Conference 32", 1968, "pages 307-314"},
          odd_even_merge};
}

}  // namespace texelsort::network
