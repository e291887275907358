#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "app/session/workspace.h"
#include "compute/measure/copy_bandwidth.h"
#include "compute/measure/cost.h"
#include "compute/measure/measure.h"

namespace texelsort::app {

class DeviceThread;
class RunTiming;

/// Workspace that measures the time of the session's run.
class RunTimer : public Workspace {
 public:
  explicit RunTimer(const Session& session);
  ~RunTimer() override;

  /// Starts a measurement. In an interactive session, it runs on a separate thread if that thread has the same device.
  /// A change of the run's parameters or shaders repeats the measurement. If the measurement cannot start, the
  /// session's message contains the reason.
  void measure(Session& session);
  void cancel();
  bool measuring() const { return timing_ != nullptr; }
  float progress() const;
  const std::optional<measure::Measurement>& measurement() const { return measurement_; }
  /// Returns the load_warning() about the measurement, or an empty string.
  const std::string& warning() const { return warning_; }
  /// Returns the measurement with the values before parameters or shaders last changed, for comparison. Returns nothing
  /// after a change of problem or algorithm.
  const std::optional<measure::Measurement>& measured_before() const { return measured_before_; }
  /// Returns the present time divided by the time before the last change, paired by round. Returns nothing if the two
  /// were not measured in the same rounds, because shaders have changed since.
  std::optional<measure::Ratio> ratio() const;
  /// Returns the cost of a pass. It contains the time that the bandwidth of a copy predicts and, after a measurement,
  /// the measured time. The first call measures the copy.
  measure::Cost cost_of(const Session& session, const algorithms::Counters& counters, std::uint64_t pass_index);
  /// True if costs contain predicted times, which depend on a measured copy. Reproducible pictures set this to false,
  /// because the measurement differs in each process.
  bool predicts = true;

  /// Releases the OpenGL device of the measuring thread.
  void release_device();

  void frame(Session& session, double seconds) override;
  bool has_work(const Session& session) const override;
  bool awaits_news() const override;
  void run_ends(Session& session, bool same_run) override;
  void run_began(Session& session) override;

 private:
  void start(Session& session);
  DeviceThread* thread_beside(const Session& session);

  measure::CopyBandwidth copy_bandwidth_;
  std::unique_ptr<DeviceThread> thread_;
  std::unique_ptr<RunTiming> timing_;
  std::optional<measure::Measurement> measurement_, measured_before_;
  std::string warning_;
  /// Configuration before the last change, which is measured again in the same rounds; unset if it cannot run again.
  std::optional<algorithms::Prepared> rival_;
  std::string definition_;       ///< definition of the measured algorithm; see Algorithm::content_hash()
  bool measures_again_ = false;  ///< true if the next run of the session must be measured
};

}  // namespace texelsort::app
