#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compute/algorithms/distributed/ranks.h"

/// A distributed sort whose ranks are CUDA devices. One thread controls all ranks of a process, and several ranks may
/// share a device.
namespace texelsort::algorithms::distributed {

/// Returns the ranks of this process: all ranks, or a single rank if mpirun has started several processes.
std::vector<std::uint64_t> ranks_here(std::uint64_t ranks);

/// Returns the device of each rank, which is one of the requested devices in turn. If ranks are processes, the result
/// has this process's device for all ranks, because the devices of other processes are unknown.
std::vector<int> rank_devices(std::uint64_t ranks, const cuda::ExecutionOptions& execution);

/// Returns the kind of links between the ranks that the sort uses. The result is never Links::automatic.
Links links_between(const std::vector<int>& devices, const cuda::ExecutionOptions& execution,
                    const CudaSettings& settings);

/// Returns the form with the maximum number of keys of a rank: the larger of the rank's share and its part.
ProblemForm form_of_rank(ProblemForm form, const Settings& settings, std::uint64_t rank);

/// Returns the bytes of device memory that a rank needs for its keys and records.
std::uint64_t rank_bytes(const ProblemForm& form, const CudaSettings& settings, std::uint64_t rank);

/// Returns why the devices cannot run the sort, with the memory that each device needs and has free. Returns null if
/// they can.
std::optional<std::string> device_refusal(const ProblemForm& form, const CudaSettings& settings);

std::unique_ptr<Ranks> make_device_ranks(const Problem& problem, const CudaSettings& settings);

}  // namespace texelsort::algorithms::distributed
