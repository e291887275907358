#include "compute/algorithms/warpsort/warpsort_run.h"

#include <algorithm>

#include <fmt/format.h>

#include "compute/algorithms/cuda/compared_keys.h"
#include "compute/algorithms/warpsort/cuda/launch.h"
#include "compute/algorithms/warpsort/warpsort_claims.h"
#include "compute/cuda/buffer.h"

namespace texelsort::algorithms::warpsort {
namespace {

constexpr std::uint64_t word = sizeof(std::uint64_t);

/// The passes in their order; those of a kind are numbered from 0.
enum class Kind : std::uint8_t { tiles, runs, splitters, bounds, places, parts };
struct Step {
  Kind kind = Kind::tiles;
  std::uint64_t round = 0;
};

class WarpsortRun final : public CudaRun {
 public:
  WarpsortRun(gpu::Device& device, std::shared_ptr<const Problem> problem, const Plan& plan)
      : CudaRun(device, problem, Sides::two),
        plan_(plan),
        splitters_(add_table(plan.settings.parts * key_bytes(), "splitters")),
        bounds_(add_table(std::max<std::uint64_t>(plan.bounds(), 1) * word, "bounds")),
        places_(add_table(std::max<std::uint64_t>(plan.places(), 1) * word, "places")),
        drawn_(2 * plan.sample() * key_bytes(), "the sample") {
    for (std::uint64_t i = 0; i < passes(); ++i) {
      add_pass(pass_of(step_of(i))).header = [this, i] { return header(i); };
    }
    rewind();
  }

 private:
  std::uint64_t passes() const {
    if (n() < 2) return 0;
    return 1 + plan_.rounds + (plan_.splits() ? 3 + plan_.part_rounds : 0);
  }

  Step step_of(std::uint64_t index) const {
    if (index == 0) return {Kind::tiles, 0};
    if (index <= plan_.rounds) return {Kind::runs, index - 1};
    index -= plan_.rounds + 1;
    if (index == 0) return {Kind::splitters, 0};
    if (index == 1) return {Kind::bounds, 0};
    if (index == 2) return {Kind::places, 0};
    return {Kind::parts, index - 3};
  }

  PassHeader header(std::uint64_t index) const {
    const Step step = step_of(index);
    switch (step.kind) {
      case Kind::tiles:
        return {index, 0, "step 1: bitonic sort by warps", fmt::format("tiles of {}", plan_.settings.tile)};
      case Kind::runs:
        return {index, 1, "step 2: merges by warps", fmt::format("runs of {}", 2 * plan_.run_length(step.round))};
      case Kind::splitters:
        return {index, 2, split_stage, "splitters"};
      case Kind::bounds:
        return {index, 2, split_stage, "subsequences"};
      case Kind::places:
        return {index, 2, split_stage, "places"};
      case Kind::parts:
        break;
    }
    return {index, 3, "step 4: merges of parts",
            fmt::format("{} sequences each",
                        std::max<std::uint64_t>((plan_.sequences - 1) / (std::uint64_t{2} << step.round) + 1, 1))};
  }
  static constexpr const char* split_stage = "step 3: splitting into parts";

  Pass pass_of(Step step) {
    switch (step.kind) {
      case Kind::tiles:
        return moving_pass([this] { kernels().sort_tiles(arrays(), plan_.settings, stream().handle()); }, 0,
                           [this] { return claim_tiles(scene()); });
      case Kind::runs:
        return moving_pass(
            [this, step] {
              kernels().merge_runs(arrays(), plan_.settings, plan_.run_length(step.round), stream().handle());
            },
            0, [this, step] { return claim_runs(scene(), step.round); });
      case Kind::splitters:
        return table_pass(
            [this] {
              kernels().choose_splitters(arrays(), plan_.settings, drawn_.data(), pointer(splitters_),
                                         stream().handle());
            },
            2 * plan_.sample() * key_bytes(), [this] { return claim_splitters(scene()); });
      case Kind::bounds:
        return table_pass(
            [this] {
              kernels().split_sequences(arrays(), plan_.settings, plan_.length, plan_.sequences, pointer(splitters_),
                                        numbers(bounds_), stream().handle());
            },
            plan_.bounds() * word, [this] { return claim_bounds(scene()); });
      case Kind::places:
        return table_pass(
            [this] {
              place_parts(plan_.settings, n(), plan_.length, plan_.sequences, numbers(bounds_), numbers(places_),
                          stream().handle());
            },
            (plan_.bounds() + plan_.places()) * word, [this] { return claim_places(scene()); });
      case Kind::parts:
        break;
    }
    return moving_pass(
        [this, step] {
          kernels().merge_parts(arrays(), plan_.settings, plan_.sequences, static_cast<unsigned>(step.round),
                                numbers(bounds_), numbers(places_), stream().handle());
        },
        (step.round == 0 ? 3 : 1) * plan_.places() * word, [this, step] { return claim_parts(scene(), step.round); });
  }

  /// A pass that reads every element of one array and writes it to the other, beside tables of so many bytes.
  Pass moving_pass(std::function<void()> launch, std::uint64_t tables, std::function<Claim()> claim) {
    Pass pass;
    pass.execute = [this, launch = std::move(launch)] {
      launch();
      swap();
    };
    pass.cost = [this, tables] { return counters(n(), 2 * n() * element_bytes() + tables); };
    pass.claim = std::move(claim);
    return pass;
  }

  /// A pass that fills a table.
  Pass table_pass(std::function<void()> launch, std::uint64_t bytes, std::function<Claim()> claim) {
    Pass pass;
    pass.execute = std::move(launch);
    pass.cost = [bytes] { return counters(bytes / word, bytes); };
    pass.claim = std::move(claim);
    return pass;
  }

  Scene scene() const {
    return {plan_, [order = key_order(problem())](Numbers numbers) { return ranks_of_view(numbers, order); }};
  }

  std::vector<View> table_views() const override {
    if (passes_done() < plan_.rounds + 2) return {};
    const std::uint64_t filled = passes_done() - plan_.rounds - 1;
    std::vector<View> views{table_view(tables::PartKeys{}, problem().type(), plan_.settings.parts - 1, 1, splitters_)};
    const auto columns = static_cast<std::uint32_t>(plan_.sequences);
    if (filled > 1)
      views.push_back(table_view(tables::PartBounds{}, data::KeyType::u64, plan_.bounds(), columns, bounds_));
    if (filled > 2)
      views.push_back(table_view(tables::PartPlaces{}, data::KeyType::u64, plan_.places(), columns, places_));
    return views;
  }

  const Launches& kernels() const { return launches<Launches>(problem().type()); }
  kernels::Arrays arrays() const { return kernel_arrays(problem(), front(), back()); }
  std::uint64_t* numbers(const GuardedBuffer& table) const { return static_cast<std::uint64_t*>(pointer(table)); }
  std::uint64_t key_bytes() const { return data::key_bytes(problem().type()); }
  std::uint64_t element_bytes() const { return key_bytes() + data::payload_bytes(problem().payload); }
  static Counters counters(std::uint64_t fetched, std::uint64_t bytes) {
    Counters counters;
    counters.dispatches = 1;
    counters.texels_fetched = fetched;
    counters.bytes = bytes;
    return counters;
  }

  Plan plan_;
  const GuardedBuffer &splitters_, &bounds_, &places_;
  cuda::Buffer drawn_;
};

}  // namespace

std::unique_ptr<Run> make_run(gpu::Device& device, std::shared_ptr<const Problem> problem, const Plan& plan) {
  return std::make_unique<WarpsortRun>(device, std::move(problem), plan);
}

std::uint64_t table_bytes(const Plan& plan, data::KeyType type) {
  return (plan.settings.parts + 2 * plan.sample()) * data::key_bytes(type) + (plan.bounds() + plan.places()) * word;
}

}  // namespace texelsort::algorithms::warpsort
