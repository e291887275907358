#include <algorithm>
#include <bit>

#include "compute/algorithms/primitives/compute_limits.h"
#include "compute/algorithms/radix/compute.h"
#include "compute/algorithms/radix/compute_onesweep.h"
#include "compute/algorithms/radix/compute_tile.h"
#include "compute/algorithms/radix/description.h"

namespace texelsort::algorithms {
namespace {

/// Whether the searches of tune_bare_srts were for such a problem.
bool is_searched(RadixSort sort, const gpu::DeviceInfo& device, const ProblemForm& form,
                 const Given<ComputeRadixSettings>& given) {
  return sort == RadixSort::srts && !device.software && data::key_bytes(form.type) == 4 &&
         form.payload == data::PayloadKind::none &&
         given.value(&ComputeRadixSettings::ranking) != ComputeRadixSettings::Ranking::counters;
}

/// What searches on an H200 found for SRTS and keys of 32 bits alone, and sweeps at the powers of two around, in the
/// time of four warps a workgroup and digits of 8 bits: 0.74 and 0.82 with 2^12 and 2^14 keys, 0.76 with 2^16, 0.87 and
/// 0.86 with 2^18 and 2^19, 0.92 with 2^24, 0.87 with 2^26; with 2^20 to 2^22 nothing was faster.
void tune_bare_srts(ComputeRadixSettings& settings, std::uint64_t n) {
  if (n <= most_shown_keys) return;
  if (n < std::uint64_t{1} << 15) {
    settings.workgroup = 256;
  } else if (n <= std::uint64_t{1} << 17) {
    settings.digit = 7;
    settings.workgroup = 512;
  } else if (n < std::uint64_t{1} << 20) {
    settings.workgroup = 256;
  } else if (n >= std::uint64_t{1} << 23) {
    settings.digit = 7;
    settings.tile = 2048;
    settings.workgroup = 256;
    settings.workgroups = 3072;
  }
}

/// Where a workgroup goes over a share. Four warps a workgroup: 1.05 times as fast as eight for SRTS on an H200 with
/// 2^20 keys, 1.16 times for GRS.
void tune_cooperative(ComputeRadixSettings& settings, const gpu::DeviceInfo& device, const ProblemForm& form,
                      const Given<ComputeRadixSettings>& given, bool searched) {
  using S = ComputeRadixSettings;
  const bool shown = form.n <= most_shown_keys;
  settings.workgroup = shown ? 32 : 128;
  settings.tile = shown ? 64 : data::key_bytes(form.type) == 4 ? 4096 : 2048;
  if (searched) tune_bare_srts(settings, form.n);
  if (device.subgroup_lanes == 32) settings.ranking = S::Ranking::subgroups;
  // A counter for every digit and invocation: more bits than these are beyond shared memory.
  if (given.value(&S::ranking) == S::Ranking::counters) settings.digit = 4;
  if (const auto tile = given.value(&S::tile)) {
    settings.workgroup = static_cast<std::uint32_t>(
        std::clamp<std::uint64_t>(settings.workgroup, (*tile - 1) / most_radix_items + 1, *tile));
  }
  if (const auto workgroup = given.value(&S::workgroup)) {
    settings.tile = std::clamp<std::uint64_t>(settings.tile, *workgroup, *workgroup * most_radix_items);
  }
  if (given.value(&S::workgroup).value_or(settings.workgroup) < 32) settings.ranking = S::Ranking::matching;
}

/// From this many keys on wide digits pay in serial invocations: with fewer, their table is as long as the array.
constexpr std::uint64_t many_serial_keys = std::uint64_t{1} << 18;

/// A size for checks beyond many_serial_keys and beyond Onesweep's few keys.
constexpr std::uint64_t beyond_few = 300'001;

/// SRTS also has digits of 7 bits, see tune_bare_srts().
std::vector<std::uint64_t> compute_form_sizes(RadixSort sort) {
  return sort == RadixSort::srts ? std::vector<std::uint64_t>{40'001, beyond_few} : std::vector{beyond_few};
}

/// llvmpipe runs 8 invocations at a time as the lanes of a vector (4 where vectors have 128 bits), and barriers by
/// switching between stacks.
void tune_serial(ComputeRadixSettings& settings, RadixSort sort, const gpu::DeviceInfo& device,
                 const ProblemForm& form) {
  settings.workgroup = device.software ? 8 : 128;
  // Three passes over keys of 32 bits, for which counters and their table are larger.
  if (device.software && form.n > many_serial_keys) settings.digit = most_serial_bits;
  settings.tile = form.n <= 64 ? 16 : form.n <= most_shown_keys ? 64 : device.software ? 16'384 : 4096;
  // Software: with 2^20 keys an invocation for each of 32 tiles.
  if (sort == RadixSort::grs && device.software && form.n > most_shown_keys) settings.tile = 32'768;
}

ComputeRadixSettings tuned_radix(RadixSort sort, const gpu::DeviceInfo& device, const ProblemForm& form,
                                 const Given<ComputeRadixSettings>& given) {
  using S = ComputeRadixSettings;
  S settings;
  settings.digit = tuned_digit(form.n);
  settings.form = given.value(&S::form).value_or(device.software ? S::Form::serial : S::Form::cooperative);
  if (settings.serial()) {
    tune_serial(settings, sort, device, form);
  } else {
    tune_cooperative(settings, device, form, given, is_searched(sort, device, form, given));
  }
  if (sort == RadixSort::srts && device.software) {
    // Enough for the cores of a small machine, and few enough keys a share for its loops to end: up to 2^16 for each of
    // a workgroup's 8 serial invocations, 2^14 for one whose invocations work together.
    const std::uint64_t share = settings.serial() ? 8 << 16 : 1 << 14;
    settings.workgroups = std::clamp<std::uint64_t>((form.n + share - 1) / share, 4, 65'535);
  }
  // Wide digits take more rounds of loops.
  S whole = settings;
  whole.workgroup = given.value(&S::workgroup).value_or(settings.workgroup);
  whole.workgroups = given.value(&S::workgroups).value_or(settings.workgroups);
  whole.tile = given.value(&S::tile).value_or(settings.tile);
  if (settings.digit > most_cooperative_bits && ComputeRadixPlan(sort, form, whole).refusal(device)) {
    settings.digit = most_cooperative_bits;
  }
  return settings;
}

/// By compute shaders.
class ComputeRadix final : public AlgorithmWith<ComputeRadixSettings> {
 public:
  ComputeRadix(RadixSort sort, std::string summary)
      : AlgorithmWith(described(sort, Backend::compute, std::move(summary), compute_form_sizes(sort)),
                      compute_radix_settings(sort)),
        sort_(sort) {}
  Availability availability(const gpu::DeviceInfo* device, const cuda::ExecutionOptions&) const override {
    return compute_availability(device);
  }
  std::vector<TableKind> table_kinds() const override { return digit_tables(); }

 protected:
  ComputeRadixSettings tuned(const gpu::DeviceInfo* device, const ProblemForm& form,
                             const Given<ComputeRadixSettings>& given) const override {
    return device == nullptr ? ComputeRadixSettings{} : tuned_radix(sort_, *device, form, given);
  }
  std::optional<std::string> refusal(const gpu::DeviceInfo* device, const ProblemForm& form,
                                     const ComputeRadixSettings& settings) const override {
    return ComputeRadixPlan(sort_, form, settings).refusal(*device);
  }
  std::unique_ptr<Run> make_run(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                const ComputeRadixSettings& settings) const override {
    const ComputeRadixPlan plan(sort_, problem->form(), settings);
    return make_compute_radix_run(*device, std::move(problem), plan);
  }

 private:
  RadixSort sort_;
};

/// Measured on an H200, where tiles of 384 invocations and 16 keys of 32 bits, three of them side by side on a
/// multiprocessor, take 0.95 of the time of 512 and 16 with 2^24 and 2^26 keys, 0.97 with an index; 256 and 16 take
/// 1.07 times as long.
ComputeOnesweepSettings tuned_onesweep(const gpu::DeviceInfo& device, const ProblemForm& form,
                                       const Given<ComputeOnesweepSettings>& given) {
  using S = ComputeOnesweepSettings;
  S settings;
  const bool shown = form.n <= most_shown_keys, few = form.n <= std::uint64_t{1} << 18;
  settings.digit = tuned_digit(form.n);
  settings.look_back_reads = device.software ? 16 : 4096;
  settings.ranking =
      given.value(&S::ranking).value_or(device.subgroup_lanes == 32 ? S::Ranking::subgroups : S::Ranking::matching);
  const bool by_masks = settings.ranking == S::Ranking::matching;
  const bool many = !few && !by_masks && data::key_bytes(form.type) == 4;
  settings.workgroup = shown ? 32 : by_masks ? 256 : many ? 384 : 512;
  settings.tile = shown ? 64 : many ? 6144 : 4096;
  if (const auto digit = given.value(&S::digit)) settings.workgroup = std::max(settings.workgroup, 1u << *digit);
  if (const auto tile = given.value(&S::tile)) {
    constexpr std::uint64_t most = 512;
    const std::uint64_t power = *tile & (~*tile + 1);  // the largest that divides it
    if (*tile % settings.workgroup != 0) settings.workgroup = static_cast<std::uint32_t>(std::min(most, power));
  }
  if (const auto workgroup = given.value(&S::workgroup)) settings.workgroup = *workgroup;
  settings.tile = std::clamp<std::uint64_t>(settings.tile, settings.workgroup, settings.workgroup * most_radix_items) /
                  settings.workgroup * settings.workgroup;
  if (settings.workgroup % 32 != 0) settings.ranking = S::Ranking::matching;
  const auto fits = [&] {
    return 1u << settings.digit <= settings.workgroup &&
           ComputeOnesweepPlan(form, settings).shared_bytes() <= device.max_shared_bytes;
  };
  while (settings.digit > 1 && !fits()) --settings.digit;
  return settings;
}

/// Onesweep by compute shaders.
class ComputeOnesweep final : public AlgorithmWith<ComputeOnesweepSettings> {
 public:
  explicit ComputeOnesweep(std::string summary)
      : AlgorithmWith(described(RadixSort::onesweep, Backend::compute, std::move(summary), {beyond_few}),
                      compute_onesweep_settings()) {}
  Availability availability(const gpu::DeviceInfo* device, const cuda::ExecutionOptions&) const override {
    return compute_availability(device);
  }
  std::vector<TableKind> table_kinds() const override { return sweep_tables(); }

 protected:
  ComputeOnesweepSettings tuned(const gpu::DeviceInfo* device, const ProblemForm& form,
                                const Given<ComputeOnesweepSettings>& given) const override {
    return device == nullptr ? ComputeOnesweepSettings{} : tuned_onesweep(*device, form, given);
  }
  std::optional<std::string> refusal(const gpu::DeviceInfo* device, const ProblemForm& form,
                                     const ComputeOnesweepSettings& settings) const override {
    return ComputeOnesweepPlan(form, settings).refusal(*device);
  }
  std::unique_ptr<Run> make_run(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                const ComputeOnesweepSettings& settings) const override {
    const ComputeOnesweepPlan plan(problem->form(), settings);
    return make_compute_onesweep_run(*device, std::move(problem), plan);
  }
};

/// An H200's best of 256, 512 and 1,024 invocations, u32: 256 with 512 to 2,048 keys (8.4 to 12.1 us; 0.86 to 0.96 of
/// the time of 512), 512 with 4,096 and 8,192 (16.5 and 23.8 us); digits of 4 bits take 1.3 times as long.
ComputeTileSettings tuned_tile(const gpu::DeviceInfo& device, const ProblemForm& form,
                               const Given<ComputeTileSettings>& given) {
  using S = ComputeTileSettings;
  constexpr std::uint64_t most_tile = 16'384;
  S settings;
  const std::uint64_t room = std::bit_ceil(std::clamp<std::uint64_t>(form.n, 32, most_tile));
  settings.ranking =
      given.value(&S::ranking).value_or(device.subgroup_lanes == 32 ? GroupRanking::subgroups : GroupRanking::matching);
  const bool many = settings.ranking == GroupRanking::subgroups && room > 2048;
  settings.workgroup =
      static_cast<std::uint32_t>(std::min({room, std::uint64_t{many ? 512u : 256u},
                                           std::uint64_t{std::bit_floor(std::max(device.max_workgroup_size, 1u))}}));
  if (const auto tile = given.value(&S::tile)) {
    settings.workgroup = static_cast<std::uint32_t>(
        std::clamp<std::uint64_t>(settings.workgroup, (*tile - 1) / most_radix_items + 1, *tile));
  }
  if (const auto workgroup = given.value(&S::workgroup)) settings.workgroup = *workgroup;
  settings.tile = std::max<std::uint64_t>(room, settings.workgroup);
  if (settings.workgroup < 32) settings.ranking = GroupRanking::matching;
  while (settings.digit > 1 && ComputeTilePlan(form, settings).shared_bytes() > device.max_shared_bytes) {
    --settings.digit;
  }
  return settings;
}

/// A radix sort of one workgroup.
class ComputeTile final : public AlgorithmWith<ComputeTileSettings> {
 public:
  ComputeTile()
      : AlgorithmWith(
            {.id = "radix/tile@compute",
             .title = "Radix sort of one tile, compute shaders",
             .family = "radix",
             .backend = Backend::compute,
             .summary =
                 "One workgroup sorts all keys in one dispatch: the least significant digit first, they go to their "
                 "places in shared memory and back into registers. For as many keys as shared memory holds. Memory: two "
                 "arrays.",
             .citation = {"N. Satish, M. Harris, M. Garland",
                          "Designing Efficient Sorting Algorithms for Manycore GPUs",
                          "23rd IEEE International Symposium on Parallel and Distributed Processing (IPDPS)", 2009,
                          "section IV, the sort of a tile"},
             .stable = true,
             .max_n = 16'384},
            compute_tile_settings()) {}
  Availability availability(const gpu::DeviceInfo* device, const cuda::ExecutionOptions&) const override {
    return compute_availability(device);
  }

 protected:
  ComputeTileSettings tuned(const gpu::DeviceInfo* device, const ProblemForm& form,
                            const Given<ComputeTileSettings>& given) const override {
    return device == nullptr ? ComputeTileSettings{} : tuned_tile(*device, form, given);
  }
  std::optional<std::string> refusal(const gpu::DeviceInfo* device, const ProblemForm& form,
                                     const ComputeTileSettings& settings) const override {
    return ComputeTilePlan(form, settings).refusal(*device);
  }
  std::unique_ptr<Run> make_run(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                const ComputeTileSettings& settings) const override {
    const ComputeTilePlan plan(problem->form(), settings);
    return make_compute_tile_run(*device, std::move(problem), plan);
  }
};

}  // namespace

std::unique_ptr<Algorithm> make_srts() {
  return std::make_unique<ComputeRadix>(
      RadixSort::srts,
      "Least significant digit first. A fixed number of workgroups count the digits of their shares of the array, the "
      "counts are scanned, and each workgroup puts tile after tile in order in shared memory and scatters it. On "
      "software rendering an invocation goes over its own share by itself (form = serial). Memory: two arrays and a "
      "table of 4 bytes for every digit and share.");
}

std::unique_ptr<Algorithm> make_grs() {
  return std::make_unique<ComputeRadix>(
      RadixSort::grs,
      "Least significant digit first. Each tile's digits are counted, and the rank of every key among those of its "
      "digit in its tile is kept; the counts are scanned, and each key moves to the offset of its digit in its tile "
      "plus its rank. On software rendering an invocation does a tile by itself (form = serial). Memory: two arrays, 2 "
      "bytes a key for the ranks, and a table of 4 bytes for every digit and tile.");
}

std::unique_ptr<Algorithm> make_compute_onesweep() {
  return std::make_unique<ComputeOnesweep>(
      "Least significant digit first, every digit in one pass over the array. All digits are counted beforehand; a "
      "workgroup puts a tile in order, learns from the tiles before it how many keys of each digit they hold "
      "(decoupled look-back), counts for itself the digits of one that keeps it waiting, and scatters its tile. "
      "Memory: two arrays and 4 bytes for every digit of every tile in every pass.");
}

std::unique_ptr<Algorithm> make_compute_tile() {
  return std::make_unique<ComputeTile>();
}

}  // namespace texelsort::algorithms
