#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "compute/algorithms/core/algorithm.h"
#include "compute/algorithms/radix/schedule.h"
#include "compute/algorithms/radix/settings.h"
#include "compute/gpu/shader_library.h"

namespace texelsort::algorithms {

struct ComputeTileSettings {
  std::uint32_t digit = 8;  ///< width of a digit in bits
  GroupRanking ranking = GroupRanking::matching;
  std::uint64_t tile = 4096;      ///< maximum number of keys, which one workgroup sorts
  std::uint32_t workgroup = 256;  ///< number of invocations per workgroup
  bool operator==(const ComputeTileSettings&) const = default;
};

const SettingsTable<ComputeTileSettings>& compute_tile_settings();

/// Plan of a sort of all keys by one workgroup with shaders/radix/tile_sort.comp, and the resources that this shader
/// needs.
struct ComputeTilePlan : DigitPlan {
  ComputeTilePlan(const ProblemForm& form, const ComputeTileSettings& settings);

  bool subgroups = false;       ///< true if subgroups rank their keys without workgroup barriers
  std::uint32_t workgroup = 1;  ///< number of invocations per workgroup

  std::uint64_t items() const { return column_keys / workgroup; }  ///< returns the number of keys per invocation
  std::uint64_t shared_bytes() const;
  /// Returns the maximum number of loop iterations of one invocation.
  std::uint64_t rounds() const;
  gpu::Defines defines(data::Order order) const;

  std::optional<std::string> refusal(const gpu::DeviceInfo& device) const;

 private:
  std::uint64_t pool_words() const;
};

/// Creates a run that executes the plan by a single dispatch.
std::unique_ptr<Run> make_compute_tile_run(gpu::Device& device, std::shared_ptr<const Problem> problem,
                                           const ComputeTilePlan& plan);

}  // namespace texelsort::algorithms
