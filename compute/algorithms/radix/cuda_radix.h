#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "compute/algorithms/cuda/cuda_algorithm.h"
#include "compute/algorithms/radix/cuda/launch.h"
#include "compute/algorithms/radix/schedule.h"
#include "compute/algorithms/radix/settings.h"

namespace texelsort::algorithms {

/// Method by which the threads of a block rank the keys of a tile.
enum class DigitRanking : std::uint8_t { counters, matching };

/// Placeholder in the settings for the fastest shape, which the sort then chooses.
inline constexpr radix::Shape automatic_shape{};

/// Choice of Onesweep's passes. `all` is one pass per digit. `needed` skips passes that the keys do not require.
/// `merged` uses the merge passes of SmallInputRun instead, for small inputs.
enum class SweepPasses : std::uint8_t { all, needed, merged };

struct CudaRadixSettings {
  std::uint32_t digit = 8;  ///< width of a digit in bits
  radix::Shape shape = automatic_shape;
  DigitRanking ranking = DigitRanking::matching;  ///< ranking method of SRTS and GRS
  std::uint64_t blocks = 264;  ///< number of blocks that share the array; only SRTS uses this setting
  /// maximum number of reads of a tile's status in Onesweep, before the waiting block counts that tile itself
  std::uint32_t look_back_reads = 4096;
  SweepPasses passes = SweepPasses::all;  ///< choice of passes; only Onesweep uses this setting
  std::uint32_t prefix = 0;  ///< number of digits of the prefix in the sort by prefixes; 0 if the keys decide
  bool operator==(const CudaRadixSettings&) const = default;
};

/// Division of the array into tiles for a radix sort by CUDA kernels.
struct CudaRadixPlan : DigitPlan {
  /// Makes a plan with one column per tile. `ranks` is true for GRS, and `sweeps` is true for Onesweep and the sort by
  /// prefixes.
  CudaRadixPlan(const ProblemForm& form, const CudaRadixSettings& settings, bool ranks, bool sweeps);

  radix::Shape shape;     ///< number of threads and items for a tile; never automatic_shape
  bool counting = false;  ///< true if one set of counters per thread ranks the keys
  bool grouped = false;   ///< true if groups of threads move records that are stored as rows; see radix::FieldArrays
  bool merged = false;    ///< true if the run sorts a small input by merging
  /// True if passes that the keys do not require do nothing. Only Onesweep and the sort by prefixes use this flag.
  bool adaptive = false;
  bool sweeps = false;  ///< true for Onesweep, and for the passes of the sort by prefixes
  /// True for the sort by prefixes. The keys decide the length of the prefix, passes sort by the prefix, and blocks
  /// sort by the other digits.
  bool samples = false;
  std::uint32_t prefix = 0;  ///< number of digits of the prefix; 0 if the keys decide
  std::uint32_t look_back_reads = 0;
  std::uint64_t portion_tiles;  ///< maximum number of tiles per launch of Onesweep
  std::uint64_t room;           ///< number of keys from which the host chooses the blocks of a sort by prefixes

  std::uint64_t tiles() const { return shape.tiles(n); }
  /// Divides the array into at most `blocks` columns of several tiles each.
  void share_tiles(std::uint64_t blocks);
  /// Describes the move of a pass for kernels. The caller still has to add the key order and the arrays.
  radix::Move move(const DigitPass& digit) const;
};

// Plans and settings of the four CUDA radix sorts.
CudaRadixPlan srts_plan(const ProblemForm& form, const CudaRadixSettings& settings);
CudaRadixPlan grs_plan(const ProblemForm& form, const CudaRadixSettings& settings);
CudaRadixPlan onesweep_plan(const ProblemForm& form, const CudaRadixSettings& settings);
CudaRadixPlan prefix_plan(const ProblemForm& form, const CudaRadixSettings& settings);
const SettingsTable<CudaRadixSettings>& cuda_srts_settings();
const SettingsTable<CudaRadixSettings>& cuda_grs_settings();
const SettingsTable<CudaRadixSettings>& cuda_onesweep_settings();
const SettingsTable<CudaRadixSettings>& cuda_prefix_settings();

// Settings that several of the CUDA radix sorts have.
Field<CudaRadixSettings> cuda_ranking_field();
Field<CudaRadixSettings> shape_field(std::optional<radix::Shape> paper);

/// Returns why there is no kernel for the plan's shape with its digit width and keys. Returns null if there is one.
std::optional<std::string> shape_refusal(const CudaRadixPlan& plan, std::uint64_t max_shared_bytes);

/// Base class of the radix sorts by CUDA kernels. settle() makes the plan of a sort once.
class CudaRadix : public CudaAlgorithmWith<CudaRadixSettings, CudaRadixPlan> {
 public:
  std::vector<TableKind> table_kinds() const override { return digit_tables(); }
  bool moves_records() const override { return true; }
  bool prefers_direct(const ProblemForm& form) const override;

 protected:
  using CudaAlgorithmWith::CudaAlgorithmWith;

  /// Returns the bytes of device memory for the tables, in addition to the two arrays.
  virtual std::uint64_t table_bytes(const CudaRadixPlan& plan) const = 0;
  virtual std::unique_ptr<Run> make(gpu::Device& device, std::shared_ptr<const Problem> problem,
                                    const CudaRadixPlan& plan) const = 0;

  CudaRadixSettings tuned_for(const cuda::DeviceInfo& device, const ProblemForm& form,
                              const Given<CudaRadixSettings>& given) const override;

 private:
  std::uint64_t cuda_bytes(const ProblemForm& form, const CudaRadixPlan& plan) const final {
    return 2 * array_bytes(form) + table_bytes(plan);
  }
  std::optional<std::string> kernel_refusal(const cuda::DeviceInfo& device, const ProblemForm&,
                                            const CudaRadixPlan& plan) const final {
    return shape_refusal(plan, device.max_shared_bytes);
  }
  std::unique_ptr<Run> make_run(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                const CudaRadixPlan& plan) const final {
    return make(*device, std::move(problem), plan);
  }
  std::unique_ptr<Run> make_record_run(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                       const CudaRadixPlan& plan, bool /*grouped: the plan has it*/) const final {
    return make(*device, std::move(problem), plan);
  }
};

namespace radix {

/// Returns the text form of a shape: "256x16" for 256 threads and 16 items per thread, or "auto".
std::string text_of(Shape shape);
void read_text(Shape& shape, const std::string& text);

}  // namespace radix

/// Creates a run of Onesweep's passes over all digits, or over the digits of a prefix. After a prefix, blocks sort by
/// the other digits.
std::unique_ptr<Run> make_sweep_run(gpu::Device& device, std::shared_ptr<const Problem> problem,
                                    const CudaRadixPlan& plan);
/// Returns the bytes of device memory for the tables of a run of make_sweep_run().
std::uint64_t sweep_bytes(const CudaRadixPlan& plan);

}  // namespace texelsort::algorithms
