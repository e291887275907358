#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "compute/data/keys/check.h"
#include "compute/measure/clock_warm_up.h"
#include "compute/measure/measure.h"

namespace texelsort::measure {

/// Configuration that is measured one run at a time.
class BenchmarkCase {
 public:
  /// Starts a run of the configuration. Throws the errors of Algorithm::start.
  BenchmarkCase(const Entry& entry, gpu::Device* device, std::shared_ptr<const algorithms::Problem> problem,
                const Budget& budget);

  /// Executes one warm-up. The first one runs pass by pass and counts bytes. Checks the output of the first and of the
  /// last warm-up. Returns false if there were enough.
  bool warm_up_once();

  /// Measures one sample of the total.
  void sample();

  /// Returns whether further samples of the total are useless or not allowed.
  bool satisfied() const;
  bool has_minimum() const { return !result_.verified || result_.stopped || samples() >= budget_.min_samples; }

  /// Stops sampling, because this configuration cannot be the fastest.
  void stop() { result_.stopped = true; }

  /// Checks the output of the last sample and summarises the totals.
  void close_samples();

  /// Executes one run with per-pass timers. Returns false if there were enough; then passes and stages are summarised.
  bool time_passes_once();

  std::uint64_t warmups() const { return warmups_; }
  std::size_t samples() const { return result_.samples_ms.size(); }
  std::size_t pass_repetitions() const { return repetitions_.size(); }
  bool verified() const { return result_.verified; }
  const Measurement& result() const { return result_; }

 private:
  void keep_input();
  void check();
  void step_through();
  void summarise_passes();
  /// Summarises the times of workers and links in the stage with passes [first, last).
  void summarise_laps(const std::string& stage, std::size_t first, std::size_t last);

  std::shared_ptr<const algorithms::Problem> problem_;
  Budget budget_;
  Verification verification_;
  data::KnownInput known_;
  std::uint64_t held_;  ///< bytes of textures and buffers at the start of the run
  std::unique_ptr<algorithms::Run> run_;
  ClockWarmUp waker_;
  std::uint64_t warmups_ = 0;
  double warmup_seconds_ = 0, pass_seconds_ = 0;
  std::vector<double> handovers_;
  std::vector<algorithms::PassRecord> records_;
  std::vector<std::vector<double>> repetitions_;  ///< milliseconds of each pass, by repetition and pass
  /// Times of workers and links, by repetition and pass.
  std::vector<std::vector<algorithms::WorkerTimes>> rank_times_;
  Measurement result_;
};

/// Warms up all subjects and samples them in random order (by `seed`) until each has enough samples or the common
/// budget is used up; then closes them. With Budget::stop_after, stops subjects that cannot win. Calls `cancelled`
/// between runs and returns false once it returns true.
bool interleave(std::vector<BenchmarkCase>& subjects, const Budget& budget, std::uint64_t seed,
                const std::function<bool()>& cancelled = {});

}  // namespace texelsort::measure
