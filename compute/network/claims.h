#pragma once

#include <cstdint>

#include "compute/network/network.h"

namespace texelsort::network {

/// "every block of 8 keys is sorted": violated at the first index whose code is smaller than its predecessor's in the
/// block. Blocks start at 0, `block`, 2 * `block`...; the last is cut at the number of codes. The test takes O(n) time.
StepClaim sorted_blocks(std::uint64_t block);

/// "in every block of 8 keys, no key of the first half exceeds a key of the second half": violated at the first index
/// of a second half whose code is smaller than some code of the first half. Blocks as above. The test takes O(n) time.
StepClaim ordered_halves(std::uint64_t block);

}  // namespace texelsort::network
