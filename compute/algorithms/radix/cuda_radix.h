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

/// How the threads of a block rank a tile's keys.
enum class DigitRanking : std::uint8_t { counters, matching };

/// Stands for the fastest shape.
inline constexpr radix::Shape automatic_shape{};

/// Which passes Onesweep takes: one for each digit; those of them that the counts call for; or, of few keys, those of
/// SmallInputRun.
enum class SweepPasses : std::uint8_t { all, needed, merged };

struct CudaRadixSettings {
  std::uint32_t digit = 8;  ///< bits
  radix::Shape shape = automatic_shape;
  DigitRanking ranking = DigitRanking::matching;  ///< SRTS and GRS
  std::uint64_t blocks = 264;                     ///< share the array; SRTS alone
  std::uint32_t look_back_reads = 4096;           ///< reads; Onesweep alone
  SweepPasses passes = SweepPasses::all;          ///< Onesweep alone
  std::uint32_t prefix = 0;                       ///< digits; 0: as many as a sample calls for; the sort by prefixes
  bool operator==(const CudaRadixSettings&) const = default;
};

/// How a radix sort by kernels cuts an array into tiles.
struct CudaRadixPlan : DigitPlan {
  /// A column per tile. `ranks` and `sweeps` are the members of these names.
  CudaRadixPlan(const ProblemForm& form, const CudaRadixSettings& settings, bool ranks, bool sweeps);

  radix::Shape shape;        ///< never automatic
  bool counting = false;     ///< ranks by counters of each thread
  bool grouped = false;      ///< records that are rows: groups of threads carry them, see radix::FieldArrays
  bool merged = false;       ///< a small input, sorted by merging
  bool adaptive = false;     ///< passes that the keys do not need do nothing; Onesweep's alone
  bool sweeps = false;       ///< Onesweep, or its passes for a prefix
  bool samples = false;      ///< a sample says which prefix passes sort by; blocks sort by the other digits
  std::uint32_t prefix = 0;  ///< its digits, 0 if a sample says
  std::uint32_t look_back_reads = 0;
  std::uint64_t portion_tiles;  ///< of one launch of Onesweep, at the most
  std::uint64_t room;           ///< keys that blocks of a prefix's sort are chosen for

  std::uint64_t tiles() const { return shape.tiles(n); }
  /// Columns of several tiles each, as many columns as `blocks` at the most.
  void share_tiles(std::uint64_t blocks);
  /// Returns what kernels move by that digit; order and arrays are still to be named.
  radix::Move move(const DigitPass& digit) const;
};

// The plan and the settings of each sort.
CudaRadixPlan srts_plan(const ProblemForm& form, const CudaRadixSettings& settings);
CudaRadixPlan grs_plan(const ProblemForm& form, const CudaRadixSettings& settings);
CudaRadixPlan onesweep_plan(const ProblemForm& form, const CudaRadixSettings& settings);
CudaRadixPlan prefix_plan(const ProblemForm& form, const CudaRadixSettings& settings);
const SettingsTable<CudaRadixSettings>& cuda_srts_settings();
const SettingsTable<CudaRadixSettings>& cuda_grs_settings();
const SettingsTable<CudaRadixSettings>& cuda_onesweep_settings();
const SettingsTable<CudaRadixSettings>& cuda_prefix_settings();

// Fields of these tables.
Field<CudaRadixSettings> cuda_ranking_field();
Field<CudaRadixSettings> shape_field(std::optional<radix::Shape> paper);

/// Whether there are kernels of this shape for such digits and keys.
std::optional<std::string> shape_refusal(const CudaRadixPlan& plan, std::uint64_t max_shared_bytes);

/// Base of the radix sorts by kernels. Their plan is made once, by settle().
class CudaRadix : public CudaAlgorithmWith<CudaRadixSettings, CudaRadixPlan> {
 public:
  std::vector<TableKind> table_kinds() const override { return digit_tables(); }
  bool moves_records() const override { return true; }
  bool prefers_direct(const ProblemForm& form) const override;

 protected:
  using CudaAlgorithmWith::CudaAlgorithmWith;

  /// Bytes on the device besides the two arrays.
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

/// "256x16", threads and items of each; "auto".
std::string text_of(Shape shape);
void read_text(Shape& shape, const std::string& text);

}  // namespace radix
}  // namespace texelsort::algorithms
