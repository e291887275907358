#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "compute/algorithms/core/algorithm.h"

namespace texelsort::app {

/// What `texelsort list parameters` is asked for: an algorithm, and for which problem its values are tuned.
struct ParameterQuestion {
  const algorithms::Algorithm* algorithm = nullptr;
  const gpu::DeviceInfo* device = nullptr;  ///< null: there is none
  std::uint64_t n = 0;
  data::KeyType type = data::KeyType::u32;
};

/// A line a parameter: its value on this device, the default, the paper's, domain and help; above them for what the
/// first is tuned, or why the algorithm cannot run here.
std::string parameters_text(const ParameterQuestion& question);

/// The same as one JSON document.
std::string parameters_json(const ParameterQuestion& question);

/// The parameters alone, as an array that is the same on every machine.
nlohmann::ordered_json parameter_array(const algorithms::Algorithm& algorithm);

}  // namespace texelsort::app
