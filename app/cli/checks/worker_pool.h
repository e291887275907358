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

/// A worker sends this description of its machine before its first case.
struct WorkerStart {
  std::string renderer;              ///< of OpenGL; empty if there is none
  std::vector<std::string> missing;  ///< missing_features()
};

/// How a pool runs its cases.
struct PoolOptions {
  std::vector<std::string> words;              ///< that make this program a worker: "check", "-a", ...
  unsigned jobs = 1;                           ///< workers at a time
  unsigned retries = 0;                        ///< repetitions of a case that failed
  std::chrono::duration<double> timeout{600};  ///< for one case; 0: no limit
  /// Receives what cases have executed, if the words ask for it; of a worker that crashes some is missing.
  std::function<void(const algorithms::Coverage&)> coverage{};
};

/// Runs cases in child processes, which are this program with other words. A child that crashes or exceeds the timeout
/// ends one case, and another child takes its place.
class WorkerPool {
 public:
  /// Returns false where this system starts no processes, such as in a browser.
  static bool is_possible();

  explicit WorkerPool(PoolOptions options);
  ~WorkerPool();

  /// Starts the first worker and returns what it tells. Throws the UsageError with which it ends, and InternalError if
  /// it crashes.
  WorkerStart start();

  using Report = std::function<void(const CheckGroup& group, std::size_t number, CaseReport report)>;
  /// Runs the chosen cases and reports each when it has ended. Returns early once `stopped` returns true. Throws
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
