#pragma once

#include <memory>

#include "compute/algorithms/core/algorithm.h"

namespace texelsort::algorithms {

/// `std/sort@cpu` and `std/stable-sort@cpu`: the C++ standard library's sorts on one thread, what everything else is
/// compared with.
std::unique_ptr<Algorithm> make_std_sort();
std::unique_ptr<Algorithm> make_std_stable_sort();

}  // namespace texelsort::algorithms
