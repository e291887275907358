#pragma once

#include <cstdint>

#include "compute/network/network.h"

namespace texelsort::network {

/// "every block of 8 keys is sorted": violated at the first index whose code is smaller than its predecessor's in the
/// block. Blocks start at 0, `block`, 2 * `block`...; the last is cut at the number of codes. The test takes O(n) time.
/// Where `directions` reverses comparators (its other fields do not matter), the block is sorted in descending order.
StepClaim sorted_blocks(std::uint64_t block, const Pattern& directions = {});

/// "in every block of 8 keys, no key of the first half exceeds a key of the second half": violated at the first index
/// of a second half whose code is smaller than some code of the first half. Blocks and directions as above. The test
/// takes O(n) time.
StepClaim ordered_halves(std::uint64_t block, const Pattern& directions = {});

/// "in every block of 16 keys, keys 4 apart are in order": violated at the first index whose code is smaller than the
/// one `stride` places before it in the block.
StepClaim ordered_strides(std::uint64_t block, std::uint64_t stride);

/// "all keys are sorted".
StepClaim sorted();

/// "the two keys of every comparator of this step are in order": all that a step by itself makes true. The comparators
/// are those of the patterns and those listed.
StepClaim ordered_pairs(std::vector<Pattern> patterns, std::vector<Comparator> listed = {});

}  // namespace texelsort::network
