#include "compute/network/claims.h"
#include "compute/network/generators.h"
#include "compute/network/step_label.h"

namespace texelsort::network {

Network periodic_balanced(std::uint64_t n) {
  Network network{"periodic-balanced", n, {}};
  const unsigned phases = levels(n, "a periodic balanced");
  for (unsigned phase = 1; phase <= phases; ++phase) {
    Stage stage{"phase " + std::to_string(phase), {}};
    for (unsigned t = phases; t >= 1; --t) {
      const std::uint64_t block = std::uint64_t{1} << t;
      const bool last = phase == phases && t == 1;
      const Pattern pairs{0, block, block / 2, block - 1, true};
      const std::string label = fmt::format("step {} (blocks of {})", phases - t + 1, block);
      stage.steps.push_back({label, {pairs}, last ? sorted() : ordered_pairs({pairs})});
    }
    network.stages.push_back(std::move(stage));
  }
  return network;
}

Family periodic_balanced_family() {
  return {"periodic-balanced", "Periodic balanced sorting network",
          Citation{"M. Dowd, Y. Perl, L. Rudolph and M. Saks", "The Periodic Balanced Sorting Network",
                   "Journal of the ACM 36(4)", 1989, "pages 738-757"},
          periodic_balanced};
}

}  // namespace texelsort::network
