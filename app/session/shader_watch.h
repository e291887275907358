#pragma once

#include <memory>
#include <string>

#include "app/playback/claim_sweep.h"
#include "app/session/live_shaders.h"
#include "app/session/workspace.h"

namespace texelsort::app {

/// Watches the files of the device's shaders. A change that compiles starts the run anew and has every claim tested;
/// the first that is broken is shown.
class ShaderWatch : public Workspace {
 public:
  /// The session has a device.
  explicit ShaderWatch(const Session& session);

  LiveShaders& shaders() { return shaders_; }
  /// The test of all claims since the shaders changed last. Null before, and after another run was chosen.
  const ClaimSweep* sweep() const { return sweep_.get(); }

  /// Looks whether files have changed, so that has_work() knows.
  void look(Session& session);

  void frame(Session& session, double seconds) override;
  bool has_work(const Session& session) const override;
  void run_ends(Session& session, bool same_run) override;

 private:
  void start_anew(Session& session);
  void test_claims(Session& session);

  LiveShaders shaders_;
  std::string trouble_;  ///< as it was said last
  std::unique_ptr<ClaimSweep> sweep_;
};

/// Watches shaders from now on. No effect without a device.
void watch_shaders(const Session& session);

/// Null while nobody watches them.
LiveShaders* live_shaders(const Session& session);

/// ShaderWatch::sweep(), and null while nobody watches shaders.
const ClaimSweep* claim_sweep(const Session& session);

}  // namespace texelsort::app
