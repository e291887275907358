#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compute/cuda/execution.h"
#include "compute/data/keys/state_view.h"

/// Functions that exchange device information between the processes that mpirun has started. All processes must call
/// them together.
namespace texelsort::algorithms::distributed {

/// Returns the device of this process's rank. The devices of a machine are assigned to the processes on it in turn.
int own_device(const cuda::ExecutionOptions& execution);
/// Returns whether every process has an NVIDIA device that no other process uses.
bool devices_apart(const cuda::ExecutionOptions& execution);
/// Returns the texts of all processes. `own` is the text of this process.
std::vector<std::string> told_by_all(const std::string& own);
/// Replaces each number by the sum of the numbers of all processes at the same index.
void add_up(std::span<double> numbers);
/// Completes `state`, in which each process has only its own elements, with the elements of other processes. `starts`
/// has the start of each process's elements, and the end of the last.
void gather(data::State& state, const std::vector<std::uint64_t>& starts);

}  // namespace texelsort::algorithms::distributed
