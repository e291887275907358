#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compute/cuda/execution.h"
#include "compute/data/keys/state_view.h"

/// What the processes that mpirun has started tell each other of their devices. All of them call what is here together.
namespace texelsort::algorithms::distributed {

/// The device of this process's rank: those of a machine are its processes' in turn.
int own_device(const cuda::ExecutionOptions& execution);
/// Whether every process has a device of NVIDIA's that no other one has.
bool devices_apart(const cuda::ExecutionOptions& execution);
/// Every process's words.
std::vector<std::string> told_by_all(const std::string& own);
/// Numbers of all processes, added place by place.
void add_up(std::span<double> numbers);
/// Elements of a state, of which this process has those from first to last: those of all processes are put in place.
/// `starts` are where each process's begin, and the end of the last.
void gather(data::State& state, const std::vector<std::uint64_t>& starts);

}  // namespace texelsort::algorithms::distributed
