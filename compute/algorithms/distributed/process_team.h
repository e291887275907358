#pragma once

#include <chrono>
#include <functional>
#include <memory>

#include "compute/algorithms/distributed/team.h"

namespace texelsort::algorithms::distributed {

/// The processes that mpirun has started, a rank each.
std::unique_ptr<Team> make_process_team(std::chrono::milliseconds timeout);

/// Runs a step of this process's rank. If it fails, the others are told; throws UnavailableError that names the rank
/// that has failed or is silent. A silent one never returns.
void as_process(CollectiveStep::Kind step, const std::function<void()>& work);
/// As a process that hangs: MPI ends it when the others have given it up.
[[noreturn]] void fall_silent();
/// What this process does after the step and together with the others, so that failures name rank and step.
void after_step(CollectiveStep::Kind step, const std::function<void()>& work);

}  // namespace texelsort::algorithms::distributed
