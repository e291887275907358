#pragma once

#include <chrono>
#include <memory>

#include "compute/cuda/communicator.h"

namespace texelsort::algorithms::distributed {

/// Makes a communicator between the processes that mpirun has started, via host memory and MPI messages, so that
/// processes may share a device. `stream` belongs to this process's rank. A message has one end in it.
std::unique_ptr<cuda::Communicator> staged_communicator(const cuda::Stream& stream, std::chrono::seconds timeout);

}  // namespace texelsort::algorithms::distributed
