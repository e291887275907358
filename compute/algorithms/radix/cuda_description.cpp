#include "compute/algorithms/cuda/cuda_algorithm.h"
#include "compute/algorithms/radix/cuda.h"
#include "compute/algorithms/radix/description.h"

namespace texelsort::algorithms {
namespace {

/// Up to `small_input` Onesweep merges tiles, from `many_keys` on it leaves out passes.
constexpr std::uint64_t small_input = std::uint64_t{1} << 16, many_keys = std::uint64_t{1} << 20;

std::vector<std::uint64_t> cuda_form_sizes(RadixSort sort) {
  return sort == RadixSort::onesweep ? std::vector<std::uint64_t>{70'001, 1'100'001} : std::vector<std::uint64_t>{};
}

/// By kernels.
class CudaRadix final : public CudaAlgorithmWith<CudaRadixSettings> {
 public:
  CudaRadix(RadixSort sort, std::string summary)
      : CudaAlgorithmWith(described(sort, Backend::cuda, std::move(summary), cuda_form_sizes(sort)),
                          cuda_radix_settings(sort)),
        sort_(sort) {}

  std::vector<TableKind> table_kinds() const override {
    if (sort_ == RadixSort::srts || sort_ == RadixSort::grs) return digit_tables();
    std::vector<TableKind> kinds = sweep_tables();
    if (sort_ == RadixSort::prefix) kinds.push_back(tables::Work{});
    return kinds;
  }
  bool moves_records() const override { return sort_ != RadixSort::prefix; }
  bool prefers_direct(const ProblemForm& form) const override {
    // A few columns move with their keys in less time than indices, and turning the columns, take; measured on an H200.
    constexpr std::uint32_t few = 3;
    return moves_records() && form.shape.layout == data::Layout::by_field && form.shape.fields <= few;
  }

 protected:
  CudaRadixSettings tuned_for(const cuda::DeviceInfo& device, const ProblemForm& form,
                              const Given<CudaRadixSettings>& given) const override {
    CudaRadixSettings settings{.digit = tuned_digit(form.n)};
    if (given.value(&CudaRadixSettings::ranking) == DigitRanking::counters) settings.digit = radix::most_counted_bits;
    using S = CudaRadixSettings;
    const bool sweeps = given.value(&S::digit) || given.value(&S::shape) || given.value(&S::look_back_reads);
    // With fewer keys all passes are over before the host knows what was found.
    if (sort_ == RadixSort::onesweep && form.n >= many_keys) settings.passes = SweepPasses::needed;
    if (sort_ == RadixSort::onesweep && form.n <= small_input && !sweeps) settings.passes = SweepPasses::merged;
    if (sort_ == RadixSort::srts) settings.blocks = 2 * static_cast<std::uint64_t>(device.multiprocessors);
    return settings;
  }
  std::uint64_t cuda_bytes(const ProblemForm& form, const CudaRadixSettings& settings) const override {
    const CudaRadixPlan plan(sort_, form, settings);
    return 2 * array_bytes(form) + (cuda_radix_bytes(plan));
  }
  std::optional<std::string> kernel_refusal(const cuda::DeviceInfo& device, const ProblemForm& form,
                                            const CudaRadixSettings& settings) const override {
    return shape_refusal(CudaRadixPlan(sort_, form, settings), device.max_shared_bytes);
  }
  std::unique_ptr<Run> make_run(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                const CudaRadixSettings& settings) const override {
    return make_record_run(device, std::move(problem), settings, false);
  }
  std::unique_ptr<Run> make_record_run(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                       const CudaRadixSettings& settings, bool grouped) const override {
    ProblemForm form = problem->form();
    form.grouped = grouped;
    const CudaRadixPlan plan(sort_, form, settings);
    return make_cuda_radix_run(*device, std::move(problem), plan);
  }

 private:
  RadixSort sort_;
};

}  // namespace

std::unique_ptr<Algorithm> make_srts_cuda() {
  return std::make_unique<CudaRadix>(
      RadixSort::srts,
      "Least significant digit first. A fixed number of thread blocks count the digits of their shares of the array, "
      "one block scans the counts, and each block puts tile after tile in order in shared memory and scatters it. "
      "Memory: two arrays and a table of 8 bytes for every digit and block.");
}

std::unique_ptr<Algorithm> make_grs_cuda() {
  return std::make_unique<CudaRadix>(
      RadixSort::grs,
      "Least significant digit first, made for records. A block for each tile counts its digits and keeps every key's "
      "rank among its digit, the counts are scanned, and the ranks say where in the tile, and from there in the array, "
      "a whole record goes. Memory: two arrays, 2 bytes a key, and a table of 8 bytes for every digit and tile.");
}

std::unique_ptr<Algorithm> make_prefix_cuda() {
  return std::make_unique<CudaRadix>(
      RadixSort::prefix,
      "A free variant of the hybrid radix sort: few passes, then shared memory. Onesweep's passes sort by a prefix of "
      "the keys only, of as many digits as a sample calls for; then blocks sort ranges of keys with the same prefix "
      "after Flashsort (K.-D. Neubert, 1998): a key's slot is interpolated, slots are counted and scanned, and few "
      "neighbours put in order by insertion. Ranges that have too many equal or uneven keys are merged; where a "
      "prefix would leave too many of them, every digit has its pass. Memory: two arrays, 4 bytes for every digit of "
      "every tile in every pass, 56 bytes for every 1,024 keys, and 1.3 MB for the sample.");
}

std::unique_ptr<Algorithm> make_onesweep() {
  return std::make_unique<CudaRadix>(
      RadixSort::onesweep,
      "Least significant digit first, every digit in one pass over the array. All digits are counted beforehand; a "
      "tile learns from the tiles before it how many keys of each digit they hold (decoupled look-back), and counts "
      "for itself the digits of one that keeps it waiting. Counting finds out, too, which passes the keys need (passes "
      "= needed): none for digits that all keys share and for sorted keys, one for reversed ones. Few keys are sorted "
      "by merging, in a launch or two (passes = merged). Memory: two arrays and 4 bytes for every digit of every tile "
      "in every pass.");
}

}  // namespace texelsort::algorithms
