#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "app/session/workspace.h"
#include "compute/measure/copy_bandwidth.h"
#include "compute/measure/cost.h"
#include "compute/measure/measure.h"

namespace texelsort::app {

class DeviceThread;
class RunTiming;

/// Times the session's run.
class RunTimer : public Workspace {
 public:
  explicit RunTimer(const Session& session);
  ~RunTimer() override;

  /// Starts a measurement. Where somebody sits before the session, a thread of its own takes it if that has the same
  /// device. What was measured is then measured again after a change of the run's parameters or shaders. Reports to the
  /// session why it cannot start.
  void measure(Session& session);
  void cancel();
  bool measuring() const { return timing_ != nullptr; }
  float progress() const;
  const std::optional<measure::Measurement>& measurement() const { return measurement_; }
  /// The measurement before the last change of parameters or shaders, while it is measured again and afterwards.
  /// Nothing once another problem or algorithm is chosen.
  const std::optional<measure::Measurement>& measured_before() const { return measured_before_; }
  /// What a pass costs: predicted from a copy that is measured when a cost is first asked for, and measured if the pass
  /// of this index was timed.
  measure::Cost cost_of(const Session& session, const algorithms::Counters& counters, std::uint64_t pass_index);
  /// Whether costs are predicted. The copy is measured anew by each process: pictures that are to be the same each time
  /// do without.
  bool predicts = true;

  /// Gives back the device that times runs beside the frames.
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
  bool measures_again_ = false;  ///< once the session has its next run
};

}  // namespace texelsort::app
