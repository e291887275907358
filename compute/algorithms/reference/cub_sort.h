#pragma once

#include <memory>

#include "compute/algorithms/core/algorithm.h"

namespace texelsort::algorithms {

/// `cub/radix@cuda` and `cub/merge@cuda`: what a user of the CUDA toolkit picks today, which this program's own sorts
/// on CUDA are compared with.
std::unique_ptr<Algorithm> make_cub_radix();
std::unique_ptr<Algorithm> make_cub_merge();

}  // namespace texelsort::algorithms
