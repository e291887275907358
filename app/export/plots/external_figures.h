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

}  // namespace texelsort::app
