#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "compute/algorithms/arrays/key_buffers.h"
#include "compute/algorithms/arrays/shader_keys.h"
#include "compute/algorithms/arrays/table_set.h"
#include "compute/algorithms/core/input_state.h"
#include "compute/algorithms/primitives/compute_limits.h"
#include "compute/algorithms/selection/claims.h"
#include "compute/algorithms/selection/runs.h"
#include "compute/gpu/compute_program.h"

namespace texelsort::algorithms {
namespace {

// Sizes in words of the parts of the device's state, whose layout is shaders/selection/rank_state.glsl.
constexpr std::size_t header_words = 4, rank_words = 4, prefix_words = 2;

std::uint64_t joined(std::uint32_t low, std::uint32_t high) {
  return std::uint64_t{high} << 32 | low;
}

std::vector<std::uint32_t> read_words(const GuardedBuffer& buffer, std::size_t count) {
  std::vector<std::uint32_t> words(count);
  buffer.read(0, std::as_writable_bytes(std::span(words)));
  return words;
}

/// Program of the shader histogram.comp, decide.comp or guess.comp.
class LevelProgram : public gpu::ComputeProgram<LevelProgram> {
 public:
  using ComputeProgram::ComputeProgram;

  LevelProgram& n(std::uint64_t keys) { return set("n", keys); }
  LevelProgram& keys(const KeyBuffers& keys) { return bind(0, keys.keys().binding(0)).bind(1, keys.keys().binding(1)); }
  LevelProgram& state(const GuardedBuffer& state, std::uint64_t ranks) {
    return bind(2, state.binding(2)).set("ranks", ranks);
  }
  LevelProgram& histogram(const GuardedBuffer& histogram) { return bind(3, histogram.binding(3)); }
  /// Binds the histogram of the next level, which the current level clears.
  LevelProgram& next_histogram(const GuardedBuffer& histogram) { return bind(4, histogram.binding(4)); }
  /// Binds the buffers for candidates. Each workgroup stores at most `share` candidates, and their number.
  LevelProgram& candidates(const GuardedBuffer& candidates) { return bind(4, candidates.binding(4)); }
  LevelProgram& kept(const GuardedBuffer& kept, std::uint64_t share) {
    return bind(5, kept.binding(5)).set("share", share);
  }
  LevelProgram& lowest(std::uint64_t code) { return give({"lowest", code_words(code)}); }
  LevelProgram& digit(const DigitLevel& level) { return set("shift", level.shift).set("width", level.width); }
  LevelProgram& first_prefix(std::uint64_t prefix) { return set("first_prefix", prefix); }
  LevelProgram& vectors(std::uint64_t first, std::uint64_t last) {
    return set("first_vector", first).set("last_vector", last);
  }
  LevelProgram& part_of_candidates(std::uint64_t first, std::uint64_t last) {
    return set("first_candidate", first).set("last_candidate", last);
  }
  LevelProgram& begins(bool yes) { return set("begins", yes); }
  LevelProgram& ends(bool yes) { return set("ends", yes); }
  LevelProgram& keeps(bool yes) { return set("keeps", yes); }
  LevelProgram& guesses(bool yes) { return set("guesses", yes); }
  LevelProgram& sample(std::uint64_t range, const SampledRanks& ranks) {
    return set("range", range).set("low_rank", ranks.low).set("high_rank", ranks.high);
  }
  LevelProgram& workgroups(std::uint64_t counting) { return set("workgroups", counting); }
  LevelProgram& part_of_ranks(std::uint64_t first, std::uint64_t last) {
    return set("first_rank", first).set("last_rank", last);
  }
};

/// Radix selection. Each level counts the digits of the keys that may still be wanted elements. A small pass on the
/// device then decides which prefixes remain. The host waits only once, for the result.
class HistogramRun final : public Run {
 public:
  HistogramRun(gpu::Device& device, std::shared_ptr<const Problem> problem, const HistogramSettings& settings)
      : Run(problem, std::make_unique<GlPassTimer>(device)),
        device_(device),
        ranks_(ascending_ranks(*problem)),
        keys_(device, *problem, maker_of(settings.memory, device, problem->execution)),
        shape_(settings, ranks_.size()),
        cut_(device.info(), shape_, problem->type(), problem->n(), ranks_.size()),
        range_(code_range(*problem, settings.key_bits)),
        levels_(digit_levels(range_.open, shape_.digit)),
        tables_(buffers_of(device)),
        state_(tables_.add(word_bytes * state_words(), "ranks")),
        histograms_{&tables_.add(histogram_bytes(), "histogram"), &tables_.add(histogram_bytes(), "histogram")},
        kept_(tables_.add(word_bytes * shape_.workgroups, "kept")),
        candidates_(tables_.add(shape_.workgroups * share() * data::key_bytes(problem->type()), "candidates")),
        first_(counting_program(device, true)),
        later_(counting_program(device, levels_.size() == 1)),
        decide_(device, "selection/decide.comp",
                {{"DIGIT_BITS", std::to_string(shape_.digit)},
                 {"WORKGROUP", std::to_string(deciding_workgroup(device.info()))}}) {
    if (guesses()) {
      guess_.emplace(guessing_program(device));
      add_pass(guess_pass());
    }
    for (std::size_t level = 0; level < levels_.size(); ++level) {
      for (std::uint64_t first = 0; first < (level == 0 ? 1 : ranks_.size()); first += shape_.prefixes) {
        add_pass(count_pass(level, first));
      }
      add_pass(decide_pass(level));
    }
    keys_.load(InputView(*problem));
    HistogramRun::forget();
  }

  std::vector<View> views() const override {
    std::vector<View> views = keys_.views();
    if (passes_done() == 0) return views;
    const std::size_t level = level_of_pass_[passes_done() - 1];
    views.push_back(table_view(tables::SelectionHistogram{level}, data::KeyType::u32, ranks_.size() * shape_.bins(),
                               shape_.bins(), *histograms_[level % 2]));
    return views;
  }
  data::State read(std::uint64_t first, std::uint64_t count) const override { return keys_.read(first, count); }
  std::optional<std::string> find_guard_damage() const override {
    if (auto damage = keys_.find_guard_damage()) return damage;
    return tables_.find_guard_damage();
  }
  const Selection* selection() const override { return &selection_; }

 private:
  std::uint64_t share() const { return shape_.share(n()); }
  std::size_t state_words() const { return header_words + ranks_.size() * (rank_words + prefix_words); }
  std::uint64_t histogram_bytes() const { return ranks_.size() * shape_.bins() * word_bytes; }

  LevelProgram counting_program(gpu::Device& device, bool first) const {
    gpu::Defines defines = key_defines(problem().type(), problem().order, problem().payload);
    defines["DIGIT_BITS"] = std::to_string(shape_.digit);
    defines["WORKGROUP"] = std::to_string(shape_.workgroup);
    defines["LOADS"] = std::to_string(loads_ahead(device.info()));
    defines["PREFIXES"] = first ? "1" : std::to_string(shape_.prefixes);
    defines["FIRST"] = first ? "1" : "0";
    defines["KEEPS"] = !first || guesses() ? "1" : "0";
    return {device, "selection/histogram.comp", defines};
  }
  LevelProgram guessing_program(gpu::Device& device) const {
    gpu::Defines defines = key_defines(problem().type(), problem().order, problem().payload);
    defines["DIGIT_BITS"] = std::to_string(shape_.digit);
    defines["WORKGROUP"] = std::to_string(deciding_workgroup(device.info()));
    defines["LOADS"] = std::to_string(loads_ahead(device.info()));
    defines["RUN"] = std::to_string(sampled_run);
    defines["VECTORS"] = std::to_string(shape_.sample / vector_keys());
    return {device, "selection/guess.comp", defines};
  }
  bool guesses() const { return shape_.guesses(n(), problem().type()) && levels_.size() > 1; }
  std::uint64_t vector_keys() const { return 16 / data::key_bytes(problem().type()); }

  void load(const data::StateView& state) override { keys_.load(state); }
  void forget() override {
    std::vector<std::uint32_t> words(state_words(), 0);
    words[0] = 1;  // initially, all keys have the same prefix, of no bits
    for (std::size_t r = 0; r < ranks_.size(); ++r) {
      words[header_words + r * rank_words + 2] = static_cast<std::uint32_t>(ranks_[r]);
    }
    state_.write(0, std::as_bytes(std::span(words)));
    const std::vector<std::byte> zeros(histogram_bytes());
    for (GuardedBuffer* histogram : histograms_) histogram->write(0, zeros);
    prefixes_ = {0};
    keys_read_ = n();
    selection_ = undecided(problem(), range_);
    selection_.digit = shape_.digit;
  }
  bool changes_keys() const override { return false; }
  void save_more(Snapshot& snapshot) const override {
    tables_.save(snapshot);
    snapshot.decisions = std::make_shared<const Selection>(selection_);
  }
  void restore_more(const Snapshot& snapshot) override {
    tables_.restore(snapshot);
    if (snapshot.passes_done > 0) read_decisions(level_of_pass_[snapshot.passes_done - 1]);
    selection_ = *static_cast<const Selection*>(snapshot.decisions.get());
  }

  Pass named_pass(std::size_t level, std::string label) {
    level_of_pass_.push_back(level);
    return {.header =
                [this, level, label = std::move(label)] {
                  return PassHeader{0, level, fmt::format("digit {} of {}", level + 1, levels_.size()), label};
                },
            .execute = {}};
  }

  /// Returns the pass that finds, from the sample, the bins that probably contain the wanted elements.
  Pass guess_pass() {
    Pass pass = named_pass(0, "sample");
    pass.execute = [this] {
      guess_->keys(keys_).state(state_, ranks_.size()).lowest(range_.low).digit(levels_[0]);
      guess_->sample(shape_.range(n(), problem().type()), sampled_ranks()).dispatch(1, cut_.guess_rounds);
    };
    pass.observe = [this] {
      const auto words = read_words(state_, header_words);
      guessed_ = {words[2], words[3]};
    };
    pass.cost = [this] {
      return Counters{.dispatches = 1,
                      .invocations = deciding_workgroup(device_.info()),
                      .elements_read = shape_.sample,
                      .bytes = shape_.sample * data::key_bytes(problem().type())};
    };
    pass.claim = [this] {
      return guess_claim(fmt::format("the sample predicts bins {} to {}", guessed_.first, guessed_.second), range_,
                         levels_[0], shape_, problem().type(), sampled_ranks(), guessed_);
    };
    return pass;
  }
  SampledRanks sampled_ranks() const { return {n(), shape_.sample, ranks_.front(), ranks_.back()}; }

  /// Returns a pass that counts the digits after the prefixes from index `first_prefix` on.
  Pass count_pass(std::size_t level, std::uint64_t first_prefix) {
    Pass pass = named_pass(
        level, first_prefix == 0 ? "histogram" : fmt::format("histogram, prefixes from {}", first_prefix + 1));
    pass.execute = [this, level, first_prefix] { count(level, first_prefix); };
    pass.cost = [this] {
      return Counters{.dispatches = cut_.dispatches,
                      .invocations = std::uint64_t{shape_.workgroup} * shape_.workgroups,
                      .elements_read = keys_read_,
                      .bytes = keys_read_ * data::key_bytes(problem().type())};
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
    pass.execute = [this, level] { decide(level); };
    // Later passes read the decisions on the device. The host reads only the result of the last level.
    (level + 1 == levels_.size() ? pass.conclude : pass.observe) = [this, level] { read_decisions(level); };
    pass.cost = [this] {
      const std::uint64_t words = ranks_.size() * shape_.bins();
      return Counters{.dispatches = cut_.decisions,
                      .invocations = deciding_workgroup(device_.info()),
                      .elements_read = words,
                      .bytes = 2 * words * word_bytes};
    };
    pass.claim = [this, level] {
      return candidates_claim(fmt::format("{} of {} bits are decided", range_.open - levels_[level].shift, range_.open),
                              selection_.candidates);
    };
    return pass;
  }

  void count(std::size_t level, std::uint64_t first_prefix) {
    LevelProgram& program = level == 0 ? first_ : later_;
    const std::uint64_t vectors = n() * data::key_bytes(problem().type()) / 16;
    for (std::uint64_t part = 0; part < cut_.dispatches; ++part) {
      const std::uint64_t vector = part * cut_.vectors, candidate = part * cut_.candidates;
      program.n(n()).keys(keys_).state(state_, ranks_.size()).histogram(*histograms_[level % 2]);
      program.candidates(candidates_).kept(kept_, share());
      program.lowest(range_.low).digit(levels_[level]).first_prefix(first_prefix);
      program.vectors(std::min(vector, vectors), std::min(vector + cut_.vectors, vectors));
      program.part_of_candidates(std::min(candidate, share()), std::min(candidate + cut_.candidates, share()));
      program.begins(part == 0).ends(part + 1 == cut_.dispatches);
      program.dispatch(shape_.workgroups, cut_.count_rounds);
    }
  }

  void decide(std::size_t level) {
    for (std::uint64_t first = 0; first < ranks_.size(); first += cut_.ranks) {
      decide_.state(state_, ranks_.size()).histogram(*histograms_[level % 2]);
      decide_.next_histogram(*histograms_[(level + 1) % 2])
          .kept(kept_, share())
          .keeps(level > 0 || guesses())
          .guesses(level == 0 && guesses());
      decide_.digit(levels_[level]).workgroups(shape_.workgroups);
      decide_.part_of_ranks(first, std::min<std::uint64_t>(first + cut_.ranks, ranks_.size()));
      decide_.dispatch(1, cut_.decide_rounds);
    }
  }

  void read_decisions(std::size_t level) {
    const auto words = read_words(state_, state_words());
    const unsigned shift = levels_[level].shift;
    for (Candidate& candidate : selection_.candidates) {
      const auto r = static_cast<std::size_t>(std::ranges::lower_bound(ranks_, candidate.rank) - ranks_.begin());
      const std::uint32_t* rank = words.data() + header_words + r * rank_words;
      const Interval at{range_.low + (joined(rank[0], rank[1]) << shift), shift};
      candidate.low = at.low;
      candidate.high = at.last();
    }
    prefixes_.clear();
    const std::uint32_t* prefix = words.data() + header_words + ranks_.size() * rank_words;
    for (std::uint32_t p = 0; p < words[0]; ++p) prefixes_.push_back(joined(prefix[2 * p], prefix[2 * p + 1]));
    const auto kept = read_words(kept_, shape_.workgroups);
    keys_read_ = words[1] != 0 ? std::accumulate(kept.begin(), kept.end(), std::uint64_t{0}) : n();
    if (level + 1 == levels_.size()) selection_.waits = 1;
  }

  gpu::Device& device_;
  std::vector<std::uint64_t> ranks_;  ///< distinct ranks of the problem in ascending order
  KeyBuffers keys_;
  HistogramShape shape_;
  HistogramCut cut_;
  Interval range_;
  std::vector<DigitLevel> levels_;
  TableSet tables_;
  GuardedBuffer& state_;
  std::array<GuardedBuffer*, 2> histograms_;  ///< two histograms: one for even levels, one for odd levels
  GuardedBuffer &kept_, &candidates_;
  LevelProgram first_, later_, decide_;
  std::optional<LevelProgram> guess_;
  /// bins that the sample has selected, as the host last read them
  std::pair<std::uint32_t, std::uint32_t> guessed_{};
  std::vector<std::size_t> level_of_pass_;
  std::vector<std::uint64_t> prefixes_;  ///< prefixes that wanted elements may still have, as the host last read them
  std::uint64_t keys_read_ = 0;  ///< number of keys that the current level reads; fewer if it reads only candidates
  Selection selection_;
};

}  // namespace

std::unique_ptr<Run> make_histogram_run(gpu::Device& device, std::shared_ptr<const Problem> problem,
                                        const HistogramSettings& settings) {
  return std::make_unique<HistogramRun>(device, std::move(problem), settings);
}

}  // namespace texelsort::algorithms
