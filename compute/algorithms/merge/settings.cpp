#include "compute/algorithms/merge/settings.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace texelsort::algorithms::merge {
namespace {

constexpr std::uint64_t most_width = 1024, most_mergers = 4096;  // on the CPU

/// Returns the fields selection, splitting, merger, network, width, mergers and seed of CudaSettings or a derived type.
/// `paper` is the thesis's selection. `seeded` is the condition under which the seed has a further use.
template <typename S>
std::vector<Field<S>> merge_fields(device::Selection paper, std::optional<When<S>> seeded = {}) {
  using device::Merger, device::Network, device::Selection;
  const auto parted = when_not<S, Merger>(&S::merger, {Merger::path, Merger::four_path});
  auto width =
      field<S, unsigned>(
          &S::width, "width", "threads", PowersOfTwo{32, 256}, 128,
          "Threads of a merger, and keys of a block (section 5.5.5). Mergers of 32 are warps, four of which share a thread "
          "block without waiting for each other.")
          .only(parted);
  auto parts =
      field<S, std::uint64_t>(
          &S::mergers, "mergers", "mergers", IntegerRange{1, 1 << 20}, 120,
          "Parts of equal size that are merged side by side, fewer where one would have less than four blocks: four for "
          "each multiprocessor in section 5.5.5.")
          .only(parted);
  auto seed = field<S, std::uint32_t>(&S::seed, "seed", "", IntegerRange{0, 1'000'000'000}, std::nullopt,
                                      seeded ? "Of the pivots of quicksort and of selection = quick and even-quick."
                                             : "Of the pivots of selection = quick and even-quick.")
                  .only(when<S, Selection>(&S::selection, {Selection::quick, Selection::even_quick}));
  if (seeded) seed = std::move(seed).only(*seeded);
  return {
      field<S, Selection>(
          &S::selection, "selection", "", Choices{{"osipov", "quick", "even-quick", "diagonal"}}, paper,
          "How splitters are found: step by step from the sequence with the smallest or greatest sample (Algorithm 1), "
          "by pivots of sequences drawn at random (Algorithm 3), by pivots drawn evenly of all that is left, or by the "
          "lanes of a warp side by side, of two or four sequences. The thesis merges by the first (section 5.5.5) and "
          "sorts by the second (figure 14)."),
      field<S, Splitting>(
          &S::splitting, "splitting", "", Choices{{"once", "round"}}, Splitting::once,
          "Splitters are selected once, among all sequences, each merger then having its part of every one (section "
          "5.1); or in each round among the two or four that are merged."),
      field<S, Merger>(
          &S::merger, "merger", "", Choices{{"two-way", "four-way", "bitonic", "path", "four-path"}}, Merger::two_way,
          "How a merger merges its parts: block by block of two sequences (Algorithm 4) or of four, through three "
          "two-way mergers (section 5.3.5), or whole parts by the bitonic network in shared and global memory (section "
          "5.3.2). path, four-path: tiles of the output along merge paths, of two sequences or of four, which take "
          "selection = diagonal. Tuned: these."),
      field<S, Network>(&S::network, "network", "", Choices{{"bitonic", "odd-even", "odd-even-stable", "ranking"}},
                        Network::bitonic,
                        "How a block is merged with what the buffer holds back; ranking and odd-even-stable keep the "
                        "order of equal keys (section 5.5.4). Bitonic mergers have no buffer.")
          .only(when<S, Merger>(&S::merger, {Merger::two_way, Merger::four_way})),
      width,
      parts,
      seed,
  };
}

}  // namespace

bool CudaSettings::stable() const {
  switch (merger) {
    case device::Merger::bitonic:
      return false;
    case device::Merger::path:
    case device::Merger::four_path:
      return true;
    case device::Merger::two_way:
    case device::Merger::four_way:
      break;
  }
  return network == device::Network::ranking || network == device::Network::odd_even_stable;
}

const SettingsTable<Settings>& cpu_settings() {
  using S = Settings;
  static const SettingsTable<S> table({
      field(&S::selection, "selection", "", Choices{{"osipov", "quick"}}, device::Selection::osipov,
            "How the parts are found: step by step from the sequence with the smallest or greatest sample (Algorithm "
            "1), or by pivots at random (Algorithm 3)."),
      field(&S::merger, "merger", "", Choices{{"two-way", "four-way", "bitonic"}}, device::Merger::two_way,
            "How a merger merges its parts: block by block of two sequences (Algorithm 4) or of four, through three "
            "two-way mergers (section 5.3.5), or whole parts by the bitonic network."),
      field(
          &S::buffer_merge, "network", "", Choices{{"ranking", "bitonic"}}, std::nullopt,
          "How a block is merged with what the buffer kept: ranking keeps the order of equal keys, the bitonic network "
          "does not (section 5.5.5 measures both). Bitonic mergers have no buffer.")
          .only(when_not(&S::merger, {device::Merger::bitonic})),
      field(&S::width, "width", "keys", PowersOfTwo{1, most_width}, 128,
            "Keys of a block, b: one for each thread of a merger (section 5.5.5). Bitonic mergers take whole parts.")
          .only(when_not(&S::merger, {device::Merger::bitonic})),
      field(&S::mergers, "mergers", "mergers", IntegerRange{1, most_mergers}, 120,
            "Parts of equal size that are merged side by side, p: as many as the device has blocks running (section "
            "5.5.5)."),
      field(&S::seed, "seed", "", IntegerRange{0, 1'000'000'000}, std::nullopt, "Of the pivots of selection = quick.")
          .only(when(&S::selection, {device::Selection::quick})),
  });
  return table;
}

const SettingsTable<CudaSettings>& cuda_settings() {
  static const SettingsTable<CudaSettings> table(merge_fields<CudaSettings>(device::Selection::osipov));
  return table;
}

const SettingsTable<SortSettings>& sort_settings() {
  using S = SortSettings;
  static const SettingsTable<S> table([] {
    std::vector<Field<S>> fields{
        field(
            &S::first, "first", "", Choices{{"quick", "bitonic", "two-way", "four-way"}}, First::quick,
            "How a thread block sorts its sequence: by quicksort, or from tiles of 2,048 keys on by bitonic merging, by "
            "two-way or by four-way merging (section 5.4). Section 5.5.6 finds quicksort the fastest; tuned: bitonic."),
        field(
            &S::sequences, "sequences", "sequences", IntegerRange{1, 1 << 22}, 120,
            "Sequences that are sorted side by side and then merged, k: one for each thread block, fewer where they "
            "would have less than 2,048 keys. The thesis gives no number: as many as mergers keep its multiprocessors "
            "busy. Tuned: one for every 2,048 keys."),
    };
    for (Field<S>& one : merge_fields<S>(device::Selection::quick, when(&S::first, {First::quick})))
      fields.push_back(std::move(one));
    return fields;
  }());
  return table;
}

}  // namespace texelsort::algorithms::merge
