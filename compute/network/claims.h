#pragma once

#include <cstdint>

#include "compute/network/network.h"

namespace texelsort::network {

/// Claim "every block of 8 keys is sorted". The violation is the first index whose encoded key is smaller than its
/// predecessor in the block. Blocks start at 0, `block`, 2 * `block`...; the last one may be shorter. The test needs
/// O(n) time. Blocks whose comparators `directions` reverses are sorted in descending order; its other fields are
/// ignored.
StepClaim sorted_blocks(std::uint64_t block, const Pattern& directions = {});

/// Claim "in every block of 8 keys, no key of the first half exceeds a key of the second half". The violation is the
/// first index of a second half whose encoded key is smaller than one of the first half. Blocks and directions as in
/// sorted_blocks(). The test needs O(n) time.
StepClaim ordered_halves(std::uint64_t block, const Pattern& directions = {});

/// Claim "in every block of 16 keys, keys 4 apart are in order". The violation is the first index whose encoded key is
/// smaller than the one `stride` places before it in the block.
StepClaim ordered_strides(std::uint64_t block, std::uint64_t stride);

/// Claim "all keys are sorted".
StepClaim sorted();

/// Claim "the two keys of every comparator of this step are in order", which any step fulfils by itself. The step
/// consists of the patterns and the listed comparators.
StepClaim ordered_pairs(std::vector<Pattern> patterns, std::vector<Comparator> listed = {});

}  // namespace texelsort::network
