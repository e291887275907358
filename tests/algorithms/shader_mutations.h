#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "compute/data/keys/records.h"

namespace texelsort::tests {

/// Deliberate error in a shader, and the problem that reveals it.
struct ShaderMutation {
  std::string name, algorithm, shader;
  std::string find;  ///< text whose first occurrence in the shader is replaced
  std::string replace;
  bool names_comparator = true;  ///< false if the error affects only positions without a comparator
  std::map<std::string, std::string> parameters{};
  std::vector<std::uint64_t> sizes{8, 21};
  std::string distribution = "special";
  data::RecordShape shape{};  ///< shape of the payload's records; if it has no fields, the payload is not records
};

/// Returns all mutations that the tests insert into shaders, in the order of their numbers.
const std::vector<ShaderMutation>& shader_mutations();

}  // namespace texelsort::tests
