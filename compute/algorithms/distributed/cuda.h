#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compute/algorithms/distributed/ranks.h"

/// Ranks as CUDA devices, on which one thread works; several ranks may share one.
namespace texelsort::algorithms::distributed {

/// The ranks of this process: all, or the one that it is where mpirun has started several.
std::vector<std::uint64_t> ranks_here(std::uint64_t ranks);

/// The device of each rank: the wanted ones in turn. Where ranks are processes this one's stands for the others', of
/// which it knows none.
std::vector<int> rank_devices(std::uint64_t ranks, const cuda::ExecutionOptions& execution);

/// What carries keys, where a choice is left: never Links::automatic.
Links links_between(const std::vector<int>& devices, const cuda::ExecutionOptions& execution,
                    const CudaSettings& settings);

/// As many keys as a rank has at the most: those of its share or its part, whichever is longer.
ProblemForm form_of_rank(ProblemForm form, const Settings& settings, std::uint64_t rank);

/// The bytes that a rank takes; with those of its records, where the form has any.
std::uint64_t rank_bytes(const ProblemForm& form, const CudaSettings& settings, std::uint64_t rank);

/// Why the devices cannot do it: what each of them would have to hold, and has free; nothing if they can.
std::optional<std::string> device_refusal(const ProblemForm& form, const CudaSettings& settings);

std::unique_ptr<Ranks> make_device_ranks(const Problem& problem, const CudaSettings& settings);

}  // namespace texelsort::algorithms::distributed
