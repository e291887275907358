#pragma once

#include <deque>

#include "compute/algorithms/arrays/texel_arrays.h"
#include "compute/algorithms/core/run.h"
#include "compute/algorithms/selection/counting_plan.h"
#include "compute/algorithms/selection/fragment_counter.h"

namespace texelsort::algorithms {

/// Base class of selections that count fragments over the texture of the keys. A derived class draws thresholds, and
/// fills the depth buffer if it has one.
class CountingRun : public Run {
 public:
  std::vector<View> views() const override { return arrays_.views(); }
  data::State read(std::uint64_t first, std::uint64_t count) const final { return arrays_.read(first, count); }
  std::optional<std::string> find_guard_damage() const final { return arrays_.find_guard_damage(); }
  const Selection* selection() const final { return &selection_; }

 protected:
  CountingRun(gpu::Device& device, std::shared_ptr<const Problem> problem, std::uint32_t width, unsigned key_bits,
              const CountingRules& rules, Counting counting);

  /// Draws so that `counter` counts the texels whose encoded key is at least the threshold. Texels after the n keys
  /// also count if the threshold's interval contains their key, which is the largest.
  virtual void draw(std::uint64_t threshold, FragmentCounter& counter) = 0;
  /// Fills the depth buffer. `counter` counts the texels whose key lies within the window.
  virtual void fill(const DepthWindow&, FragmentCounter&) {}
  /// Waits for the last fill that gathered keys. Returns how many keys lie within its window, and how many lie above.
  virtual std::pair<std::uint64_t, std::uint64_t> within_and_beyond() const { return {}; }
  /// Returns the extent of the texels that fill() writes and draw() tests.
  virtual gpu::Extent extent_filled(const DepthWindow&) const { return {}; }
  virtual gpu::Extent extent_drawn() const { return arrays_.extent(); }
  /// Returns the bytes that draw() reads per texel.
  virtual std::uint64_t bytes_drawn() const { return data::key_bytes(problem().type()); }

  std::uint64_t texels() const { return std::uint64_t{arrays_.extent().width} * arrays_.extent().height; }
  const SelectionPlan& plan() const { return plan_; }
  const CountingRules& rules() const { return rules_; }
  Counting counting() const { return counting_; }
  std::uint64_t largest_code() const;

  gpu::Device& device_;
  TexelArrays arrays_;

 private:
  bool decides() const final { return true; }
  std::optional<Pass> next_pass() final;
  /// Returns all counts of a round as one batch, for which the host waits only once. In contrast, step() waits for each
  /// count.
  std::vector<Pass> next_batch() final;
  bool ended() const final;
  void load(const data::StateView& state) final { arrays_.load(state); }
  void forget() final;
  bool changes_keys() const final { return false; }
  void save_more(Snapshot& snapshot) const final;
  void restore_more(const Snapshot& snapshot) final;

  std::string text(std::uint64_t threshold) const { return threshold_text(threshold, plan_.all()); }
  Pass round_pass(std::function<std::string()> label) const;
  Pass count_pass(std::uint64_t threshold, std::size_t counter);
  Pass sample_pass(std::uint64_t threshold);
  Counters count_cost() const;
  /// Adds the cost of counting fragments to the cost of a draw.
  Counters with_counting(Counters cost, gpu::Extent extent) const;
  Pass fill_pass(const DepthWindow& window);
  FragmentCounter& counter(std::size_t i);
  /// Returns the number of samples that are texels after the n keys. These texels have the largest encoded key.
  std::uint64_t samples_past_n(const DepthWindow& window) const;
  std::uint64_t keys_counted(std::uint64_t samples) const;
  /// Returns the numbers k of those wanted k-th largest keys about which this count decides something.
  std::vector<std::uint64_t> ks_asking(std::uint64_t threshold) const;
  /// Fills the depth buffer again if a restored plan has another window than the last fill.
  void refill_if_stale();
  void note_candidates();

  SelectionPlan start_, plan_;
  CountingRules rules_;
  std::optional<DepthWindow> filled_;
  Counting counting_;
  std::shared_ptr<MarkTextures> marks_ = std::make_shared<MarkTextures>();
  std::deque<FragmentCounter> counters_;
  Selection selection_;
  std::uint64_t last_count_ = 0;
};

}  // namespace texelsort::algorithms
