#pragma once

#include <memory>

#include "compute/algorithms/distributed/device_team.h"
#include "compute/algorithms/distributed/run.h"
#include "compute/algorithms/records/mover.h"

namespace texelsort::algorithms::distributed {

/// Moves records that lie in shares on the devices, as their keys do, to the parts in which their keys are then: by
/// kernels that read the other devices' memory, or by messages. Ranks and sorter outlive it.
std::unique_ptr<RecordMover> make_device_mover(std::shared_ptr<DeviceTeam> team, Ranks& ranks, DistributedRun& sorter,
                                               SharedProblem problem, Rearrange rearrange);

}  // namespace texelsort::algorithms::distributed
