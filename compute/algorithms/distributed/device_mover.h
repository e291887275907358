#pragma once

#include <memory>

#include "compute/algorithms/distributed/device_team.h"
#include "compute/algorithms/distributed/run.h"
#include "compute/algorithms/records/mover.h"

namespace texelsort::algorithms::distributed {

/// Makes a mover of records that are in shares on the devices, like their keys. It moves them to the parts that have
/// their keys after the sort, by messages or by kernels that read other devices' memory. Ranks and sorter must outlive
/// it.
std::unique_ptr<RecordMover> make_device_mover(std::shared_ptr<DeviceTeam> team, Ranks& ranks, DistributedRun& sorter,
                                               SharedProblem problem, Rearrange rearrange);

}  // namespace texelsort::algorithms::distributed
