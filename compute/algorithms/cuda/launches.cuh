#pragma once

#include "compute/algorithms/cuda/launches.h"

namespace texelsort::algorithms {

template <typename Launches, typename Type>
const Launches& launches_of() {
  static constexpr typename Launches::template Of<Type> of_type{};
  return of_type;
}

}  // namespace texelsort::algorithms
