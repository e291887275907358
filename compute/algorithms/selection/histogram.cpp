#include "compute/algorithms/arrays/shader_keys.h"
#include "compute/algorithms/primitives/compute_limits.h"
#include "compute/algorithms/selection/histogram_run.h"
#include "compute/algorithms/selection/runs.h"
#include "compute/gpu/compute_program.h"

namespace texelsort::algorithms {
namespace {

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

/// Radix selection by compute shaders.
class ShaderHistogramRun final : public HistogramRun<ComputeRun> {
 public:
  ShaderHistogramRun(gpu::Device& device, const std::shared_ptr<const Problem>& problem,
                     const HistogramSettings& settings)
      : HistogramRun(device, problem, settings, std::make_unique<GlPassTimer>(device), 1u,
                     maker_of(settings.memory, device, problem->execution)),
        cut_(device.info(), shape_, problem->type(), problem->n(), ranks_.size()),
        first_(counting_program(device, true)),
        later_(counting_program(device, levels_.size() == 1)),
        decide_(device, "selection/decide.comp",
                {{"DIGIT_BITS", std::to_string(shape_.digit)},
                 {"WORKGROUP", std::to_string(deciding_workgroup(device.info()))}}) {
    if (guesses()) guess_.emplace(guessing_program(device));
    start();
  }

 private:
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
  std::uint64_t vector_keys() const { return 16 / data::key_bytes(problem().type()); }

  void guess() override {
    guess_->keys(arrays().front()).state(state_, ranks_.size()).lowest(range_.low).digit(levels_[0]);
    guess_->sample(shape_.range(n(), problem().type()), sampled_ranks()).dispatch(1, cut_.guess_rounds);
  }

  void count(std::size_t level, std::uint64_t first_prefix) override {
    LevelProgram& program = level == 0 ? first_ : later_;
    const std::uint64_t vectors = n() / vector_keys();
    for (std::uint64_t part = 0; part < cut_.dispatches; ++part) {
      const std::uint64_t vector = part * cut_.vectors, candidate = part * cut_.candidates;
      program.n(n()).keys(arrays().front()).state(state_, ranks_.size()).histogram(histogram(level));
      program.candidates(candidates_).kept(kept_, share());
      program.lowest(range_.low).digit(levels_[level]).first_prefix(first_prefix);
      program.vectors(std::min(vector, vectors), std::min(vector + cut_.vectors, vectors));
      program.part_of_candidates(std::min(candidate, share()), std::min(candidate + cut_.candidates, share()));
      program.begins(part == 0).ends(part + 1 == cut_.dispatches);
      program.dispatch(shape_.workgroups, cut_.count_rounds);
    }
  }

  void decide(std::size_t level) override {
    for (std::uint64_t first = 0; first < ranks_.size(); first += cut_.ranks) {
      decide_.state(state_, ranks_.size()).histogram(histogram(level));
      decide_.next_histogram(histogram(level + 1))
          .kept(kept_, share())
          .keeps(keeps(level))
          .guesses(level == 0 && guesses());
      decide_.digit(levels_[level]).workgroups(shape_.workgroups);
      decide_.part_of_ranks(first, std::min<std::uint64_t>(first + cut_.ranks, ranks_.size()));
      decide_.dispatch(1, cut_.decide_rounds);
    }
  }

  Counters launched(HistogramStep step) const override {
    const std::uint64_t counting = std::uint64_t{shape_.workgroup} * shape_.workgroups;
    if (step == HistogramStep::count) return {.dispatches = cut_.dispatches, .invocations = counting};
    return {.dispatches = step == HistogramStep::guess ? 1 : cut_.decisions,
            .invocations = deciding_workgroup(device().info())};
  }

  HistogramCut cut_;
  LevelProgram first_, later_, decide_;
  std::optional<LevelProgram> guess_;
};

}  // namespace

std::unique_ptr<Run> make_histogram_run(gpu::Device& device, std::shared_ptr<const Problem> problem,
                                        const HistogramSettings& settings) {
  return std::make_unique<ShaderHistogramRun>(device, problem, settings);
}

}  // namespace texelsort::algorithms
