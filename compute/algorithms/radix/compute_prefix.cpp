#include <algorithm>
#include <cmath>
#include <memory>

#include "compute/algorithms/radix/compute_onesweep.h"
#include "compute/algorithms/radix/compute_radix.h"
#include "compute/algorithms/radix/sources.h"

namespace texelsort::algorithms {
namespace {

/// Returns the size of a block, in whole rows of a workgroup, that holds the keys of each of `values` ranges of n
/// uniformly distributed keys. A range has a binomially distributed number of keys. This number exceeds the mean by six
/// standard deviations in one of 10^9 cases.
std::uint64_t block_of(std::uint64_t n, std::uint64_t values, std::uint64_t workgroup) {
  const double mean = static_cast<double>(n) / static_cast<double>(values);
  const auto room = static_cast<std::uint64_t>(std::ceil(mean + 6 * std::sqrt(mean)));
  return (std::min(n, room) / workgroup + 1) * workgroup;
}

ComputeOnesweepSettings tuned_prefix(const gpu::DeviceInfo& device, const ProblemForm& form,
                                     const Given<ComputeOnesweepSettings>& given) {
  using S = ComputeOnesweepSettings;
  S settings = tuned_compute_onesweep(device, form, given);
  if (const auto ranking = given.value(&S::ranking)) settings.ranking = *ranking;
  if (const auto digit = given.value(&S::digit)) settings.digit = *digit;
  if (const auto tile = given.value(&S::tile)) settings.tile = *tile;
  settings.block = block_of(form.n, std::uint64_t{1} << settings.digit, settings.workgroup);
  if (ComputeOnesweepPlan(form, settings).refusal(device)) settings.block = 0;
  return settings;
}

class ComputePrefix final : public ComputeSweep {
 public:
  ComputePrefix()
      : ComputeSweep(
            prefix_source().described(
                Backend::compute,
                "A variant of the hybrid radix sort: two passes over the array if the keys with each value of the most "
                "significant digit fit a workgroup. A pass of Onesweep sorts by this digit. Then one workgroup per "
                "value sorts its keys by the other digits in shared memory. If a value has too many keys, the sort is "
                "Onesweep: each digit has a pass. The device decides by the counts of all digits, without the host. "
                "Memory: two arrays and 4 bytes per digit value, tile and pass.",
                {beyond_small_inputs}),
            compute_prefix_settings()) {}
  std::vector<TableKind> table_kinds() const override {
    std::vector<TableKind> kinds = sweep_tables();
    kinds.push_back(tables::Work{});
    return kinds;
  }

 protected:
  ComputeOnesweepSettings tuned(const gpu::DeviceInfo* device, const ProblemForm& form,
                                const Given<ComputeOnesweepSettings>& given) const override {
    return device == nullptr ? ComputeOnesweepSettings{} : tuned_prefix(*device, form, given);
  }
};

}  // namespace

const SettingsTable<ComputeOnesweepSettings>& compute_prefix_settings() {
  using S = ComputeOnesweepSettings;
  static const SettingsTable<S> table = [] {
    auto fields = compute_sweep_fields(std::nullopt);
    fields.push_back(
        field(&S::block, "block", "keys", IntegerRange{0, 16'384}, std::nullopt,
              "Maximum number of keys that a workgroup sorts after the pass by the most significant digit. "
              "If some value of this digit has more keys, each digit has a pass. 0: each digit has a pass. "
              "Default: enough for uniform keys if the shared memory suffices, otherwise 0."));
    return SettingsTable<S>(std::move(fields));
  }();
  return table;
}

std::unique_ptr<Algorithm> make_compute_prefix() {
  return std::make_unique<ComputePrefix>();
}

}  // namespace texelsort::algorithms
