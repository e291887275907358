#pragma once

#include <memory>
#include <string>

#include "app/playback/claim_sweep.h"
#include "app/session/live_shaders.h"
#include "app/session/workspace.h"

namespace texelsort::app {

/// Watches the shader files of the session's device, and the scripts of users' sorts. If they change and are valid,
/// restarts the run, tests the claims of all its passes, and shows the first violated claim.
class ShaderWatch : public Workspace {
 public:
  /// Starts watching the shader files. The session must have a device.
  explicit ShaderWatch(const Session& session);

  LiveShaders& shaders() { return shaders_; }
  /// Returns the test of all claims that the last change of a shader has started. Returns null if no shader has changed
  /// during this run.
  const ClaimSweep* sweep() const { return sweep_.get(); }

  /// Looks for changed shader files. Afterwards, has_work() returns whether there are any.
  void look(Session& session);

  void frame(Session& session, double seconds) override;
  bool has_work(const Session& session) const override;
  void run_ends(Session& session, bool same_run) override;
  void run_began(Session& session) override;

 private:
  void watch_scripts(const Session& session);
  void start_anew(Session& session);
  void test_claims(Session& session);

  LiveShaders shaders_;
  std::string trouble_;  ///< message that was last reported
  std::unique_ptr<ClaimSweep> sweep_;
};

/// Starts watching the shaders of a session. Has no effect if the session has no device.
void watch_shaders(const Session& session);

/// Returns the watched shaders of a session, or null if its shaders are not watched.
LiveShaders* live_shaders(const Session& session);

/// Returns the result of ShaderWatch::sweep(), or null if the session's shaders are not watched.
const ClaimSweep* claim_sweep(const Session& session);

}  // namespace texelsort::app
