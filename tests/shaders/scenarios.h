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

/// A sort, or selection, that sends compute shaders ways of their own.
struct Scenario {
  std::string name, algorithm;
  std::map<std::string, std::string> parameters{};
  std::uint64_t n = 700;
  data::KeyType type = data::KeyType::u32;
  data::PayloadKind payload = data::PayloadKind::index;
  std::string distribution = "uniform";
  data::RecordShape shape{};                     ///< of records, if the payload is one
  std::map<std::string, std::string> defines{};  ///< instead of the program's: what it makes is not compared then
};

inline std::ostream& operator<<(std::ostream& stream, const Scenario& scenario) {
  return stream << scenario.name;
}

/// Together they reach every compute shader and every branch of it that has a barrier.
const std::vector<Scenario>& scenarios();

/// Returns all dispatches of the scenario's run on the shared test device. The first call of a process runs it, later
/// calls return the same dispatches.
const std::vector<spirv::Watch::Seen>& watch(const Scenario& scenario);

/// What a source becomes, compiled once.
const spirv::Module& module_of(const gpu::ShaderLibrary::Assembled& source);

}  // namespace texelsort::tests
