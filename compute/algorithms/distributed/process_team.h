#pragma once

#include <chrono>
#include <functional>
#include <memory>

#include "compute/algorithms/distributed/team.h"

namespace texelsort::algorithms::distributed {

/// Makes a team of the processes that mpirun has started, one rank each.
std::unique_ptr<Team> make_process_team(std::chrono::milliseconds timeout);

/// Executes a step of this process's rank. If it fails, the other processes are informed. Throws UnavailableError that
/// names the rank that failed or is unresponsive. An unresponsive rank never returns.
void as_process(CollectiveStep::Kind step, const std::function<void()>& work);
/// Simulates a hanging process. MPI ends it when the others have given it up.
[[noreturn]] void fall_silent();
/// Executes work after the step, together with the other processes, so that failures name rank and step.
void after_step(CollectiveStep::Kind step, const std::function<void()>& work);

}  // namespace texelsort::algorithms::distributed
