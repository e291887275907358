#pragma once

#include <cstdint>

#include "compute/network/network.h"

namespace texelsort::network {

/// Returns the claim that every block of `block` keys is sorted. A violation is the first index whose encoded key is
/// smaller than the previous one in its block. Blocks start at 0, `block`, 2 * `block`, ..., and the last one may be
/// shorter. Blocks that `directions` reverses must be in descending order. Only the direction of `directions` matters.
/// The test needs O(n) time.
StepClaim sorted_blocks(std::uint64_t block, const Pattern& directions = {});

/// Returns the claim that no key of a block's first half exceeds a key of its second half. A violation is the first
/// index in a second half whose encoded key is smaller than one in the first half. Blocks and directions are as for
/// sorted_blocks(). The test needs O(n) time.
StepClaim ordered_halves(std::uint64_t block, const Pattern& directions = {});

/// Returns the claim that keys at a distance of `stride` places are in order within every block of `block` keys. A
/// violation is the first index whose encoded key is smaller than the key `stride` places before it in the block.
StepClaim ordered_strides(std::uint64_t block, std::uint64_t stride);

/// Returns the claim that all keys are sorted.
StepClaim sorted();

/// Returns the claim that the two keys of every comparator of a step are in order. Every step fulfils this claim. The
/// step consists of the patterns and the listed comparators.
StepClaim ordered_pairs(std::vector<Pattern> patterns, std::vector<Comparator> listed = {});

}  // namespace texelsort::network
