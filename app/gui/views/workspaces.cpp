#include "app/gui/views/workspaces.h"

#include <algorithm>

namespace texelsort::app {

// Each function is defined in its stage's source file.
Stage external_stage();
Stage fold_stage();
Stage network_editor_workspace();
Stage race_stage();
Stage shader_stage();
Stage start_stage();
Stage tuning_stage();

const std::vector<Stage>& stages() {
  static const std::vector<Stage> all{external_stage(), fold_stage(),   network_editor_workspace(),
                                      race_stage(),     shader_stage(), start_stage(),
                                      tuning_stage()};
  return all;
}

const Stage* chosen_stage(const Session& session) {
  const auto found = std::ranges::find(stages(), session.look.stage, &Stage::name);
  return found == stages().end() ? nullptr : &*found;
}

void toggle_stage(Session& session, const std::string& name) {
  session.look.stage = session.look.stage == name ? std::string() : name;
}

}  // namespace texelsort::app
