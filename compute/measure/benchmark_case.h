#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "compute/data/keys/check.h"
#include "compute/measure/clock_warm_up.h"
#include "compute/measure/measure.h"

namespace texelsort::measure {

/// Configuration of an algorithm that is measured step by step. Each call executes one run, so that callers can
/// interleave configurations.
class BenchmarkCase {
 public:
  /// Prepares the measurement of a configuration and uploads the input. Throws the errors of Algorithm::start.
  BenchmarkCase(const Entry& entry, gpu::Device* device, std::shared_ptr<const algorithms::Problem> problem,
                const Budget& budget);

  /// Adds samples of an earlier measurement of the same configuration, before the first run.
  void continue_from(const std::vector<double>& samples_ms) { result_.samples_ms = samples_ms; }

  /// Executes one warm-up run and returns whether another one should follow. The first warm-up measures each pass and
  /// counts the bytes moved. The outputs of the first and the last warm-up are checked.
  bool warm_up_once();

  /// Executes one run and records its total time as a sample.
  void sample();

  /// Returns whether further rounds sample this configuration.
  bool takes_part() const { return result_.verified && !result_.stopped; }

  /// Returns whether the configuration needs no further sample of the total time, or may not take one.
  bool satisfied() const;
  bool has_minimum() const { return !result_.verified || result_.stopped || samples() >= budget_.min_samples; }

  /// Ends the samples of this configuration, because other configurations are certainly faster.
  void stop() { result_.stopped = true; }

  /// Executes one run that measures the time of each pass.
  void time_passes();
  /// Return whether further runs of this kind are necessary, and whether the time budget has room for them.
  bool needs_passes() const;
  bool may_time_passes() const;

  /// Checks the output of the last run, and summarises all samples: total times, passes and stages. `control_p5_ms` is
  /// the 5th percentile of the control, or null without one.
  void close_samples(std::optional<double> control_p5_ms);

  std::uint64_t warmups() const { return warmups_; }
  std::size_t samples() const { return result_.samples_ms.size(); }
  bool verified() const { return result_.verified; }
  const Measurement& result() const { return result_; }

 private:
  void keep_input();
  void check();
  void step_through();
  void summarise_passes();
  /// Summarises the times of workers and links in one stage of a multi-device sort. The stage consists of passes
  /// [first, last).
  void summarise_laps(const std::string& stage, std::size_t first, std::size_t last);

  std::shared_ptr<const algorithms::Problem> problem_;
  Budget budget_;
  Verification verification_;
  bool passes_;
  data::KnownInput known_;
  std::uint64_t held_;  ///< bytes of textures and buffers that Algorithm::start allocated
  std::unique_ptr<algorithms::Run> run_;
  ClockWarmUp waker_;
  std::uint64_t warmups_ = 0;
  double warmup_seconds_ = 0, pass_seconds_ = 0;
  std::vector<double> handovers_;
  std::uint64_t staged_bytes_ = 0;  ///< bytes that the last sample copied through the host
  std::vector<algorithms::PassRecord> records_;
  std::vector<std::vector<double>> repetitions_;  ///< time in milliseconds of each pass in each repetition
  /// Times of workers and links in a multi-device sort, by repetition and pass.
  std::vector<std::vector<algorithms::WorkerTimes>> rank_times_;
  Measurement result_;
};

/// Returns whether a configuration with these samples in ms needs no further ones: it has the most, or at least the
/// fewest and a narrow interval.
bool are_enough(const std::vector<double>& samples_ms, const Budget& budget);

/// Functions that interleave() calls between runs. Functions that are not set are not called.
struct Interleaving : RoundCalls {
  std::function<bool()> cancelled{};  ///< returns true to abandon the measurement
  std::function<bool()> late{};       ///< returns true to end the measurement with the samples so far
  /// Receives all configurations after each round.
  std::function<void(const std::vector<BenchmarkCase>&)> round{};
};

/// Measures all configurations in rounds; see Measuring. With Budget::stop_after, stops configurations that cannot be
/// the fastest. Returns false if the measurement was cancelled.
bool interleave(std::vector<BenchmarkCase>& subjects, const Budget& budget, std::uint64_t seed,
                const Interleaving& calls = {});

}  // namespace texelsort::measure
