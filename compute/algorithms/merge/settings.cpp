#include "compute/algorithms/merge/settings.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace texelsort::algorithms::merge {
namespace {

// limits on the CPU: elements per block, and mergers
constexpr std::uint64_t most_width = 1024, most_mergers = 4096;

/// Returns the settings that all merges on CUDA have, for CudaSettings or a derived type. `paper` is the thesis's
/// selection method. Under the condition `seeded`, the setting `seed` also has an effect for another part of the sort.
template <typename S>
std::vector<Field<S>> merge_fields(device::Selection paper, std::optional<When<S>> seeded = {}) {
  using device::Merger, device::Network, device::Selection;
  const auto parted = when_not<S, Merger>(&S::merger, {Merger::path, Merger::four_path});
  auto width = field<S, unsigned>(&S::width, "width", "threads", PowersOfTwo{32, 256}, 128,
                                  "Threads per merger, and keys per block of its input (section 5.5.5). A merger of 32 "
                                  "threads is a warp; four warps share a thread block and do not wait for each other.")
                   .only(parted);
  auto parts =
      field<S, std::uint64_t>(&S::mergers, "mergers", "mergers", IntegerRange{1, 1 << 20}, 120,
                              "Number of parts of equal size, which are merged in parallel. Fewer are used if a part "
                              "would have fewer than four blocks. Section 5.5.5 uses four per multiprocessor.")
          .only(parted);
  auto seed =
      field<S, std::uint32_t>(&S::seed, "seed", "", IntegerRange{0, 1'000'000'000}, std::nullopt,
                              seeded ? "Seed of the random pivots of quicksort and of selection = quick and even-quick."
                                     : "Seed of the random pivots of selection = quick and even-quick.")
          .only(when<S, Selection>(&S::selection, {Selection::quick, Selection::even_quick}));
  if (seeded) seed = std::move(seed).only(*seeded);
  return {
      field<S, Selection>(
          &S::selection, "selection", "", Choices{{"osipov", "quick", "even-quick", "diagonal"}}, paper,
          "Method that finds the splitters. osipov: step by step from the sequence with the smallest or greatest "
          "sample (Algorithm 1). quick: pivots from randomly drawn sequences (Algorithm 3). even-quick: pivots drawn "
          "uniformly from all remaining keys. diagonal: the lanes of a warp in parallel, for two or four sequences. "
          "The thesis merges with osipov (section 5.5.5) and sorts with quick (figure 14)."),
      field<S, Splitting>(
          &S::splitting, "splitting", "", Choices{{"once", "round"}}, Splitting::once,
          "Time of the selection. once: before merging, among all sequences, so that each merger has a part of every "
          "sequence (section 5.1). round: in each round, among the two or four sequences that are merged."),
      field<S, Merger>(
          &S::merger, "merger", "", Choices{{"two-way", "four-way", "bitonic", "path", "four-path"}}, Merger::two_way,
          "Method that merges a part. two-way: two sequences, block by block (Algorithm 4). four-way: four sequences, "
          "with three two-way mergers (section 5.3.5). bitonic: whole parts with the bitonic network in shared and "
          "global memory (section 5.3.2). path, four-path: tiles of the output along merge paths, from two or four "
          "sequences; they need selection = diagonal. Default: path or four-path."),
      field<S, Network>(&S::network, "network", "", Choices{{"bitonic", "odd-even", "odd-even-stable", "ranking"}},
                        Network::bitonic,
                        "Method that merges a block with the keys kept in the buffer. ranking and odd-even-stable keep "
                        "the order of equal keys (section 5.5.4). Bitonic mergers have no buffer.")
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
            "Method that finds the parts. osipov: step by step from the sequence with the smallest or greatest sample "
            "(Algorithm 1). quick: random pivots (Algorithm 3)."),
      field(&S::merger, "merger", "", Choices{{"two-way", "four-way", "bitonic"}}, device::Merger::two_way,
            "Method that merges a part. two-way: two sequences, block by block (Algorithm 4). four-way: four "
            "sequences, with three two-way mergers (section 5.3.5). bitonic: whole parts with the bitonic network."),
      field(&S::buffer_merge, "network", "", Choices{{"ranking", "bitonic"}}, std::nullopt,
            "Method that merges a block with the keys kept in the buffer. ranking keeps the order of equal keys, "
            "bitonic does not (section 5.5.5 measures both). Bitonic mergers have no buffer.")
          .only(when_not(&S::merger, {device::Merger::bitonic})),
      field(&S::width, "width", "keys", PowersOfTwo{1, most_width}, 128,
            "Keys per block, b: one per thread of a merger (section 5.5.5). Bitonic mergers merge whole parts.")
          .only(when_not(&S::merger, {device::Merger::bitonic})),
      field(&S::mergers, "mergers", "mergers", IntegerRange{1, most_mergers}, 120,
            "Number of parts of equal size, p, which are merged in parallel. The source uses as many as the device "
            "runs blocks at the same time (section 5.5.5)."),
      field(&S::seed, "seed", "", IntegerRange{0, 1'000'000'000}, std::nullopt,
            "Seed of the random pivots of selection = quick.")
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
        field(&S::first, "first", "", Choices{{"quick", "bitonic", "two-way", "four-way"}}, First::quick,
              "Method by which a thread block sorts its sequence. quick: quicksort. The others sort tiles of 2,048 "
              "keys, then merge them by bitonic, two-way or four-way merging (section 5.4). Section 5.5.6 finds "
              "quicksort the fastest. Default: bitonic."),
        field(&S::sequences, "sequences", "sequences", IntegerRange{1, 1 << 22}, 120,
              "Number of sequences, k, that are sorted in parallel, one per thread block, and then merged. Fewer are "
              "used if a sequence would have fewer than 2,048 keys. The thesis gives no number; the paper value is the "
              "number of mergers that keep its multiprocessors busy. Default: one per 2,048 keys."),
    };
    for (Field<S>& one : merge_fields<S>(device::Selection::quick, when(&S::first, {First::quick})))
      fields.push_back(std::move(one));
    return fields;
  }());
  return table;
}

}  // namespace texelsort::algorithms::merge
