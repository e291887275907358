#include "compute/algorithms/ordered/settings.h"

namespace texelsort::algorithms::ordered {

const SettingsTable<Settings>& settings() {
  using S = Settings;
  static const SettingsTable<S> table({
      field(&S::bucket, "bucket", "keys", IntegerRange{16, 8192}, std::nullopt,
            "Keys are distributed until buckets hold this many on average; then a thread block sorts each in shared "
            "memory."),
      field(
          &S::stretch, "stretch", "times", IntegerRange{1, 8}, std::nullopt,
          "Buckets may hold this many times as many keys on average where that saves a distribution, as far as shared "
          "memory goes."),
      field(&S::ways, "ways", "bits", IntegerRange{1, 8}, std::nullopt,
            "A distribution has at most two to the power of this many buckets."),
      field(&S::oversampling, "oversampling", "samples a splitter", IntegerRange{1, 256}, std::nullopt,
            "Samples drawn for every splitter, as far as shared memory goes: the more, the more even the buckets."),
      field(&S::seed, "seed", "", IntegerRange{1, 1'000'000}, std::nullopt,
            "Of the random places at which samples are drawn."),
  });
  return table;
}

}  // namespace texelsort::algorithms::ordered
