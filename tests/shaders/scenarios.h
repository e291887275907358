#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "compute/data/keys/keys.h"
#include "compute/data/keys/records.h"
#include "compute/spirv/conditions.h"

namespace texelsort::tests {

/// Sort or selection that makes compute shaders execute certain branches.
struct Scenario {
  std::string name, algorithm;
  std::map<std::string, std::string> parameters{};
  std::uint64_t n = 700;
  data::KeyType type = data::KeyType::u32;
  data::PayloadKind payload = data::PayloadKind::index;
  std::string distribution = "uniform";
  data::RecordShape shape{};  ///< shape of the records, if `payload` is records
  /// Values that replace the program's own defines; if not empty, the result is not compared.
  std::map<std::string, std::string> defines{};
};

inline std::ostream& operator<<(std::ostream& stream, const Scenario& scenario) {
  return stream << scenario.name;
}

/// Returns scenarios that together execute every compute shader, and every branch that contains a barrier.
const std::vector<Scenario>& scenarios();

/// Findings of the CPU during the execution of a scenario's shaders.
struct Report {
  std::vector<spirv::Finding> findings;
  std::string failure;            ///< violated claim or wrong result; empty if there is none
  std::set<std::string> shaders;  ///< names of the executed compute shaders
  std::set<std::string> files;    ///< names of all files that the executed shaders include
  std::uint64_t instructions = 0;
};

/// Runs a scenario on a device whose compute shaders the CPU executes. Files of `folder` replace shaders. Stops after
/// the first dispatch with a finding if `stops` is true.
Report run(const Scenario& scenario, const spirv::Schedule& schedule,
           const std::optional<std::filesystem::path>& folder = {}, bool stops = false);

}  // namespace texelsort::tests
