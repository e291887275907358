#pragma once

#include <optional>
#include <span>

#include "compute/external/external_sort.h"

/// What pictures of a sort of files find out of its figures before they draw them.
namespace texelsort::app {

/// Null for a task that has not begun.
const external::TaskState* task_of(const external::SortState& state, external::TaskKind kind);

/// Which of them works the largest share of its phase; nothing if none has begun.
std::optional<external::TaskKind> busiest_of(const external::SortState& state,
                                             std::span<const external::TaskKind> tasks);

/// The share of the phase in which the busier of those that read and write files works, 0 to 1.
double io_efficiency(const external::SortState& state, std::span<const external::TaskKind> tasks);

/// The tasks of the first phase, those of a sort in memory where it fits, and of the second.
std::span<const external::TaskKind> tasks_of_runs(const external::SortReport& report);
std::span<const external::TaskKind> tasks_of_merge();

}  // namespace texelsort::app
