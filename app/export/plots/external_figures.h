#pragma once

#include <optional>
#include <span>

#include "compute/external/external_sort.h"

/// Values that pictures of an external sort compute from its state and report.
namespace texelsort::app {

/// Returns the state of a task of an external sort, or null if the task has not begun.
const external::TaskState* task_of(const external::SortState& state, external::TaskKind kind);

/// Returns the task that works during the largest fraction of its phase. Returns nothing if no task has begun.
std::optional<external::TaskKind> busiest_of(const external::SortState& state,
                                             std::span<const external::TaskKind> tasks);

/// Returns the I/O efficiency of a phase, from 0 to 1. It is the fraction of the phase's time during which the busier
/// of two tasks works: reading or writing files.
double io_efficiency(const external::SortState& state, std::span<const external::TaskKind> tasks);

/// Return the tasks of the two phases of an external sort: making sorted runs, and merging the runs. If the input fits
/// into memory, the first phase is the whole sort.
std::span<const external::TaskKind> tasks_of_runs(const external::SortReport& report);
std::span<const external::TaskKind> tasks_of_merge();

}  // namespace texelsort::app
