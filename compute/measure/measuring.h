#pragma once

#include <memory>
#include <random>
#include <vector>

#include "compute/measure/benchmark_case.h"

namespace texelsort::measure {

/// Measurement of one or more configurations in rounds, which executes one run per call, so that a window stays
/// responsive. First come the warm-ups. Each round then samples every configuration once, in a random order: its total
/// time and, if Entry::passes is set, the time of each pass in a run of its own. Sample i of each configuration is from
/// round i. Rounds continue until each configuration has enough samples, or until the common time budget is used up.
/// Destroy the object to cancel the measurement.
class Measuring {
 public:
  /// Measures configurations that are prepared already. `seed` determines the order in each round. If `control` is not
  /// null, each round also samples it once. It must outlive this object.
  Measuring(std::vector<BenchmarkCase> subjects, const Budget& budget, std::uint64_t seed,
            CopyControl* control = nullptr);
  /// Prepares one configuration and uploads its input. Throws the errors of Algorithm::start.
  Measuring(const Entry& entry, gpu::Device* device, std::shared_ptr<const algorithms::Problem> problem,
            const Budget& budget);

  /// Executes one run. Returns true if further runs are necessary. If the device fails, the error names the
  /// configuration, because the device is unusable from then on.
  bool advance();

  /// Ends the measurement with the samples so far. Checks the outputs of all configurations that have samples.
  void end_early();

  /// Returns whether the warm-ups and all runs of a round, if any, are done, and the next round has not begun.
  bool is_before_round() const { return warming_ == subjects_.size() && round_.empty() && !done_; }
  bool is_between_rounds() const { return rounds_ > 0 && is_before_round(); }

  /// Returns the estimated progress, 0 to 1. The measurement may end earlier.
  float progress() const;

  /// Return the measurements, which are complete once advance() has returned false.
  const Measurement& result(std::size_t subject = 0) const { return subjects_[subject].result(); }
  const std::vector<BenchmarkCase>& subjects() const { return subjects_; }
  /// Returns the measured configurations, and leaves this object empty.
  std::vector<BenchmarkCase> take_subjects() { return std::move(subjects_); }

 private:
  /// A run of a round: of which configuration, and whether each pass is timed. The index after the last configuration
  /// means the control.
  struct RoundRun {
    std::size_t subject = 0;
    bool passes = false;
  };

  void warm_up();
  bool begin_round();
  void end(bool early);

  std::vector<BenchmarkCase> subjects_;
  Budget budget_;
  std::mt19937_64 random_;
  CopyControl* control_;
  std::vector<double> control_ms_;  ///< samples of the control in milliseconds
  std::size_t warming_ = 0;         ///< index of the configuration that is warmed up
  std::vector<RoundRun> round_;     ///< remaining runs of the round, last first
  double total_seconds_ = 0;        ///< seconds of all runs that measure total times
  std::uint64_t rounds_ = 0;        ///< number of rounds that have begun
  bool done_ = false;
};

}  // namespace texelsort::measure
