#include "compute/data/error.h"
#include "compute/network/claims.h"
#include "compute/network/generators.h"

namespace texelsort::network {

Network odd_even_transposition(std::uint64_t n) {
  if (n > most_transposition_places) {
    throw UsageError("an odd-even transposition network of " + std::to_string(n) +
                     " places has one step per place, which is too many: use at most 2^16 places");
  }
  Network network{"odd-even-transposition", n, {}};
  if (n < 2) return network;
  Stage stage{"transposition", {}};
  stage.steps.reserve(n);
  for (std::uint64_t t = 0; t < n; ++t) {
    const Pattern pairs{t % 2, 2, 1, 1};
    stage.steps.push_back({"step " + std::to_string(t + 1), {pairs}, t + 1 == n ? sorted() : ordered_pairs({pairs})});
  }
  network.stages.push_back(std::move(stage));
  return network;
}

Family odd_even_transposition_family() {
  return {"odd-even-transposition",
          "Odd-even transposition sort",
          Citation{"D. E. Knuth", "The Art of Computer Programming", "volume 3, second edition, Addison-Wesley", 1998,
                   "section 5.3.4"},
          odd_even_transposition,
          most_transposition_places,
          65};
}

}  // namespace texelsort::network
