#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "compute/algorithms/core/pass.h"
#include "compute/algorithms/randomized/schedule.h"

/// Functions that make parts of the passes of Procedure.
namespace texelsort::algorithms::randomized {

inline constexpr const char* scatter_label = "step 4: scatter";

PassHeader sort_header(std::uint32_t levels, std::uint64_t index = 0);

/// Returns the function that describes the buckets of a level for a pass. `placed` is true if the pass moves the keys
/// to the buckets, or follows such a pass.
std::function<PassDetail()> buckets_of(const Scene& scene, bool placed);

/// Returns a pass of a level, without its action.
Pass level_pass(const Scene& scene, const char* label, Claim (*claim)(const Scene&), bool placed = false);

/// Plans a scatter. The scatter first moves the tiles of parents that are not skipped. Then it copies either all other
/// tiles, so that the arrays can be swapped, or the moved buckets back. If the device makes the lists, it always copies
/// the other tiles.
Scattering scattering_of(const Level& level, const std::vector<bool>& skipped, std::uint64_t n,
                         const Settings& settings);

}  // namespace texelsort::algorithms::randomized
