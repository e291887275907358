#pragma once

#include <chrono>
#include <memory>

#include "compute/cuda/communicator.h"

namespace texelsort::algorithms::distributed {

/// Between the processes that mpirun has started: by way of the hosts' memory and MPI's messages, so that processes may
/// share a device. This process's rank works in `stream`; a message has an end in it.
std::unique_ptr<cuda::Communicator> staged_communicator(const cuda::Stream& stream, std::chrono::seconds timeout);

}  // namespace texelsort::algorithms::distributed
