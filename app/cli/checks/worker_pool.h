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
  std::string renderer;              ///< OpenGL renderer; empty if there is none
  std::vector<std::string> missing;  ///< result of missing_features() on that machine
};

/// Options of a pool of workers.
struct PoolOptions {
  std::vector<std::string> words;              ///< arguments that start this program as a worker: "check", "-a", ...
  unsigned jobs = 1;                           ///< number of simultaneous workers
  unsigned retries = 0;                        ///< greatest number of repetitions of a case that failed
  std::chrono::duration<double> timeout{600};  ///< time limit per case; none if 0
  /// Callback that receives the coverage of the cases, if `words` request it. Coverage of crashed workers is
  /// incomplete.
  std::function<void(const algorithms::Coverage&)> coverage{};
};

/// Runs cases in child processes, which execute this program with other arguments. If a child crashes or exceeds the
/// time limit, only its current case fails. Another child runs the others.
class WorkerPool {
 public:
  /// Returns whether the system can start processes. Browsers cannot.
  static bool is_possible();

  explicit WorkerPool(PoolOptions options);
  ~WorkerPool();

  /// Starts the first worker and returns the description that it sends. Throws the worker's UsageError, and
  /// InternalError if it crashes.
  WorkerStart start();

  using Report = std::function<void(const CheckGroup& group, std::size_t number, CaseReport report)>;
  /// Runs the chosen cases and reports each when it ends. Returns early once `stopped` returns true. Throws
  /// InternalError if a worker cannot be started.
  void run(const std::vector<CheckGroup>& groups, const Report& report, const std::function<bool()>& stopped);

 private:
  class Worker;
  struct Batch;
  class Work;

  PoolOptions options_;
  std::vector<std::unique_ptr<Worker>> workers_;
};

}  // namespace texelsort::app
