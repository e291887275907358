#pragma once

#include <string>

#include "app/problem/json_document.h"
#include "app/tuning/sweeps/winners.h"
#include "compute/algorithms/core/algorithm.h"

/// Texts that `texelsort list` prints.
namespace texelsort::app {

/// Return all attempts to create an OpenGL context, their results, and the features of each device.
std::string devices_text();
std::string devices_json();

/// Arguments of `texelsort list parameters`: an algorithm, and the problem for which its values are chosen.
struct ParameterQuestion {
  const algorithms::Algorithm* algorithm = nullptr;
  const gpu::DeviceInfo* device = nullptr;  ///< null if the machine has no device, or if the algorithm needs none
  std::uint64_t n = 0;
  data::KeyType type = data::KeyType::u32;
  Winners winners{};  ///< parameter values that earlier searches found and saved
};

/// Returns one line per parameter: its value on this device and the value's source, the default, the paper's value,
/// domain and help. The lines above state the problem and which values are tuned, or why the algorithm cannot run here.
std::string parameters_text(const ParameterQuestion& question);

/// Returns the content of parameters_text() as one JSON document.
std::string parameters_json(const ParameterQuestion& question);

/// Returns the parameters as a JSON array that is the same on every machine.
ordered_json parameter_array(const algorithms::Algorithm& algorithm);

/// Returns the list of algorithms as Markdown tables that are the same on every machine. The tables omit devices,
/// availability and tuned values. Each method that executes comparator networks is one row, NETWORK/method, for all
/// built-in networks.
std::string algorithms_markdown();

/// Returns one row per family with its task, algorithms and sources. Families with the same algorithm names share a
/// row. `quote` is written before and after every id.
measure::ResultTable families_table(const std::string& quote);

/// Returns the parameters of one algorithm as Markdown. Omits parameters that only apply to records.
std::string parameters_markdown(const algorithms::Algorithm& algorithm);

/// Returns the parameters of all algorithms as Markdown. Algorithms with the same parameters share a list, and its
/// heading names their ids. The parameters for records follow at the end.
std::string all_parameters_markdown();

}  // namespace texelsort::app
