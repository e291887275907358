#pragma once

#include <string>
#include <utility>

#include "compute/algorithms/core/trace.h"

namespace texelsort::algorithms::merge {

/// What is wrong at an index, of no comparator.
inline Violation violation(std::string message, std::uint64_t index) {
  return Violation{std::move(message), index, std::nullopt};
}

}  // namespace texelsort::algorithms::merge
