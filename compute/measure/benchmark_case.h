#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "compute/data/keys/check.h"
#include "compute/measure/clock_warm_up.h"
#include "compute/measure/measure.h"

namespace texelsort::measure {

/// One configuration while it is being measured, a run at a time.
class BenchmarkCase {
 public:
  /// Starts a run of its own. Throws what Algorithm::start throws.
  BenchmarkCase(const Entry& entry, gpu::Device* device, std::shared_ptr<const algorithms::Problem> problem,
                const Budget& budget);

  /// One warm-up. The first goes pass by pass and counts bytes; its output and the last one's are checked. False when
  /// there were enough.
  bool warm_up_once();

  /// One sample of the total.
  void sample();

  /// True when more samples of the total would tell nothing new, or are not allowed.
  bool satisfied() const;
  bool has_minimum() const { return !result_.verified || result_.stopped || samples() >= budget_.min_samples; }

  /// No further sample is worth its time.
  void stop() { result_.stopped = true; }

  /// Checks the output of the last sample and summarises the totals.
  void close_samples();

  /// One run with per-pass timers. False when there were enough; then passes and stages are summarised.
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
  /// Summarises the laps of the stage with passes [first, last).
  void summarise_laps(const std::string& stage, std::size_t first, std::size_t last);

  std::shared_ptr<const algorithms::Problem> problem_;
  Budget budget_;
  Verification verification_;
  data::KnownInput known_;
  std::uint64_t held_;  ///< bytes of textures and buffers of the run when it has started
  std::unique_ptr<algorithms::Run> run_;
  ClockWarmUp waker_;
  std::uint64_t warmups_ = 0;
  double warmup_seconds_ = 0, pass_seconds_ = 0;
  std::vector<double> handovers_;
  std::vector<algorithms::PassRecord> records_;
  std::vector<std::vector<double>> repetitions_;            ///< per repetition, per pass
  std::vector<std::vector<algorithms::WorkerTimes>> laps_;  ///< the same
  Measurement result_;
};

/// Warms all of them up, then samples them in random order (by seed) until each has enough or the budget of all is used
/// up, and closes them; with Budget::stop_after those without a chance are stopped. `cancelled` is asked between runs;
/// false once it says so.
bool interleave(std::vector<BenchmarkCase>& subjects, const Budget& budget, std::uint64_t seed,
                const std::function<bool()>& cancelled = {});

}  // namespace texelsort::measure
