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

/// Method by which the threads of a block rank a tile's keys.
enum class DigitRanking : std::uint8_t { counters, matching };

/// Placeholder for the fastest shape.
inline constexpr radix::Shape automatic_shape{};

/// Passes of Onesweep. all: one per digit. needed: only those that the counts require. merged: for small inputs, the
/// passes of SmallInputRun.
enum class SweepPasses : std::uint8_t { all, needed, merged };

struct CudaRadixSettings {
  std::uint32_t digit = 8;  ///< width in bits
  radix::Shape shape = automatic_shape;
  DigitRanking ranking = DigitRanking::matching;  ///< for SRTS and GRS
  std::uint64_t blocks = 264;                     ///< blocks that share the array; only for SRTS
  std::uint32_t look_back_reads = 4096;           ///< limit of reads of an uncounted tile; only for Onesweep
  SweepPasses passes = SweepPasses::all;          ///< only for Onesweep
  std::uint32_t prefix = 0;                       ///< digits; 0: chosen by a sample; only for the sort by prefixes
  bool operator==(const CudaRadixSettings&) const = default;
};

/// The division of an array into tiles for a radix sort by kernels.
struct CudaRadixPlan : DigitPlan {
  /// One column per tile. `ranks` and `sweeps` initialise the members of the same names.
  CudaRadixPlan(const ProblemForm& form, const CudaRadixSettings& settings, bool ranks, bool sweeps);

  radix::Shape shape;        ///< never automatic
  bool counting = false;     ///< ranks by counters per thread
  bool grouped = false;      ///< groups of threads move records that are rows, see radix::FieldArrays
  bool merged = false;       ///< sorts a small input by merging
  bool adaptive = false;     ///< passes that the keys do not need do nothing; only for Onesweep
  bool sweeps = false;       ///< Onesweep, or its passes for a prefix
  bool samples = false;      ///< a sample chooses the prefix that passes sort by; blocks sort by the other digits
  std::uint32_t prefix = 0;  ///< digits of the prefix, 0 if a sample chooses them
  std::uint32_t look_back_reads = 0;
  std::uint64_t portion_tiles;  ///< maximum tiles per launch of Onesweep
  std::uint64_t room;           ///< keys for which the blocks of a sort by prefixes are chosen

  std::uint64_t tiles() const { return shape.tiles(n); }
  /// Divides the array into at most `blocks` columns of several tiles each.
  void share_tiles(std::uint64_t blocks);
  /// Returns the move by a digit. The caller adds order and arrays.
  radix::Move move(const DigitPass& digit) const;
};

// The plan and the settings of each sort:
CudaRadixPlan srts_plan(const ProblemForm& form, const CudaRadixSettings& settings);
CudaRadixPlan grs_plan(const ProblemForm& form, const CudaRadixSettings& settings);
CudaRadixPlan onesweep_plan(const ProblemForm& form, const CudaRadixSettings& settings);
CudaRadixPlan prefix_plan(const ProblemForm& form, const CudaRadixSettings& settings);
const SettingsTable<CudaRadixSettings>& cuda_srts_settings();
const SettingsTable<CudaRadixSettings>& cuda_grs_settings();
const SettingsTable<CudaRadixSettings>& cuda_onesweep_settings();
const SettingsTable<CudaRadixSettings>& cuda_prefix_settings();

// Fields of these tables:
Field<CudaRadixSettings> cuda_ranking_field();
Field<CudaRadixSettings> shape_field(std::optional<radix::Shape> paper);

/// Returns why there are no kernels of the plan's shape for its digits and keys. Nothing if there are.
std::optional<std::string> shape_refusal(const CudaRadixPlan& plan, std::uint64_t max_shared_bytes);

/// Base of the radix sorts by kernels. settle() makes their plan once.
class CudaRadix : public CudaAlgorithmWith<CudaRadixSettings, CudaRadixPlan> {
 public:
  std::vector<TableKind> table_kinds() const override { return digit_tables(); }
  bool moves_records() const override { return true; }
  bool prefers_direct(const ProblemForm& form) const override;

 protected:
  using CudaAlgorithmWith::CudaAlgorithmWith;

  /// Returns the bytes on the device in addition to the two arrays.
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

/// The text form of a shape: "256x16" for threads and items per thread, or "auto".
std::string text_of(Shape shape);
void read_text(Shape& shape, const std::string& text);

}  // namespace radix

/// Creates a run of Onesweep's passes over all digits, or over a prefix, after which blocks sort by the other digits.
std::unique_ptr<Run> make_sweep_run(gpu::Device& device, std::shared_ptr<const Problem> problem,
                                    const CudaRadixPlan& plan);
/// Returns the bytes of its tables on the device.
std::uint64_t sweep_bytes(const CudaRadixPlan& plan);

}  // namespace texelsort::algorithms
