#pragma once

#include <memory>

#include "compute/algorithms/core/algorithm.h"

namespace texelsort::algorithms {

/// Merrill & Grimshaw's radix sort, as compute shaders.
std::unique_ptr<Algorithm> make_srts();
/// Bandyopadhyay & Sahni's radix sort, as compute shaders.
std::unique_ptr<Algorithm> make_grs();

/// The same on CUDA, and Adinets & Merrill's.
std::unique_ptr<Algorithm> make_srts_cuda();
std::unique_ptr<Algorithm> make_grs_cuda();
std::unique_ptr<Algorithm> make_onesweep();

}  // namespace texelsort::algorithms
