#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "compute/algorithms/core/pass.h"
#include "compute/algorithms/randomized/schedule.h"

/// What the passes of a Procedure have in common.
namespace texelsort::algorithms::randomized {

inline constexpr const char* scatter_label = "step 4: scatter";

PassHeader sort_header(std::uint32_t levels, std::uint64_t index = 0);

/// What a pass says of the buckets of the scene's level; `placed`: it has moved the keys, or comes after.
std::function<PassDetail()> buckets_of(const Scene& scene, bool placed);

/// A pass of the scene's level.
Pass level_pass(const Scene& scene, const char* label, Claim (*claim)(const Scene&), bool placed = false);

/// What a scatter moves: the tiles of what is not skipped, and then, copied, either the rest, that the other array may
/// take this one's place, or the buckets, back into it. Where the device lists the tiles it is always the rest.
Scattering scattering_of(const Level& level, const std::vector<bool>& skipped, std::uint64_t n,
                         const Settings& settings);

}  // namespace texelsort::algorithms::randomized
