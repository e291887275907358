#include <algorithm>
#include <exception>

#include <fmt/format.h>

#include "app/gui/panels/panels.h"
#include "app/gui/window/compat.h"
#include "app/problem/plain_message.h"
#include "compute/algorithms/prepare.h"

namespace texelsort::app {

namespace {

std::string values_text(const std::map<std::string, std::string>& values) {
  std::string text;
  for (const auto& [name, value] : values) text += fmt::format("{}{} = {}", text.empty() ? "" : "\n", name, value);
  return text;
}

/// Draws a button that selects tuned values. Draws nothing unless tuning on this machine has found values that are
/// faster than the defaults.
void measured_preset(const Ui& ui, Session& session) {
  const Winner* winner = session.winner();
  if (winner == nullptr) return;
  if (text_button(ui, session.uses_winner() ? "Tuned (in use)" : "Tuned", {compat::room().x, 0})) {
    session.use_measured_parameters();
  }
  tooltip(ui, fmt::format("{}\n{}", values_text(winner->values), evidence_text(*winner)));
}

/// Draws a button for the default values, and one for the paper's values.
void given_presets(const Ui& ui, Session& session) {
  const auto specs = parameters_for(session.algorithm(), session.spec().payload);
  const bool paper = std::ranges::any_of(specs, [](const auto& spec) { return !spec.paper_value.empty(); });
  const float half = 0.5f * (compat::room().x - ui.px(8));
  if (text_button(ui, "Default", {paper ? half : compat::room().x, 0})) session.use_tuned_parameters();
  tooltip(ui, "Sets the values that texelsort chooses for this device and size.");
  if (!paper) return;
  ImGui::SameLine(0, ui.px(8));
  if (text_button(ui, "Paper", {half, 0})) session.use_paper_parameters();
  tooltip(ui, "Sets the values that the cited source used.");
}

template <class Change>
void change_presets(SetupDraft& draft, Change&& change) {
  draft.preset_problem.clear();
  try {
    change();
  } catch (const std::exception& error) {
    draft.preset_problem = plain_message(error.what());
  }
  draft.presets = load_presets();
}

void own_preset(const Ui& ui, Session& session, SetupDraft& draft, const Preset& preset) {
  ImGui::PushID(preset.name.c_str());
  const float side = ImGui::GetFrameHeight(), gap = ui.px(6);
  if (text_button(ui, preset.name, {compat::room().x - side - gap, 0})) session.use_parameters(preset.values);
  tooltip(ui, values_text(preset.values));
  ImGui::SameLine(0, gap);
  const std::string help = fmt::format("Deletes the preset {}.", preset.name);
  const bool deletes = icon_button(ui, "delete preset", Icon::cross, side, true, false, help.c_str());
  ImGui::PopID();
  if (deletes) change_presets(draft, [&] { delete_preset(preset.algorithm, preset.name); });
}

void keep_as(const Ui& ui, Session& session, SetupDraft& draft) {
  caption(ui, "New preset", "Type a name and press Enter to save the current values as a preset of this algorithm.");
  ImGui::SetNextItemWidth(-1);
  compat::input_text("##preset name", draft.preset_name);
  note_item("preset name", true);
  if (!ImGui::IsItemDeactivatedAfterEdit() || draft.preset_name.empty()) return;
  change_presets(draft, [&] {
    save_preset({draft.preset_name, session.algorithm().info().id, session.prepared().used_values()});
    draft.preset_name.clear();
  });
}

}  // namespace

void preset_section(const Ui& ui, Session& session, SetupDraft& draft) {
  given_presets(ui, session);
  measured_preset(ui, session);
  if (!session.has_user) return;
  if (!draft.presets) draft.presets = load_presets();
  // Iterate over a copy, because deleting a preset changes the list.
  const std::vector<Preset> presets = *draft.presets;
  for (const Preset& preset : presets) {
    if (preset.algorithm == session.algorithm().info().id) own_preset(ui, session, draft, preset);
  }
  keep_as(ui, session, draft);
  if (!draft.preset_problem.empty()) text_item(ui.fonts.small, ui.theme.warning, draft.preset_problem);
}

}  // namespace texelsort::app
