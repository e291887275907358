#pragma once

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "compute/algorithms/arrays/compute_run.h"
#include "compute/algorithms/core/input_state.h"
#include "compute/algorithms/selection/claims.h"
#include "compute/algorithms/selection/encoded_keys.h"
#include "compute/algorithms/selection/histogram_plan.h"
#include "compute/algorithms/selection/rank_state.h"

namespace texelsort::algorithms {

enum class HistogramStep : std::uint8_t { guess, count, decide };

/// Radix selection on the arrays of `Base`, which is ComputeRun or CudaRun. Each level counts the digits of the keys
/// that may still be wanted elements. A small pass on the device then decides which prefixes remain. The host reads
/// only the result. Derived classes execute the steps. Their constructors end with start().
template <typename Base>
class HistogramRun : public Base {
 public:
  const Selection* selection() const final {
    if (unread_) read_decisions(*unread_);
    return &selection_;
  }

 protected:
  using Base::n;
  using Base::problem;

  /// Makes a run. `more` contains further arguments for the constructor of `Base`.
  template <typename... More>
  HistogramRun(gpu::Device& device, const std::shared_ptr<const Problem>& asked, const HistogramSettings& settings,
               More&&... more)
      : Base(device, asked, std::forward<More>(more)...),
        ranks_(ascending_ranks(*asked)),
        shape_(settings, ranks_.size()),
        range_(code_range(*asked, settings.key_bits)),
        levels_(digit_levels(range_.open, shape_.digit)),
        bytes_(shape_, asked->type(), asked->n(), ranks_.size()),
        state_(this->add_table(bytes_.state, "ranks")),
        histograms_{&this->add_table(bytes_.histogram, "histogram"), &this->add_table(bytes_.histogram, "histogram")},
        kept_(this->add_table(bytes_.kept, "kept")),
        candidates_(this->add_table(bytes_.candidates, "candidates")) {}

  void start() {
    if (guesses()) this->add_pass(guess_pass());
    for (std::size_t level = 0; level < levels_.size(); ++level) {
      for (std::uint64_t first = 0; first < (level == 0 ? 1 : ranks_.size()); first += shape_.prefixes) {
        this->add_pass(count_pass(level, first));
      }
      this->add_pass(decide_pass(level));
    }
    this->load(InputView(problem()));
    HistogramRun::forget();
  }

  /// Finds, from the sample, the bins that probably contain the wanted elements.
  virtual void guess() = 0;
  /// Counts the digits after the prefixes from index `first_prefix` on, for as many prefixes as shape_.prefixes.
  virtual void count(std::size_t level, std::uint64_t first_prefix) = 0;
  virtual void decide(std::size_t level) = 0;
  /// Returns the dispatches and invocations of a step.
  virtual Counters launched(HistogramStep step) const = 0;

  bool guesses() const { return shape_.guesses(n(), problem().type()) && levels_.size() > 1; }
  /// Returns whether a level may store the keys that it wants as candidates.
  bool keeps(std::size_t level) const { return level > 0 || guesses(); }
  std::uint64_t share() const { return shape_.share(n()); }
  SampledRanks sampled_ranks() const { return {n(), shape_.sample, ranks_.front(), ranks_.back()}; }
  const GuardedBuffer& histogram(std::size_t level) const { return *histograms_[level % 2]; }

  const std::vector<std::uint64_t> ranks_;  ///< distinct ranks of the problem in ascending order
  const HistogramShape shape_;
  const Interval range_;
  const std::vector<DigitLevel> levels_;
  const HistogramBytes bytes_;
  GuardedBuffer& state_;
  std::array<GuardedBuffer*, 2> histograms_;  ///< two histograms: one for even levels, one for odd levels
  GuardedBuffer &kept_, &candidates_;

 private:
  bool keep() final { return false; }  // rewinding does not need a copy, because no key moves
  void forget() final {
    this->hand_back();
    std::vector<std::uint32_t> words(layout().words(), 0);
    words[RankState::prefix_count] = 1;  // initially, all keys have the same prefix, of no bits
    for (std::uint32_t r = 0; r < ranks_.size(); ++r) {
      words[RankState::rank_at(r) + RankState::rank] = static_cast<std::uint32_t>(ranks_[r]);
    }
    state_.write(0, std::as_bytes(std::span(words)));
    const std::vector<std::byte> zeros(bytes_.histogram);
    for (GuardedBuffer* histogram : histograms_) histogram->write(0, zeros);
    prefixes_ = {0};
    keys_read_ = n();
    selection_ = undecided(problem(), range_);
    selection_.digit = shape_.digit;
    unread_.reset();
  }
  bool changes_keys() const final { return false; }
  void save_more(Snapshot& snapshot) const final {
    Base::save_more(snapshot);
    snapshot.decisions = std::make_shared<const Selection>(*selection());
  }
  void restore_more(const Snapshot& snapshot) final {
    Base::restore_more(snapshot);
    if (snapshot.passes_done > 0) read_decisions(level_of_pass_[snapshot.passes_done - 1]);
    selection_ = *static_cast<const Selection*>(snapshot.decisions.get());
  }
  std::vector<View> table_views() const final {
    if (this->passes_done() == 0) return {};
    const std::size_t level = level_of_pass_[this->passes_done() - 1];
    return {table_view(tables::SelectionHistogram{level}, data::KeyType::u32, ranks_.size() * shape_.bins(),
                       shape_.bins(), histogram(level))};
  }

  Pass named_pass(std::size_t level, std::string label) {
    level_of_pass_.push_back(level);
    return {.header =
                [this, level, label = std::move(label)] {
                  return PassHeader{0, level, fmt::format("digit {} of {}", level + 1, levels_.size()), label};
                },
            .execute = {}};
  }

  Pass guess_pass() {
    Pass pass = named_pass(0, "sample");
    pass.execute = [this] { guess(); };
    pass.observe = [this] {
      const auto words = read_words(state_, RankState::header);
      guessed_ = {words[RankState::first_guessed], words[RankState::last_guessed]};
    };
    pass.cost = [this] {
      Counters counters = launched(HistogramStep::guess);
      counters.elements_read = shape_.sample;
      counters.bytes = shape_.sample * data::key_bytes(problem().type());
      return counters;
    };
    pass.claim = [this] {
      return guess_claim(fmt::format("the sample predicts bins {} to {}", guessed_.first, guessed_.second), range_,
                         levels_[0], shape_, problem().type(), sampled_ranks(), guessed_);
    };
    return pass;
  }

  Pass count_pass(std::size_t level, std::uint64_t first_prefix) {
    Pass pass = named_pass(
        level, first_prefix == 0 ? "histogram" : fmt::format("histogram, prefixes from {}", first_prefix + 1));
    pass.execute = [this, level, first_prefix] { count(level, first_prefix); };
    pass.cost = [this] {
      Counters counters = launched(HistogramStep::count);
      counters.elements_read = keys_read_;
      counters.bytes = keys_read_ * data::key_bytes(problem().type());
      return counters;
    };
    pass.claim = [this, level, first_prefix] {
      const std::uint64_t first = std::min<std::uint64_t>(first_prefix, prefixes_.size());
      const auto counted = std::span(prefixes_).subspan(first);
      const auto here = counted.first(std::min<std::size_t>(counted.size(), shape_.prefixes));
      return histogram_claim(range_, levels_[level], {here.begin(), here.end()}, first, shape_.bins());
    };
    return pass;
  }

  Pass decide_pass(std::size_t level) {
    Pass pass = named_pass(level, "decide");
    // Later passes read the decisions on the device. The host reads the result of the last level only on request, so
    // that measured times end with the last pass.
    pass.execute = [this, level] {
      decide(level);
      if (level + 1 == levels_.size()) unread_ = level;
    };
    pass.observe = [this, level] { read_decisions(level); };
    pass.cost = [this] {
      const std::uint64_t words = ranks_.size() * shape_.bins();
      Counters counters = launched(HistogramStep::decide);
      counters.elements_read = words;
      counters.bytes = 2 * words * sizeof(std::uint32_t);
      return counters;
    };
    pass.claim = [this, level] {
      return candidates_claim(fmt::format("{} of {} bits are decided", range_.open - levels_[level].shift, range_.open),
                              selection_.candidates);
    };
    return pass;
  }

  RankState layout() const { return {static_cast<std::uint32_t>(ranks_.size())}; }
  std::vector<std::uint32_t> read_words(const GuardedBuffer& buffer, std::size_t count) const {
    this->hand_back();
    std::vector<std::uint32_t> words(count);
    buffer.read(0, std::as_writable_bytes(std::span(words)));
    return words;
  }

  void read_decisions(std::size_t level) const {
    unread_.reset();
    const auto words = read_words(state_, layout().words());
    const auto wide_at = [&](std::size_t at) { return std::uint64_t{words[at + 1]} << 32 | words[at]; };
    const unsigned shift = levels_[level].shift;
    for (Candidate& candidate : selection_.candidates) {
      const auto r = std::ranges::lower_bound(ranks_, candidate.rank) - ranks_.begin();
      const std::uint64_t prefix = wide_at(RankState::rank_at(static_cast<std::uint32_t>(r)) + RankState::prefix);
      const Interval at{range_.low + (prefix << shift), shift};
      candidate.low = at.low;
      candidate.high = at.last();
    }
    prefixes_.clear();
    for (std::uint32_t p = 0; p < words[RankState::prefix_count]; ++p) {
      prefixes_.push_back(wide_at(layout().prefix_at(p)));
    }
    const auto kept = read_words(kept_, shape_.workgroups);
    keys_read_ =
        words[RankState::from_candidates] != 0 ? std::accumulate(kept.begin(), kept.end(), std::uint64_t{0}) : n();
    if (level + 1 == levels_.size()) selection_.waits = 1;
  }

  /// bins that the sample has selected, as the host last read them
  std::pair<std::uint32_t, std::uint32_t> guessed_{};
  std::vector<std::size_t> level_of_pass_;
  // The following members are what the host last read from the device. A request for the result may read it.
  mutable std::optional<std::size_t> unread_;    ///< last level, if it is decided and the host has not read the result
  mutable std::vector<std::uint64_t> prefixes_;  ///< prefixes that wanted elements may still have
  mutable std::uint64_t keys_read_ = 0;  ///< number of keys that the level reads; fewer if it reads only candidates
  mutable Selection selection_;
};

}  // namespace texelsort::algorithms
