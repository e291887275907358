#include "app/session/workspace.h"

namespace texelsort::app {

void Workspace::frame(Session&, double) {}

bool Workspace::has_work(const Session&) const {
  return false;
}

void Workspace::run_ends(Session&, bool) {}

void Workspace::run_began(Session&) {}

}  // namespace texelsort::app
