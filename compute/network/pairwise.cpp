#include "compute/network/claims.h"
#include "compute/network/generators.h"

namespace texelsort::network {
namespace {

/// Returns the first phase of the pairwise network: pairs, pairs of pairs, and so on. Each step compares the first half
/// of every block with the second half, place by place.
Stage pairing(unsigned doublings) {
  Stage stage{"pairing", {}};
  for (unsigned t = 1; t <= doublings; ++t) {
    const std::uint64_t block = std::uint64_t{1} << t;
    const std::uint64_t half = block / 2;
    stage.steps.push_back({"step " + std::to_string(t),
                           {Pattern{0, block, half, half}},
                           half == 1 ? sorted_blocks(block) : ordered_strides(block, half)});
  }
  return stage;
}

/// Returns a stage that merges interleaved sequences for every residue modulo `stride`. Each two sequences are sorted,
/// and each key of the first is at most its partner in the second.
Stage merge(std::uint64_t places, std::uint64_t stride, const std::string& name) {
  Stage stage{name, {}};
  // Distance of compared places in strides. It is odd, and each step nearly halves it, for example 7, 3, 1.
  for (std::uint64_t apart = places / (2 * stride) - 1; apart >= 1; apart /= 2) {
    const bool last = apart == 1;
    const Pattern pairs{stride, 2 * stride, stride, apart * stride};
    StepClaim claim = !last ? ordered_pairs({pairs}) : stride == 1 ? sorted() : ordered_strides(places, stride);
    stage.steps.push_back({"step " + std::to_string(stage.steps.size() + 1), {pairs}, std::move(claim)});
  }
  return stage;
}

}  // namespace

Network pairwise(std::uint64_t n) {
  Network network{"pairwise", n, {}};
  const unsigned doublings = levels(n, "a pairwise");
  if (doublings == 0) return network;
  network.stages.push_back(pairing(doublings));
  const std::uint64_t places = std::uint64_t{1} << doublings;
  for (std::uint64_t stride = places / 4; stride >= 1; stride /= 2) {
    network.stages.push_back(merge(places, stride, "merge " + std::to_string(network.stages.size())));
  }
  return network;
}

Family pairwise_family() {
  return {"pairwise", "Pairwise sorting network",
          Citation{"I. Parberry", "The Pairwise Sorting Network", "Parallel Processing Letters 2(2-3)", 1992,
                   "pages 205-211"},
          pairwise};
}

}  // namespace texelsort::network
