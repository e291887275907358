#include "compute/algorithms/warpsort/schedule.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "compute/data/text/number_format.h"

namespace texelsort::algorithms::warpsort {

std::uint64_t Plan::table_bytes(data::KeyType type) const {
  const std::uint64_t key = data::key_bytes(type);
  return settings.parts * (key + sizeof(std::uint64_t) + sizeof(std::uint32_t)) + 2 * sample() * drawn_bytes(key) +
         (bounds() + places()) * sizeof(std::uint64_t);
}

std::vector<WarpsortStep> Plan::steps() const {
  using Kind = WarpsortStep::Kind;
  if (n < 2) return {};
  std::vector<WarpsortStep> steps{{Kind::tiles}};
  for (std::uint64_t round = 0; round < rounds; ++round) steps.push_back({Kind::runs, round});
  if (!splits()) return steps;
  for (const Kind kind : {Kind::splitters, Kind::bounds, Kind::places}) steps.push_back({kind});
  for (std::uint64_t round = 0; round < part_rounds; ++round) steps.push_back({Kind::parts, round});
  return steps;
}

PassHeader Plan::header(const WarpsortStep& step) const {
  constexpr auto split_stage = "step 3: splitting into parts";
  switch (step.kind) {
    case WarpsortStep::Kind::tiles:
      return {0, 0, "step 1: bitonic sort by warps", fmt::format("tiles of {}", settings.tile)};
    case WarpsortStep::Kind::runs:
      return {0, 1, "step 2: merges by warps", fmt::format("runs of {}", 2 * run_length(step.round))};
    case WarpsortStep::Kind::splitters:
      return {0, 2, split_stage, "splitters"};
    case WarpsortStep::Kind::bounds:
      return {0, 2, split_stage, "subsequences"};
    case WarpsortStep::Kind::places:
      return {0, 2, split_stage, "places"};
    case WarpsortStep::Kind::parts:
      break;
  }
  const std::uint64_t merged = std::uint64_t{2} << step.round;
  return {0, 3, "step 4: merges of parts", data::counted((sequences - 1) / merged + 1, "sequence") + " each"};
}

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
