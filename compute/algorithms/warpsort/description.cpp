#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "compute/algorithms/cuda/compared_keys.h"
#include "compute/algorithms/cuda/cuda_algorithm.h"
#include "compute/algorithms/warpsort/cuda.h"

namespace texelsort::algorithms {
namespace {

using warpsort::Settings;

const SettingsTable<Settings>& warpsort_settings() {
  static const SettingsTable<Settings> table({
      field(&Settings::tile, "tile", "keys", PowersOfTwo{128, 512}, 128,
            "Keys that a warp's bitonic network sorts. With fewer than 128, the lanes of the warp would diverge."),
      field(&Settings::buffer, "t", "keys", PowersOfTwo{64, 512}, std::nullopt,
            "Keys in a warp's merge buffer, t. The warp writes half of them at a time."),
      field(&Settings::warps, "warps", "warps", IntegerRange{1, 8}, std::nullopt,
            "Warps per thread block. They work independently."),
      field(&Settings::sequences, "l", "sequences", IntegerRange{1, 65'536}, std::nullopt,
            "Maximum number of sequences, l, after step 2. With one sequence, steps 3 and 4 are omitted."),
      field(&Settings::parts, "s", "parts", IntegerRange{2, 65'536}, std::nullopt,
            "Number of parts, s, into which splitters cut the sequences, at most the number of tiles. At the end, one "
            "warp merges each part.")
          .only(when_not(&Settings::sequences, {1})),
      field(&Settings::sample, "sample", "keys", IntegerRange{1, 64}, std::nullopt, "Random sample keys per part.")
          .only(when_not(&Settings::sequences, {1})),
      field(&Settings::seed, "seed", "", IntegerRange{0, 2'147'483'647}, std::nullopt,
            "Seed of the random sample places.")
          .only(when_not(&Settings::sequences, {1})),
  });
  return table;
}

class Warpsort final : public CudaAlgorithmWith<Settings> {
 public:
  Warpsort()
      : CudaAlgorithmWith(
            {.id = "merge/warpsort@cuda",
             .title = "Warpsort (Ye et al.), CUDA",
             .family = "merge",
             .summary =
                 "Warps sort and merge without barriers of the thread block; the threads of a warp synchronise with "
                 "__syncwarp(). Each warp sorts tiles by a bitonic network with as many ascending as descending "
                 "comparators, then merges runs through a small buffer until l sequences are left. Splitters from a "
                 "random sample cut these sequences into independent parts, which warps merge. Ties are broken by "
                 "position, so equal keys do not make parts uneven. Parts with a single value are only copied. Accepts "
                 "any comparison. Memory: two arrays and two tables of 8 l s bytes.",
             .citation = {"X. Ye, D. Fan, W. Lin, N. Yuan, P. Ienne",
                          "High Performance Comparison-Based Sorting Algorithm on Many-Core GPUs", "IPDPS", 2010,
                          "steps 1 to 4"},
             .compares = true,
             .payloads = payloads_of_compared()},
            warpsort_settings()) {}
  std::vector<TableKind> table_kinds() const override {
    return {tables::Work{},       tables::PartKeys{},  tables::PartKeyPlaces{}, tables::PartsOfOneValue{},
            tables::PartBounds{}, tables::PartPlaces{}};
  }

 protected:
  /// Returns a small maximum number of keys, because the CPU executes one warp for each of hundreds of thousands of
  /// short merges.
  std::uint64_t most_keys_on_cpu() const override { return std::uint64_t{1} << 17; }
  std::uint64_t cuda_bytes(const ProblemForm& form, const Settings& settings) const override {
    return 2 * array_bytes(form) + warpsort::make_plan(form.n, settings).table_bytes(form.type);
  }
  /// Returns the default settings, with about eight keys of each sequence per part. With fewer sequences, step 2 has
  /// fewer warps. With more sequences, buffers in step 4 are less full. The defaults are the fastest of l = 128 to
  /// 4,096 sequences for 2^22 and 2^24 keys on an H200.
  Settings tuned_for(const cuda::DeviceInfo&, const ProblemForm& form, const Given<Settings>&) const override {
    constexpr std::uint64_t keys_of_part = 8;
    Settings settings;
    if (form.n <= 8 * settings.tile) {
      // There are half as many sequences as tiles, so that each of the four steps has work.
      settings.sequences = std::max<std::uint64_t>(form.n / settings.tile / 2, 2);
      settings.parts = std::max<std::uint64_t>(form.n / settings.tile / 2, 2);
      return settings;
    }
    settings.sequences =
        std::bit_floor(std::clamp<std::uint64_t>(form.n / (keys_of_part * settings.parts), 256, 65'536));
    return settings;
  }
  std::unique_ptr<Run> make_run(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                const Settings& settings) const override {
    const warpsort::Plan plan = warpsort::make_plan(problem->n(), settings);
    return std::make_unique<warpsort::WarpsortRun>(*device, std::move(problem), plan);
  }
};

}  // namespace

std::unique_ptr<Algorithm> make_warpsort_cuda() {
  return std::make_unique<Warpsort>();
}

}  // namespace texelsort::algorithms
