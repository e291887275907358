#include "compute/algorithms/merge/multiway.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "compute/algorithms/core/text_algorithm.h"
#include "compute/algorithms/merge/multiway_algorithm.h"

namespace texelsort::algorithms {
namespace merge {
namespace {

constexpr std::uint64_t paper_width = 128, paper_mergers = 120;  // section 5.5.5: threads of a merger; of 30 processors
constexpr std::uint64_t most_width = 1024, most_mergers = 4096;

/// Splitters are positions of 8 bytes, one for each merger and sequence, and are kept for each round.
constexpr std::uint64_t most_splitters = std::uint64_t{1} << 26;

}  // namespace

network::Citation thesis(std::string section) {
  return {"N. Leischner", "GPU algorithms for comparison-based sorting and for merging based on multiway selection",
          "Diploma thesis, Karlsruhe Institute of Technology", 2010, std::move(section)};
}

std::vector<ParameterSpec> merge_parameters() {
  return {
      {"selection", "", Choices{{"osipov", "quick"}}, "osipov", "osipov",
       "How the parts are found: step by step from the sequence with the smallest or greatest sample (Algorithm 1), or "
       "by pivots at random (Algorithm 3)."},
      {"merger", "", Choices{{"two-way", "four-way", "bitonic"}}, "two-way", "two-way",
       "How a merger merges its parts: block by block of two sequences (Algorithm 4) or of four, through three two-way "
       "mergers (section 5.3.5), or whole parts by the bitonic network."},
      {"network", "", Choices{{"ranking", "bitonic"}}, "ranking", "",
       "How a block is merged with what the buffer kept: ranking keeps the order of equal keys, the bitonic network "
       "does not (section 5.5.5 measures both). Bitonic mergers have no buffer.",
       unless("merger", {"bitonic"})},
      {"width", "keys", PowersOfTwo{1, most_width}, std::to_string(paper_width), std::to_string(paper_width),
       "Keys of a block, b: one for each thread of a merger (section 5.5.5). Bitonic mergers take whole parts.",
       unless("merger", {"bitonic"})},
      {"mergers", "mergers", IntegerRange{1, most_mergers}, std::to_string(paper_mergers),
       std::to_string(paper_mergers),
       "Parts of equal size that are merged side by side, p: as many as the device has blocks running (section 5.5.5)."},
      {"seed", "", IntegerRange{0, 1'000'000'000}, "1", "", "Of the pivots of selection = quick.",
       only_with("selection", {"quick"})},
  };
}

Settings settings_of(const Parameters& parameters) {
  Settings settings;
  settings.selector = parameters.text("selection") == "quick" ? Selector::quick : Selector::osipov;
  const std::string& merger = parameters.text("merger");
  settings.merger = merger == "four-way" ? Merger::four_way : merger == "bitonic" ? Merger::bitonic : Merger::two_way;
  settings.buffer_merge = parameters.text("network") == "ranking" ? BufferMerge::stable : BufferMerge::bitonic;
  settings.width = static_cast<std::uint64_t>(parameters.integer("width"));
  settings.mergers = static_cast<std::uint64_t>(parameters.integer("mergers"));
  settings.seed = static_cast<std::uint32_t>(parameters.integer("seed"));
  return settings;
}

std::map<std::string, std::string> tuned_for_few_keys(std::uint64_t n) {
  std::uint64_t width = 1;
  while (width < paper_width && 16 * width * width < n) width *= 2;
  const std::uint64_t mergers = std::clamp<std::uint64_t>(n / (4 * width), 1, paper_mergers);
  return {{"width", std::to_string(width)}, {"mergers", std::to_string(mergers)}};
}

namespace {

class MultiwayMerge final : public TextAlgorithm {
 public:
  MultiwayMerge() {
    info_.id = "merge/multiway@cpu";
    info_.title = "Multiway selection and merging";
    info_.family = "merge";
    info_.backend = Backend::cpu;
    info_.summary =
        "Cuts k sorted sequences into parts of equal size by multiway selection, and merges each part by itself, block "
        "by block; step by step on one thread.";
    info_.citation = thesis("5.1 to 5.3");
    info_.task = Task::merge;
    info_.compares = true;
  }

  const AlgorithmInfo& info() const override { return info_; }
  const std::vector<ParameterSpec>& parameters() const override {
    static const std::vector<ParameterSpec> specs = merge_parameters();
    return specs;
  }
  Availability availability(const gpu::DeviceInfo*) const override { return {}; }
  std::optional<std::string> refusal(const gpu::DeviceInfo*, std::uint64_t, data::KeyType, data::PayloadKind,
                                     const Parameters&) const override {
    return std::nullopt;
  }
  std::optional<std::string> refusal_of_sequences(const gpu::DeviceInfo*, const ProblemForm& form,
                                                  const Parameters& parameters) const override {
    const std::uint64_t parts = std::min(form.n, settings_of(parameters).mergers);
    if (form.sequences <= most_splitters / std::max<std::uint64_t>(parts, 1)) return std::nullopt;
    return fmt::format("{} parts of {} sequences have {} splitters, more than {}: choose fewer mergers", parts,
                       form.sequences, parts * form.sequences, most_splitters);
  }
  bool keeps_ties(const Parameters& parameters) const override { return settings_of(parameters).stable(); }
  std::map<std::string, std::string> tuned(const gpu::DeviceInfo*, std::uint64_t n, data::KeyType) const override {
    return tuned_for_few_keys(n);
  }

 protected:
  std::unique_ptr<Run> make_run(gpu::Device*, std::shared_ptr<const Problem> problem,
                                const Parameters& parameters) const override {
    return std::make_unique<MergeRun>(std::move(problem), settings_of(parameters));
  }

 private:
  AlgorithmInfo info_;
};

}  // namespace
}  // namespace merge

std::unique_ptr<Algorithm> make_multiway_merge() {
  return std::make_unique<merge::MultiwayMerge>();
}

}  // namespace texelsort::algorithms
