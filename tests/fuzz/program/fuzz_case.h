#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "app/problem/problem_spec.h"
#include "compute/algorithms/prepare.h"

/// Random cases: a problem, an algorithm and its parameters.
namespace texelsort::fuzz {

struct Case {
  const algorithms::Algorithm* algorithm = nullptr;
  app::ProblemSpec spec;
  /// Parameter values of the algorithm, without those that equal the default.
  std::map<std::string, std::string> overrides;
  bool stepwise = false;  ///< true to run pass by pass and check every claim
};

struct CaseLimits {
  std::uint64_t usual_n = 6000;       ///< maximum number of keys in most cases
  std::uint64_t largest_n = 200'000;  ///< maximum number of keys in one of forty cases
};

/// Returns case number `index` of a seed. It is the same on every machine that has the same algorithms. `device`: see
/// availability().
Case make_case(std::uint64_t seed, std::uint64_t index, const gpu::DeviceInfo* device, const CaseLimits& limits = {});

/// Returns the command that runs the case, such as "texelsort sort -d uniform -n 5 ...".
std::string command_line(const Case& fuzz_case);

}  // namespace texelsort::fuzz
