#include "compute/algorithms/selection/counting.h"

#include <algorithm>

#include <fmt/format.h>

#include "compute/algorithms/core/input_state.h"
#include "compute/algorithms/selection/claims.h"

namespace texelsort::algorithms {

CountingRun::CountingRun(gpu::Device& device, std::shared_ptr<const Problem> problem, std::uint32_t width,
                         unsigned key_bits, const CountingRules& rules, Counting counting)
    : Run(problem, std::make_unique<GlPassTimer>(device)),
      device_(device),
      arrays_(device, *problem, width, 0, TexelArrays::Sides::one),
      start_(problem->n(), largest_of_ranks(*problem), code_range(*problem, key_bits), rules),
      plan_(start_),
      rules_(rules),
      counting_(counting) {
  arrays_.load(InputView(*problem));
  note_candidates();
}

FragmentCounter& CountingRun::counter(std::size_t i) {
  while (counters_.size() <= i) counters_.emplace_back(device_, counting_, marks_);
  return counters_[i];
}

std::uint64_t CountingRun::largest_code() const {
  constexpr std::uint64_t all_ones = ~std::uint64_t{0};
  return data::key_bytes(problem().type()) == 8 ? all_ones : all_ones >> 32;
}

std::uint64_t CountingRun::samples_past_n(const DepthWindow& window) const {
  // A folded buffer holds only what is within its window; every other one shows what is above at its top.
  const bool seen = !window.folded || window.codes.last() == largest_code();
  return seen ? texels() - n() : 0;
}

std::uint64_t CountingRun::keys_counted(std::uint64_t samples) const {
  if (!plan_.window()) return samples - (texels() - n());
  const DepthWindow& window = *plan_.window();
  const std::uint64_t keys = samples - samples_past_n(window);
  return window.folded ? keys + plan_.search().beyond(window.codes) : keys;
}

std::vector<std::uint64_t> CountingRun::ks_asking(std::uint64_t threshold) const {
  std::vector<std::uint64_t> ks;
  for (const ThresholdSearch::Element& element : plan_.search().elements()) {
    if (element.at.low < threshold && threshold <= element.at.last()) ks.push_back(element.k);
  }
  std::ranges::sort(ks);
  return ks;
}

void CountingRun::refill_if_stale() {
  if (plan_.window() == filled_) return;
  if (plan_.window()) fill(*plan_.window(), counter(0));
  filled_ = plan_.window();
}

Pass CountingRun::round_pass(std::uint64_t round, std::function<std::string()> label) {
  return {.header =
              [round, label = std::move(label)] {
                return PassHeader{0, round - 1, fmt::format("round {}", round), label()};
              },
          .execute = {}};
}

Counters CountingRun::with_counting(Counters cost, gpu::Extent extent) const {
  const Counters counting = counting_cost(counting_, extent);
  cost.draws += counting.draws;
  cost.quads += counting.quads;
  cost.invocations += counting.invocations;
  cost.bytes += counting.bytes;
  return cost;
}

Pass CountingRun::count_pass(std::uint64_t threshold, std::size_t which) {
  Pass pass = round_pass(plan_.rounds(), [this, threshold] { return fmt::format("c({})", text(threshold)); });
  pass.execute = [this, threshold, which] {
    refill_if_stale();
    draw(threshold, counter(which));
  };
  pass.conclude = [this, which] {
    last_count_ = keys_counted(counter(which).read());
    plan_.counted(last_count_);
    note_candidates();
  };
  pass.cost = [this] {
    const gpu::Extent extent = extent_drawn();
    const std::uint64_t drawn = std::uint64_t{extent.width} * extent.height;
    return with_counting(
        {.draws = 1, .quads = 1, .invocations = drawn, .elements_read = drawn, .bytes = drawn * bytes_drawn()}, extent);
  };
  pass.claim = [this, threshold, ks = ks_asking(threshold)] {
    const std::string decided =
        rules_.bits_per_round == 1 ? decision_text(ks, last_count_) : comparison_text(ks, last_count_);
    return count_claim(fmt::format("m = {} counts {}, {}", text(threshold), last_count_, decided), threshold,
                       last_count_);
  };
  pass.detail = [this, threshold]() -> PassDetail { return ThresholdCount{threshold, last_count_}; };
  pass.quads = [this] { return std::vector<Quad>{{{0, 0, arrays_.extent().width, arrays_.extent().height}}}; };
  return pass;
}

Pass CountingRun::fill_pass(const DepthWindow& window) {
  const unsigned shown = plan_.all().open;
  Pass pass = round_pass(std::max<std::uint64_t>(plan_.rounds(), 1), [shown, window] {
    return fmt::format("bits {} to {} to depth{}", shown - window.codes.open + 1, shown - window.shift,
                       window.folded ? ", folded" : "");
  });
  pass.execute = [this, window] { fill(window, counter(0)); };
  pass.conclude = [this, window] {
    filled_ = window;
    plan_.filled(window.folded ? counter(0).read() - samples_past_n(window) : n());
    note_candidates();
  };
  pass.cost = [this, window] {
    const gpu::Extent extent = extent_filled(window);
    const std::uint64_t filled = std::uint64_t{extent.width} * extent.height;
    const Counters cost{.draws = 1,
                        .quads = 1,
                        .invocations = filled,
                        .elements_read = texels(),
                        .bytes = texels() * data::key_bytes(problem().type()) + filled * sizeof(float)};
    return window.folded ? with_counting(cost, extent) : cost;
  };
  pass.claim = [this, window] {
    const bool used = plan_.window() == window;
    std::string sentence = !window.folded ? "depths stand for these bits of the keys"
                           : used         ? "every candidate has a block of its own"
                                          : "candidates met in a block: counted without folding";
    return fill_claim(std::move(sentence), window, arrays_.extent(), rules_.fold, largest_code());
  };
  return pass;
}

std::optional<Pass> CountingRun::next_pass() {
  const auto action = plan_.next();
  if (!action) return std::nullopt;
  if (const auto* fill = std::get_if<SelectionPlan::Fill>(&*action)) return fill_pass(fill->window);
  return count_pass(std::get<SelectionPlan::Count>(*action).threshold, 0);
}

bool CountingRun::ended() const {
  return std::ranges::all_of(plan_.search().elements(), &ThresholdSearch::Element::found);
}

std::vector<Pass> CountingRun::next_batch() {
  const auto action = plan_.next();
  if (!action || std::holds_alternative<SelectionPlan::Fill>(*action)) return Run::next_batch();
  std::vector<Pass> round;
  for (const std::uint64_t threshold : plan_.rest_of_round()) round.push_back(count_pass(threshold, round.size()));
  return round;
}

void CountingRun::note_candidates() {
  const Interval all = start_.all();
  selection_ = {
      .candidates = {}, .waits = plan_.waits(), .low = all.low, .open = all.open, .digit = rules_.bits_per_round};
  for (const auto& [k, at] : plan_.search().elements()) {
    selection_.candidates.push_back({n() - k, at.low, at.last()});
  }
}

void CountingRun::forget() {
  plan_ = start_;
  note_candidates();
}

void CountingRun::save_more(Snapshot& snapshot) const {
  snapshot.decisions = std::make_shared<const SelectionPlan>(plan_);
}

void CountingRun::restore_more(const Snapshot& snapshot) {
  plan_ = *static_cast<const SelectionPlan*>(snapshot.decisions.get());
  note_candidates();
}

}  // namespace texelsort::algorithms
