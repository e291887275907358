#pragma once

#include <memory>

#include "compute/algorithms/algorithm.h"

namespace texelsort::algorithms {

/// Merrill & Grimshaw's radix sort, as compute shaders.
std::unique_ptr<Algorithm> make_srts();
/// Bandyopadhyay & Sahni's radix sort, as compute shaders.
std::unique_ptr<Algorithm> make_grs();

}  // namespace texelsort::algorithms
