#pragma once

#include <map>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "compute/data/keys/keys.h"
#include "compute/data/keys/records.h"
#include "tests/support/spirv/module.h"
#include "tests/support/spirv/watch.h"

namespace texelsort::tests {

/// A sort or selection that makes compute shaders take certain branches.
struct Scenario {
  std::string name, algorithm;
  std::map<std::string, std::string> parameters{};
  std::uint64_t n = 700;
  data::KeyType type = data::KeyType::u32;
  data::PayloadKind payload = data::PayloadKind::index;
  std::string distribution = "uniform";
  data::RecordShape shape{};                     ///< shape of the records, if the payload is records
  std::map<std::string, std::string> defines{};  ///< instead of the program's; the result is then not compared
};

inline std::ostream& operator<<(std::ostream& stream, const Scenario& scenario) {
  return stream << scenario.name;
}

/// Together, the scenarios reach every compute shader and every branch that has a barrier.
const std::vector<Scenario>& scenarios();

/// Returns all dispatches of the scenario's run on the shared test device. The first call of a process runs it, later
/// calls return the same dispatches.
const std::vector<spirv::Watch::Seen>& watch(const Scenario& scenario);

/// Returns the module of a source, compiled once.
const spirv::Module& module_of(const gpu::ShaderLibrary::Assembled& source);

}  // namespace texelsort::tests
