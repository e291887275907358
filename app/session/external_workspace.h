#pragma once

#include "app/external/external_work.h"
#include "app/session/session.h"

namespace texelsort::app {

/// External sorts (sorts of files) that the window runs next to the session's run.
class ExternalWorkspace : public Workspace, public ExternalWork {
 public:
  explicit ExternalWorkspace(const Session& session) : ExternalWork(session.device(), session.execution()) {}

  void frame(Session&, double) override { update(); }
  bool awaits_news() const override { return running(); }
};

}  // namespace texelsort::app
