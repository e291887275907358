#pragma once

#include "app/external/external_work.h"
#include "app/session/session.h"

namespace texelsort::app {

/// Workspace for external sorts (sorts of files), which the window runs independently of the session's run.
class ExternalWorkspace : public Workspace, public ExternalWork {
 public:
  explicit ExternalWorkspace(const Session& session) : ExternalWork(session.device(), session.execution()) {}

  void frame(Session&, double) override { update(); }
  bool awaits_news() const override { return running(); }
};

}  // namespace texelsort::app
