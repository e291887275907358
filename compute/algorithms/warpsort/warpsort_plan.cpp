#include "compute/algorithms/warpsort/warpsort_plan.h"

#include <algorithm>
#include <bit>

namespace texelsort::algorithms::warpsort {

Plan make_plan(std::uint64_t n, const Settings& settings) {
  Plan plan{settings, n, 0, settings.tile, 0, 0};
  const auto runs = [&] { return (n + plan.length - 1) / plan.length; };
  while (runs() > settings.sequences) {
    plan.length *= 2;
    ++plan.rounds;
  }
  plan.sequences = runs();
  plan.settings.parts = std::max<std::uint64_t>(std::min(settings.parts, n / settings.tile), 2);
  if (plan.splits()) plan.part_rounds = static_cast<std::uint64_t>(std::bit_width(plan.sequences - 1));
  return plan;
}

}  // namespace texelsort::algorithms::warpsort
