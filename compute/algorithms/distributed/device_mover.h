#pragma once

#include <memory>

#include "compute/algorithms/distributed/device_team.h"
#include "compute/algorithms/distributed/run.h"
#include "compute/algorithms/records/mover.h"

namespace texelsort::algorithms::distributed {

/// Makes a mover of records that are in shares on the devices, like their keys, to the parts that then have their keys.
/// It uses kernels that read other devices' memory, or messages. Ranks and sorter must outlive it.
std::unique_ptr<RecordMover> make_device_mover(std::shared_ptr<DeviceTeam> team, Ranks& ranks, DistributedRun& sorter,
                                               SharedProblem problem, Rearrange rearrange);

}  // namespace texelsort::algorithms::distributed
