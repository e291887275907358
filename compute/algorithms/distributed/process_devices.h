#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compute/cuda/execution.h"
#include "compute/data/keys/state_view.h"

/// Exchange of device information between the processes that mpirun has started. All of them must call these functions
/// together.
namespace texelsort::algorithms::distributed {

/// Returns the device of this process's rank: a machine's devices are assigned to its processes in turn.
int own_device(const cuda::ExecutionOptions& execution);
/// Returns whether every process has an NVIDIA device that no other process has.
bool devices_apart(const cuda::ExecutionOptions& execution);
/// Returns the texts of all processes.
std::vector<std::string> told_by_all(const std::string& own);
/// Adds the numbers of all processes element by element.
void add_up(std::span<double> numbers);
/// Fills in the elements of a state that other processes have. This process provides its own. `starts` contains the
/// start of each process's elements, and the end of the last.
void gather(data::State& state, const std::vector<std::uint64_t>& starts);

}  // namespace texelsort::algorithms::distributed
