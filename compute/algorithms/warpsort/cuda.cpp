#include "compute/algorithms/warpsort/cuda.h"

#include <algorithm>

#include "compute/algorithms/cuda/compared_keys.h"
#include "compute/algorithms/cuda/cuda_algorithm.h"

namespace texelsort::algorithms::warpsort {
namespace {

constexpr std::uint64_t word = sizeof(std::uint64_t);

}  // namespace

WarpsortRun::WarpsortRun(gpu::Device& device, std::shared_ptr<const Problem> problem, const Plan& plan)
    : CudaRun(device, problem, Sides::two),
      plan_(plan),
      keys_(add_table(plan.settings.parts * key_bytes(), "splitters")),
      key_places_(add_table(plan.settings.parts * word, "places of splitters")),
      one_value_(add_table(plan.settings.parts * sizeof(std::uint32_t), "parts of one value")),
      bounds_(add_table(std::max<std::uint64_t>(plan.bounds(), 1) * word, "bounds")),
      places_(add_table(std::max<std::uint64_t>(plan.places(), 1) * word, "places")),
      drawn_(2 * plan.sample() * drawn_bytes(key_bytes()), "the sample") {
  for (const WarpsortStep& step : plan_.steps()) {
    add_pass({.header = [this, step] { return plan_.header(step); },
              .execute = [this, step] { execute(step); },
              .cost = [this, step] { return cost(step); },
              .claim = [this, step] { return step_claim(scene(), step); },
              .detail = [this, step]() -> PassDetail { return work_of(plan_, step); }});
  }
  rewind();
}

Splitters WarpsortRun::splitters() const {
  return {pointer(keys_), numbers(key_places_), static_cast<std::uint32_t*>(pointer(one_value_))};
}

void WarpsortRun::execute(const WarpsortStep& step) {
  const auto& kernels = launches<Launches>(problem().type());
  const Arrays arrays = device_arrays();
  const Settings& settings = plan_.settings;
  const Stream queue = stream().handle();
  switch (step.kind) {
    case WarpsortStep::Kind::tiles:
      kernels.sort_tiles(arrays, settings, queue);
      break;
    case WarpsortStep::Kind::runs:
      kernels.merge_runs(arrays, settings, plan_.run_length(step.round), queue);
      break;
    case WarpsortStep::Kind::splitters:
      return kernels.choose_splitters(arrays, settings, plan_.length, plan_.sequences, drawn_.data(), splitters(),
                                      queue);
    case WarpsortStep::Kind::bounds:
      return kernels.split_sequences(arrays, settings, plan_.length, plan_.sequences, splitters(), numbers(bounds_),
                                     queue);
    case WarpsortStep::Kind::places:
      return launches<PlaceLaunches>().place_parts(settings, n(), plan_.length, plan_.sequences, numbers(bounds_),
                                                   numbers(places_), queue);
    case WarpsortStep::Kind::parts:
      kernels.merge_parts(arrays, settings, plan_.sequences, static_cast<unsigned>(step.round), splitters().one_value,
                          numbers(bounds_), numbers(places_), queue);
      break;
  }
  swap();
}

/// Returns the bytes of tables that the pass of a step reads and writes, in addition to the keys.
std::uint64_t WarpsortRun::table_bytes(const WarpsortStep& step) const {
  switch (step.kind) {
    case WarpsortStep::Kind::tiles:
    case WarpsortStep::Kind::runs:
      return 0;
    case WarpsortStep::Kind::splitters:
      return 2 * plan_.sample() * drawn_bytes(key_bytes());
    case WarpsortStep::Kind::bounds:
      return plan_.bounds() * word;
    case WarpsortStep::Kind::places:
      return (plan_.bounds() + plan_.places()) * word;
    case WarpsortStep::Kind::parts:
      break;
  }
  return (step.round == 0 ? 3 : 1) * plan_.places() * word;
}

Counters WarpsortRun::cost(const WarpsortStep& step) const {
  const std::uint64_t bytes = table_bytes(step);
  if (!step.moves()) return {.dispatches = 1, .elements_read = bytes / word, .bytes = bytes};
  return {.dispatches = 1, .elements_read = n(), .bytes = 2 * array_bytes(problem().form()) + bytes};
}

Scene WarpsortRun::scene() const {
  return {plan_, [order = key_order(problem())](Numbers numbers) { return ranks_of_view(numbers, order); }};
}

std::vector<View> WarpsortRun::table_views() const {
  if (passes_done() < plan_.rounds + 2) return {};
  const std::uint64_t filled = passes_done() - plan_.rounds - 1;
  const auto columns = static_cast<std::uint32_t>(plan_.sequences);
  const std::uint64_t parts = plan_.settings.parts;
  std::vector<View> views{table_view(tables::PartKeys{}, problem().type(), parts - 1, 1, keys_),
                          table_view(tables::PartKeyPlaces{}, data::KeyType::u64, parts - 1, 1, key_places_),
                          table_view(tables::PartsOfOneValue{}, data::KeyType::u32, parts, 1, one_value_)};
  if (filled > 1)
    views.push_back(table_view(tables::PartBounds{}, data::KeyType::u64, plan_.bounds(), columns, bounds_));
  if (filled > 2)
    views.push_back(table_view(tables::PartPlaces{}, data::KeyType::u64, plan_.places(), columns, places_));
  return views;
}

}  // namespace texelsort::algorithms::warpsort
