#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "compute/algorithms/core/pass.h"
#include "compute/algorithms/randomized/schedule.h"

/// Functions that make parts of the passes of a Procedure.
namespace texelsort::algorithms::randomized {

inline constexpr const char* scatter_label = "step 4: scatter";

PassHeader sort_header(std::uint32_t levels, std::uint64_t index = 0);

/// Returns the function that describes the buckets of the scene's level for a pass. `placed` is true if the pass moves
/// the keys, or follows the scatter.
std::function<PassDetail()> buckets_of(const Scene& scene, bool placed);

/// Returns a pass of the scene's level, without its action.
Pass level_pass(const Scene& scene, const char* label, Claim (*claim)(const Scene&), bool placed = false);

/// Plans a scatter. It first moves the tiles that are not skipped. Then it copies either the other tiles, so that the
/// arrays can be swapped, or the moved buckets back. If the device lists the tiles, it always copies the other tiles.
Scattering scattering_of(const Level& level, const std::vector<bool>& skipped, std::uint64_t n,
                         const Settings& settings);

}  // namespace texelsort::algorithms::randomized
