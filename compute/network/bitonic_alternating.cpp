#include <bit>

#include "compute/network/claims.h"
#include "compute/network/generators.h"
#include "compute/network/step_label.h"

namespace texelsort::network {
namespace {

/// Returns the `flip` and `reversed` of a pattern that selects the descending blocks of stage s.
///
/// Two neighbouring blocks must have opposite directions, so that together they are bitonic. If n is a power of two,
/// this is Batcher's form, and every second block is descending.
///
/// Otherwise the last block is cut, as if places from n on held keys that no comparator moves. Under an ascending
/// merge, these keys are the largest of all, and under a descending merge the smallest. Such a block stays bitonic only
/// if its second half has the direction of the block, and its first half the opposite one (H. W. Lang). A block is
/// therefore descending if it is in the first half in an odd number of later merges.
Pattern directions(unsigned s, unsigned stages, std::uint64_t n) {
  Pattern pattern;
  const std::uint64_t block = std::uint64_t{1} << s;
  if (std::has_single_bit(n)) {
    pattern.flip = s < stages ? block : 0;
  } else {
    pattern.flip = (std::uint64_t{1} << stages) - block;
    pattern.reversed = (stages - s) % 2 != 0;
  }
  return pattern;
}

}  // namespace

Network bitonic_alternating(std::uint64_t n) {
  Network network{"bitonic-alternating", n, {}};
  const unsigned stages = levels(n, "an alternating bitonic");
  for (unsigned s = 1; s <= stages; ++s) {
    Stage stage{"stage " + std::to_string(s), {}};
    Pattern pattern = directions(s, stages, n);
    for (unsigned t = s; t >= 1; --t) {
      pattern.period = std::uint64_t{1} << t;
      pattern.length = pattern.distance = pattern.period / 2;
      stage.steps.push_back(
          {step_label(s - t + 1, pattern.distance),
           {pattern},
           t == 1 ? sorted_blocks(std::uint64_t{1} << s, pattern) : ordered_halves(pattern.period, pattern)});
    }
    network.stages.push_back(std::move(stage));
  }
  return network;
}

Family bitonic_alternating_family() {
  return {
      "bitonic-alternating", "Bitonic merge sort in alternating directions",
      Citation{"K. E. Batcher", "Sorting Networks and Their Applications", "AFIPS Spring Joint Computer Conference 32",
               1968, "pages 307-314; cut to any size after H. W. Lang, Bitonic sorting network for n not a power of 2"},
      bitonic_alternating};
}

}  // namespace texelsort::network
