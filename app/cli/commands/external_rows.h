#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/tuning/sweeps/sweep_file.h"
#include "compute/measure/measure.h"

namespace texelsort::app {

/// Measures external sorts, which external_rows() describes, and passes each finished row to `result`. Each sample is a
/// process of this program that executes `external-sort` on generated records. Before each sample, the
/// process times copies of the same records. All rows are sampled once per round, in an order that depends
/// on `seed`. Every output is verified. A row's time lasts from the first read to the end of the sync. Its passes are
/// the phases of the report, the copies (stage "storage"), and the work time of each task per thread (stage "tasks").
/// `device_words` are options of the command. Gives no rows if the user interrupts the program.
void measure_external_rows(const std::vector<TrialResult>& rows, const measure::Budget& budget, std::uint64_t seed,
                           const std::string& device_words, const std::function<void(const TrialResult&)>& result);

}  // namespace texelsort::app
