#include "compute/algorithms/ordered/settings.h"

namespace texelsort::algorithms::ordered {

const SettingsTable<Settings>& settings() {
  using S = Settings;
  const auto distributed = when(&S::form, {S::Form::distributed});
  static const SettingsTable<S> table({
      field(&S::form, "form", "", Choices{{"distributed", "merged"}}, S::Form::distributed,
            "distributed: keys among buckets, which are sorted. merged: tiles are sorted in shared memory and parts of "
            "them merged, in one launch or two, which up to 2^20 keys can be. Tuned: merged for as many keys of 4 "
            "bytes alone in their natural order, and for half as many others, if no other parameter is given."),
      field(&S::bucket, "bucket", "keys", IntegerRange{16, 8192}, std::nullopt,
            "Keys are distributed until buckets hold this many on average; then a thread block sorts each in shared "
            "memory.")
          .only(distributed),
      field(
          &S::bucket_slack, "bucket_slack", "times", IntegerRange{1, 8}, std::nullopt,
          "Buckets may hold this many times as many keys on average where that saves a distribution, as far as shared "
          "memory goes.")
          .only(distributed),
      field(&S::ways, "ways", "bits", IntegerRange{1, 8}, std::nullopt,
            "A distribution has at most two to the power of this many buckets.")
          .only(distributed),
      field(
          &S::oversampling, "oversampling", "samples a splitter", IntegerRange{1, 256}, std::nullopt,
          "Samples drawn for every splitter, four times as many by the first of several distributions, as far as shared "
          "memory goes: the more, the more even the buckets.")
          .only(distributed),
      field(&S::seed, "seed", "", IntegerRange{1, 1'000'000}, std::nullopt,
            "Of the random places at which samples are drawn.")
          .only(distributed),
  });
  return table;
}

}  // namespace texelsort::algorithms::ordered
