#include "compute/algorithms/selection/settings.h"

#include "compute/algorithms/arrays/texel_limits.h"

namespace texelsort::algorithms {
namespace {

template <typename S>
Field<S> bits_field() {
  return field(&S::bits, "bits", "bits", IntegerRange{1, 8}, 1,
               "Bits decided in a round, b: 2^b - 1 thresholds are drawn before the host waits for their counts, so "
               "more passes and fewer waits. (Govindaraju, slide \"Our algorithm\", decides one.)");
}

template <typename S>
Field<S> key_bits_field() {
  return field(&S::key_bits, "key-bits", "bits", IntegerRange{0, 64}, std::nullopt,
               "Lowest bits of the keys that are searched; 0: those in which the keys differ, found out while they "
               "are uploaded.");
}

template <typename S>
Field<S> count_field() {
  return field(&S::count, "count", "", Choices{{"queries", "marks"}}, Counting::queries,
               "What counts the fragments that pass: occlusion queries, or marks that they leave in a texture, which "
               "shaders sum; the thresholds are the same. Tuned: queries where they count, not in browsers.");
}

}  // namespace

const SettingsTable<DiscardSettings>& discard_settings() {
  using S = DiscardSettings;
  static const SettingsTable<S> table({width_field(&S::width), bits_field<S>(), key_bits_field<S>(), count_field<S>()});
  return table;
}

const SettingsTable<DepthSettings>& depth_settings() {
  using S = DepthSettings;
  static const SettingsTable<S> table({
      width_field(&S::width),
      bits_field<S>(),
      key_bits_field<S>(),
      count_field<S>(),
      field(
          &S::fold, "fold", "texels", PowersOfTwo{1, 8}, 1,
          "Once few candidates are left, those of each block of this many texels a side are kept in one texel, and the "
          "remaining bits are counted on the smaller buffer; exact, since the fold counts whether each candidate has "
          "a block of its own. 1: never, as in the slides."),
      field(
          &S::sample, "sample", "texels", PowersOfTwo{1, 16}, 1,
          "A key of each block of this many texels a side is drawn as a sample, which is counted first and says where to "
          "look; up to 4 or 16 candidates a block are gathered from there into a smaller buffer; exact, since keys within "
          "and beyond are counted and a wrong guess is dropped. 1: no sample, as in the slides. Tuned: 8 from 2^17 keys "
          "on."),
  });
  return table;
}

const SettingsTable<HistogramSettings>& histogram_settings() {
  using S = HistogramSettings;
  static const SettingsTable<S> table({
      field(&S::digit, "digit", "bits", IntegerRange{1, 12}, 8, "Bits of a digit: 2^digit bins a histogram."),
      field(&S::workgroup, "workgroup", "invocations", PowersOfTwo{1, 1024}, std::nullopt,
            "Invocations of a workgroup that counts."),
      field(&S::workgroups, "workgroups", "", IntegerRange{1, 65535}, std::nullopt,
            "Workgroups that count, each with a histogram of its own in shared memory."),
      key_bits_field<S>(),
      memory_field(&S::memory, ArrayMemory::cuda),
      field(
          &S::sample, "sample", "keys", IntegerRange{0, 65'536}, 0,
          "Keys whose first digits are counted before those of all, so that the first pass over all keys can keep "
          "those that are likely to be candidates; a wrong guess is noticed, and the second level goes over all again. "
          "0: none. Tuned: 4096 on software rendering from 2^18 keys on, 16384 on GPUs from 2^24 on."),
  });
  return table;
}

}  // namespace texelsort::algorithms
