#pragma once

#include <map>
#include <string>

#include "compute/algorithms/radix/compute.h"

namespace texelsort::algorithms {

inline ComputeRadixPlan plan_of(const std::string& id, const ProblemForm& form,
                                const std::map<std::string, std::string>& overrides) {
  const RadixSort sort = id == "radix/grs@compute" ? RadixSort::grs : RadixSort::srts;
  return {sort, form, compute_radix_settings(sort).chosen({}, overrides)};
}

}  // namespace texelsort::algorithms
