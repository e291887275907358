#pragma once

#include <memory>

#include "compute/algorithms/algorithm.h"

namespace texelsort::algorithms {

/// "sample/randomized@compute": GPU Sample Sort (N. Leischner, diploma thesis, KIT, 2010, section 6, the
/// revised form).
std::unique_ptr<Algorithm> make_randomized_sample_sort();

}  // namespace texelsort::algorithms
