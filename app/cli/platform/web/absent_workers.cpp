#include <utility>

#include "app/cli/checks/worker.h"
#include "compute/data/error.h"

/// Replaces the worker processes of a check. A web page cannot start processes and runs all cases itself.
namespace texelsort::app {

class WorkerPool::Worker {};

WorkerPool::WorkerPool(PoolOptions options) : options_(std::move(options)) {}

WorkerPool::~WorkerPool() = default;

bool WorkerPool::is_possible() {
  return false;
}

WorkerStart WorkerPool::start() {
  throw InternalError("a web page cannot start processes");
}

void WorkerPool::run(const std::vector<CheckGroup>&, const Report&, const std::function<bool()>&) {
  throw InternalError("a web page cannot start processes");
}

void serve_as_worker(CheckPlan&, DeviceOptions&, const std::optional<algorithms::Sanitizing>&, bool,
                     const std::function<WorkerStart()>&) {
  throw UnavailableError("--worker needs the desktop program");
}

}  // namespace texelsort::app
