#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/cli/checks/case_report.h"
#include "app/cli/checks/check_plan.h"
#include "compute/check/coverage.h"

namespace texelsort::app {

/// A worker's description of its machine, sent before its first case.
struct WorkerStart {
  std::string renderer;              ///< OpenGL renderer; empty if the worker has no OpenGL
  std::vector<std::string> missing;  ///< result of missing_features() on the worker's machine
};

struct PoolOptions {
  std::vector<std::string> words;              ///< arguments that start texelsort as a worker: "check", "-a", ...
  unsigned jobs = 1;                           ///< number of workers that run at the same time
  unsigned retries = 0;                        ///< greatest number of repetitions of a failed case
  std::chrono::duration<double> timeout{600};  ///< time limit per case in seconds; 0 means no limit
  /// Callback that receives the executed shaders and kernels, if the arguments request coverage. Coverage of crashed
  /// workers is incomplete.
  std::function<void(const algorithms::Coverage&)> coverage{};
};

/// Runs cases in child processes, which execute texelsort with other arguments. If a child crashes or exceeds the time
/// limit, only its current case fails. Another child runs its remaining cases.
class WorkerPool {
 public:
  /// Returns whether this system can start processes, which browsers cannot.
  static bool is_possible();

  explicit WorkerPool(PoolOptions options);
  ~WorkerPool();

  /// Starts the first worker and returns the description that it sends. Throws the UsageError that the worker reports.
  /// Throws InternalError if the worker crashes.
  WorkerStart start();

  using Report = std::function<void(const CheckGroup& group, std::size_t number, CaseReport report)>;
  /// Runs the chosen cases and calls `report` at the end of each case. Returns early once `stopped` returns true.
  /// Throws InternalError if a worker cannot be started.
  void run(const std::vector<CheckGroup>& groups, const Report& report, const std::function<bool()>& stopped);

 private:
  class Worker;
  struct Batch;
  class Work;

  PoolOptions options_;
  std::vector<std::unique_ptr<Worker>> workers_;
};

}  // namespace texelsort::app
