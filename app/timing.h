#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "compute/algorithms/algorithm.h"
#include "compute/measure/measure.h"

namespace texelsort::app {

/// A measurement taken one run at a time, so that a window can go on drawing: warm-ups, totals, then per-pass times
/// from runs of their own, and the check of the output. Cancelled by dropping it.
class Timing {
 public:
  /// Starts a run of its own. Throws what Algorithm::start throws.
  Timing(const algorithms::Algorithm& algorithm, gpu::Device* device,
         std::shared_ptr<const algorithms::Problem> problem, const algorithms::Parameters& parameters,
         const measure::Budget& budget);

  /// Executes one run, or the final check. True while there is more to do.
  bool advance();

  /// From 0 to 1, a guess: the interval may be narrow early.
  float progress() const;

  /// The result, once advance() has returned false.
  const std::optional<measure::Measurement>& result() const { return result_; }

 private:
  enum class Phase : std::uint8_t { warm_up, totals, passes, check, done };

  bool totals_suffice() const;
  void take_pass_sample();
  void conclude();

  const algorithms::Algorithm* algorithm_;
  std::shared_ptr<const algorithms::Problem> problem_;
  algorithms::Parameters parameters_;
  measure::Budget budget_;
  std::unique_ptr<algorithms::Run> run_;
  Phase phase_ = Phase::warm_up;
  std::uint64_t warm_ups_done_ = 0;
  double used_seconds_ = 0;
  std::vector<double> totals_;
  std::vector<algorithms::PassRecord> records_;
  std::vector<std::vector<double>> pass_samples_;  ///< per sample, per pass
  std::optional<measure::Measurement> result_;
};

}  // namespace texelsort::app
