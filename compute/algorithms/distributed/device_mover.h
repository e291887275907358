#pragma once

#include <memory>

#include "compute/algorithms/distributed/device_team.h"
#include "compute/algorithms/distributed/run.h"
#include "compute/algorithms/records/mover.h"

namespace texelsort::algorithms::distributed {

/// Makes a mover of records whose shares are on the devices, like the shares of their keys. The mover moves each record
/// to the part that has its key after the sort. It uses messages or kernels that read the memory of other devices.
/// `ranks` and `sorter` must outlive the mover.
std::unique_ptr<RecordMover> make_device_mover(std::shared_ptr<DeviceTeam> team, Ranks& ranks, DistributedRun& sorter,
                                               SharedProblem problem, Rearrange rearrange);

}  // namespace texelsort::algorithms::distributed
