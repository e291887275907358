#include "compute/algorithms/merge/multiway.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

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

namespace {

const SettingsTable<Settings>& multiway_settings() {
  using S = Settings;
  static const SettingsTable<S> table({
      field(&S::selector, "selection", "", Choices{{"osipov", "quick"}}, Selector::osipov,
            "How the parts are found: step by step from the sequence with the smallest or greatest sample (Algorithm "
            "1), or by pivots at random (Algorithm 3)."),
      field(&S::merger, "merger", "", Choices{{"two-way", "four-way", "bitonic"}}, Merger::two_way,
            "How a merger merges its parts: block by block of two sequences (Algorithm 4) or of four, through three "
            "two-way mergers (section 5.3.5), or whole parts by the bitonic network."),
      field(
          &S::buffer_merge, "network", "", Choices{{"ranking", "bitonic"}}, std::nullopt,
          "How a block is merged with what the buffer kept: ranking keeps the order of equal keys, the bitonic network "
          "does not (section 5.5.5 measures both). Bitonic mergers have no buffer.")
          .only(when_not(&S::merger, {Merger::bitonic})),
      field(&S::width, "width", "keys", PowersOfTwo{1, most_width}, paper_width,
            "Keys of a block, b: one for each thread of a merger (section 5.5.5). Bitonic mergers take whole parts.")
          .only(when_not(&S::merger, {Merger::bitonic})),
      field(&S::mergers, "mergers", "mergers", IntegerRange{1, most_mergers}, paper_mergers,
            "Parts of equal size that are merged side by side, p: as many as the device has blocks running (section "
            "5.5.5)."),
      field(&S::seed, "seed", "", IntegerRange{0, 1'000'000'000}, std::nullopt, "Of the pivots of selection = quick.")
          .only(when(&S::selector, {Selector::quick})),
  });
  return table;
}

}  // namespace

namespace {

class MultiwayMerge final : public AlgorithmWith<Settings> {
 public:
  MultiwayMerge()
      : AlgorithmWith(
            {.id = "merge/multiway@cpu",
             .title = "Multiway selection and merging",
             .family = "merge",
             .backend = Backend::cpu,
             .summary =
                 "Cuts k sorted sequences into parts of equal size by multiway selection, and merges each part by itself, "
                 "block by block; step by step on one thread.",
             .citation = thesis("5.1 to 5.3"),
             .task = Task::merge,
             .compares = true},
            multiway_settings()) {}
  Availability availability(const gpu::DeviceInfo*) const override { return {}; }
  std::vector<TableKind> table_kinds() const override {
    return {tables::Sequences{},    tables::PartStarts{},   tables::LeastPartStarts{}, tables::MostPartStarts{},
            tables::OutputPlaces{}, tables::MergeBuffers{}, tables::MergedBuffers{},   tables::Mergers{}};
  }

 protected:
  std::optional<std::string> refusal(const gpu::DeviceInfo*, const ProblemForm& form,
                                     const Settings& settings) const override {
    const std::uint64_t parts = std::min(form.n, settings.mergers);
    if (form.sequences <= most_splitters / std::max<std::uint64_t>(parts, 1)) return std::nullopt;
    return fmt::format("{} parts of {} sequences have {} splitters, more than {}: choose fewer mergers", parts,
                       form.sequences, parts * form.sequences, most_splitters);
  }
  bool keeps_ties(const Settings& settings) const override { return settings.stable(); }
  /// Few keys: smaller blocks and fewer mergers, so that every merger still has some blocks to merge.
  Settings tuned(const gpu::DeviceInfo*, const ProblemForm& form, const Given<Settings>&) const override {
    Settings settings;
    settings.width = 1;
    while (settings.width < paper_width && 16 * settings.width * settings.width < form.n) settings.width *= 2;
    settings.mergers = std::clamp<std::uint64_t>(form.n / (4 * settings.width), 1, paper_mergers);
    return settings;
  }
  std::unique_ptr<Run> make_run(gpu::Device*, std::shared_ptr<const Problem> problem,
                                const Settings& settings) const override {
    return std::make_unique<MergeRun>(std::move(problem), settings);
  }
};

}  // namespace
}  // namespace merge

std::unique_ptr<Algorithm> make_multiway_merge() {
  return std::make_unique<merge::MultiwayMerge>();
}

}  // namespace texelsort::algorithms
