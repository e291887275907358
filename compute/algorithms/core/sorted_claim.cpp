#include "compute/algorithms/core/sorted_claim.h"

#include <algorithm>

namespace texelsort::algorithms {

Claim sorted_claim() {
  return {"the whole array is sorted", [](const Observation& seen) -> std::optional<Violation> {
            const auto wrong = std::ranges::is_sorted_until(seen.after);
            if (wrong == seen.after.end()) return std::nullopt;
            return Violation{"is smaller than its predecessor", static_cast<std::uint64_t>(wrong - seen.after.begin()),
                             std::nullopt};
          }};
}

}  // namespace texelsort::algorithms
