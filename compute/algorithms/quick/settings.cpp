#include "compute/algorithms/quick/settings.h"

#include "compute/algorithms/core/settings.h"

namespace texelsort::algorithms::quick {

const SettingsTable<Settings>& settings() {
  static const SettingsTable<Settings> table({
      field(&Settings::small, "small", "keys", IntegerRange{2, 2048}, 2048,
            "M: parts up to this many keys are sorted by a network in shared memory."),
      field(&Settings::network, "network", "", Choices{{"odd-even", "bitonic"}}, Network::odd_even,
            "The sorting network for those: Batcher's odd-even merge sort or the bitonic sort."),
      field(&Settings::threads, "threads", "threads", PowersOfTwo{32, 512}, std::nullopt, "Threads of a block."),
      field(&Settings::blocks, "blocks", "thread blocks", IntegerRange{1, 65'535}, std::nullopt,
            "About how many blocks share the parts of a round. Tuned: eight for each multiprocessor.")
          .only(when_not(&Settings::depth, {0})),
      field(&Settings::parts, "parts", "parts", IntegerRange{1, 65'535}, std::nullopt,
            "Once every part has at most n over this many keys, one block sorts each part by itself: few large parts "
            "leave multiprocessors idle, many rounds cost a wait for the device each.")
          .only(when_not(&Settings::depth, {0})),
      field(&Settings::drawn, "pivot", "keys", Choices{{"1", "3", "5"}}, std::nullopt,
            "A pivot is the median of this many keys at random places.")
          .only(when_not(&Settings::depth, {0})),
      field(&Settings::depth, "depth", "", IntegerRange{0, 64}, std::nullopt,
            "After depth x log2 n partitions on top of each other pivots are given up, and what is left of the part is "
            "sorted by merging, so that no input takes longer than O(n log^2 n)."),
      field(&Settings::seed, "seed", "", IntegerRange{0, 2'147'483'647}, std::nullopt, "Of the random places.")
          .only(when_not(&Settings::depth, {0})),
  });
  return table;
}

}  // namespace texelsort::algorithms::quick
