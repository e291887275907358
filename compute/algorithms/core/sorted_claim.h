#pragma once

#include "compute/algorithms/core/trace.h"

namespace texelsort::algorithms {

/// "the whole array is sorted", with the first index that is not.
Claim sorted_claim();

}  // namespace texelsort::algorithms
