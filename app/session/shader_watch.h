#pragma once

#include <memory>
#include <string>

#include "app/playback/claim_sweep.h"
#include "app/session/live_shaders.h"
#include "app/session/workspace.h"

namespace texelsort::app {

/// Watches the device's shader files. A change that compiles restarts the run and tests every claim. The first broken
/// claim is shown.
class ShaderWatch : public Workspace {
 public:
  /// The session must have a device.
  explicit ShaderWatch(const Session& session);

  LiveShaders& shaders() { return shaders_; }
  /// The test of all claims since the last shader change. Null before the first change and after a change of the run.
  const ClaimSweep* sweep() const { return sweep_.get(); }

  /// Checks the files for changes, which has_work() then reports.
  void look(Session& session);

  void frame(Session& session, double seconds) override;
  bool has_work(const Session& session) const override;
  void run_ends(Session& session, bool same_run) override;

 private:
  void start_anew(Session& session);
  void test_claims(Session& session);

  LiveShaders shaders_;
  std::string trouble_;  ///< message that was reported last
  std::unique_ptr<ClaimSweep> sweep_;
};

/// Starts watching the shaders. Has no effect without a device.
void watch_shaders(const Session& session);

/// Null if shaders are not watched.
LiveShaders* live_shaders(const Session& session);

/// Returns ShaderWatch::sweep(), or null if shaders are not watched.
const ClaimSweep* claim_sweep(const Session& session);

}  // namespace texelsort::app
