#include "compute/algorithms/quick/settings.h"

#include "compute/algorithms/core/settings.h"

namespace texelsort::algorithms::quick {

const SettingsTable<Settings>& settings() {
  static const SettingsTable<Settings> table({
      field(&Settings::small, "small", "keys", IntegerRange{2, 2048}, 2048,
            "Largest part, M, that a sorting network sorts in shared memory."),
      field(&Settings::network, "network", "", Choices{{"odd-even", "bitonic"}}, Network::odd_even,
            "Sorting network for parts of at most M keys: Batcher's odd-even merge sort or the bitonic sort."),
      field(&Settings::threads, "threads", "threads", PowersOfTwo{32, 512}, std::nullopt, "Threads per block."),
      field(&Settings::blocks, "blocks", "thread blocks", IntegerRange{1, 65'535}, std::nullopt,
            "Approximate number of thread blocks that share the parts of a round. Default: eight per multiprocessor.")
          .only(when_not(&Settings::depth, {0})),
      field(&Settings::parts, "parts", "parts", IntegerRange{1, 65'535}, std::nullopt,
            "Limit of the rounds: once every part has at most n / parts keys, one thread block sorts each part. Low "
            "values leave few large parts, so multiprocessors idle. High values add rounds, and the host waits for the "
            "device in each.")
          .only(when_not(&Settings::depth, {0})),
      field(&Settings::drawn, "pivot", "keys", Choices{{"1", "3", "5"}}, std::nullopt,
            "Number of keys at random places whose median is the pivot.")
          .only(when_not(&Settings::depth, {0})),
      field(&Settings::depth, "depth", "", IntegerRange{0, 64}, std::nullopt,
            "Limit of nested partitions in multiples of log2 n. A part that reaches it is sorted by merging, which "
            "bounds the time by O(n log^2 n) for every input."),
      field(&Settings::seed, "seed", "", IntegerRange{0, 2'147'483'647}, std::nullopt, "Seed of the random places.")
          .only(when_not(&Settings::depth, {0})),
  });
  return table;
}

}  // namespace texelsort::algorithms::quick
