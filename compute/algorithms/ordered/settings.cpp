#include "compute/algorithms/ordered/settings.h"

namespace texelsort::algorithms::ordered {

const SettingsTable<Settings>& settings() {
  using S = Settings;
  const auto distributed = when(&S::form, {S::Form::distributed});
  static const SettingsTable<S> table({
      field(&S::form, "form", "", Choices{{"distributed", "merged"}}, S::Form::distributed,
            "Form of the sort. distributed: distributes the keys to buckets, which are sorted. merged: sorts tiles in "
            "shared memory and merges parts of them, in one or two launches, for up to 2^20 keys of 4 bytes without "
            "payload in their natural order, and for up to 2^19 others. Default: merged for such inputs if no other "
            "parameter is given."),
      field(&S::bucket, "bucket", "keys", IntegerRange{16, 8192}, std::nullopt,
            "Average keys per bucket at which the distribution ends. A thread block then sorts each bucket in shared "
            "memory.")
          .only(distributed),
      field(&S::bucket_slack, "bucket_slack", "times", IntegerRange{1, 8}, std::nullopt,
            "Factor by which the average bucket may exceed this size if that saves a distribution and shared memory "
            "allows it.")
          .only(distributed),
      field(&S::ways, "ways", "bits", IntegerRange{1, 8}, std::nullopt,
            "Binary logarithm of the maximum number of buckets per distribution.")
          .only(distributed),
      field(&S::oversampling, "oversampling", "samples per splitter", IntegerRange{1, 256}, std::nullopt,
            "Samples drawn per splitter. The first of several distributions draws four times as many if shared memory "
            "allows it. More samples make the buckets more even.")
          .only(distributed),
      field(&S::seed, "seed", "", IntegerRange{1, 1'000'000}, std::nullopt, "Seed of the random places of the samples.")
          .only(distributed),
  });
  return table;
}

}  // namespace texelsort::algorithms::ordered
