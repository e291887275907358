#include "compute/algorithms/selection/counting.h"

#include <algorithm>
#include <array>

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
  if (window.form == DepthWindow::Form::gathered) return 0;
  // Excerpts contain only keys within their window. In other depth buffers, higher keys have the maximum depth.
  const bool seen = !window.excerpt() || window.codes.last() >= largest_code();
  return seen ? texels() - n() : 0;
}

std::uint64_t CountingRun::keys_counted(std::uint64_t samples) const {
  if (!plan_.window()) return samples - (texels() - n());
  const DepthWindow& window = *plan_.window();
  const std::uint64_t keys = samples - samples_past_n(window);
  return window.excerpt() ? keys + plan_.search().beyond(window.codes) : keys;
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

/// Returns a pass of the current round with the properties that all passes share. Counts in the sample belong to a
/// stage before the first round.
Pass CountingRun::round_pass(std::function<std::string()> label) const {
  const std::uint64_t before = rules_.samples > 0 ? 1 : 0, round = std::max<std::uint64_t>(plan_.rounds(), 1);
  const bool sampling = before > 0 && plan_.sampling();
  return {.header =
              [=, label = std::move(label)] {
                if (sampling) return PassHeader{0, 0, "sample", label()};
                return PassHeader{0, before + round - 1, fmt::format("round {}", round), label()};
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
  Pass pass = round_pass([this, threshold] { return fmt::format("c({})", text(threshold)); });
  pass.execute = [this, threshold, which] {
    refill_if_stale();
    draw(threshold, counter(which));
  };
  pass.conclude = [this, which] {
    last_count_ = keys_counted(counter(which).read());
    plan_.counted(last_count_);
    note_candidates();
  };
  pass.cost = [this] { return count_cost(); };
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

Counters CountingRun::count_cost() const {
  const gpu::Extent extent = extent_drawn();
  const std::uint64_t drawn = std::uint64_t{extent.width} * extent.height;
  return with_counting(
      {.draws = 1, .quads = 1, .invocations = drawn, .elements_read = drawn, .bytes = drawn * bytes_drawn()}, extent);
}

/// Returns a pass that counts the samples that are at least the threshold.
Pass CountingRun::sample_pass(std::uint64_t threshold) {
  Pass pass = round_pass([this, threshold] { return fmt::format("sample: c({})", text(threshold)); });
  pass.execute = [this, threshold] {
    refill_if_stale();
    draw(threshold, counter(0));
  };
  pass.conclude = [this] {
    last_count_ = counter(0).read();
    plan_.counted(last_count_);
  };
  pass.cost = [this] { return count_cost(); };
  pass.claim = [this, threshold] {
    return sample_claim(fmt::format("{} of {} samples are at least {}", last_count_, rules_.samples, text(threshold)),
                        threshold, last_count_, arrays_.extent(), rules_.block_side(DepthWindow::Form::sampled));
  };
  return pass;
}

Pass CountingRun::fill_pass(const DepthWindow& window) {
  const unsigned shown = plan_.all().open;
  Pass pass = round_pass([shown, window] {
    constexpr std::array how{"", ", a sample", ", folded", ", gathered"};
    return fmt::format("copy bits {} to {} into the depth buffer{}", shown - window.codes.open + 1,
                       shown - window.shift, how[static_cast<std::size_t>(window.form)]);
  });
  pass.execute = [this, window] { fill(window, counter(0)); };
  pass.conclude = [this, window] {
    filled_ = window;
    if (window.form == DepthWindow::Form::gathered) {
      const auto [within, beyond] = within_and_beyond();
      plan_.gathered(counter(0).read(), within, beyond);
    } else {
      plan_.filled(window.excerpt() ? counter(0).read() - samples_past_n(window) : n());
    }
    note_candidates();
  };
  pass.cost = [this, window] {
    const gpu::Extent extent = extent_filled(window);
    const std::uint64_t filled = std::uint64_t{extent.width} * extent.height;
    const std::uint64_t read = window.form == DepthWindow::Form::sampled ? filled : texels();
    const Counters cost{.draws = 1,
                        .quads = 1,
                        .invocations = filled,
                        .elements_read = read,
                        .bytes = read * data::key_bytes(problem().type()) + filled * sizeof(float)};
    return window.excerpt() ? with_counting(cost, extent) : cost;
  };
  pass.claim = [this, window] {
    const bool used = plan_.window() == window;
    std::string sentence = !window.excerpt() ? "the depths represent these bits of the keys"
                           : used            ? "every candidate has its own texel"
                                  : "several candidates share a texel, so they are counted in the larger buffer";
    return fill_claim(std::move(sentence), window, arrays_.extent(), n(), rules_.block_side(window.form),
                      largest_code());
  };
  return pass;
}

std::optional<Pass> CountingRun::next_pass() {
  const auto action = plan_.next();
  if (!action) return std::nullopt;
  if (const auto* fill = std::get_if<SelectionPlan::Fill>(&*action)) return fill_pass(fill->window);
  const auto count = std::get<SelectionPlan::Count>(*action);
  return count.of_samples ? sample_pass(count.threshold) : count_pass(count.threshold, 0);
}

bool CountingRun::ended() const {
  return std::ranges::all_of(plan_.search().elements(), &ThresholdSearch::Element::found);
}

std::vector<Pass> CountingRun::next_batch() {
  const auto action = plan_.next();
  if (!action || std::holds_alternative<SelectionPlan::Fill>(*action) || plan_.sampling()) return Run::next_batch();
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
