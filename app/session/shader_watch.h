#pragma once

#include <memory>
#include <string>

#include "app/playback/claim_sweep.h"
#include "app/session/live_shaders.h"
#include "app/session/workspace.h"

namespace texelsort::app {

/// Watches the device's shader files. After a change that compiles, it restarts the run and tests the claims of all
/// passes. The session then shows the first violated claim.
class ShaderWatch : public Workspace {
 public:
  /// Starts watching. The session must have a device.
  explicit ShaderWatch(const Session& session);

  LiveShaders& shaders() { return shaders_; }
  /// Returns the test of all claims since the last shader change. Null before the first change, and after a change of
  /// the run.
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
  std::string trouble_;  ///< the message that was reported last
  std::unique_ptr<ClaimSweep> sweep_;
};

/// Starts watching the shaders. Has no effect without a device.
void watch_shaders(const Session& session);

/// Returns the watched shaders. Null if shaders are not watched.
LiveShaders* live_shaders(const Session& session);

/// Returns the result of ShaderWatch::sweep(). Null if shaders are not watched.
const ClaimSweep* claim_sweep(const Session& session);

}  // namespace texelsort::app
