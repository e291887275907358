#include "compute/algorithms/selection/settings.h"

#include "compute/algorithms/arrays/texel_limits.h"

namespace texelsort::algorithms {
namespace {

template <typename S>
Field<S> bits_field() {
  return field(&S::bits, "bits", "bits", IntegerRange{1, 8}, 1,
               "Bits decided per round, b. 2^b - 1 thresholds are drawn before the host waits for their counts, so "
               "more bits mean more passes and fewer waits. (Govindaraju, slide \"Our algorithm\", decides one.)");
}

template <typename S>
Field<S> key_bits_field() {
  return field(&S::key_bits, "key-bits", "bits", IntegerRange{0, 64}, std::nullopt,
               "Number of lowest bits of the keys that are searched. 0: those in which the keys differ, determined "
               "during the upload.");
}

template <typename S>
Field<S> count_field() {
  return field(&S::count, "count", "", Choices{{"queries", "marks"}}, Counting::queries,
               "Method that counts the fragments that pass. queries: occlusion queries. marks: marks that the "
               "fragments write to a texture, which shaders sum. The thresholds are the same. Default: queries, except "
               "in browsers, whose queries do not count.");
}

Field<HistogramSettings> digit_field() {
  return field(&HistogramSettings::digit, "digit", "bits", IntegerRange{1, 12}, 8,
               "Bits per digit: a histogram has 2^digit bins.");
}

/// `tuned` describes the default value.
Field<HistogramSettings> sample_field(const std::string& tuned) {
  return field(&HistogramSettings::sample, "sample", "keys", IntegerRange{0, 65'536}, 0,
               "Sample size in keys. The first digits of the sample are counted first, so that the first pass over all "
               "keys can keep the likely candidates. A wrong guess is detected; the second level then reads all keys "
               "again. 0: no sample. Default: " +
                   tuned);
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
      field(&S::fold, "fold", "texels", PowersOfTwo{1, 8}, 1,
            "Side of the blocks into which few remaining candidates are folded. Each block keeps its candidate in one "
            "texel, and the remaining bits are counted on the smaller buffer. The result is exact, because the fold "
            "checks that each candidate has its own block. 1: no fold, as in the slides."),
      field(&S::sample, "sample", "texels", PowersOfTwo{1, 16}, 1,
            "Side of the blocks of which one key each is a sample. The samples are counted first and narrow the range. "
            "Up to 4 or 16 candidates per block are then gathered from this range into a smaller buffer. The result is "
            "exact, because the keys within and beyond the range are counted and a wrong guess is dropped. 1: no "
            "sample, as in the slides. Default: 8 from 2^17 keys."),
  });
  return table;
}

const SettingsTable<HistogramSettings>& histogram_settings() {
  using S = HistogramSettings;
  static const SettingsTable<S> table({
      digit_field(),
      field(&S::workgroup, "workgroup", "invocations", PowersOfTwo{1, 1024}, std::nullopt,
            "Invocations per counting workgroup."),
      field(&S::workgroups, "workgroups", "", IntegerRange{1, 65535}, std::nullopt,
            "Number of counting workgroups, each with its own histogram in shared memory."),
      key_bits_field<S>(),
      memory_field(&S::memory, ArrayMemory::cuda),
      sample_field("4096 on software rendering from 2^18 keys, 16384 on GPUs from 2^24 keys."),
  });
  return table;
}

const SettingsTable<HistogramSettings>& cuda_histogram_settings() {
  using S = HistogramSettings;
  static const SettingsTable<S> table({
      digit_field(),
      field(&S::workgroup, "threads", "threads", PowersOfTwo{32, 1024}, std::nullopt,
            "Threads per counting block. Default: 128, or 512 from 2^16 keys."),
      field(&S::workgroups, "blocks", "thread blocks", IntegerRange{1, 65'535}, std::nullopt,
            "Number of counting blocks, each with its own histogram in shared memory. Default: two per multiprocessor, "
            "but at most one per 16 bytes of keys and thread."),
      key_bits_field<S>(),
      sample_field("16384 from 2^24 keys."),
  });
  return table;
}

}  // namespace texelsort::algorithms
