#pragma once

#include <map>
#include <string>

#include "compute/algorithms/radix/compute_radix.h"

namespace texelsort::algorithms {

inline ComputeRadixPlan plan_of(const std::string& id, const ProblemForm& form,
                                const std::map<std::string, std::string>& overrides) {
  const bool grs = id == "radix/grs@compute";
  return {form, (grs ? compute_grs_settings() : compute_srts_settings()).chosen({}, overrides), grs};
}

}  // namespace texelsort::algorithms
