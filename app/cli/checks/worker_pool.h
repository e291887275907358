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
  std::vector<std::string> missing;  ///< missing_features()
};

/// Options of a pool.
struct PoolOptions {
  std::vector<std::string> words;              ///< arguments that make this program a worker: "check", "-a", ...
  unsigned jobs = 1;                           ///< number of simultaneous workers
  unsigned retries = 0;                        ///< repetitions of a case that failed
  std::chrono::duration<double> timeout{600};  ///< per case; 0: no limit
  /// Receives the coverage of the cases if the words request it. Coverage of crashed workers is incomplete.
  std::function<void(const algorithms::Coverage&)> coverage{};
};

/// Runs cases in child processes, which execute this program with other arguments. If a child crashes or exceeds the
/// timeout, only its current case is lost. Another child continues.
class WorkerPool {
 public:
  /// Returns false on systems that cannot start processes, such as browsers.
  static bool is_possible();

  explicit WorkerPool(PoolOptions options);
  ~WorkerPool();

  /// Starts the first worker and returns its description. Throws the worker's UsageError, and InternalError if it
  /// crashes.
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
