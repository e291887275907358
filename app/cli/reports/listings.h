#pragma once

#include <string>

#include "app/problem/json_document.h"
#include "app/tuning/sweeps/winners.h"
#include "compute/algorithms/core/algorithm.h"

/// What `texelsort list` prints.
namespace texelsort::app {

/// Every way to an OpenGL context that was tried, what came of it, and what the devices can do.
std::string devices_text();
std::string devices_json();

/// What `texelsort list parameters` is asked for: an algorithm, and for which problem its values are tuned.
struct ParameterQuestion {
  const algorithms::Algorithm* algorithm = nullptr;
  const gpu::DeviceInfo* device = nullptr;  ///< null: there is none, or the algorithm needs none
  std::uint64_t n = 0;
  data::KeyType type = data::KeyType::u32;
  Winners winners{};  ///< what was measured here
};

/// A line a parameter: its value on this device and whence it is, the default, the paper's, domain and help; above them
/// for what the first is tuned, what was measured here, or why the algorithm cannot run here.
std::string parameters_text(const ParameterQuestion& question);

/// The same as one JSON document.
std::string parameters_json(const ParameterQuestion& question);

/// The parameters alone, as an array that is the same on every machine.
ordered_json parameter_array(const algorithms::Algorithm& algorithm);

/// The registry as Markdown tables, the same on every machine: nothing of devices, availability or tuned values. The
/// algorithms of a method are one row, NETWORK/method, for every network that comes with the program.
std::string algorithms_markdown();

/// A row a family: its task, its algorithms and its sources. Families that share all their algorithms' names share a
/// row. `quote` stands on both sides of every id.
measure::ResultTable families_table(const std::string& quote);

/// The parameters of one algorithm, without those of records.
std::string parameters_markdown(const algorithms::Algorithm& algorithm);

/// The parameters of all algorithms, each list of them once under a heading with the ids that have it, and those of
/// records at the end.
std::string all_parameters_markdown();

}  // namespace texelsort::app
