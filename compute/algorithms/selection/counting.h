#pragma once

#include <deque>

#include "compute/algorithms/arrays/texel_arrays.h"
#include "compute/algorithms/core/run.h"
#include "compute/algorithms/selection/counting_plan.h"
#include "compute/algorithms/selection/fragment_counter.h"

namespace texelsort::algorithms {

/// What the selections share that count fragments over the keys' texture. A method says how a threshold is
/// drawn, and how its depth buffer is filled if it has one.
class CountingRun : public Run {
 public:
  std::vector<View> views() const override { return arrays_.views(); }
  data::State read(std::uint64_t first, std::uint64_t count) const final { return arrays_.read(first, count); }
  std::optional<std::string> find_guard_damage() const final { return arrays_.find_guard_damage(); }
  const Selection* selection() const final { return &selection_; }

 protected:
  CountingRun(gpu::Device& device, std::shared_ptr<const Problem> problem, std::uint32_t width, unsigned key_bits,
              const CountingRules& rules, Counting counting);

  /// Draws so that the counter counts the texels whose code is at least the threshold, those past n included as far as
  /// the threshold's interval reaches them.
  virtual void draw(std::uint64_t threshold, FragmentCounter& counter) = 0;
  /// Fills the depth buffer; the counter counts what is within the window.
  virtual void fill(const DepthWindow&, FragmentCounter&) {}
  /// How many keys that the last fill has gathered from are within the window and beyond it; waits for it.
  virtual std::pair<std::uint64_t, std::uint64_t> within_and_beyond() const { return {}; }
  /// Texels that fill() writes, and draw() looks at.
  virtual gpu::Extent extent_filled(const DepthWindow&) const { return {}; }
  virtual gpu::Extent extent_drawn() const { return arrays_.extent(); }
  /// Bytes that draw() reads of each.
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
  /// All thresholds of a round are drawn before their counts are waited for; step() waits for each.
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
  /// A draw's cost with what counting its fragments takes.
  Counters with_counting(Counters cost, gpu::Extent extent) const;
  Pass fill_pass(const DepthWindow& window);
  FragmentCounter& counter(std::size_t i);
  /// Samples that are no keys: the texels past n, which hold the largest code.
  std::uint64_t samples_past_n(const DepthWindow& window) const;
  std::uint64_t keys_counted(std::uint64_t samples) const;
  /// Whose k-th largest the threshold's count decides something of.
  std::vector<std::uint64_t> ks_asking(std::uint64_t threshold) const;
  /// After a snapshot was restored the plan's window is not what fill() made last.
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
