#pragma once

#include <string>

#include "compute/measure/result_table.h"

namespace texelsort::algorithms {
class Algorithm;
}

namespace texelsort::app {

/// The registry as Markdown tables, the same on every machine: nothing of devices, availability or tuned values. The
/// algorithms of a method are one row, NETWORK/method, for every network that comes with the program.
std::string algorithms_markdown();

/// A row a family: its task, its algorithms and its sources. Families that share all their algorithms' names share a
/// row. `quote` stands on both sides of every id.
measure::ResultTable families_table(const std::string& quote);

/// The parameters of one algorithm, without those of records.
std::string parameters_markdown(const algorithms::Algorithm& algorithm);

/// Those of all algorithms, each list of them once under a heading with the ids that have it, and those of records at
/// the end.
std::string all_parameters_markdown();

}  // namespace texelsort::app
